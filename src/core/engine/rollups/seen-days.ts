// When subjects were seen for the first and for the last time.

import { type Database, placeholders } from '../../foundation/database/database.ts';
import { SUBJECT_KIND, type SubjectKind } from '../catalog/subject.ts';
import type { Window } from './window.ts';

/** The first and the last day with views of each subject, up to `lastDay`. Subjects without views are left out. */
export async function readSeenDays(
  database: Pick<Database, 'query'>,
  subjects: { readonly websiteId: number; readonly kind: SubjectKind; readonly ids: readonly number[] },
  lastDay: number,
): Promise<Map<number, Window>> {
  const { websiteId, kind, ids } = subjects;
  const rows = await database.query<{ subject_id: number; first_day: number; last_day: number }>(
    `SELECT subject_id, MIN(day) AS first_day, MAX(day) AS last_day FROM rollup_counters
     WHERE website_id = $1 AND subject_kind = $2 AND day <= $3 AND views > 0
       AND subject_id IN (${placeholders(ids.length, 3)}) GROUP BY subject_id`,
    [websiteId, kind, lastDay, ...ids],
  );
  return new Map(rows.map((row) => [row.subject_id, { firstDay: row.first_day, lastDay: row.last_day }]));
}

/** The days of the window on which anything was counted for the website. */
export async function readCountedDays(
  database: Pick<Database, 'query'>,
  websiteId: number,
  { firstDay, lastDay }: Window,
): Promise<number[]> {
  const rows = await database.query<{ day: number }>(
    `SELECT DISTINCT day FROM rollup_counters
     WHERE website_id = $1 AND subject_kind = ${SUBJECT_KIND.website} AND subject_id = $1 AND day >= $2 AND day <= $3`,
    [websiteId, firstDay, lastDay],
  );
  return rows.map(({ day }) => day);
}
