// What an assistant has to know of a website before it asks anything else.

import { z } from 'zod';
import { ALERT_KINDS, type AlertKind } from '../../answers/alerts/alert.ts';
import { annotations, readAnnotations } from '../../answers/reports/annotations.ts';
import { readKeptFrom } from '../../answers/reports/kept-from.ts';
import type { KeepingContext } from '../../answers/reports/open-log.ts';
import { readWebsite } from '../../answers/reports/open-report.ts';
import { website } from '../../answers/reports/schemas.ts';
import { type ChosenWebsite, defineOperation, type ReadContext } from '../../contract/operations/define-operation.ts';
import { exampleWebsite } from '../../contract/operations/examples.ts';
import { websiteParameter } from '../../contract/operations/parameters.ts';
import { date, id } from '../../contract/operations/schemas.ts';
import { SUBJECT_KIND } from '../../engine/catalog/subject.ts';
import { breakdown } from '../../engine/event-log/breakdowns/breakdown.ts';
import { askLog } from '../../engine/event-log/questions/ask-log.ts';
import { firstLoggedDay } from '../../engine/event-log/storage/read-runs.ts';
import { isoOfDay } from '../../engine/rollups/calendar.ts';
import type { Window } from '../../engine/rollups/window.ts';
import { NO_VALUE, STORED_DIMENSIONS, type StoredDimension } from '../../foundation/dimensions/dimension.ts';
import { wordsIn } from '../../foundation/text/words.ts';
import type { Zone } from '../../foundation/time/zone.ts';
import { goalFields, progressOf, readMonth } from './goal-progress.ts';

const COVERED_DAYS = 30;
const ANNOTATED_DAYS = 90;
const ALERT_DAYS = 7;
const ALERTS_MAX = 5;
const CTA_TYPES_MAX = 20;

export const websiteContext = defineOperation({
  name: 'get_context',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/website/context',
  isTool: 'extended',
  title: 'Context of a website',
  description:
    'What to know before anything else: the current day, first days, goals of the month with their pace, annotations, new alerts, ' +
    'formats of campaigns, and how many views have a value of each dimension. Call it once, at the start.',
  scope: 'reports',
  website: 'chosen',
  readsEventLog: true,
  input: z.object(websiteParameter),
  csv: {
    goals: 'data.goals',
    annotations: 'data.annotations',
    alerts: 'data.alerts',
    types: 'data.cta_types',
    dimensions: 'data.dimensions',
  },
  output: z.strictObject({
    report: z.literal('context'),
    website,
    data: z.strictObject({
      today: date.describe('In the time zone of the website. Its numbers are not complete.'),
      timezone: z.string(),
      currency: z.string(),
      first_day: date.nullable().describe('The first day with events; null: none yet.'),
      kept_from: date
        .nullable()
        .describe('Filters, breakdowns, hours, funnels and attribution can begin here. null: nowhere.'),
      goals: z
        .array(
          z.strictObject({ campaign_id: id.optional().describe('Left out: of the whole website.'), ...goalFields }),
        )
        .describe('Of this month.'),
      annotations,
      alerts: z
        .array(z.strictObject({ id, kind: z.enum(ALERT_KINDS), day: date, title: z.string() }))
        .describe(`The newest of the last ${ALERT_DAYS} days, at most ${ALERTS_MAX}.`),
      cta_types: z
        .array(z.strictObject({ value: z.string(), campaigns: z.int() }))
        .describe('The formats that campaigns have.'),
      dimensions: z
        .array(z.strictObject({ dimension: z.enum(STORED_DIMENSIONS), known: z.number() }))
        .describe(
          `Percent of the views of the last ${COVERED_DAYS} days that have a value. Empty: no events are kept.`,
        ),
    }),
  }),
  example: {
    report: 'context',
    website: exampleWebsite,
    data: {
      today: '2026-03-15',
      timezone: 'UTC',
      currency: 'USD',
      first_day: '2026-01-12',
      kept_from: '2026-01-12',
      goals: [
        {
          name: 'Newsletter',
          metric: 'subscribes',
          target: 1000,
          reached: 520,
          share: 52,
          over: 48.39,
          pace: 107.47,
          forecast: null,
        },
      ],
      annotations: [{ date: '2026-03-10', name: 'New popup' }],
      alerts: [
        {
          id: 12,
          kind: 'drop',
          day: '2026-03-14',
          title: '52.0% fewer visitors on 2026-03-14: 480 instead of about 1,000.',
        },
      ],
      cta_types: [{ value: 'overlay', campaigns: 4 }],
      dimensions: [{ dimension: 'device', known: 99.8 }],
    },
  },
  async read(_query, context) {
    const { database, websiteId } = context;
    const row = await readWebsite(context, websiteId);
    if (!row) throw new Error(`a token is bound to website ${websiteId}, which does not exist`);
    const today = context.todayIn(row.zone);
    const keptFrom = (await readKeptFrom(database, [websiteId])).get(websiteId);
    return {
      report: 'context' as const,
      website: { id: row.id, name: row.name, currency: row.currency },
      data: {
        today: isoOfDay(today),
        timezone: row.zone.name,
        currency: row.currency,
        first_day: row.first_day === null ? null : isoOfDay(row.first_day),
        kept_from: keptFrom === undefined ? null : isoOfDay(keptFrom),
        goals: await readGoalsOf(context, row.zone),
        annotations: await readAnnotations(database, websiteId, [
          { firstDay: today - ANNOTATED_DAYS + 1, lastDay: today },
        ]),
        alerts: await readAlerts(context, today),
        cta_types: await readCtaTypes(context),
        dimensions: await readCoverage(context, { firstDay: today - COVERED_DAYS + 1, lastDay: today }),
      },
    };
  },
});

