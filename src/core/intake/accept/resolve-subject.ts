// The step that finds what an event is about: by ids, of which the deepest is enough, or by keys, which are looked up from the
// top down, each under its parent. Ids and keys may be mixed.
// Why: docs/decisions/catalog.md, "A level may be left out where it is clear which one is meant".
// Why: docs/decisions/catalog.md, "Keys are looked up under their parent".
import {
  CHILDREN_MAX,
  REGISTERED_MAX,
  REGISTERED_PER_HOUR_MAX,
  roomForNew,
} from '../../engine/catalog/record-limits.ts';
import type { NewKeys } from '../../engine/catalog/records/register-keys.ts';
import { SUBJECT_KIND, type Subject, type SubjectKind, type WebsiteCatalog } from '../../engine/catalog/subject.ts';
import { DEFAULT_KEY, idFromDigits, isKey, KEY_RULE } from '../../engine/catalog/subject-key.ts';
import { nearestName } from '../../foundation/text/nearest-name.ts';
import { isoSeconds } from '../../foundation/time/clock.ts';
import { type AcceptedEvent, isGiven, isId, type Rejection, reject, type SentEvent } from '../events/event.ts';

/** The event can be accepted once these keys are registered. */
interface UnknownKey extends Rejection {
  readonly newKeys: NewKeys;
}

const LEVELS = [
  { kind: SUBJECT_KIND.campaign, name: 'campaign' },
  { kind: SUBJECT_KIND.variant, name: 'variant' },
  { kind: SUBJECT_KIND.step, name: 'step' },
  { kind: SUBJECT_KIND.element, name: 'element' },
] as const;
type Level = (typeof LEVELS)[number];

export function resolveSubject(
  sent: SentEvent,
  event: AcceptedEvent,
  { website: catalog, nowMs }: { readonly website: WebsiteCatalog | null; readonly nowMs: number },
): Rejection | UnknownKey | undefined {
  if (!catalog) return reject('unknown_website', `there is no website ${event.websiteId}`);
  const found = hasKeys(sent) ? findByPath(sent, catalog) : findById(sent, catalog);
  if (isRejection(found)) return isUnknownKey(found) ? withinLimits(found, catalog, nowMs) : found;
  event.subject = found;
  return undefined;
}

export function isUnknownKey(rejection: Rejection): rejection is UnknownKey {
  return 'newKeys' in rejection;
}

function hasKeys({ campaign, variant, step, element }: SentEvent): boolean {
  return isGiven(campaign) || isGiven(variant) || isGiven(step) || isGiven(element);
}

function isRejection(result: Subject | Rejection): result is Rejection {
  return 'code' in result;
}

/** Looks from the bottom up. The first id that is given names the subject, and the others must be its ancestors. */
function findById(sent: SentEvent, catalog: WebsiteCatalog): Subject | Rejection {
  const ids = [sent.campaign_id, sent.variant_id, sent.step_id, sent.element_id];
  let subject: Subject | undefined;
  let ancestor: Subject | null | undefined;
  for (let index = LEVELS.length - 1; index >= 0; index--) {
    const { kind, name } = LEVELS[index]!;
    const id = ids[index];
    ancestor = ancestor?.parent;
    if (!isGiven(id)) continue;
    if (!isId(id)) return invalidId(name);
    if (!subject) {
      subject = catalog.subjects[kind].get(id);
      ancestor = subject;
      if (!subject) return unknownId(name, id, catalog);
    } else if (ancestor?.id !== id) {
      return reject(
        'contradicts_catalog',
        `${name}_id ${id} is not the ${name} above the ${nameOf(subject)} ${subject.id}`,
      );
    }
  }
  return subject ?? catalog.website;
}

/** How an event names one level. */
interface LevelName {
  readonly id: number | undefined;
  readonly key: string | undefined;
}

const LEFT_OUT: LevelName = { id: undefined, key: undefined };

function findByPath(sent: SentEvent, catalog: WebsiteCatalog): Subject | Rejection {
  const names: LevelName[] = [];
  for (const level of LEVELS) {
    const name = readName(sent, level);
    if ('code' in name) return name;
    names.push(name);
  }
  let parent = catalog.website;
  for (const [index, { id, key }] of names.entries()) {
    if (id === undefined && key === undefined) continue;
    const found =
      id === undefined ? findByKey(parent, names, index, catalog) : findUnder(parent, LEVELS[index]!, id, catalog);
    if (isRejection(found)) return found;
    if (id !== undefined && key !== undefined && keyed(found, key, catalog) !== found) {
      const { name } = LEVELS[index]!;
      return reject('contradicts_catalog', `${name} "${key}" is not the key of the ${name} ${id}`);
    }
    parent = found;
  }
  return parent;
}

function readName(sent: SentEvent, { name }: Level): LevelName | Rejection {
  const value = sent[name];
  const id = sent[`${name}_id`];
  if (isGiven(id) && !isId(id)) return invalidId(name);
  const ownId = isId(id) ? id : undefined;
  if (!isGiven(value)) return ownId === undefined ? LEFT_OUT : { id: ownId, key: undefined };
  if (isKey(value)) return { id: ownId, key: value };
  const digits = idFromDigits(value);
  if (!isId(digits)) return reject(`invalid_${name}`, `${name} must be ${KEY_RULE}; ids belong into ${name}_id`);
  if (ownId === undefined || ownId === digits) return { id: digits, key: undefined };
  return reject('contradicts_catalog', `${name} ${digits} is not the ${name}_id ${ownId}`);
}

