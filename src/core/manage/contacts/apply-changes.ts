// Applies changes to the fields of a contact, and enforces its size limits.
// Why: docs/decisions/contacts.md, "What an upsert does with what the specification leaves open".
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../foundation/problem/problem.ts';
import {
  ANSWERED_FORMS_MAX,
  ANSWERS,
  type ContactFields,
  type FormAnswers,
  type JsonObject,
  OBJECT_FIELDS,
  type ObjectField,
  SOURCE,
  SOURCE_FIELDS,
  STRING_FIELDS,
  type StringField,
} from './contact.ts';
import type { ContactChanges } from './read-changes.ts';
import { CONFIRMED_FIELDS } from './unconfirmed.ts';

export const KEYS_MAX = 100;
/** Twice the size of a body, so that a new contact always fits and an existing one can grow. */
export const CONTACT_BYTES_MAX = 128 * 1024;

/**
 * Those of the changes of a form that set what the stored contact does not have, and that need not be confirmed: see unconfirmed.ts. Where
 * a contact came from is one thing: it has it, or it does not.
 */
export function onlyMissing(stored: string, { strings, objects }: ContactChanges): ContactChanges {
  const fields: ContactFields = JSON.parse(stored);
  const hasSource = SOURCE_FIELDS.some((name) => fields[name]) || fields.data?.[SOURCE] !== undefined;
  const isKnown = (name: StringField) => fields[name] || (hasSource && SOURCE_FIELDS.includes(name));
  const isConfirmed = (name: string) => (CONFIRMED_FIELDS as readonly string[]).includes(name);
  const missing = Object.fromEntries(
    Object.entries(strings).filter(([name, value]) => value && !isConfirmed(name) && !isKnown(name as StringField)),
  ) as ContactChanges['strings'];
  const missingKeys = Object.entries(objects).map(([name, { sets }]) => {
    const known = fields[name as ObjectField] ?? {};
    const hasOwnRule = (key: string) => name === 'data' && (key === ANSWERS || (hasSource && key === SOURCE));
    const keys = Object.entries(sets).filter(([key]) => !Object.hasOwn(known, key) && !hasOwnRule(key));
    const answers = name === 'data' && addedAnswers(fields, { strings, objects });
    return [name, { clears: false, sets: { ...Object.fromEntries(keys), ...answers } }] as const;
  });
  return {
    emailKey: undefined,
    phoneKey: undefined,
    strings: missing,
    objects: Object.fromEntries(missingKeys.filter(([, { sets }]) => Object.keys(sets).length > 0)),
  };
}

/** Anybody can send a form with the address of somebody else: only that of the contact's own visitor adds answers. */
function addedAnswers(
  fields: ContactFields,
  { strings, objects }: Pick<ContactChanges, 'strings' | 'objects'>,
): JsonObject {
  const isOwn = strings.visitor_token?.toLowerCase() === fields.visitor_token?.toLowerCase();
  const [sent] = (objects.data?.sets[ANSWERS] ?? []) as readonly FormAnswers[];
  const known = fields.data?.[ANSWERS] ?? [];
  if (!sent || !isOwn || !Array.isArray(known) || known.length >= ANSWERED_FORMS_MAX) return {};
  // A request may be repeated.
  const isKnown = known.some((each) => isDeepStrictEqual({ ...each, at: sent.at }, sent));
  return isKnown ? {} : { [ANSWERS]: [...known, sent] };
}

/** Takes and returns the stored JSON. */
export function applyChanges(stored: string, changes: ContactChanges): string {
  const fields: Record<string, unknown> = JSON.parse(stored) satisfies ContactFields;
  for (const name of STRING_FIELDS) {
    const value = changes.strings[name];
    if (value === null) delete fields[name];
    else if (value !== undefined) fields[name] = value;
  }
  for (const name of OBJECT_FIELDS) {
    const change = changes.objects[name];
    if (!change) continue;
    const before = change.clears ? {} : (fields[name] as JsonObject | undefined);
    const after = { ...before, ...change.sets };
    if (Object.keys(after).length > KEYS_MAX) {
      throw new Problem(422, `${name} may have at most ${KEYS_MAX} keys.`, { code: 'too_many_fields', param: name });
    }
    fields[name] = after;
  }
  const json = JSON.stringify(fields);
  if (Buffer.byteLength(json) > CONTACT_BYTES_MAX) {
    const detail = `A contact may have at most ${CONTACT_BYTES_MAX / 1024} KiB in total.`;
    throw new Problem(422, detail, { code: 'contact_too_large' });
  }
  return json;
}
