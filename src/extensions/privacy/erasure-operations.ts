// Erasing by owners: what would go, and its erasure.
import { z } from 'zod';
import { noSuchContact } from '../../core/contract/operations/contact-parameters.ts';
import { defineOperation } from '../../core/contract/operations/define-operation.ts';
import {
  type FieldRules,
  fieldsBody,
  invalidFieldOrBody,
  JSON_BODY_ERRORS,
} from '../../core/contract/operations/json-body.ts';
import { websiteParameter } from '../../core/contract/operations/parameters.ts';
import { id } from '../../core/contract/operations/schemas.ts';
import { dayFromIso } from '../../core/engine/rollups/calendar.ts';
import type { ErasedThing, Erasures } from './erasures.ts';

const BODY_BYTES_MAX = 4 * 1024;
const VISITOR_LENGTH_MAX = 128;
const KINDS = ['visitor', 'contact', 'day', 'website'] as const;

export interface OwnersErasureServices {
  readonly erasures: Erasures;
}

const thingFields = {
  kind: z.enum(KINDS),
  visitor: z
    .string()
    .min(1)
    .max(VISITOR_LENGTH_MAX)
    .optional()
    .describe('Of the kind visitor: as sent with the events.'),
  contact_id: id.optional().describe('Of the kind contact.'),
  day: z
    .string()
    .refine((text) => dayFromIso(text) !== undefined)
    .optional()
    .describe('Of the kind day: YYYY-MM-DD, in the time zone of the website.'),
};
const previewBody = z.strictObject(thingFields);
const erasureBody = z.strictObject({
  ...thingFields,
  confirm: z.literal(true).describe('Must be true: nothing can be undone.'),
});

const RULES: FieldRules = {
  kind: `must be one of ${KINDS.join(', ')}`,
  visitor: `is required for a visitor alone, and must be a string of 1 to ${VISITOR_LENGTH_MAX} characters`,
  contact_id: 'is required for a contact alone, and must be a positive integer',
  day: 'is required for a day alone, and must be a date, such as 2026-03-10',
};
const ERASURE_RULES: FieldRules = { ...RULES, confirm: 'must be true: what is erased cannot be restored' };

const FIELD_CODES = ['invalid_field', 'invalid_body'] as const;

const output = z.strictObject({
  rows: z
    .record(z.string(), z.int().nonnegative())
    .describe('What is stored of it: how many rows of each table, or traces of each kind.'),
  state: z
    .enum(['preview', 'running', 'done'])
    .describe('preview: nothing was erased. running: a whole website is being erased; its preview says what is left.'),
});

/** Each kind has one field of its own, apart from a website. */
function thingOf({ kind, visitor, contact_id: contactId, day }: z.output<typeof previewBody>): ErasedThing {
  const given = { visitor, contact_id: contactId, day };
  const needed = kind === 'contact' ? 'contact_id' : kind;
  for (const [name, value] of Object.entries(given)) {
    if ((value !== undefined) !== (name === needed)) throw invalidFieldOrBody(name, RULES[name]!);
  }
  if (kind === 'visitor') return { kind, visitor: visitor! };
  if (kind === 'contact') return { kind, contactId: contactId! };
  return kind === 'day' ? { kind, day: dayFromIso(day!)! } : { kind };
}

const common = {
  tag: 'Erasure',
  method: 'POST',
  credential: 'token',
  scope: 'data:erase',
  website: 'chosen',
  input: z.object(websiteParameter),
  output,
} as const;

export const previewErasure = defineOperation({
  ...common,
  name: 'preview_erasure',
  path: '/api/v1/erasures/preview',
  title: 'See what would be erased',
  description:
    'How much is stored of a visitor, a contact, a day or the whole website. Nothing is erased. ' +
    'sketches_without_hashes are days with so many visitors that nobody can be found in them or removed.',
  body: fieldsBody(previewBody, RULES, BODY_BYTES_MAX, invalidFieldOrBody),
  example: { rows: { sketches: 4, touches: 1, orders: 1, logged_events: 5, contacts: 1 }, state: 'preview' },
  bodyExample: { kind: 'day', day: '2026-03-10' },
  responses: { 200: { description: 'What would be erased.' } },
  errors: { ...JSON_BODY_ERRORS, 404: [], 422: FIELD_CODES, 429: ['rate_limited'] },
  async act(_query, { websiteId, actor, body }, { erasures }: OwnersErasureServices) {
    const found = await erasures.preview(websiteId, thingOf(body), actor);
    if (!found) throw noSuchContact();
    return { status: 200, body: { rows: found.rows, state: found.isRunning ? 'running' : 'preview' } };
  },
});

export const eraseData = defineOperation({
  ...common,
  name: 'erase_data',
  path: '/api/v1/erasures',
  title: 'Erase a visitor, a contact, a day or a website',
  description:
    'Does what `funnel forget` does, for owners. It cannot be undone, and is in the audit log. ' +
    'A contact is erased as by forget_contact; a visitor also from days of up to 1,280 visitors; ' +
    'a day with its numbers, events, alerts and insights; a website with everything that belongs to it, in the background: ' +
    'preview_erasure says what is left, until the website is not found any more.' +
    ' If the service stops meanwhile, it goes on with it later.',
  body: fieldsBody(erasureBody, ERASURE_RULES, BODY_BYTES_MAX, invalidFieldOrBody),
  example: { rows: { rollup_counters: 12, event_log_runs: 4 }, state: 'done' },
  bodyExample: { kind: 'day', day: '2026-03-10', confirm: true },
  responses: {
    200: { description: 'It is erased. `rows` says what was stored of it.' },
    202: { description: 'The website is being erased.' },
  },
  errors: { ...JSON_BODY_ERRORS, 404: [], 422: FIELD_CODES, 429: ['rate_limited'] },
  async act(_query, { websiteId, actor, body }, { erasures }: OwnersErasureServices) {
    const { confirm: _, ...asked } = body;
    const erased = await erasures.erase(websiteId, thingOf(asked), actor);
    if (!erased) throw noSuchContact();
    const state = erased.isRunning ? 'running' : 'done';
    return { status: erased.isRunning ? 202 : 200, body: { rows: erased.rows, state } };
  },
});
