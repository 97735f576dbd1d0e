import { z } from 'zod';
import { firstLoggedDays } from '../event-log/read-runs.ts';
import { defineOperation } from '../operations/define-operation.ts';
import { websitesParameters } from '../operations/parameters.ts';
import { date, id } from '../operations/schemas.ts';
import { isoOfDay } from '../rollups/calendar.ts';
import { readFirstDays } from '../rollups/read-first-days.ts';

export const firstDaysReport = defineOperation({
  name: 'list_first_days',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/websites/first-days',
  title: 'First days of websites',
  description:
    'The first day that each website has numbers of, and the first day whose events it keeps. A comparison with a period that begins earlier says little: a part of it was not counted.',
  scope: 'reports',
  website: 'subset',
  input: z.object(websitesParameters),
  output: z.strictObject({
    websites: z.array(
      z.strictObject({
        id,
        first_day: date.nullable().describe('null: it has no events yet.'),
        kept_from: date.nullable().describe('The events of this day and of later ones are kept. null: it keeps none.'),
      }),
    ),
  }),
  example: { websites: [{ id: 1, first_day: '2026-01-12', kept_from: '2026-03-02' }] },
  async read(_query, { database, websiteIds }) {
    const [firstDays, keptFrom] = await Promise.all([
      readFirstDays(database, websiteIds),
      firstLoggedDays(database, websiteIds),
    ]);
    const isoIn = (days: ReadonlyMap<number, number>, id: number) => (days.has(id) ? isoOfDay(days.get(id)!) : null);
    return {
      websites: websiteIds.map((id) => ({ id, first_day: isoIn(firstDays, id), kept_from: isoIn(keptFrom, id) })),
    };
  },
});
