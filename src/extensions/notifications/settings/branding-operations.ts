// The operations on how the emails of an account look, for its owners in the dashboard.
import { z } from 'zod';
import { defineOperation } from '../../../core/contract/operations/define-operation.ts';
import {
  type FieldRules,
  fieldCodes,
  fieldsBody,
  JSON_BODY_ERRORS,
} from '../../../core/contract/operations/json-body.ts';
import { accountParameter } from '../../../core/contract/operations/parameters.ts';
import type { AccountBranding, Branding } from '../subscriptions/branding.ts';
import { LOGO_BYTES_MAX, LOGO_PIXELS_MAX, logoTypeOf } from '../subscriptions/logo.ts';

const PATH = '/dashboard/branding';
const SENDER_NAME_LENGTH_MAX = 60;
/** What base64 makes of the largest logo, and some room for the rest. */
const BODY_BYTES_MAX = Math.ceil((LOGO_BYTES_MAX * 4) / 3) + 4 * 1024;

export interface BrandingServices {
  readonly branding: AccountBranding;
}

export const branding = z.strictObject({
  sender_name: z.string().nullable().describe('null: the sender of the service.'),
  logo: z
    .strictObject({ content_type: z.string(), base64: z.string() })
    .nullable()
    .describe('A PNG or JPEG image. null: none.'),
});

export const brandingChange = z
  .strictObject({
    sender_name: z
      .string()
      .trim()
      .min(1)
      .max(SENDER_NAME_LENGTH_MAX)
      .refine(isSenderName)
      .nullable()
      .optional()
      .describe('null: the sender of the service.'),
    logo: z
      .string()
      .refine(isLogo)
      .nullable()
      .optional()
      .describe(`A PNG or JPEG image of at most ${LOGO_BYTES_MAX / 1024} KiB in base64. null: none.`),
  })
  .refine((change) => Object.keys(change).length > 0);

const RULES: FieldRules = {
  sender_name: `must have 1 to ${SENDER_NAME_LENGTH_MAX} characters, without @ < > " and control characters`,
  logo:
    `must be a PNG or JPEG image of at most ${LOGO_BYTES_MAX / 1024} KiB and ${LOGO_PIXELS_MAX} by ${LOGO_PIXELS_MAX} pixels, in ` +
    'base64',
};

export const getBranding = defineOperation({
  name: 'get_branding',
  tag: 'Notifications',
  method: 'GET',
  path: PATH,
  title: 'How emails look',
  description: 'The name of the sender and the logo of notifications that are sent by email.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'owner',
  website: 'account',
  input: z.object(accountParameter),
  output: branding,
  example: { sender_name: null, logo: null },
  responses: { 200: { description: 'The branding.' } },
  async act(_query, { accountId }, services: BrandingServices) {
    return { status: 200, body: shown(await services.branding.read(accountId)) };
  },
});

export const changeBranding = defineOperation({
  name: 'change_branding',
  tag: 'Notifications',
  method: 'PATCH',
  path: PATH,
  title: 'Change how emails look',
  description: 'Fields that are not given stay as they are.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'owner',
  website: 'account',
  input: z.object(accountParameter),
  body: fieldsBody(brandingChange, RULES, BODY_BYTES_MAX),
  output: branding,
  example: { sender_name: 'Acme Agency', logo: null },
  bodyExample: { sender_name: 'Acme Agency' },
  responses: { 200: { description: 'The branding.' } },
  errors: { ...JSON_BODY_ERRORS, 422: fieldCodes(RULES) },
  async act(_query, { accountId, actor, body }, services: BrandingServices) {
    const { sender_name: senderName, logo } = body;
    const change = { ...(senderName !== undefined && { senderName }), ...(logo !== undefined && { logo }) };
    return { status: 200, body: shown(await services.branding.change(accountId, change, actor)) };
  },
});

function shown({ senderName, logo }: Branding): z.infer<typeof branding> {
  const type = logo === null ? undefined : logoTypeOf(Buffer.from(logo, 'base64'));
  return {
    sender_name: senderName,
    logo: logo !== null && type !== undefined ? { content_type: type, base64: logo } : null,
  };
}

/** It is shown beside an email address, and must not look like another one, nor by other forms of these characters. */
function isSenderName(name: string): boolean {
  return name.isWellFormed() && !/[\p{C}\p{Zl}\p{Zp}<>@"]/u.test(name.normalize('NFKC'));
}

function isLogo(base64: string): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return false;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length <= LOGO_BYTES_MAX && logoTypeOf(bytes) !== undefined;
}