type Context = ReadContext & ChosenWebsite;

async function readGoalsOf(context: Context, zone: Zone) {
  const goals = progressOf(await readMonth(context, zone));
  return goals.map(({ id: _, campaign_id: campaignId, ...goal }) => ({
    ...goal,
    ...(campaignId !== null && { campaign_id: campaignId }),
  }));
}

function percentOf(part: number, whole: number): number {
  return Math.round((part / whole) * 10_000) / 100;
}

async function readAlerts({ database, websiteId }: Context, today: number) {
  const rows = await database.query<{ id: number; kind: AlertKind; day: number; title: string }>(
    `SELECT id, kind, day, title FROM alerts WHERE website_id = $1 AND day > $2 ORDER BY id DESC LIMIT ${ALERTS_MAX}`,
    [websiteId, today - ALERT_DAYS],
  );
  const say = wordsIn();
  return rows.map((row) => ({ ...row, day: isoOfDay(row.day), title: say([JSON.parse(row.title)]) }));
}

async function readCtaTypes({ database, websiteId }: Context) {
  return database.query<{ value: string; campaigns: number }>(
    `SELECT cta_type AS value, COUNT(*) AS campaigns FROM campaigns WHERE website_id = $1
     GROUP BY cta_type ORDER BY COUNT(*) DESC, cta_type LIMIT ${CTA_TYPES_MAX}`,
    [websiteId],
  );
}

/** Leaves out `visitor_type`, which is always known and would need the whole log. */
async function readCoverage(
  { database, websiteId, queryEventsMax, keptRuns }: Context & KeepingContext,
  { firstDay, lastDay }: Window,
) {
  const loggedFrom = await firstLoggedDay(database, websiteId);
  if (loggedFrom === undefined || loggedFrom > lastDay) return [];
  const log = { websiteId, firstDay: loggedFrom, eventsMax: queryEventsMax, keptRuns };
  const subject = { kind: SUBJECT_KIND.website, id: websiteId };
  const window = { firstDay: Math.max(firstDay, loggedFrom), lastDay };
  const viewsWithout = async (dimension?: StoredDimension) => {
    const { subjects } = await askLog(
      database,
      log,
      breakdown({
        subjects: [subject],
        windows: [window],
        filters: dimension === undefined ? [] : [{ dimension, value: NO_VALUE }],
        countType: 'total',
      }),
    );
    return subjects[0]![0]!.all.total.views;
  };
  const views = await viewsWithout();
  const covered: { dimension: StoredDimension; known: number }[] = [];
  for (const dimension of STORED_DIMENSIONS) {
    const known = views === 0 ? 0 : percentOf(views - (await viewsWithout(dimension)), views);
    covered.push({ dimension, known });
  }
  return covered;
}
