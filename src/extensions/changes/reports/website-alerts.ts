// The alerts of a website: what its own rhythm does not explain, and experiments that are decided or can't be trusted.

import { z } from 'zod';
import type { Sentence } from '../../../../languages/sentence.ts';
import { ALERT_KINDS, type AlertKind } from '../../../core/answers/alerts/alert.ts';
import { sayNotes } from '../../../core/answers/reports/notes/say-notes.ts';
import { readWebsites } from '../../../core/answers/reports/open-report.ts';
import { noteParameters, PAGE_SIZE_MAX } from '../../../core/answers/reports/parameters.ts';
import { notesField, website } from '../../../core/answers/reports/schemas.ts';
import type { MovedSegment } from '../../../core/answers/segments/moved-segment.ts';
import { movedSegment } from '../../../core/answers/segments/moved-segment-schema.ts';
import { pageAfter } from '../../../core/contract/operations/csv-tables.ts';
import { defineOperation } from '../../../core/contract/operations/define-operation.ts';
import { exampleWebsite } from '../../../core/contract/operations/examples.ts';
import { pageParameter, restOnlyParameter, websiteParameter } from '../../../core/contract/operations/parameters.ts';
import { date, id, timestamp } from '../../../core/contract/operations/schemas.ts';
import { isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import { wordsIn } from '../../../core/foundation/text/words.ts';
import { withoutAdvice } from '../../experiments/index.ts';
import { ALERTS_KEPT_DAYS } from '../alerts/store-alerts.ts';
import { watched } from './watched.ts';

const PER_PAGE_DEFAULT = 10;

export const websiteAlerts = defineOperation({
  name: 'list_alerts',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/website/alerts',
  isTool: 'extended',
  toolArguments: { per_page: 5 },
  title: 'Alerts',
  description:
    'What was found unusual on a website, newest first: events that stopped, a drop or a spike that its own rhythm does not explain, ' +
    `an experiment that is decided or whose numbers can't be trusted. Alerts are kept for ${ALERTS_KEPT_DAYS} days.`,
  scope: 'reports',
  website: 'chosen',
  input: z.object({
    ...websiteParameter,
    ...pageParameter('The page number, from 1.'),
    per_page: restOnlyParameter(
      z.int().positive().default(PER_PAGE_DEFAULT).describe(`Alerts per page, at most ${PAGE_SIZE_MAX}.`),
      'invalid_per_page',
      'must be a positive integer',
    ),
    advice: restOnlyParameter(
      z
        .boolean()
        .default(true)
        .describe('false: decisions about experiments without what to do, for those that have ended.'),
      'invalid_advice',
      'must be true or false',
    ),
    ...noteParameters,
  }),
  csv: { alerts: 'data.alerts' },
  nextPage: ({ data }) => pageAfter(data.pagination),
  output: z.strictObject({
    ...notesField,
    report: z.literal('alerts'),
    website,
    data: z.strictObject({
      alerts: z.array(
        z.strictObject({
          id,
          kind: z.enum(ALERT_KINDS),
          day: date.describe('The day that it is about, YYYY-MM-DD.'),
          title: z.string().describe('One sentence with the numbers.'),
          text: z.string().describe('What was expected, and what to check.'),
          path: z.string().describe('Where to look in the dashboard.'),
          segment: movedSegment.optional(),
          created_at: timestamp,
        }),
      ),
      pagination: z.strictObject({
        page: z.int().positive(),
        per_page: z.int().positive(),
        total_entries: z.int().nonnegative(),
        total_pages: z.int().nonnegative(),
      }),
    }),
  }),
  example: {
    report: 'alerts',
    website: exampleWebsite,
    data: {
      alerts: [
        {
          id: 12,
          kind: 'drop',
          day: '2026-03-14',
          title: '52.0% fewer visitors on 2026-03-14: 480 instead of about 1,000.',
          text:
            'The fall comes from the device “mobile”: 60 visitors instead of about 560. All others are stable: ' +
            '420 instead of about 440. The expected number comes from the last weeks of this website and the day of the week. ' +
            'Check that the pages load, that the tracker is on all of them, and whether an ad or a link has ended.',
          path: '/websites/1',
          segment: { dimension: 'device', value: 'mobile', share: 96 },
          created_at: '2026-03-15T00:20:03Z',
        },
      ],
      pagination: { page: 1, per_page: 10, total_entries: 1, total_pages: 1 },
    },
  },
  async read(query, context) {
    const { database, websiteId } = context;
    const [row] = await readWebsites(context, [websiteId]);
    if (!row) throw new Error(`a token is bound to website ${websiteId}, which does not exist`);
    const perPage = Math.min(query.per_page, PAGE_SIZE_MAX);
    const [counted] = await database.query<{ total: number }>(
      'SELECT COUNT(*) AS total FROM alerts WHERE website_id = $1',
      [websiteId],
    );
    const alerts = await database.query<AlertRow>(
      `SELECT id, kind, day, title, details, path, segment, created_at FROM alerts WHERE website_id = $1
       ORDER BY id DESC LIMIT $2 OFFSET $3`,
      [websiteId, perPage, Math.min((query.page - 1) * perPage, counted!.total)],
    );
    const say = wordsIn(query.language);
    const textOf = (details: string) => {
      const sentences = JSON.parse(details) as Sentence[];
      return query.advice ? sentences : withoutAdvice(sentences);
    };
    return {
      ...(query.notes && sayNotes(query, watched(row.first_day ?? undefined, context.todayIn(row.zone)))),
      report: 'alerts' as const,
      website: { id: row.id, name: row.name, currency: row.currency },
      data: {
        alerts: alerts.map(({ id, kind, day, title, details, path, segment, created_at }) => ({
          id,
          kind,
          title: say([JSON.parse(title)]),
          path,
          created_at,
          day: isoOfDay(day),
          text: say(textOf(details)),
          ...(segment !== null && { segment: JSON.parse(segment) as MovedSegment }),
        })),
        pagination: {
          page: query.page,
          per_page: perPage,
          total_entries: counted!.total,
          total_pages: Math.ceil(counted!.total / perPage),
        },
      },
    };
  },
});

interface AlertRow {
  readonly id: number;
  readonly kind: AlertKind;
  readonly day: number;
  /** JSON: a sentence. */
  readonly title: string;
  /** JSON: sentences. */
  readonly details: string;
  readonly path: string;
  /** JSON. */
  readonly segment: string | null;
  readonly created_at: string;
}
