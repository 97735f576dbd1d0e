// What the operations on people, invitations and password resets share.
import { z } from 'zod';
import { ROLES } from '../../contract/access/role.ts';
import type { JsonBody } from '../../contract/operations/define-operation.ts';
import { type FieldRules, fieldsBody, invalidBody, invalidField } from '../../contract/operations/json-body.ts';

const BODY_BYTES_MAX = 4 * 1024;
const SECRET_LENGTH_MAX = 200;

export const role = z.enum(ROLES).describe('What the person may do. Each role includes those before it.');

export const secret = z.string().max(SECRET_LENGTH_MAX).describe('The part of the link after the #.');

const RULES: FieldRules = {
  email: 'must be an email address',
  role: `must be one of ${ROLES.join(', ')}`,
  login: 'must be new or existing',
  password: 'must be a string',
  body: 'must be a JSON object with the documented fields',
};

export function jsonBody<Schema extends z.ZodType>(schema: Schema): JsonBody<z.output<Schema>> {
  return fieldsBody(schema, RULES, BODY_BYTES_MAX, (param, rule) =>
    param === 'body' ? invalidBody(rule) : invalidField(param, rule),
  );
}

export const secretBody = jsonBody(z.strictObject({ secret }));
