// Who comes back: a heat map with a row for each cohort, or for each value, and a column for each week or month after the first event.

import type { RetentionReport } from '../api/types.ts';
import type { Column } from '../components/data-table.tsx';
import { Estimate } from '../components/estimate.tsx';
import { type HeatCell, type HeatRow, HeatTable } from '../components/heat-table.tsx';
import { formatDay, formatMonth } from '../format/dates.ts';
import { EVENT_NAMES } from '../format/funnels.ts';
import { formatCount, formatShare } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import type { RetentionPeriod } from '../routing/offered-values.ts';
import { type Cohort, type Returned, returnedOf, sumOfCohorts, VISITORS_MIN } from './cohorts.ts';

interface Shown {
  readonly by: RetentionPeriod;
  /** How many columns there are: the period of the first event, and later ones. */
  readonly periods: number;
  readonly isEstimate: boolean;
}

interface CohortTableProps extends Shown {
  readonly caption: string;
  readonly cohorts: readonly Cohort[];
}

export function CohortTable({ caption, cohorts, ...shown }: CohortTableProps) {
  const rows = cohorts.map((cohort) => rowOf(cohort.start, cohort.visitors, returnedOf(cohort), shown));
  return (
    <PeriodTable
      caption={caption}
      corner={t('retention.firstIn', { by: shown.by })}
      rows={[
        ...rows.map(({ key, cells }) => ({ key, head: cohortName(key, shown.by), cells })),
        ...(cohorts.length > 1 ? [{ ...totalRow('all', cohorts, shown), head: t('retention.allCohorts') }] : []),
      ]}
      {...shown}
    />
  );
}

interface PeriodTableProps extends Shown {
  readonly caption: string;
  readonly corner: string;
  readonly rows: readonly HeatRow[];
}

export function PeriodTable({ caption, corner, rows, by, periods }: PeriodTableProps) {
  const columns = [t('common.visitors'), ...periodNames(by, periods)];
  return <HeatTable caption={caption} corner={corner} columns={columns} rows={rows} isWide />;
}

/** All cohorts together. */
export function totalRow(key: string, cohorts: readonly Cohort[], shown: Shown): Omit<HeatRow, 'head'> {
  const { visitors, returned } = sumOfCohorts(cohorts);
  return rowOf(key, visitors, returned, shown);
}

function rowOf(
  key: string,
  visitors: number,
  returned: readonly (Returned | null)[],
  { periods, isEstimate }: Shown,
): Omit<HeatRow, 'head'> {
  const size: HeatCell = { value: null, text: <Estimate isEstimate={isEstimate}>{formatCount(visitors)}</Estimate> };
  return { key, cells: [size, ...returned.slice(0, periods).map(returnedCell)] };
}

/** A period that has not begun is empty. Of few visitors, the count says more than a share. */
function returnedCell(cell: Returned | null): HeatCell {
  if (!cell || cell.visitors === 0) return { value: null, text: '' };
  const { visitors, returned } = cell;
  const title = t('retention.returnedOf', { part: formatCount(returned), whole: formatCount(visitors) });
  if (visitors < VISITORS_MIN) return { text: formatCount(returned), title };
  return { value: returned / visitors, text: formatShare(returned, visitors), title };
}

function cohortName(start: string, by: RetentionPeriod): string {
  return by === 'week' ? formatDay(start) : formatMonth(start);
}

function periodNames(by: RetentionPeriod, count: number): string[] {
  return Array.from({ length: count }, (_, number) =>
    number === 0 ? t('retention.samePeriod', { by }) : t('retention.laterPeriod', { by, number: formatCount(number) }),
  );
}

/** Files have counts, of cohorts of any size. */
export function cohortCsvColumns<Row extends Cohort>(
  { data: { by, first, then }, sample_rate }: RetentionReport,
  periods: number,
): Column<Row>[] {
  return [
    { name: 'start', label: t('retention.firstIn', { by }), value: ({ start }) => start },
    { name: 'visitors', label: t('common.visitors'), value: ({ visitors }) => visitors },
    ...periodNames(by, periods).map((label, period) => ({
      name: `returned_${period}`,
      label,
      value: ({ returned }: Row) => returned[period],
    })),
    { name: 'first', label: t('retention.beginWith'), value: () => EVENT_NAMES[first] },
    { name: 'then', label: t('retention.comeBackWith'), value: () => EVENT_NAMES[then] },
    { name: 'sample_rate', label: t('common.sampleInPercent'), value: () => sample_rate },
  ];
}
