// The operations of the dashboard's live page. Only the dashboard may call them.
import { reasonsFile } from '@funnel/report-files/tables/websites.ts';
import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { parameter, websiteParameter } from '../../contract/operations/parameters.ts';
import { date, id, timestamp } from '../../contract/operations/schemas.ts';
import { ARRIVAL_OUTCOMES, ARRIVAL_SOURCES } from './arrival.ts';
import { type ArrivalReports, COUNTED_DAYS } from './arrival-reports.ts';

export interface ArrivalServices {
  readonly arrivals: ArrivalReports;
}

const CURSOR = /^[0-9a-f]{8}:\d{1,15}(,[0-9a-f]{8}:\d{1,15}){0,15}$/;

const source = z.enum(ARRIVAL_SOURCES).describe('The way in.');
const outcome = z
  .enum(ARRIVAL_OUTCOMES)
  .describe('accepted: counted. duplicate: was counted before. rejected, ignored, bot: not counted, see `code`.');

export const arrival = z.strictObject({
  id: z.string(),
  at: timestamp.describe('When it arrived.'),
  source,
  key_id: id.nullable().describe('The ingest key that it came with.'),
  key_name: z.string().nullable().describe('What the key is for. null: it has no name.'),
  origin: z.string().nullable().describe('The origin of the page, if it came from a browser.'),
  outcome,
  events: z.int().positive().describe('How many events: 1, or several that are alike.'),
  code: z.string().nullable().describe('Why it was not counted.'),
  message: z.string().nullable().describe('What is wrong, and how to fix it.'),
  type: z.string().nullable(),
  subject: z.array(z.string()).nullable().describe('Names, from the campaign down. Empty: the website itself.'),
});

export const listArrivals = defineOperation({
  name: 'list_arrivals',
  tag: 'Events',
  method: 'GET',
  path: '/dashboard/arrivals',
  title: 'Events as they arrive',
  description: [
    'The latest events that arrived for a website and what became of them, oldest first. Ask again with the cursor of the last answer.',
    'They are kept in the memory of the node that received them, for some minutes. Nothing about the visitor is shown.',
  ].join('\n\n'),
  credential: 'dashboard',
  scope: 'reports',
  role: 'viewer',
  website: 'chosen',
  input: z.object({
    ...websiteParameter,
    after: parameter(
      z.string().regex(CURSOR).optional().describe('The cursor of an earlier answer: only what arrived since.'),
      'invalid_after',
      'must be the cursor of an earlier answer',
    ),
  }),
  csv: { arrivals: 'arrivals' },
  output: z.strictObject({ arrivals: z.array(arrival), cursor: z.string() }),
  example: {
    arrivals: [
      {
        id: '5f0c2b1a:42',
        at: '2026-01-31T12:00:00Z',
        source: 'server',
        key_id: 7,
        key_name: 'Shop server',
        origin: null,
        outcome: 'rejected',
        events: 1,
        code: 'unknown_field',
        message: '"elementid" is not a field of an event: did you mean element_id?',
        type: 'conversion',
        subject: null,
      },
    ],
    cursor: '5f0c2b1a:42',
  },
  responses: { 200: { description: 'What arrived.' } },
  async act({ after }, { websiteId }, { arrivals }: ArrivalServices) {
    return { status: 200, body: await arrivals.latest(websiteId, after) };
  },
});

const byDay = {
  events: z.int().nonnegative(),
  by_day: z.array(z.int().nonnegative()).describe('At the places of `dates`.'),
};

export const arrivalCounts = z.strictObject({
  dates: z.array(date).describe('Days of the website, the last one is today.'),
  outcomes: z.array(z.strictObject({ outcome, ...byDay })),
  reasons: z.array(z.strictObject({ source, outcome, code: z.string(), ...byDay })).describe('Most frequent first.'),
});

export const countArrivals = defineOperation({
  name: 'count_arrivals',
  tag: 'Events',
  method: 'GET',
  path: '/dashboard/arrival-counts',
  title: 'Counts of arrived events',
  description:
    `How many events arrived for a website on each of the last ${COUNTED_DAYS} days, by outcome, and why those were not counted that ` +
    'were not. File imports are not included: they have reports of their own.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'viewer',
  website: 'chosen',
  input: z.object(websiteParameter),
  csv: { reasons: { fileOf: (counts, { t }) => reasonsFile(counts, t) }, outcomes: 'outcomes' },
  output: arrivalCounts,
  example: {
    dates: ['2026-01-30', '2026-01-31'],
    outcomes: [{ outcome: 'accepted', events: 1900, by_day: [1000, 900] }],
    reasons: [{ source: 'server', outcome: 'rejected', code: 'unknown_field', events: 12, by_day: [0, 12] }],
  },
  responses: { 200: { description: 'The counts.' } },
  async act(_query, { websiteId }, { arrivals }: ArrivalServices) {
    return { status: 200, body: await arrivals.counts(websiteId) };
  },
});
