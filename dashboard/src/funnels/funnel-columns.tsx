// The columns of a funnel's tables.

import { isSmall, type Metrics } from '@funnel/report-files/metrics.ts';
import { type News, unusualShares } from '@funnel/report-files/noise.ts';
import type { FunnelReport, ReportedFunnelStep } from '../api/types.ts';
import { BarCell } from '../components/bar-cell.tsx';
import type { Column } from '../components/data-table.tsx';
import { Estimate } from '../components/estimate.tsx';
import { NumberDetail, numberColumn } from '../components/number-column.tsx';
import { DEFINITIONS } from '../format/definitions.ts';
import { DIMENSION_NAMES, valueName } from '../format/dimensions.ts';
import { formatDuration } from '../format/durations.ts';
import { reportedStepName } from '../format/funnels.ts';
import { formatCount, formatRate } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import type { Dimension } from '../routing/filters.ts';
import styles from './funnel-columns.module.css';

interface StepRow extends ReportedFunnelStep {
  /** The first step has position 1. */
  readonly position: number;
  /** What its changes are judged by. */
  readonly metrics: Metrics;
}

interface ReportContext {
  readonly report: FunnelReport;
  /** Which of the changes are news. Default: all of them. */
  readonly news?: News | undefined;
}

/** `sampleRate`: the part of the visitors that was counted, in percent. */
export function rowsOfSteps(steps: readonly ReportedFunnelStep[], sampleRate = 100): StepRow[] {
  return steps.map((step, index) => ({ ...step, position: index + 1, metrics: metricsOf(steps, index, sampleRate) }));
}

/** A step as metrics, so that one rule judges all changes: whoever takes it converts, as a part of the visitors of the first step. */
function metricsOf(steps: readonly ReportedFunnelStep[], index: number, sampleRate: number): Metrics {
  const { visitors, rate, previous, changes } = steps[index]!;
  const first = steps[0]!;
  const counted = (count: number) => (count * sampleRate) / 100;
  // The step itself may also count a day that is not over.
  const change = first.changes?.visitors ?? undefined;
  const started = change === undefined ? first.visitors : first.previous!.visitors * (1 + change / 100);
  const metrics = {
    ...{ views: counted(started), conversions: counted(visitors), conversion_rate: rate },
    ...(previous && {
      previous: { views: counted(first.previous!.visitors), conversions: counted(previous.visitors) },
    }),
    ...(changes && {
      changes:
        index === 0 ? { views: changes.visitors } : { conversions: changes.visitors, conversion_rate: changes.rate },
    }),
  };
  return metrics as unknown as Metrics;
}

/** The `metrics` that have changes. */
export const JUDGED_METRICS = ['views', 'conversions', 'conversion_rate'] as const;

export function stepColumns({ report, news }: ReportContext): Column<StepRow>[] {
  const isEstimate = report.sampled;
  const first = report.data.steps[0]?.visitors ?? 0;
  const name = ({ step }: StepRow) => reportedStepName(report.about, step);
  return [
    {
      name: 'name',
      label: t('common.step'),
      term: 'funnel',
      value: name,
      render: (row) => `${row.position}. ${name(row)}`,
    },
    numberColumn<StepRow>({
      name: 'visitors',
      term: 'funnel_visitors',
      label: t('common.visitors'),
      value: ({ visitors }) => visitors,
      isEstimate,
      change: ({ changes }) => changes?.visitors,
      isNews: ({ metrics, position }) => news?.(metrics, position === 1 ? 'views' : 'conversions'),
    }),
    numberColumn<StepRow>({
      name: 'rate',
      term: 'share_of_first_step',
      value: ({ rate }) => rate,
      format: formatRate,
      isEstimate,
      change: ({ changes }) => changes?.rate,
      isNews: ({ metrics }) => news?.(metrics, 'conversion_rate'),
      detail: ({ visitors, position }) =>
        position > 1 && isSmall(first)
          ? t('overview.partOfVisitors', { part: formatCount(visitors), whole: formatCount(first) })
          : undefined,
      isRate: true,
    }),
    // It has no change: there, a rise would look like good news.
    numberColumn<StepRow>({
      name: 'drop_off',
      term: 'drop_off',
      value: ({ drop_off, position }) => (position === 1 ? undefined : drop_off),
      format: formatRate,
      isEstimate,
    }),
    timeColumn(isEstimate),
  ];
}

