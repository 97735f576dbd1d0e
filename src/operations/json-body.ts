// What operations with a JSON body share: how its fields are checked, and the errors that it may cause.
import type { z } from 'zod';
import { Problem } from '../problem.ts';
import type { JsonBody } from './define-operation.ts';

/** The errors of every operation with a JSON body, besides those about its fields. */
export const JSON_BODY_ERRORS = { 400: ['invalid_json'], 413: [], 415: [] } as const;

/** By field: the end of the sentence that says what is valid, such as "must be true or false". */
export type FieldRules = Readonly<Record<string, string>>;

export function fieldsBody<Schema extends z.ZodType>(
  schema: Schema,
  rules: FieldRules,
  bytesMax: number,
): JsonBody<z.output<Schema>> {
  return { kind: 'json', bytesMax, schema, read: (body) => readFields(schema, body, rules) };
}

/** Throws a problem of status 422 that names the first invalid field. */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  rules: FieldRules,
): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const param = String(result.error.issues[0]?.path[0] ?? 'body');
  throw invalidField(param, rules[param] ?? `must be a JSON object with ${Object.keys(rules).join(', ')}`);
}

/** The codes of `readFields`. */
export function fieldCodes(rules: FieldRules): string[] {
  return [...Object.keys(rules), 'body'].map((param) => `invalid_${param}`);
}

export function invalidField(param: string, rule: string): Problem {
  return new Problem(422, `${param} ${rule}.`, { code: `invalid_${param}`, param });
}
