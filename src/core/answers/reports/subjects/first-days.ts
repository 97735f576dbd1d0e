// Since when each website has numbers, kept events and insights.
// Why: docs/decisions/reports.md, "Nothing is compared with a period that was not fully counted".
import { z } from 'zod';
import { defineOperation } from '../../../contract/operations/define-operation.ts';
import { websitesParameters } from '../../../contract/operations/parameters.ts';
import { date, id } from '../../../contract/operations/schemas.ts';
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import { readFirstDays } from '../../../engine/rollups/read-first-days.ts';
import { type Database, placeholders } from '../../../foundation/database/database.ts';
import { readKeptFrom } from '../kept-from.ts';

export const firstDaysReport = defineOperation({
  name: 'list_first_days',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/websites/first-days',
  title: 'First days of websites',
  description:
    'The first day that each website has numbers of, the first day whose events it keeps, and the first week of its insights. ' +
    'A comparison with a period that begins earlier says little: a part of it was not counted.',
  scope: 'reports',
  website: 'subset',
  input: z.object(websitesParameters),
  csv: { websites: 'websites' },
  output: z.strictObject({
    websites: z.array(
      z.strictObject({
        id,
        first_day: date.nullable().describe('null: it has no events yet.'),
        kept_from: date
          .nullable()
          .describe(
            'The events of this day and of later ones are kept. `first_day` if all are, or the day on which the website was created ' +
              'if there are none yet. null: it keeps none.',
          ),
        insights_from: date
          .nullable()
          .describe('The Monday of the first weekly insights. null: none have been written yet.'),
      }),
    ),
  }),
  example: { websites: [{ id: 1, first_day: '2026-01-12', kept_from: '2026-03-02', insights_from: '2026-01-12' }] },
  async read(_query, { database, websiteIds }) {
    const [firstDays, keptFrom, insightsFrom] = await Promise.all([
      readFirstDays(database, websiteIds),
      readKeptFrom(database, websiteIds),
      readFirstInsights(database, websiteIds),
    ]);
    const isoIn = (days: ReadonlyMap<number, number>, id: number) => (days.has(id) ? isoOfDay(days.get(id)!) : null);
    return {
      websites: websiteIds.map((id) => ({
        id,
        first_day: isoIn(firstDays, id),
        kept_from: isoIn(keptFrom, id),
        insights_from: isoIn(insightsFrom, id),
      })),
    };
  },
});

/** The Monday of the first week of each of these websites, without those that have none. */
async function readFirstInsights(
  database: Pick<Database, 'query'>,
  websiteIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await database.query<{ id: number; week: number }>(
    `SELECT website_id AS id, MIN(week) AS week FROM insights_snapshots
     WHERE website_id IN (${placeholders(websiteIds.length)}) GROUP BY website_id`,
    websiteIds,
  );
  return new Map(rows.map(({ id, week }) => [id, week]));
}
