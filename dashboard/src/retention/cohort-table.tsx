// Who comes back: a heat map with a row for each cohort, or for each value, and a column for each week or month after the first event.

import { addDays, addMonths, type DayRange } from '@funnel/report-files/days.ts';
import { isSmall } from '@funnel/report-files/metrics.ts';
import { unusualShares } from '@funnel/report-files/noise.ts';
import { partialBucket } from '@funnel/report-files/partial-buckets.ts';
import { periodName } from '@funnel/report-files/tables/event-log.ts';
import { rangeOf } from '@funnel/report-files/timeframe.ts';
import { type ReactNode, useState } from 'react';
import type { TimeframeBlock } from '../api/types.ts';
import { Button } from '../components/button.tsx';
import { CardBody } from '../components/card.tsx';
import { Estimate } from '../components/estimate.tsx';
import { type HeatCell, HeatTable } from '../components/heat-table.tsx';
import { formatDay, formatMonth, todayIn } from '../format/dates.ts';
import { formatCount, formatShare } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import type { RetentionPeriod } from '../routing/offered-values.ts';
import { type Cohort, type Returned, returnedOf, sumOfCohorts, VISITORS_MIN } from './cohorts.ts';

interface Shown {
  readonly by: RetentionPeriod;
  /** How many columns there are: the period of the first event, and later ones. */
  readonly periods: number;
  readonly isEstimate: boolean;
  /** The part of the visitors that was counted, in percent. */
  readonly sampleRate?: number | undefined;
}

interface CohortTableProps extends Shown {
  readonly caption: string;
  readonly cohorts: readonly Cohort[];
  readonly timeframe: TimeframeBlock;
}

/** A year has 53 weeks: the answer about all of them comes first, then the newest ones. */
const SHOWN_AT_FIRST = 12;

export function CohortTable({ caption, cohorts, timeframe, ...shown }: CohortTableProps) {
  const { by } = shown;
  const [showsAll, setShowsAll] = useState(false);
  const hidden = showsAll ? 0 : Math.max(0, cohorts.length - SHOWN_AT_FIRST);
  const [range, today] = [rangeOf(timeframe), todayIn(timeframe.timezone)];
  return (
    <>
      <PeriodTable
        caption={caption}
        corner={t('retention.firstIn', { by: shown.by })}
        rows={[
          ...(cohorts.length > 1
            ? [{ ...totalRow('all', cohorts), head: t('retention.allCohorts'), isTotal: true }]
            : []),
          ...cohorts.map((cohort, index) => ({
            ...{ key: cohort.start, head: cohortName(cohort.start, by), visitors: cohort.visitors },
            returned: returnedOf(cohort),
            isWhole: cohort.returned.map((_, period) => isWhole(cohort.start, period, { by, range, today })),
            isHidden: index < hidden,
          })),
        ]}
        {...shown}
      />
      {hidden > 0 && (
        <CardBody>
          <Button onClick={() => setShowsAll(true)}>
            {t('report.showAllRows', { count: formatCount(cohorts.length) })}
          </Button>
        </CardBody>
      )}
    </>
  );
}

interface Days {
  readonly by: RetentionPeriod;
  readonly range: DayRange;
  readonly today: string;
}

/** Whether the visitors of the cohort came on all its days, and all days of the period are over. */
function isWhole(start: string, period: number, { by, range, today }: Days): boolean {
  const date = by === 'week' ? addDays(start, 7 * period) : addMonths(start, period);
  const isOver = !partialBucket(date, by, { start: date, end: today }, today);
  return isOver && !partialBucket(start, by, range, today);
}

interface PeriodRow {
  readonly key: string;
  readonly head: ReactNode;
  readonly visitors: number;
  /** null: the period has not begun. */
  readonly returned: readonly (Returned | null)[];
  /** Set if it has all others in it, so that it is not compared with them. */
  readonly isTotal?: boolean;
  /** Whether each period is. Others are not compared: they have fewer days. Left out: all are. */
  readonly isWhole?: readonly boolean[];
  /** Set if it is not listed. Others are compared with it all the same. */
  readonly isHidden?: boolean;
}

interface PeriodTableProps extends Shown {
  readonly caption: string;
  readonly corner: string;
  readonly rows: readonly PeriodRow[];
}

/** A cell is colored if it differs from the others of its column by more than random variation explains. All have as many days. */
export function PeriodTable({ caption, corner, rows, by, periods, isEstimate, sampleRate = 100 }: PeriodTableProps) {
  const judged = rows.map(({ returned, isTotal, isWhole: whole }) =>
    returned.slice(0, periods).map((cell, period) => {
      const { visitors = 0, returned: back = 0 } = cell ?? {};
      const isCompared = !isTotal && visitors >= VISITORS_MIN && whole?.[period] !== false;
      const part = isCompared ? sampleRate / 100 : 0;
      return { hits: back * part, trials: visitors * part, group: period };
    }),
  );
  const unusual = unusualShares(judged.flat().filter(({ trials }) => trials > 0));
  const cellsOf = ({ visitors, returned, isTotal = false }: PeriodRow, row: number): HeatCell[] => [
    { value: null, text: <Estimate isEstimate={isEstimate}>{formatCount(visitors)}</Estimate> },
    ...returned
      .slice(0, periods)
      .map((cell, period) => returnedCell(cell, !isTotal && !unusual.has(judged[row]![period]!))),
  ];
  return (
    <HeatTable
      {...{ caption, corner }}
      columns={[t('common.visitors'), ...periodNames(by, periods)]}
      rows={rows.flatMap((row, index) =>
        row.isHidden ? [] : [{ key: row.key, head: row.head, cells: cellsOf(row, index) }],
      )}
      isWide
    />
  );
}

/** All cohorts together. */
export function totalRow(key: string, cohorts: readonly Cohort[]): Omit<PeriodRow, 'head'> {
  return { key, ...sumOfCohorts(cohorts) };
}

/** A period that has not begun is empty. Of few visitors, the count says more than a share. */
function returnedCell(cell: Returned | null, isNoise: boolean): HeatCell {
  if (!cell || cell.visitors === 0) return { value: null, text: '' };
  const { visitors, returned } = cell;
  const title = t('retention.returnedOf', { part: formatCount(returned), whole: formatCount(visitors) });
  if (visitors < VISITORS_MIN) return { text: formatCount(returned), title };
  const counts = isSmall(visitors) ? `${formatCount(returned)}/${formatCount(visitors)}` : undefined;
  return { value: returned / visitors, text: formatShare(returned, visitors), counts, isNoise, title };
}

function cohortName(start: string, by: RetentionPeriod): string {
  return by === 'week' ? formatDay(start) : formatMonth(start);
}

function periodNames(by: RetentionPeriod, count: number): string[] {
  return Array.from({ length: count }, (_, number) => periodName(by, number, t));
}
