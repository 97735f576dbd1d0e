// Events from the pages of a website, sent by browsers with a public key.
// Why: docs/decisions/events.md, "Browsers get public keys, sent in the body".
// Why: docs/decisions/events.md, "Bots get an answer that counts nothing".
// Why: docs/decisions/events.md, "The tracker hands the visitor on to the shop".
import { isbot } from 'isbot';
import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { VISIT_FIELDS } from '../../foundation/dimensions/fields.ts';
import type { Sender } from '../arrivals/arrival.ts';
import { type BrowserEnvelope, readEnvelope } from './browser-envelope.ts';
import { collectedOutput, event, responseOf } from './collect-events.ts';
import type { Collector } from './collector.ts';
import { dailyVisitor } from './daily-visitor.ts';
import type { VisitorSalts } from './visitor-salts.ts';

/** The setting `BROWSER_COLLECT_PATH` changes the path, because blockers go by names. */
export const BROWSER_COLLECT_PATH = '/e';
const BROWSER_BODY_BYTES_MAX = 64 * 1024;
const BROWSER_EVENTS_MAX = 100;

export interface BrowserCollectorServices {
  readonly collector: Collector;
  readonly salts: VisitorSalts;
}

/** This schema is for the documentation. `readEnvelope` and the steps in steps.ts do the validation. */
const browserEnvelope = z.strictObject({
  key: z.string().describe('A public key, `fpk_…`.'),
  visitor: z
    .string()
    .optional()
    .describe('An id that the page keeps, only with the consent of the visitor. Left out: one that changes daily.'),
  events: z.array(event.partial({ website_id: true })).max(BROWSER_EVENTS_MAX),
  ...event.pick({ page: true, referrer: true, utm_source: true, utm_medium: true, utm_campaign: true }).shape,
  automated: z.boolean().optional().describe('A program controls the browser: nothing is counted.'),
  tell_visitor: z
    .boolean()
    .optional()
    .describe("Asks for the visitor's id of the day, to hand it on to a shop without consent."),
});

export const collectBrowserEvents = defineOperation({
  name: 'collect_browser_events',
  tag: 'Events',
  method: 'POST',
  path: BROWSER_COLLECT_PATH,
  title: 'Send events from a browser',
  description: [
    `Counts up to ${BROWSER_EVENTS_MAX} events of the website of the key, at most ${BROWSER_BODY_BYTES_MAX / 1024} KiB. ` +
      'The answer comes after the commit.',
    'The key allows the origin of the page, or the request is refused. `text/plain` needs no preflight. ' +
      'Events of bots are not counted: the answer is 200 with nothing accepted and nothing rejected.',
    'The setting `BROWSER_COLLECT_PATH` changes the path.',
  ].join('\n\n'),
  credential: 'public_key',
  scope: null,
  website: 'all',
  input: z.object({}),
  body: {
    kind: 'stream',
    bytesMax: BROWSER_BODY_BYTES_MAX,
    schemas: { 'application/json': browserEnvelope, 'text/plain': z.string() },
    receive: async (
      { payload, ipAddress, onClose },
      { collector }: BrowserCollectorServices,
    ): Promise<BrowserEnvelope> => {
      const bytes = await collector.receiveFromStranger(
        payload,
        ipAddress,
        { bytesMax: BROWSER_BODY_BYTES_MAX },
        onClose,
      );
      return readEnvelope(bytes);
    },
    credentialOf: ({ key }: BrowserEnvelope) => key,
  },
  output: collectedOutput.extend({
    visitor: z.string().optional().describe('Only if `tell_visitor` was sent: the id that changes daily.'),
  }),
  example: { accepted: 1, duplicates: 0, rejected: [] },
  bodyExample: {
    key: 'fpk_…',
    events: [{ id: '5f0c3c1e-8f3b-4d0e-9a52-0f6a1f3f7b11', type: 'view', campaign_id: 10, at: '2026-03-10T12:00:00Z' }],
  },
  responses: { 200: { description: 'What became of the events.' } },
  errors: {
    400: ['invalid_json', 'invalid_gzip'],
    403: ['origin_not_allowed', 'secret_key_not_allowed'],
    408: ['body_too_slow'],
    413: ['batch_too_large', 'too_many_events', 'too_many_days'],
    415: [],
    422: ['invalid_body', 'invalid_events', 'unknown_field', ...VISIT_FIELDS.map((name) => `invalid_${name}`)],
    429: ['too_much_at_once'],
    503: ['not_stored'],
  },
  async act(
    _query,
    {
      websiteIds: [id],
      ingestKeyId: keyId,
      requestOrigin,
      body: { bytes, visitor, automated, tellVisitor, visitFields },
    },
    { collector, salts }: BrowserCollectorServices,
  ) {
    const websiteId = id!;
    const { ipAddress, userAgent, country, origin } = requestOrigin;
    const sender: Sender = { websiteId, source: 'browser', keyId, origin };
    const isFromBot = automated || isBot(userAgent);
    const daily = await dailyVisitor(salts, { websiteId, ipAddress, userAgent });
    const outcome = await collector.collect(sender, bytes, {
      format: 'envelope',
      isFromBot,
      eventsMax: BROWSER_EVENTS_MAX,
      defaults: {
        websiteId,
        visitor,
        dailyVisitor: daily,
        visit: { fields: visitFields, userAgent, ipAddress, country },
      },
    });
    const told = tellVisitor && !isFromBot && { visitor: daily.otherwise };
    return { status: 200, body: { ...responseOf(outcome), ...told } };
  },
});

/** A request without a user agent is from a bot, because every browser sends one. */
export function isBot(userAgent: string): boolean {
  return userAgent === '' || isbot(userAgent);
}
