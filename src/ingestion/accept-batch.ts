// Turns the bytes of a batch into accepted events: everything that needs no transaction.

import type { CatalogCache } from '../catalog/load-catalog.ts';
import { REGISTERED_PER_HOUR_MAX } from '../catalog/record-limits.ts';
import type { NewKeys } from '../catalog/register-keys.ts';
import type { Subject } from '../catalog/subject.ts';
import { Problem } from '../problem.ts';
import { type Batch, type BatchOutcome, emptyOutcome } from './batch.ts';
import { type DecodedEvent, decodeBatch } from './decode.ts';
import { AcceptedEvent, EVENT_TYPES, isId, needsClaim, type Rejection, type SentEvent, weightOf } from './event.ts';
import { isUnknownKey, tooManyNewKeys } from './resolve-subject.ts';
import { runSteps, type StepContext } from './steps.ts';
import { UnregisteredKeys } from './unregistered-keys.ts';

/** An event with a claim is counted only if neither its id nor its order has been stored before. */
export interface Claim {
  readonly websiteId: number;
  readonly id: string | undefined;
  readonly orderId: string | undefined;
}

/** What the commit needs to know about a batch. Plain data, because it may come from another thread. */
export interface AcceptedBatch {
  /** Does not count events with a claim yet. */
  readonly outcome: BatchOutcome;
  readonly websiteIds: readonly number[];
  /** In the order of their events. */
  readonly claims: readonly Claim[];
  /** See `weightOf`. */
  readonly weight: number;
  /** The number of different subject days and chosen values; 0 if the batch has no `subjectDaysMax`. */
  readonly rows: number;
}

/** Calls `keep` with each accepted event. Throws `UnregisteredKeys` if there are keys to be registered first. */
export async function acceptBatch(
  batch: Batch,
  catalog: CatalogCache,
  nowMs: number,
  keep: (event: AcceptedEvent) => void,
): Promise<AcceptedBatch> {
  const { onlyWebsiteId, isFromBrowser, defaults, ageDaysMax, subjectDaysMax, rejectionsKeptMax } = batch;
  const subjectDays = subjectDaysMax === undefined ? undefined : new SubjectDays(subjectDaysMax);
  const context = { nowMs, onlyWebsiteId, isFromBrowser, defaults, ageDaysMax, catalog };
  const outcome = emptyOutcome();
  const websiteIds = new Set<number>();
  const claims: Claim[] = [];
  const newKeys = new NewKeysOfBatch();
  let weight = 0;
  for (const decoded of decodeBatch(batch)) {
    const event = new AcceptedEvent();
    const missingWebsiteId = 'sent' in decoded ? missingWebsite(decoded.sent, context) : undefined;
    if (missingWebsiteId !== undefined) await catalog.load([missingWebsiteId]);
    const rejection = 'sent' in decoded ? runSteps(decoded.sent, event, context) : decoded.rejection;
    if (rejection && isUnknownKey(rejection) && !batch.keysRegistered) {
      newKeys.add(rejection.newKeys);
      continue;
    }
    if (rejection) {
      addRejection(outcome, decoded, rejection, rejectionsKeptMax);
      continue;
    }
    subjectDays?.add(event);
    const { websiteId } = event;
    websiteIds.add(websiteId);
    if (needsClaim(event)) claims.push({ websiteId, id: event.id, orderId: event.orderId });
    else outcome.accepted++;
    weight += weightOf(event);
    keep(event);
  }
  if (newKeys.size > 0) throw new UnregisteredKeys(newKeys.list(), batch);
  return { outcome, websiteIds: [...websiteIds], claims, weight, rows: subjectDays?.rows ?? 0 };
}

/** The website to load before the steps run, because they are synchronous. */
function missingWebsite(sent: SentEvent, { catalog, onlyWebsiteId, defaults }: StepContext): number | undefined {
  const id = sent.website_id ?? defaults?.websiteId;
  if (!isId(id) || (onlyWebsiteId !== undefined && id !== onlyWebsiteId)) return undefined;
  return catalog.get(id) === undefined ? id : undefined;
}

function addRejection(outcome: BatchOutcome, place: DecodedEvent, given: Rejection, keptMax: number): void {
  // Where keys are still unknown after they should have been registered, there was no room for them.
  const rejection = isUnknownKey(given) ? tooManyNewKeys(given.newKeys) : given;
  const { code } = rejection;
  outcome.rejected++;
  outcome.reasons[code] = (outcome.reasons[code] ?? 0) + 1;
  // Beyond the limit the message is not even created.
  if (outcome.rejections.length >= keptMax) return;
  const type = EVENT_TYPES.find((known) => 'sent' in place && place.sent.type === known);
  const { index, line } = place;
  outcome.rejections.push({ index, line, code, message: rejection.message, ...(type && { type }) });
}

/** Each path of keys once, and no more than can be registered. */
class NewKeysOfBatch {
  readonly #paths = new Map<string, NewKeys>();

  get size(): number {
    return this.#paths.size;
  }

  add(newKeys: NewKeys): void {
    if (this.#paths.size >= REGISTERED_PER_HOUR_MAX) return;
    const { websiteId, parentKind, parentId, keys } = newKeys;
    this.#paths.set([websiteId, parentKind, parentId, ...keys].join('/'), newKeys);
  }

  list(): NewKeys[] {
    return [...this.#paths.values()];
  }
}

/** The different subject days in a batch. Too many would make the commit so long that all other senders have to wait. */
class SubjectDays {
  readonly #max: number;
  readonly #daysBySubject = new Map<Subject, Set<number>>();
  readonly #values = new Set<string>();
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get rows(): number {
    return this.#count + this.#values.size;
  }

  add({ subject, day, metric, list, value }: AcceptedEvent): void {
    let days = this.#daysBySubject.get(subject);
    if (!days) {
      days = new Set();
      this.#daysBySubject.set(subject, days);
    }
    if (!days.has(day)) {
      days.add(day);
      if (++this.#count > this.#max) throw tooManyDays(this.#max);
    }
    if (metric === undefined) this.#values.add(JSON.stringify([subject.id, day, list, value]));
  }
}

function tooManyDays(max: number): Problem {
  const detail =
    `The events of a batch may cover at most ${max} different days of subjects. ` +
    'Nothing was counted. Send fewer days per batch, or import a file.';
  return new Problem(413, detail, { code: 'too_many_days' });
}
