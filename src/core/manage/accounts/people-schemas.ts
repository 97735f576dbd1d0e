// What the operations on people, invitations and password resets share.
import { z } from 'zod';
import { ROLES, type Role } from '../../contract/access/role.ts';
import type { JsonBody } from '../../contract/operations/define-operation.ts';
import { type FieldRules, fieldsBody, invalidBody, invalidField } from '../../contract/operations/json-body.ts';
import { id } from '../../contract/operations/schemas.ts';

const BODY_BYTES_MAX = 32 * 1024;
const SECRET_LENGTH_MAX = 200;
const WEBSITES_MAX = 1_000;

export const role = z.enum(ROLES).describe('What the person may do. Each role includes those before it.');

export const websiteIds = z
  .array(id)
  .nullable()
  .describe('The websites on which the role holds. null: all of the account, now and later, and the account itself.');

export const newWebsiteIds = z
  .array(id)
  .min(1)
  .max(WEBSITES_MAX)
  .nullable()
  .describe('The websites on which the role holds. null: all of the account, now and later. Owners always have all.');

export const secret = z.string().max(SECRET_LENGTH_MAX).describe('The part of the link after the #.');

const RULES: FieldRules = {
  email: 'must be an email address',
  role: `must be one of ${ROLES.join(', ')}`,
  website_ids: `must be null, or a list of 1 to ${WEBSITES_MAX} ids of websites`,
  login: 'must be new or existing',
  password: 'must be a string',
  body: 'must be a JSON object with the documented fields',
};

export function jsonBody<Schema extends z.ZodType>(schema: Schema): JsonBody<z.output<Schema>> {
  return fieldsBody(schema, RULES, BODY_BYTES_MAX, (param, rule) =>
    param === 'body' ? invalidBody(rule) : invalidField(param, rule),
  );
}

/** Throws a problem of status 422 if an owner is to have chosen websites. */
export function membershipOf<Ids extends readonly number[] | null | undefined>(body: {
  readonly role: Role;
  readonly website_ids?: Ids;
}): { readonly role: Role; readonly websiteIds: Ids | undefined } {
  if (body.role === 'owner' && body.website_ids) throw invalidField('website_ids', 'must be null for owners');
  return { role: body.role, websiteIds: body.website_ids };
}

export const secretBody = jsonBody(z.strictObject({ secret }));
