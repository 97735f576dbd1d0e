// Applies changes to the fields of a contact, and enforces its size limits.
import { Problem } from '../problem.ts';
import { type ContactFields, type JsonObject, OBJECT_FIELDS, STRING_FIELDS } from './contact.ts';
import type { ContactChanges } from './read-changes.ts';

export const KEYS_MAX = 100;
/** Twice the size of a body, so that a new contact always fits and an existing one can grow. */
export const CONTACT_BYTES_MAX = 128 * 1024;

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
