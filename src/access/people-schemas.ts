// What the operations on people, invitations and password resets share.
import { z } from 'zod';
import type { JsonBody } from '../operations/define-operation.ts';
import { Problem } from '../problem.ts';
import { ROLES } from './role.ts';

const BODY_BYTES_MAX = 4 * 1024;
const SECRET_LENGTH_MAX = 200;

export const role = z.enum(ROLES).describe('What the person may do. Each role includes those before it.');

export const secret = z.string().max(SECRET_LENGTH_MAX).describe('The part of the link after the #.');

const RULES: Readonly<Record<string, string>> = {
  email: 'must be an email address',
  role: `must be one of ${ROLES.join(', ')}`,
  login: 'must be new or existing',
  password: 'must be a string',
};

export function jsonBody<Schema extends z.ZodType>(schema: Schema): JsonBody<z.output<Schema>> {
  const read = (json: unknown) => {
    const result = schema.safeParse(json);
    if (result.success) return result.data;
    const param = String(result.error.issues[0]?.path[0] ?? 'body');
    const rule = RULES[param];
    if (rule !== undefined) throw new Problem(422, `${param} ${rule}.`, { code: `invalid_${param}`, param });
    throw new Problem(422, 'The body must be a JSON object with the documented fields.', { code: 'invalid_body' });
  };
  return { kind: 'json', bytesMax: BODY_BYTES_MAX, schema, read };
}

export const secretBody = jsonBody(z.strictObject({ secret }));
