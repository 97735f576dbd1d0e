// The operations of the dashboard for webhooks of shops. Only the dashboard may call them.
import { z } from 'zod';
import { defineOperation } from '../../../core/contract/operations/define-operation.ts';
import {
  type FieldRules,
  fieldCodes,
  fieldsBody,
  JSON_BODY_ERRORS,
} from '../../../core/contract/operations/json-body.ts';
import { parameterOrNotFound, websiteParameter } from '../../../core/contract/operations/parameters.ts';
import { id, timestamp } from '../../../core/contract/operations/schemas.ts';
import { Problem } from '../../../core/foundation/problem/problem.ts';
import { PROVIDER_NAMES } from './provider.ts';
import { SECRET, SECRET_RULE } from './webhook-secrets.ts';
import type { Webhooks } from './webhooks.ts';

const exampleWebhook = { id: 3, website_id: 1, provider: 'stripe', created_at: '2026-03-10T12:00:00Z' };

const PATH = '/dashboard/webhooks';
const BODY_BYTES_MAX = 64 * 1024;

export interface WebhookServices {
  readonly webhooks: Webhooks;
}

const provider = z.enum(PROVIDER_NAMES);

export const webhook = z.strictObject({ id, website_id: id, provider, created_at: timestamp });

export const listWebhooks = defineOperation({
  name: 'list_webhooks',
  tag: 'Events',
  method: 'GET',
  path: PATH,
  title: 'List webhooks',
  description: 'The webhooks of shops whose orders are counted for a website, newest first.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'editor',
  website: 'chosen',
  input: z.object({ ...websiteParameter }),
  csv: { webhooks: 'webhooks' },
  output: z.strictObject({
    webhooks: z.array(webhook),
    urls: z
      .strictObject({ shopify: z.string(), woocommerce: z.string(), stripe: z.string() })
      .describe('Where each provider has to send its webhooks to.'),
  }),
  example: {
    webhooks: [exampleWebhook],
    urls: {
      shopify: 'https://funnel.example/webhooks/shopify/1',
      woocommerce: 'https://funnel.example/webhooks/woocommerce/1',
      stripe: 'https://funnel.example/webhooks/stripe/1',
    },
  },
  responses: { 200: { description: 'The webhooks, without their secrets.' } },
  async act(_query, { websiteId }, { webhooks }: WebhookServices) {
    return { status: 200, body: { webhooks: await webhooks.list(websiteId), urls: webhooks.urls(websiteId) } };
  },
});

export const newWebhook = z.strictObject({
  provider,
  secret: z
    .string()
    .regex(SECRET)
    .optional()
    .describe('The one that the provider shows. Only for WooCommerce it may be left out: then one is generated.'),
});

export const createdWebhook = webhook.extend({
  secret: z.string().nullable().describe('A generated one, which cannot be shown again. null: it was given.'),
});

const RULES: FieldRules = {
  provider: `must be one of ${PROVIDER_NAMES.join(', ')}`,
  secret: SECRET_RULE,
};

export const createWebhook = defineOperation({
  name: 'create_webhook',
  tag: 'Events',
  method: 'POST',
  path: PATH,
  title: 'Accept the webhooks of a shop',
  description: 'Counts the orders of webhooks that are signed with this secret.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'editor',
  website: 'chosen',
  input: z.object({ ...websiteParameter }),
  body: fieldsBody(newWebhook, RULES, BODY_BYTES_MAX),
  output: createdWebhook,
  example: { ...exampleWebhook, secret: null },
  bodyExample: { provider: 'stripe', secret: 'whsec_0123456789abcdef' },
  responses: { 201: { description: 'The webhook.' } },
  errors: {
    ...JSON_BODY_ERRORS,
    422: [...fieldCodes(RULES), 'too_many_webhooks'],
  },
  async act(_query, { websiteId, body, actor }, { webhooks }: WebhookServices) {
    return { status: 201, body: await webhooks.create(websiteId, body, actor) };
  },
});

export const revokeWebhook = defineOperation({
  name: 'revoke_webhook',
  tag: 'Events',
  method: 'DELETE',
  path: `${PATH}/{id}`,
  title: 'Refuse the webhooks of a shop',
  description: 'Refuses webhooks that are signed with this secret, from the next one on, and erases the secret.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'editor',
  website: 'all',
  input: z.object({
    id: parameterOrNotFound(id.describe("The webhook's id, from list_webhooks."), noSuchWebhook),
  }),
  output: z.undefined(),
  responses: { 204: { description: 'The webhook is revoked.' } },
  errors: { 404: [] },
  async act({ id: webhookId }, { websiteIds, actor }, { webhooks }: WebhookServices) {
    if (!(await webhooks.revoke(webhookId, websiteIds, actor))) throw noSuchWebhook();
    return { status: 204, body: undefined };
  },
});

function noSuchWebhook(): Problem {
  return new Problem(404, 'There is no such webhook.');
}
