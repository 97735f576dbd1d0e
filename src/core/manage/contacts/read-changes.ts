// Parses the body of an upsert into changes. Keys that are not fields of a contact are custom fields. Parsed by hand and
// not by a schema, because names such as `__proto__` are data here.

import { EMAIL_LENGTH_MAX } from '../../foundation/mail/email-address.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import {
  type JsonObject,
  OBJECT_FIELDS,
  type ObjectField,
  READ_ONLY_FIELDS,
  STRING_FIELDS,
  type StringField,
} from './contact.ts';
import { emailKey, PHONE_LENGTH_MAX, phoneKey } from './match-keys.ts';

export const EXTRA_DEPTH_MAX = 5;

export interface ContactChanges {
  readonly emailKey: string | undefined;
  readonly phoneKey: string | undefined;
  /** null: clear the field. */
  readonly strings: Readonly<Partial<Record<StringField, string | null>>>;
  readonly objects: Readonly<Partial<Record<ObjectField, ObjectChange>>>;
}

interface ObjectChange {
  /** Whether existing keys are removed first. */
  readonly clears: boolean;
  readonly sets: JsonObject;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const FIELD_NAMES: ReadonlySet<string> = new Set([
  ...STRING_FIELDS,
  ...OBJECT_FIELDS,
  ...READ_ONLY_FIELDS,
  'first_name',
]);

/** Reads a contact that is created, or found by its email or phone. */
export function readChanges(body: unknown): ContactChanges {
  const changes = readFields(body);
  if (changes.emailKey === undefined && changes.phoneKey === undefined) {
    throw new Problem(422, 'A contact needs an email or a phone.', { code: 'email_or_phone_required' });
  }
  return changes;
}

/** Reads the changes of a contact that is known already. */
export function readFields(body: unknown): ContactChanges {
  if (body === undefined) throw new Problem(400, 'The body is empty. Send JSON.', { code: 'invalid_json' });
  if (!isObject(body)) throw new Problem(422, 'The body must be a JSON object.', { code: 'invalid_body' });
  const strings = readStrings(body);
  const objects = readObjects(body);
  const keys = {
    emailKey: keyOf(strings.email, emailKey, invalidEmail),
    phoneKey: keyOf(strings.phone, phoneKey, invalidPhone),
  };
  return { ...keys, strings: keys.emailKey === undefined ? strings : { ...strings, email: keys.emailKey }, objects };
}

function readStrings(body: JsonObject): ContactChanges['strings'] {
  const strings: Partial<Record<StringField, string | null>> = {};
  for (const name of STRING_FIELDS) {
    const key = name === 'name' && body.first_name !== undefined ? 'first_name' : name;
    const value = readString(key, body[key]);
    // These identify a contact, so they cannot be cleared: an empty value is ignored.
    const isKept = (name === 'email' || name === 'phone' || name === 'visitor_token') && !value;
    if (value !== undefined && !isKept) strings[name] = value;
  }
  return strings;
}

function readString(param: string, value: unknown): string | null | undefined {
  if (value === undefined || value === null) return value;
  if (typeof value !== 'string') throw invalidField(param, 'must be a string or null');
  const trimmed = value.trim();
  if (trimmed.includes('\u0000')) throw invalidField(param, 'must not contain the character U+0000');
  if (param === 'visitor_token' && !UUID.test(trimmed)) throw invalidField(param, 'must be a UUID');
  return trimmed;
}

function readObjects(body: JsonObject): ContactChanges['objects'] {
  const objects: Partial<Record<ObjectField, ObjectChange>> = {};
  for (const name of OBJECT_FIELDS) {
    const value = body[name];
    if (value === undefined) continue;
    if (value !== null && !isObject(value)) throw invalidField(name, 'must be an object or null');
    objects[name] = { clears: value === null, sets: value ?? {} };
  }
  const custom = Object.entries(body).filter(([name]) => !FIELD_NAMES.has(name));
  if (custom.length > 0) {
    const { clears = false, sets = {} } = objects.extra ?? {};
    objects.extra = { clears, sets: { ...sets, ...Object.fromEntries(custom) } };
  }
  for (const [name, { sets }] of Object.entries(objects)) checkValue(name, sets, EXTRA_DEPTH_MAX);
  return objects;
}

function checkValue(param: string, value: unknown, levelsLeft: number): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw invalidField(param, 'contains a number that is too large');
  if (typeof value !== 'object' || value === null) return;
  if (levelsLeft === 0) {
    throw new Problem(422, `${param} may nest objects and arrays ${EXTRA_DEPTH_MAX} levels deep, including its own.`, {
      code: 'too_deep',
      param,
    });
  }
  for (const inner of Object.values(value)) checkValue(param, inner, levelsLeft - 1);
}

function keyOf(value: string | null | undefined, normalize: (value: string) => string | undefined, problem: Problem) {
  if (!value) return undefined;
  const key = normalize(value);
  if (key === undefined) throw problem;
  return key;
}

const invalidEmail = new Problem(422, `email must be an email address of at most ${EMAIL_LENGTH_MAX} characters.`, {
  code: 'invalid_email',
  param: 'email',
});
const invalidPhone = new Problem(
  422,
  `phone must be a phone number of at most ${PHONE_LENGTH_MAX} characters, preferably with country code, such as +49 30 123456.`,
  { code: 'invalid_phone', param: 'phone' },
);

function invalidField(param: string, rule: string): Problem {
  return new Problem(422, `${param} ${rule}.`, { code: 'invalid_field', param });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