function timeColumn(isEstimate: boolean): Column<StepRow> {
  return {
    name: 'median_seconds',
    label: DEFINITIONS.median_time.name,
    term: 'median_time',
    numeric: true,
    value: ({ seconds_since_step_before: time }) => time?.median,
    render: ({ seconds_since_step_before: time }) =>
      time ? (
        <>
          <Estimate isEstimate={isEstimate}>{formatDuration(time.median)}</Estimate>
          <NumberDetail>
            {t('funnels.halfTook', {
              from: formatDuration(time.lower_quartile),
              to: formatDuration(time.upper_quartile),
            })}
          </NumberDetail>
        </>
      ) : (
        '–'
      ),
  };
}

interface ValueRow {
  readonly value: string;
  readonly steps: readonly ReportedFunnelStep[];
}

/** A column for each step. */
export function valueColumns({ report }: ReportContext, dimension: Dimension): Column<ValueRow>[] {
  const values = report.data.breakdown?.values ?? [];
  return [
    {
      name: 'value',
      label: DIMENSION_NAMES[dimension],
      term: 'segment',
      value: ({ value }) => valueName({ dimension, value }),
    },
    ...report.data.steps.map(({ step: text }, index): Column<ValueRow> => {
      const others = otherThanOthers(report, values, index);
      return {
        name: `step_${index + 1}`,
        label: `${index + 1}. ${reportedStepName(report.about, text)}`,
        term: 'funnel_visitors',
        numeric: true,
        value: ({ steps }) => steps[index]?.visitors,
        render: (row) => <ReachedCell row={row} index={index} isEstimate={report.sampled} than={others.get(row)} />,
      };
    }),
  ];
}

/** A column for each value, side by side, and a row for each step. */
export function sideBySideColumns({ report }: ReportContext, values: readonly ValueRow[]): Column<StepRow>[] {
  const { dimension } = report.data.breakdown!;
  const others = report.data.steps.map((_, index) => otherThanOthers(report, values, index));
  return [
    {
      name: 'name',
      label: t('common.step'),
      term: 'funnel',
      value: ({ step }) => reportedStepName(report.about, step),
      render: ({ step, position }) => `${position}. ${reportedStepName(report.about, step)}`,
    },
    ...values.map(
      (row): Column<StepRow> => ({
        name: row.value,
        label: valueName({ dimension, value: row.value }),
        term: 'funnel_visitors',
        numeric: true,
        value: ({ position }) => row.steps[position - 1]?.visitors,
        render: ({ position }) => {
          const index = position - 1;
          return <ReachedCell {...{ row, index }} isEstimate={report.sampled} than={others[index]!.get(row)} />;
        },
      }),
    ),
  ];
}

/** The values of which another part reaches the step than of all others together, by more than random variation explains. */
function otherThanOthers(
  { sample_rate: sampleRate = 100 }: FunnelReport,
  values: readonly ValueRow[],
  index: number,
): ReadonlyMap<ValueRow, 'less' | 'more'> {
  const counted = (count = 0) => (count * sampleRate) / 100;
  const shares = values.map((row) => {
    return { row, hits: counted(row.steps[index]?.visitors), trials: counted(row.steps[0]?.visitors) };
  });
  const judged = shares.filter(({ trials }) => trials > 0 && !isSmall(trials));
  const sumOf = (name: 'hits' | 'trials') => judged.reduce((sum, share) => sum + share[name], 0);
  const average = sumOf('hits') / sumOf('trials');
  return new Map(
    Array.from(unusualShares(judged), ({ row, hits, trials }) => [row, hits / trials < average ? 'less' : 'more']),
  );
}

interface ReachedCellProps {
  readonly row: ValueRow;
  readonly index: number;
  readonly isEstimate: boolean;
  /** How it compares with all others, if that is news. */
  readonly than: 'less' | 'more' | undefined;
}

function ReachedCell({ row: { steps }, index, isEstimate, than }: ReachedCellProps) {
  const rate = steps[index]?.rate ?? 0;
  return (
    <BarCell share={rate / 100}>
      <Estimate isEstimate={isEstimate}>{formatCount(steps[index]?.visitors ?? 0)}</Estimate>
      {index > 0 && (
        <NumberDetail>
          <Estimate isEstimate={isEstimate}>{formatRate(rate)}</Estimate>
        </NumberDetail>
      )}
      {than === 'less' && <span className={styles.less}>↓ {t('funnels.lessThanOthers')}</span>}
      {than === 'more' && <span className={styles.more}>↑ {t('funnels.moreThanOthers')}</span>}
    </BarCell>
  );
}
