// The hours of a website or campaign over more days than one report by hour may have.
import type { ChosenWebsite, ReadContext } from '../../contract/operations/define-operation.ts';
import type { SubjectReference } from '../../engine/catalog/subject.ts';
import { isoOfDay } from '../../engine/rollups/calendar.ts';
import type { Window } from '../../engine/rollups/window.ts';
import type { Point } from './metrics.ts';
import { DAYS_BY_HOUR_MAX, openReport } from './open-report.ts';
import type { Sampling } from './segment.ts';
import { subjectWithChildren } from './subject-metrics.ts';

/** In pieces that a report by hour may have. If the log begins today, there are none. */
export async function readHours(context: ReadContext & ChosenWebsite, subject: SubjectReference, window: Window) {
  const points: Point[] = [];
  let sampling: Sampling = { sampled: false };
  for (let from = window.firstDay; from <= window.lastDay; from += DAYS_BY_HOUR_MAX) {
    const report = await openReport(
      {
        timeframe: 'custom',
        range_start: isoOfDay(from),
        range_end: isoOfDay(Math.min(window.lastDay, from + DAYS_BY_HOUR_MAX - 1)),
        count_type: 'distinct',
        previous_period: false,
        group_by: 'hour',
      },
      context,
    );
    const { timeseries } = (await subjectWithChildren(report, context, subject)).subject;
    const { sampled = false, sample_rate: rate = 100, points: ofPiece } = timeseries!;
    points.push(...ofPiece);
    if (sampled) sampling = { sampled, sample_rate: Math.min(rate, sampling.sample_rate ?? rate) };
  }
  return { points, sampling };
}
