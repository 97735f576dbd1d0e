// When subjects were first seen.

import { type Database, placeholders } from '../../foundation/database/database.ts';
import type { SubjectKind } from '../catalog/subject.ts';

/** The first day with views of each subject, up to `lastDay`. Subjects without views are left out. */
export async function readFirstViews(
  database: Pick<Database, 'query'>,
  subjects: { readonly websiteId: number; readonly kind: SubjectKind; readonly ids: readonly number[] },
  lastDay: number,
): Promise<Map<number, number>> {
  const { websiteId, kind, ids } = subjects;
  const rows = await database.query<{ subject_id: number; day: number }>(
    `SELECT subject_id, MIN(day) AS day FROM rollup_counters
     WHERE website_id = $1 AND subject_kind = $2 AND day <= $3 AND views > 0
       AND subject_id IN (${placeholders(ids.length, 3)}) GROUP BY subject_id`,
    [websiteId, kind, lastDay, ...ids],
  );
  return new Map(rows.map(({ subject_id, day }) => [subject_id, day]));
}
