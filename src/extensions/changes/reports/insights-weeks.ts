// The weekly insights of any week, with what each item is about. The specified report has the newest week alone.
// Why: docs/decisions/insights.md, "What a week of insights keeps".
import { z } from 'zod';
import { type StoredWeek, storedWeek } from '../../../core/answers/reports/insights/stored-week.ts';
import { percentChange } from '../../../core/answers/reports/metrics.ts';
import { readWebsite } from '../../../core/answers/reports/open-report.ts';
import { website } from '../../../core/answers/reports/schemas.ts';
import { movedSegment } from '../../../core/answers/segments/moved-segment-schema.ts';
import { defineOperation } from '../../../core/contract/operations/define-operation.ts';
import { exampleWebsite } from '../../../core/contract/operations/examples.ts';
import { languageParameter, parameter, websiteParameter } from '../../../core/contract/operations/parameters.ts';
import { date, id } from '../../../core/contract/operations/schemas.ts';
import { dayFromIso, isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import { Problem } from '../../../core/foundation/problem/problem.ts';
import { wordsIn } from '../../../core/foundation/text/words.ts';

const DAYS_PER_WEEK = 7;
/** Ten years. */
const WEEKS_MAX = 520;

const performance = z.strictObject({ revenue: z.number().nonnegative(), viewers: z.int().nonnegative() });
const change = z.number().nullable().describe('Percent since the week before; null if it was 0.');

export const insightsWeeks = defineOperation({
  name: 'get_insights',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/website/insights/weeks',
  isTool: 'extended',
  title: 'Weekly insights of any week',
  description:
    'The insights of one week, the newest by default, with the campaigns that each item is about and the change since the week ' +
    'before; and the list of all weeks that were written.',
  scope: 'reports',
  website: 'chosen',
  input: z.object({
    ...websiteParameter,
    week: parameter(
      z
        .string()
        .refine((value) => dayFromIso(value) !== undefined)
        .optional()
        .describe('The Monday of the week, YYYY-MM-DD; default: the newest.'),
      'invalid_week',
      'must be a date, such as 2026-01-26',
    ),
    ...languageParameter,
  }),
  csv: { items: 'data.items' },
  output: z.strictObject({
    report: z.literal('insights_week'),
    website,
    data: z.strictObject({
      weeks: z.array(date).describe(`The Mondays of the weeks that were written, newest first, at most ${WEEKS_MAX}.`),
      week: date.describe('The Monday of this week.'),
      performance,
      previous: performance.nullable().describe('The week before; null if it was not written.'),
      changes: z.strictObject({ revenue: change, viewers: change }).nullable(),
      items: z.array(
        z.strictObject({
          text: z.string(),
          kind: z
            .enum(['claim', 'fact', 'note', 'summary'])
            .nullable()
            .describe('claim: significant; fact: certain; note: worth knowing; summary: the week in numbers.'),
          campaign_ids: z.array(id).describe('Empty: the whole website.'),
          segment: movedSegment.optional(),
        }),
      ),
    }),
  }),
  example: {
    report: 'insights_week',
    website: exampleWebsite,
    data: {
      weeks: ['2026-03-09', '2026-03-02'],
      week: '2026-03-09',
      performance: { revenue: 479.6, viewers: 1200 },
      previous: { revenue: 430.1, viewers: 1250 },
      changes: { revenue: 11.51, viewers: -4 },
      items: [
        {
          text:
            'The experiment in “Spring popup”: “Photo” wins with a conversion rate of 12.5% (600 visitors) against 6.0% of variant ' +
            '“B” (600 visitors). The true lift is between +20.1% and +210.3%. Give it all the traffic.',
          kind: 'fact',
          campaign_ids: [10],
        },
      ],
    },
  },
  async read(query, context) {
    const { database, websiteId } = context;
    const row = await readWebsite(context, websiteId);
    const weeks = await database.query<{ week: number }>(
      `SELECT week FROM insights_snapshots WHERE website_id = $1 ORDER BY week DESC LIMIT ${WEEKS_MAX}`,
      [websiteId],
    );
    const monday = query.week === undefined ? weeks[0]?.week : dayFromIso(query.week);
    const stored = await database.query<{ week: number; snapshot: string }>(
      'SELECT week, snapshot FROM insights_snapshots WHERE website_id = $1 AND week IN ($2, $3)',
      [websiteId, monday ?? 0, (monday ?? 0) - DAYS_PER_WEEK],
    );
    const shown = stored.find(({ week }) => week === monday);
    if (!row || !shown) throw notWritten(query.week);
    const before = stored.find(({ week }) => week !== monday);
    const week = storedWeek(shown.snapshot);
    const now = performanceOf(week);
    const previous = before ? performanceOf(storedWeek(before.snapshot)) : null;
    const say = wordsIn(query.language);
    return {
      report: 'insights_week' as const,
      website: { id: row.id, name: row.name, currency: row.currency },
      data: {
        weeks: weeks.map(({ week }) => isoOfDay(week)),
        week: isoOfDay(shown.week),
        performance: now,
        previous,
        changes: previous && {
          revenue: percentChange(now.revenue, previous.revenue),
          viewers: percentChange(now.viewers, previous.viewers),
        },
        items: week.items.map(({ sentences, kind, campaign_ids: ids, segment }) => ({
          text: say(sentences),
          kind,
          campaign_ids: [...ids],
          ...(segment && { segment }),
        })),
      },
    };
  },
});

function performanceOf({ revenue, viewers }: StoredWeek) {
  return { revenue, viewers };
}

function notWritten(week: string | undefined): Problem {
  if (week === undefined) return new Problem(404, 'No insights have been generated for this website yet.');
  return new Problem(404, `No insights were written for the week of ${week}. The list of weeks has their Mondays.`, {
    param: 'week',
  });
}
