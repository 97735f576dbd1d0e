// Reads how much a website varied before a period.
import type { Variation } from '@funnel/report-files/noise.ts';
import type { ReadContext } from '../../contract/operations/define-operation.ts';
import { SUBJECT_KIND } from '../../engine/catalog/subject.ts';
import { type CountType, readCounts } from '../../engine/rollups/read-counts.ts';
import { DAYS_PER_WEEK, PATTERN_DAYS } from '../alerts/rhythm.ts';
import { variationOf } from './variation.ts';

/** Half a year: a few weeks would tell too little about how far weeks can be from each other. */
export const HISTORY_WEEKS = 26;
export const VARIATION_DAYS = PATTERN_DAYS;

interface VaryingWebsite {
  readonly websiteId: number;
  /** undefined: there are no events. */
  readonly firstEventDay: number | undefined;
  /** The first day of the period. */
  readonly firstDay: number;
  readonly countType: CountType;
  readonly builtThrough: number;
}

/** Its weeks and days are estimates where visitors are unique: an estimate is off by less than they vary. */
export async function readVariation(
  { database }: Pick<ReadContext, 'database'>,
  { websiteId, firstEventDay, firstDay, countType, builtThrough }: VaryingWebsite,
): Promise<Variation> {
  const known = Math.max(0, firstDay - (firstEventDay ?? firstDay));
  const weekCount = Math.min(HISTORY_WEEKS, Math.floor(known / DAYS_PER_WEEK));
  const dayCount = Math.min(VARIATION_DAYS, known);
  const weeks = Array.from({ length: weekCount }, (_, index) => {
    const start = firstDay - DAYS_PER_WEEK * (weekCount - index);
    return { firstDay: start, lastDay: start + DAYS_PER_WEEK - 1 };
  });
  const days = Array.from({ length: dayCount }, (_, index) => {
    const day = firstDay - dayCount + index;
    return { firstDay: day, lastDay: day };
  });
  const windows = [...weeks, ...days];
  const query = { websiteId, kind: SUBJECT_KIND.website, subjectIds: [websiteId], windows, countType, builtThrough };
  const counts = windows.length === 0 ? [] : (await readCounts(database, query)).get(websiteId)!;
  return variationOf({
    weeks: counts.slice(0, weekCount),
    days: counts.slice(weekCount),
    lastDay: firstDay - 1,
    countType,
  });
}
