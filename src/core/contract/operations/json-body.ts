// What operations with a JSON body share: how its fields are checked, and the errors that it may cause.
import type { z } from 'zod';
import { Problem } from '../../foundation/problem/problem.ts';
import type { JsonBody } from './define-operation.ts';

/** The errors of every operation with a JSON body, besides those about its fields. */
export const JSON_BODY_ERRORS = { 400: ['invalid_json'], 413: [], 415: [] } as const;

/**
 * The end of the sentence that says what is valid, such as "must be true or false". `body`: the same for a body that is no
 * object with these fields; left out: it names them.
 */
export type FieldRules = Readonly<Record<string, string>>;

/** The problem of a field, or of the body as a whole: then `param` is `body`, and `unknown` a field that it must not have. */
type ProblemOf = (param: string, rule: string, unknown?: string) => Problem;

export function fieldsBody<Schema extends z.ZodType>(
  schema: Schema,
  rules: FieldRules,
  bytesMax: number,
  problemOf: ProblemOf = invalidField,
): JsonBody<z.output<Schema>> {
  return { kind: 'json', bytesMax, schema, read: (body) => readFields(schema, body, rules, problemOf) };
}

/** Throws the problem of the first invalid field. Fields without a rule count as the body. */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  rules: FieldRules,
  problemOf: ProblemOf = invalidField,
): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const field = String(issue.path[0] ?? 'body');
  if (field !== 'body' && rules[field] !== undefined) throw problemOf(field, rules[field]);
  const rule = rules.body ?? `must be a JSON object with ${Object.keys(rules).join(', ')}`;
  throw problemOf('body', rule, issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined);
}

/** The codes of `invalidField`. */
export function fieldCodes(rules: FieldRules): string[] {
  return [...new Set([...Object.keys(rules), 'body'])].map((param) => `invalid_${param}`);
}

/** Each field has a code of its own. */
export function invalidField(param: string, rule: string): Problem {
  return new Problem(422, `${param} ${rule}.`, { code: `invalid_${param}`, param });
}

/** All fields have the same code. */
export function invalidFieldOrBody(param: string, rule: string): Problem {
  if (param === 'body') return invalidBody(rule);
  return new Problem(422, `${param} ${rule}.`, { code: 'invalid_field', param });
}

export function invalidBody(rule: string): Problem {
  return new Problem(422, `The body ${rule}.`, { code: 'invalid_body' });
}
