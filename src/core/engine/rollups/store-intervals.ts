// Writes the intervals of some subjects from their days, in the caller's transaction. The caller must have locked the website.

import { placeholders, type Queries, type SqlValue } from '../../foundation/database/database.ts';
import { damageOf } from '../../foundation/database/sketch-damage.ts';
import type { SubjectKind } from '../catalog/subject.ts';
import { INTERVAL_LENGTHS, intervalsEndingIn, intervalsOver, type PeriodRange } from './intervals.ts';
import { DAY_PERIOD, METRIC, VISITOR_METRICS } from './metric.ts';
import type { Window } from './window.ts';

export interface SubjectsOfWebsite {
  readonly websiteId: number;
  readonly kind: SubjectKind;
  readonly ids: readonly number[];
}

/** All values, so that the index finds the periods of a subject. */
const METRIC_IDS = VISITOR_METRICS.map((name) => METRIC[name]).join(', ');

/** Adds the intervals that end after the day `after` and by `through`. What is stored of them already is kept. */
export async function addIntervals(
  tx: Queries,
  subjects: SubjectsOfWebsite,
  { after, through }: { readonly after: number; readonly through: number },
): Promise<void> {
  for (const length of INTERVAL_LENGTHS) {
    const range = intervalsEndingIn(length, after, through);
    if (range) await uniteShorterPeriods(tx, subjects, range);
  }
}

/** Builds the intervals over a window again, after something was erased from it. */
export async function rebuildIntervals(tx: Queries, subjects: SubjectsOfWebsite, window: Window): Promise<void> {
  const [activity] = await tx.query<{ intervals_begun: number }>(
    'SELECT intervals_begun FROM website_activity WHERE website_id = $1',
    [subjects.websiteId],
  );
  for (const length of INTERVAL_LENGTHS) {
    const range = intervalsOver(length, window, activity?.intervals_begun ?? 0);
    if (!range) continue;
    await deletePeriods(tx, subjects, range);
    await uniteShorterPeriods(tx, subjects, range);
  }
}

export async function deletePeriods(
  tx: Queries,
  subjects: SubjectsOfWebsite,
  { kind, first, last }: PeriodRange,
): Promise<void> {
  await tx.query(
    `DELETE FROM rollup_visitors WHERE ${periodsCondition(subjects)}`,
    periodParameters(subjects, kind, first, last),
  );
}

/** Each interval is united from the next shorter ones, which must exist. */
async function uniteShorterPeriods(tx: Queries, subjects: SubjectsOfWebsite, range: PeriodRange): Promise<void> {
  const { kind: length, first, last } = range;
  const shorter = INTERVAL_LENGTHS.findLast((days) => days < length) ?? DAY_PERIOD;
  await tx.query(
    `INSERT INTO rollup_visitors (website_id, subject_kind, subject_id, metric, period_kind, period, is_damaged, sketch)
     SELECT website_id, subject_kind, subject_id, metric, ${length}, period - period % ${length},
       MAX(${damageOf('rollup_visitors')}), hll_union_agg(sketch)
     FROM rollup_visitors WHERE ${periodsCondition(subjects)}
     GROUP BY website_id, subject_kind, subject_id, metric, period - period % ${length}
     ON CONFLICT (website_id, subject_kind, subject_id, metric, period_kind, period)
       DO UPDATE SET sketch = hll_union(rollup_visitors.sketch, excluded.sketch),
         is_damaged = greatest(excluded.is_damaged, ${damageOf('rollup_visitors')})`,
    periodParameters(subjects, shorter, first, last + length - 1),
  );
}

function periodsCondition({ ids }: SubjectsOfWebsite): string {
  return `website_id = $1 AND subject_kind = $2 AND subject_id IN (${placeholders(ids.length, 5)})
       AND metric IN (${METRIC_IDS}) AND period_kind = $3 AND period BETWEEN $4 AND $5`;
}

function periodParameters(subjects: SubjectsOfWebsite, periodKind: number, first: number, last: number): SqlValue[] {
  return [subjects.websiteId, subjects.kind, periodKind, first, last, ...subjects.ids];
}
