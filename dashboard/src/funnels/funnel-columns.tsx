// The columns of a funnel's tables and CSV files.

import { RATE_DECIMALS } from '@funnel/report-files/file-columns.ts';
import type { Catalog, FunnelReport, ReportedFunnelStep } from '../api/types.ts';
import type { Column } from '../components/data-table.tsx';
import { Estimate } from '../components/estimate.tsx';
import { changeLabel, comparisonColumns } from '../components/metric-columns.ts';
import { NumberDetail, numberColumn } from '../components/number-column.tsx';
import { DEFINITIONS } from '../format/definitions.ts';
import { DIMENSION_NAMES, valueName } from '../format/dimensions.ts';
import { formatDuration } from '../format/durations.ts';
import { writtenStepName } from '../format/funnels.ts';
import { formatCount, formatRate } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import type { Dimension } from '../routing/filters.ts';

interface StepRow extends ReportedFunnelStep {
  /** The first step has position 1. */
  readonly position: number;
}

interface ReportContext {
  readonly report: FunnelReport;
  readonly catalog: Catalog | undefined;
}

export function rowsOfSteps(steps: readonly ReportedFunnelStep[]): StepRow[] {
  return steps.map((step, index) => ({ ...step, position: index + 1 }));
}

/** CSV files also have the quartiles, the changes and the days. */
export function stepColumns({ report, catalog }: ReportContext): Column<StepRow>[] {
  const isEstimate = report.sampled;
  const name = ({ step }: StepRow) => writtenStepName(catalog, step);
  return [
    {
      name: 'name',
      label: t('common.step'),
      term: 'funnel',
      value: name,
      render: (row) => `${row.position}. ${name(row)}`,
    },
    { name: 'position', label: t('common.position'), value: ({ position }) => position, csvOnly: true },
    { name: 'step', label: t('funnels.stepInApi'), value: ({ step }) => step, csvOnly: true },
    numberColumn<StepRow>({
      name: 'visitors',
      term: 'funnel_visitors',
      label: t('common.visitors'),
      value: ({ visitors }) => visitors,
      isEstimate,
      change: ({ changes }) => changes?.visitors,
    }),
    numberColumn<StepRow>({
      name: 'rate',
      term: 'share_of_first_step',
      value: ({ rate }) => rate,
      format: formatRate,
      decimals: RATE_DECIMALS,
      isEstimate,
      change: ({ changes }) => changes?.rate,
      isRate: true,
    }),
    // It has no change: there, a rise would look like good news.
    numberColumn<StepRow>({
      name: 'drop_off',
      term: 'drop_off',
      value: ({ drop_off, position }) => (position === 1 ? undefined : drop_off),
      format: formatRate,
      decimals: RATE_DECIMALS,
      isEstimate,
    }),
    timeColumn(isEstimate),
    ...Object.entries(QUARTILES).map(([quartile, label]) => ({
      name: `${quartile}_seconds`,
      label,
      csvOnly: true,
      value: ({ seconds_since_step_before: time }: StepRow) => time?.[quartile as keyof typeof QUARTILES],
    })),
    ...Object.entries(CHANGED).map(([metric, label]) => ({
      name: `${metric}_change`,
      label: changeLabel(label, metric !== 'visitors'),
      decimals: RATE_DECIMALS,
      csvOnly: true,
      value: ({ changes }: StepRow) => changes?.[metric as keyof typeof CHANGED],
    })),
    ...comparisonColumns<StepRow>(() => report.timeframe),
    {
      name: 'within_minutes',
      label: t('funnels.withinMinutes'),
      value: () => report.data.within_minutes,
      csvOnly: true,
    },
    { name: 'sample_rate', label: t('common.sampleInPercent'), value: () => report.sample_rate, csvOnly: true },
  ];
}

const QUARTILES = {
  lower_quartile: t('funnels.lowerQuartile'),
  upper_quartile: t('funnels.upperQuartile'),
} as const;

const CHANGED = {
  visitors: DEFINITIONS.visitors.name,
  rate: DEFINITIONS.share_of_first_step.name,
  drop_off: DEFINITIONS.drop_off.name,
} as const;

/** Files have seconds. */
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
export function valueColumns({ report, catalog }: ReportContext, dimension: Dimension): Column<ValueRow>[] {
  const isEstimate = report.sampled;
  return [
    {
      name: 'value',
      label: DIMENSION_NAMES[dimension],
      term: 'segment',
      value: ({ value }) => valueName({ dimension, value }),
    },
    ...report.data.steps.map(({ step: text }, index): Column<ValueRow> => {
      return {
        name: `step_${index + 1}`,
        label: `${index + 1}. ${writtenStepName(catalog, text)}`,
        term: 'funnel_visitors',
        numeric: true,
        value: ({ steps }) => steps[index]?.visitors,
        render: ({ steps }) => (
          <>
            <Estimate isEstimate={isEstimate}>{formatCount(steps[index]?.visitors ?? 0)}</Estimate>
            {index > 0 && (
              <NumberDetail>
                <Estimate isEstimate={isEstimate}>{formatRate(steps[index]?.rate ?? 0)}</Estimate>
              </NumberDetail>
            )}
          </>
        ),
      };
    }),
  ];
}

/** A row for each value and step. */
export function valueCsvColumns(
  context: ReportContext,
  dimension: Dimension,
): Column<StepRow & { readonly value: string }>[] {
  return [
    { name: 'value', label: DIMENSION_NAMES[dimension], value: ({ value }) => valueName({ dimension, value }) },
    { name: 'dimension', label: t('report.dimension'), value: () => DIMENSION_NAMES[dimension] },
    ...stepColumns(context),
  ];
}
