// What the service sends to webhooks of its users, as the section `webhooks` of the OpenAPI document. Those that shops send to the service
// are in docs/webhooks.md.
import { contact, exampleContact } from '../../core/manage/contacts/contact.ts';
import type { JsonSchema, Schemas } from '../../core/server/surfaces/openapi/schemas.ts';
import { exampleBody } from './records/examples.ts';
import { RECORD_TOPICS, type RecordTopic } from './subscriptions/topics.ts';
import { webhookBodies } from './subscriptions/webhook-body.ts';

/** The schemas of the bodies, by type. */
export const WEBHOOK_BODIES = webhookBodies(contact);
type WebhookType = keyof typeof WEBHOOK_BODIES;

const WEBSITE = { id: 1, name: 'acme.example', currency: 'USD' };
const BASE_URL = 'https://funnel.example';
const AT = new Date('2026-03-10T08:02:13Z');

const recordExample = (topic: RecordTopic) => {
  const { example: _, ...body } = exampleBody(topic, {
    website: WEBSITE,
    baseUrl: BASE_URL,
    contact: exampleContact,
    at: AT,
  });
  return body;
};

const TITLES: Readonly<Record<WebhookType, string>> = {
  digest: 'The weekly insights',
  alert: 'An alert, such as a drop, or an experiment that is decided',
  new_contact: 'A new contact',
  order: 'An order was counted',
  refund: 'An order was refunded',
  test: 'Somebody has sent a test message',
};

/** docs/outgoing-webhooks.md shows them, too. */
export const WEBHOOK_EXAMPLES: Readonly<Record<WebhookType, unknown>> = {
  digest: {
    type: 'digest',
    timestamp: '2026-11-09T00:10:30Z',
    data: {
      website: WEBSITE,
      week: '2026-11-02',
      figures: { revenue: 1438.8, viewers: 1200 },
      previous: { revenue: 1200, viewers: 1250 },
      changes: { revenue: 19.9, viewers: -4 },
      items: [
        {
          text: 'Show “Spring popup” on more pages.',
          campaigns: [{ id: 10, name: 'Spring popup', url: `${BASE_URL}/websites/1/campaigns/10` }],
        },
      ],
      url: `${BASE_URL}/websites/1/insights?week=2026-11-02`,
    },
  },
  alert: {
    type: 'alert',
    timestamp: '2026-11-13T00:20:04Z',
    data: {
      website: WEBSITE,
      ...{ id: 7, kind: 'experiment_decided', day: '2026-11-12' },
      title: '“Spring popup” has a winner.',
      text: 'Variant B is better than Variant A.',
      experiment: {
        campaign: { id: 10, name: 'Spring popup' },
        ...{ metric: 'conversion_rate', verdict: 'winner', variant_id: 101 },
      },
      url: `${BASE_URL}/websites/1/campaigns/10`,
    },
  },
  ...(Object.fromEntries(RECORD_TOPICS.map((topic) => [topic, recordExample(topic)])) as Record<RecordTopic, unknown>),
  test: {
    type: 'test',
    timestamp: '2026-11-13T09:15:00Z',
    data: { website: WEBSITE, url: `${BASE_URL}/websites/1/notifications` },
  },
};

const HEADERS = {
  'webhook-id': 'The id of the message, the same for all attempts.',
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970.',
  'webhook-signature': '`v1,` and the signature by the scheme of Standard Webhooks, in base64.',
};

export function outgoingWebhooks(schemas: Schemas): Record<string, JsonSchema> {
  const types = Object.keys(WEBHOOK_BODIES) as WebhookType[];
  return Object.fromEntries(types.map((type) => [type, { post: describe(type, schemas) }]));
}

function describe(type: WebhookType, schemas: Schemas): JsonSchema {
  const content = { schema: schemas.of(WEBHOOK_BODIES[type]), example: WEBHOOK_EXAMPLES[type] };
  return {
    operationId: `receive_${type}`,
    tags: ['Notifications'],
    summary: TITLES[type],
    parameters: Object.entries(HEADERS).map(([name, description]) => ({
      ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
    })),
    requestBody: { required: true, content: { 'application/json': content } },
    responses: {
      '2XX': { description: 'The message is taken. Any other answer is repeated later, but for those below.' },
      400: { description: 'This message is refused, and not sent again. So do 413, 415 and 422.' },
      410: { description: 'Nothing is taken any more: the webhook is switched off.' },
    },
  };
}
