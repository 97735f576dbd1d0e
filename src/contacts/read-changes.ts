// From the body of an upsert to what shall change. What is a field of a contact sets it, everything else is a custom
// field. Bodies are taken apart by hand and not by a schema, because names such as `__proto__` are data here.
import { Problem } from '../problem.ts';
import {
  FIXED_FIELDS,
  type JsonObject,
  OBJECT_FIELDS,
  type ObjectField,
  TEXT_FIELDS,
  type TextField,
} from './contact.ts';
import { EMAIL_LENGTH_MAX, emailKey, PHONE_LENGTH_MAX, phoneKey } from './match-keys.ts';

export const EXTRA_DEPTH_MAX = 5;

export interface ContactChanges {
  readonly emailKey: string | undefined;
  readonly phoneKey: string | undefined;
  /** null: nothing is known any more. */
  readonly texts: Readonly<Partial<Record<TextField, string | null>>>;
  readonly objects: Readonly<Partial<Record<ObjectField, ObjectChange>>>;
}

export interface ObjectChange {
  /** Whether what was there goes first. */
  readonly clears: boolean;
  readonly sets: JsonObject;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NAMES_TAKEN: ReadonlySet<string> = new Set([...TEXT_FIELDS, ...OBJECT_FIELDS, ...FIXED_FIELDS, 'first_name']);

export function readChanges(body: unknown): ContactChanges {
  if (body === undefined) throw new Problem(400, 'The body is empty; JSON was expected.', { code: 'invalid_json' });
  if (!isObject(body)) throw new Problem(422, 'The body must be a JSON object.', { code: 'invalid_body' });
  const texts = readTexts(body);
  const objects = readObjects(body);
  const keys = {
    emailKey: keyOf(texts.email, emailKey, invalidEmail),
    phoneKey: keyOf(texts.phone, phoneKey, invalidPhone),
  };
  if (keys.emailKey === undefined && keys.phoneKey === undefined) {
    throw new Problem(422, 'A contact needs an email or a phone.', { code: 'email_or_phone_required' });
  }
  return { ...keys, texts: keys.emailKey === undefined ? texts : { ...texts, email: keys.emailKey }, objects };
}

function readTexts(body: JsonObject): ContactChanges['texts'] {
  const texts: Partial<Record<TextField, string | null>> = {};
  for (const name of TEXT_FIELDS) {
    const given = name === 'name' && body.first_name !== undefined ? 'first_name' : name;
    const value = readText(given, body[given]);
    // A contact can't be left without what it is found or known by: empty is taken for not given.
    const isKept = (name === 'email' || name === 'phone' || name === 'visitor_token') && !value;
    if (value !== undefined && !isKept) texts[name] = value;
  }
  return texts;
}

function readText(param: string, value: unknown): string | null | undefined {
  if (value === undefined || value === null) return value;
  if (typeof value !== 'string') throw invalidField(param, 'must be a string or null');
  const text = value.trim();
  if (text.includes('\u0000')) throw invalidField(param, 'must not contain the character U+0000');
  if (param === 'visitor_token' && !UUID.test(text)) throw invalidField(param, 'must be a UUID');
  return text;
}

function readObjects(body: JsonObject): ContactChanges['objects'] {
  const objects: Partial<Record<ObjectField, ObjectChange>> = {};
  for (const name of OBJECT_FIELDS) {
    const value = body[name];
    if (value === undefined) continue;
    if (value !== null && !isObject(value)) throw invalidField(name, 'must be an object or null');
    objects[name] = { clears: value === null, sets: value ?? {} };
  }
  const custom = Object.entries(body).filter(([name]) => !NAMES_TAKEN.has(name));
  if (custom.length > 0) {
    const { clears = false, sets = {} } = objects.extra ?? {};
    objects.extra = { clears, sets: { ...sets, ...Object.fromEntries(custom) } };
  }
  for (const [name, { sets }] of Object.entries(objects)) checkValue(name, sets, EXTRA_DEPTH_MAX);
  return objects;
}

function checkValue(param: string, value: unknown, levelsLeft: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw invalidField(param, 'has a number that is too large');
  if (typeof value !== 'object' || value === null) return;
  if (levelsLeft === 0) {
    throw new Problem(422, `${param} may nest objects and arrays ${EXTRA_DEPTH_MAX} levels deep, its own included.`, {
      code: 'too_deep',
      param,
    });
  }
  for (const inner of Object.values(value)) checkValue(param, inner, levelsLeft - 1);
}

function keyOf(text: string | null | undefined, key: (text: string) => string | undefined, problem: Problem) {
  if (!text) return undefined;
  const found = key(text);
  if (found === undefined) throw problem;
  return found;
}

const invalidEmail = new Problem(422, `email must be an email address of at most ${EMAIL_LENGTH_MAX} characters.`, {
  code: 'invalid_email',
  param: 'email',
});
const invalidPhone = new Problem(
  422,
  `phone must be a telephone number of at most ${PHONE_LENGTH_MAX} characters, best with its country, such as +49 30 123456.`,
  { code: 'invalid_phone', param: 'phone' },
);

function invalidField(param: string, rule: string): Problem {
  return new Problem(422, `${param} ${rule}.`, { code: 'invalid_field', param });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
