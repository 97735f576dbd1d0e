// The timeframe of a report with the days that it is compared with, by the rule in `periods.ts`, or with the reason why nothing is
// compared.

import { type ComparedDays, comparedDays } from '@funnel/report-files/periods.ts';
import { rangeOf } from '@funnel/report-files/timeframe.ts';
import { localTimeAt, todayIn } from '../format/dates.ts';
import { effectiveComparison, type View } from '../routing/view.ts';
import type { TimeframeBlock } from './types.ts';

/** undefined: nothing is compared. */
export function daysToCompare(view: View, timeframe: TimeframeBlock, keptFrom?: string): ComparedDays | undefined {
  const now = localTimeAt(Date.now(), timeframe.timezone);
  return comparedDays(effectiveComparison(view), view.timeframe, rangeOf(timeframe), { now, keptFrom });
}

/** Says why nothing is compared, if something was to be. `firstDay` is that of the website. */
export function withReason<Block extends TimeframeBlock>(
  view: View,
  timeframe: Block,
  days: ComparedDays | undefined,
  firstDay: string | undefined,
): Block {
  if (days) {
    const isCounted = firstDay === undefined || days.before.start >= firstDay;
    return isCounted ? timeframe : { ...timeframe, notCompared: { noDataBefore: firstDay } };
  }
  const isRunning = rangeOf(timeframe).start >= todayIn(timeframe.timezone);
  return isRunning && effectiveComparison(view) !== 'off' ? { ...timeframe, notCompared: 'running' } : timeframe;
}

export function withComparedDays<Block extends TimeframeBlock>(
  timeframe: Block,
  { counted, before, isWithoutToday, until }: ComparedDays,
): Block {
  return {
    ...timeframe,
    comparedDays: before,
    ...(isWithoutToday && { comparedThrough: counted.end }),
    ...(until !== undefined && { comparedUntil: until }),
  };
}
