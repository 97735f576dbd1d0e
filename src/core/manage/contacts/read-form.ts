// The body that a page sends when a visitor submits a form: its key, what was entered into the fields that the page declares, the subject
// of the form, and where the visit came from.
// Why: docs/decisions/contacts.md, "Only declared fields leave the page".

import { VISIT_FIELDS } from '../../foundation/dimensions/fields.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { isOneLine, oneLineAdvice } from '../../foundation/text/one-line.ts';
import { requireKnownFields, type VisitFields, visitFieldsOf } from '../../intake/collector/browser-envelope.ts';
import { isObject } from '../../intake/events/event.ts';
import { parseJson } from '../../intake/events/parse-json.ts';

/** What a form may set of a contact. */
export const FORM_FIELDS = [
  'email',
  'phone',
  'first_name',
  'last_name',
  'city',
  'company_name',
  'company_title',
  'state',
  'address',
  'zip_code',
  'country',
  'privacy_consent',
  'marketing_consent',
  'sms_consent',
] as const;
export const FORM_VALUE_LENGTH_MAX = 254;
/** A form can bring so many. */
export const ANSWERS_MAX = 20;
const SUBJECT_FIELDS = ['campaign', 'variant', 'step', 'element'].flatMap((level) => [level, `${level}_id`]);

const FIELDS: ReadonlySet<string> = new Set([
  ...['key', 'visitor', 'automated', 'contact', 'answers'],
  ...SUBJECT_FIELDS,
  ...VISIT_FIELDS,
]);
const CONTACT_FIELDS: ReadonlySet<string> = new Set(FORM_FIELDS);

export interface ContactForm {
  /** The key, which has not been checked. It is undefined if none was sent. */
  readonly key: string | undefined;
  /** The visitor has not been checked. */
  readonly visitor: unknown;
  /** A program has filled in the form. */
  readonly automated: boolean;
  /** The values that are not empty, by the names of `FORM_FIELDS`. */
  readonly contact: Readonly<Record<string, string>>;
  /** What was chosen on the page before. Without a visitor, who has agreed to be recognized, it is empty. */
  readonly answers: Readonly<Record<string, string>>;
  /** The subject of the form, as the page names it. It has not been checked. */
  readonly subject: Readonly<Record<string, unknown>>;
  readonly visit: VisitFields;
}

/** Throws a problem of status 400 or 422. */
export function readForm(bytes: Uint8Array): ContactForm {
  const body = parseJson(bytes);
  if (!isObject(body)) throw invalid('invalid_body', 'body', 'must be a JSON object with key and contact');
  requireKnownFields(body, FIELDS);
  const { key, visitor, automated, contact, answers } = body;
  if (!isObject(contact)) throw invalid('invalid_field', 'contact', 'must be an object');
  requireKnownFields(contact, CONTACT_FIELDS);
  return {
    key: typeof key === 'string' ? key : undefined,
    visitor: visitor ?? undefined,
    automated: automated === true,
    contact: Object.fromEntries(Object.entries(contact).flatMap(([name, value]) => enteredValue(name, value))),
    answers: typeof visitor === 'string' ? answersOf(answers) : {},
    subject: Object.fromEntries(SUBJECT_FIELDS.map((name) => [name, body[name]])),
    visit: visitOf(body),
  };
}

/** It becomes part of the contact, too. What is not one line is left out: a visitor does not choose the links that lead to a page. */
function visitOf(body: Readonly<Record<string, unknown>>): VisitFields {
  const fields = Object.entries(visitFieldsOf(body));
  return Object.fromEntries(fields.filter(([, value]) => typeof value !== 'string' || isOneLine(value)));
}

/** A form is not refused because of them: what is no short line is left out. */
function answersOf(answers: unknown): Record<string, string> {
  if (!isObject(answers)) return {};
  const texts = Object.entries(answers).map(([field, value]) => [field, isPlain(value) ? String(value) : '']);
  const isShort = (text: string) => text !== '' && text.length <= FORM_VALUE_LENGTH_MAX && isOneLine(text);
  return Object.fromEntries(texts.filter((texts) => texts.every(isShort)).slice(0, ANSWERS_MAX));
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function enteredValue(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value !== 'string' || value.length > FORM_VALUE_LENGTH_MAX) {
    throw invalid('invalid_field', name, `must be a string of at most ${FORM_VALUE_LENGTH_MAX} characters`);
  }
  // People write addresses in several lines.
  const entered = name === 'address' ? value.trim().replaceAll(/\s*[\r\n]+\s*/g, ', ') : value.trim();
  if (!isOneLine(entered)) throw invalid('invalid_field', name, oneLineAdvice(entered));
  return entered === '' ? [] : [[name, entered]];
}

function invalid(code: string, param: string, rule: string): Problem {
  return new Problem(422, `${param} ${rule}.`, { code, param });
}
