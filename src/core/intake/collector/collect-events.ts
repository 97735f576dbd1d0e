import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { parameter } from '../../contract/operations/parameters.ts';
import { id, timestamp } from '../../contract/operations/schemas.ts';
import { DEVICES } from '../../foundation/dimensions/fields.ts';
import type { Sender } from '../arrivals/arrival.ts';
import type { Batch, BatchOutcome } from '../events/batch.ts';
import { EVENT_TYPES, type EventField } from '../events/event.ts';
import { BODY_BYTES_MAX, type Collector, EVENTS_MAX, REJECTIONS_LISTED_MAX } from './collector.ts';

const IDEMPOTENCY_KEY_LENGTH_MAX = 255;

export interface CollectorServices {
  readonly collector: Collector;
}

const key = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/);

/** This schema is for the documentation. The steps in steps.ts do the validation. */
export const event = z.strictObject({
  type: z.enum(EVENT_TYPES),
  website_id: id.optional().describe('May be left out: an ingest key is for one website.'),
  campaign_id: id.optional(),
  variant_id: id.optional(),
  step_id: id.optional(),
  element_id: id.optional().describe('Only the deepest of these ids is needed.'),
  campaign: key.optional(),
  variant: key.optional(),
  step: key.optional(),
  element: key
    .optional()
    .describe('Keys can be sent instead of ids. Each is looked up under the one above it, so send those too.'),
  visitor: z.string().optional().describe('Required, except for an order or a refund. 1 to 128 characters.'),
  at: timestamp.optional().describe('When it happened. Default: now.'),
  id: z.string().optional().describe('1 to 64 characters. Events with the same id are counted once within 7 days.'),
  order_id: z.string().optional().describe('1 to 100 characters. Orders with the same order_id are counted only once.'),
  payment_id: z
    .string()
    .optional()
    .describe('Only for an order: the id of its payment. The `order_id` of a refund may be this id, too.'),
  refund_id: z
    .string()
    .optional()
    .describe('Of a refund: 1 to 100 characters. Refunds of an order with the same refund_id are counted only once.'),
  revenue: z
    .union([z.number(), z.string()])
    .optional()
    .describe('Of an order, or the amount of a refund. Default of a refund: all that is left of its order.'),
  currency: z.string().optional().describe("Must be the website's currency."),
  products: z
    .array(z.strictObject({ value: z.string().nullable(), revenue: z.union([z.number(), z.string()]).optional() }))
    .optional(),
  product: z.unknown().optional(),
  field: z.string().optional(),
  value: z.unknown().optional(),
  utm_source: z.string().optional(),
  utm_medium: z.string().optional(),
  utm_campaign: z.string().optional().describe('Tags of the link that the visit began with.'),
  referrer: z.string().optional().describe('The URL or host that the visit came from.'),
  device: z.enum(DEVICES).optional(),
  browser: z.string().optional(),
  os: z.string().optional(),
  country: z.string().optional().describe('A code of two letters, ISO 3166-1.'),
  language: z.string().optional().describe('A tag such as de or de-AT, BCP 47. Only the language is kept.'),
  page: z.string().optional().describe('The URL or path that it happened on. The query is dropped.'),
  properties: z.record(z.string(), z.unknown()).optional().describe('Free for your own use. Ignored.'),
} satisfies Record<EventField, z.ZodType>);

export const collectedOutput = z.strictObject({
  accepted: z.int().nonnegative(),
  duplicates: z.int().nonnegative(),
  rejected: z
    .array(z.strictObject({ index: z.int().nonnegative(), code: z.string(), message: z.string() }))
    .max(REJECTIONS_LISTED_MAX)
    .describe(`The first ${REJECTIONS_LISTED_MAX} rejected events. \`index\` is the position in the batch, from 0.`),
  rejected_counts: z
    .record(z.string(), z.int().positive())
    .optional()
    .describe('Only if not all rejected events are listed: the total number by code.'),
});

export const collectEvents = defineOperation({
  name: 'collect_events',
  tag: 'Events',
  method: 'POST',
  path: '/collect/events',
  title: 'Send events',
  description: [
    `Counts up to ${EVENTS_MAX.toLocaleString('en')} events of one website, as a JSON array or as NDJSON (one JSON object a line), ` +
      `at most ${BODY_BYTES_MAX / 1024 / 1024} MiB, gzip accepted. The answer comes after the commit.`,
    'Invalid events are rejected individually, each with a code and a message. The others are counted.',
  ].join('\n\n'),
  credential: 'ingest_key',
  scope: null,
  website: 'all',
  headers: ['Idempotency-Key'],
  input: z.object({
    'Idempotency-Key': parameter(
      z
        .string()
        .min(1)
        .max(IDEMPOTENCY_KEY_LENGTH_MAX)
        .optional()
        .describe(
          'A repeat with the same key and body within 7 days gets the first response and is not counted again.',
        ),
      'invalid_idempotency_key',
      `must have 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} characters`,
    ),
  }),
  body: {
    kind: 'stream',
    bytesMax: BODY_BYTES_MAX,
    schemas: { 'application/json': z.array(event), 'application/x-ndjson': z.string() },
    receive: ({ payload, websiteIds: [websiteId], ingestKeyId, onClose }, { collector }: CollectorServices) =>
      collector.receive(payload, serverOf(websiteId!, ingestKeyId), onClose),
  },
  output: collectedOutput,
  example: {
    accepted: 1,
    duplicates: 0,
    rejected: [{ index: 1, code: 'unknown_website', message: 'there is no website 1' }],
  },
  bodyExample: [
    { type: 'view', website_id: 1, variant_id: 100, visitor: '0b9c4e8e-6f1d-4c53-9e1a-2f7d9a3c5b10' },
    { type: 'order', website_id: 1, variant_id: 100, order_id: 'A-1001', revenue: '119.90' },
  ],
  responses: { 200: { description: 'How many events were counted, and which were rejected.' } },
  errors: {
    400: ['invalid_json', 'invalid_gzip'],
    403: ['public_key_not_allowed'],
    408: ['body_too_slow'],
    413: ['batch_too_large', 'too_many_events', 'too_many_days'],
    415: [],
    422: ['idempotency_key_reused'],
    429: ['too_much_at_once'],
    503: ['not_stored'],
  },
  async act(
    { 'Idempotency-Key': idempotencyKey },
    { websiteIds, ingestKeyId, body: bytes = new Uint8Array() },
    { collector }: CollectorServices,
  ) {
    const websiteId = websiteIds[0]!;
    const given: Partial<Batch> =
      idempotencyKey === undefined ? {} : { receipt: { kind: 'request', websiteId, idempotencyKey } };
    const outcome = await collector.collect(serverOf(websiteId, ingestKeyId), bytes, given);
    return { status: 200, body: responseOf(outcome) };
  },
});

function serverOf(websiteId: number, keyId: number | undefined): Sender {
  return { websiteId, source: 'server', keyId };
}

/** Lists a limited number of rejected events. If there are more, adds their number by code. */
export function responseOf({ accepted, duplicates, rejected, rejections, reasons }: BatchOutcome) {
  const listed = rejections.map(({ index, code, message }) => ({ index, code, message }));
  const response = { accepted, duplicates, rejected: listed };
  return rejected > listed.length ? { ...response, rejected_counts: reasons } : response;
}