function findUnder(above: Subject, { kind, name }: Level, id: number, catalog: WebsiteCatalog): Subject | Rejection {
  const subject = catalog.subjects[kind].get(id);
  if (!subject) return unknownId(name, id, catalog);
  for (let ancestor: Subject | null = subject; ancestor; ancestor = ancestor.parent) {
    if (ancestor === above) return subject;
  }
  return reject('contradicts_catalog', `the ${name} ${id} does not belong to the ${nameOf(above)} ${above.id}`);
}

function keyed(subject: Subject, key: string, catalog: WebsiteCatalog): Subject | undefined {
  return catalog.childrenOf(subject.parent!).byKey.get(key);
}

/** Goes down from `parent` to the key at `index`, through the levels that the event leaves out. */
function findByKey(
  parent: Subject,
  names: readonly LevelName[],
  index: number,
  catalog: WebsiteCatalog,
): Subject | Rejection {
  let subject = parent;
  for (let at = parent.kind - SUBJECT_KIND.website; at <= index; at++) {
    const { key } = names[at]!;
    const children = catalog.childrenOf(subject);
    const isAmbiguous = key === undefined && (at === 0 || (children.count > 1 && !children.byKey.has(DEFAULT_KEY)));
    if (isAmbiguous) return levelRequired(subject, LEVELS[at]!.name);
    const child = key === undefined ? (children.byKey.get(DEFAULT_KEY) ?? children.only) : children.byKey.get(key);
    if (!child) return unknownKey(subject, names, at, catalog);
    subject = child;
  }
  return subject;
}

function levelRequired(above: Subject, name: string): Rejection {
  return reject(
    `${name}_required`,
    `the ${nameOf(above)} ${above.id} does not say which ${name} is meant: name it in ${name} or ${name}_id`,
  );
}

const HOW_TO_ADD =
  'add it to the catalog, or turn on the setting register_keys of the website (on its page Sending events), which adds what events name';

/** Creates the message on demand, because that takes much longer than all steps together. */
function unknownKey(
  parent: Subject,
  names: readonly LevelName[],
  index: number,
  catalog: WebsiteCatalog,
): Rejection | UnknownKey {
  const { name } = LEVELS[index]!;
  const key = names[index]!.key ?? DEFAULT_KEY;
  const keys = catalog.settings.register_keys ? keysFrom(names, index) : undefined;
  return {
    code: `unknown_${name}`,
    get message() {
      const nearest = nearestKey(key, catalog.childrenOf(parent).byKey.keys());
      const unlike = `the ${nameOf(parent)} ${parent.id} has no ${name} with the key "${key}"`;
      if (nearest !== undefined) return `${unlike}: did you mean "${nearest}"?`;
      return catalog.settings.register_keys ? unlike : `${unlike}: ${HOW_TO_ADD}`;
    },
    ...(keys && { newKeys: { websiteId: parent.websiteId, parentKind: parent.kind, parentId: parent.id, keys } }),
  };
}

/** Decides by the cached catalog, so that invented keys never cause a database query. */
function withinLimits(unknown: UnknownKey, catalog: WebsiteCatalog, nowMs: number): Rejection | UnknownKey {
  const { parentKind, parentId, keys } = unknown.newKeys;
  const siblings = catalog.childrenOf(catalog.subjects[parentKind].get(parentId)!).count;
  const hasRoom =
    keys.length <= roomForNew(catalog.registered, isoSeconds(new Date(nowMs))) &&
    siblings < CHILDREN_MAX[(parentKind + 1) as SubjectKind]!;
  return hasRoom ? unknown : tooManyNewKeys(unknown.newKeys);
}

export function tooManyNewKeys({ keys: [key] }: NewKeys): Rejection {
  return reject(
    'too_many_new_keys',
    `"${key}" is new, and the website may register at most ${REGISTERED_PER_HOUR_MAX} keys an hour, ${REGISTERED_MAX} in all, ` +
      'and a limited number under one parent: add it to the catalog, or send it later',
  );
}

/** Returns a key for each level down to the deepest that is named, or undefined if an id is named below a new key. */
function keysFrom(names: readonly LevelName[], index: number): string[] | undefined {
  const below = names.slice(index);
  if (below.some(({ id }) => id !== undefined)) return undefined;
  const deepest = below.findLastIndex(({ key }) => key !== undefined);
  return below.slice(0, deepest + 1).map(({ key }) => key ?? DEFAULT_KEY);
}

const LENGTH_DIFFERENCE_MAX = 2;
const CANDIDATES_MAX = 50;

/** Compares only with the few keys that are likely, because a parent may have thousands of keys, and a batch thousands of mistakes. */
function nearestKey(wrong: string, keys: Iterable<string>): string | undefined {
  const likely: string[] = [];
  for (const key of keys) {
    const isLikely =
      Math.abs(key.length - wrong.length) <= LENGTH_DIFFERENCE_MAX &&
      (key[0]!.toLowerCase() === wrong[0]!.toLowerCase() || key.at(-1) === wrong.at(-1));
    if (isLikely) likely.push(key);
    if (likely.length === CANDIDATES_MAX) break;
  }
  return nearestName(wrong, likely);
}

function nameOf(subject: Subject): string {
  return LEVELS.find(({ kind }) => kind === subject.kind)?.name ?? 'website';
}

function invalidId(name: string): Rejection {
  return reject(`invalid_${name}_id`, `${name}_id must be a positive integer`);
}

function unknownId(name: string, id: number, { website }: WebsiteCatalog): Rejection {
  return reject(`unknown_${name}`, `website ${website.id} has no ${name} ${id}`);
}
