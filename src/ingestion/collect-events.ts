import { z } from 'zod';
import { defineOperation } from '../operations/define-operation.ts';
import { parameter } from '../operations/parameters.ts';
import { id, timestamp } from '../operations/schemas.ts';
import { Problem } from '../problem.ts';
import type { Sender } from './arrival.ts';
import type { BatchOutcome } from './batch.ts';
import { BODY_BYTES_MAX, type Collector, EVENTS_MAX, REJECTIONS_LISTED_MAX } from './collector.ts';

const IDEMPOTENCY_KEY_LENGTH_MAX = 255;

export interface CollectorServices {
  readonly collector: Collector;
}

/** For the documentation; the steps of an event are the judge. */
export const event = z.strictObject({
  type: z.enum(['view', 'conversion', 'completion', 'submission', 'subscribe', 'order', 'selection']),
  website_id: id,
  campaign_id: id.optional(),
  variant_id: id.optional(),
  step_id: id.optional(),
  element_id: id.optional().describe('Of these ids the deepest one is enough.'),
  visitor: z.string().optional().describe('Required, except for an order. 1 to 128 characters.'),
  at: timestamp.optional().describe('When it happened; left out: now.'),
  id: z
    .string()
    .optional()
    .describe('1 to 64 characters: the event is counted once, however often it arrives in 7 days.'),
  order_id: z.string().optional().describe('1 to 100 characters: the order is counted once for ever.'),
  revenue: z.union([z.number(), z.string()]).optional(),
  currency: z.string().optional().describe("The website's own."),
  products: z
    .array(z.strictObject({ value: z.string().nullable(), revenue: z.union([z.number(), z.string()]).optional() }))
    .optional(),
  product: z.unknown().optional(),
  field: z.string().optional(),
  value: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional().describe("The sender's own: it is ignored."),
});

export const collectEvents = defineOperation({
  name: 'collect_events',
  tag: 'Events',
  method: 'POST',
  path: '/collect/events',
  title: 'Send events',
  description: [
    `Counts up to ${EVENTS_MAX.toLocaleString('en')} events of one website, as a JSON array or as NDJSON (one JSON object a line), at most ${BODY_BYTES_MAX / 1024 / 1024} MiB, gzip accepted. The answer comes after the commit.`,
    'Events that are not valid are rejected one by one, each with a code and a message; the others are counted.',
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
        .describe('A repeat with the same key and body within 7 days gets the first answer, and counts nothing.'),
      'invalid_idempotency_key',
      `must have 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} characters`,
    ),
  }),
  body: {
    kind: 'stream',
    bytesMax: BODY_BYTES_MAX,
    schemas: { 'application/json': z.array(event), 'application/x-ndjson': z.string() },
    receive: ({ payload, websiteIds: [websiteId], onClose }, { collector }: CollectorServices) =>
      collector.receive(payload, serverOf(websiteId!), onClose),
  },
  output: z.strictObject({
    accepted: z.int().nonnegative(),
    duplicates: z.int().nonnegative(),
    rejected: z
      .array(z.strictObject({ index: z.int().nonnegative(), code: z.string(), message: z.string() }))
      .max(REJECTIONS_LISTED_MAX)
      .describe(`The first ${REJECTIONS_LISTED_MAX} that were rejected, by their place in the batch, from 0.`),
    rejected_counts: z
      .record(z.string(), z.int().positive())
      .optional()
      .describe('Only where more were rejected than are listed: how many in all, by code.'),
  }),
  responses: { 200: { description: 'What became of the events.' } },
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
    { websiteIds: [websiteId], body: bytes },
    { collector }: CollectorServices,
  ) {
    if (!bytes || bytes.length === 0) {
      throw new Problem(400, 'The body is empty: send events as NDJSON or as a JSON array.', { code: 'invalid_json' });
    }
    const outcome = await collector.collect({ bytes, sender: serverOf(websiteId!), idempotencyKey });
    return { status: 200, body: answerOf(outcome) };
  },
});

function serverOf(websiteId: number): Sender {
  return { websiteId, source: 'server' };
}

/** Rejected events are listed up to a number; where there are more, it says how many of each kind there were in all. */
function answerOf({ accepted, duplicates, rejected, rejections, reasons }: BatchOutcome) {
  const listed = rejections.map(({ index, code, message }) => ({ index, code, message }));
  const answer = { accepted, duplicates, rejected: listed };
  return rejected > listed.length ? { ...answer, rejected_counts: reasons } : answer;
}
