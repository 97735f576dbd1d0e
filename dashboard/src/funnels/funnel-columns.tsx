// The columns of a funnel's tables and CSV files.
import type { Catalog, FunnelReport, ReportedFunnelStep } from '../api/types.ts';
import type { Column } from '../components/data-table.tsx';
import { comparisonColumns } from '../components/metric-columns.ts';
import { numberColumn } from '../components/number-column.tsx';
import { DIMENSION_NAMES, valueName } from '../format/dimensions.ts';
import { formatDuration } from '../format/durations.ts';
import { writtenStepName } from '../format/funnels.ts';
import { formatCount, formatRate } from '../format/numbers.ts';
import type { Dimension } from '../routing/filters.ts';
import styles from './funnel-columns.module.css';

interface StepRow extends ReportedFunnelStep {
  /** From 1. */
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
  const mark = report.sampled ? '≈ ' : '';
  const name = ({ step }: StepRow) => writtenStepName(catalog, step);
  return [
    {
      name: 'name',
      label: 'Step',
      value: name,
      render: (row) => `${row.position}. ${name(row)}`,
    },
    { name: 'position', label: 'Position', value: ({ position }) => position, csvOnly: true },
    { name: 'step', label: 'Step', value: ({ step }) => step, csvOnly: true },
    numberColumn<StepRow>({
      name: 'visitors',
      label: 'Visitors',
      value: ({ visitors }) => visitors,
      format: (value) => mark + formatCount(value),
      change: ({ changes }) => changes?.visitors,
    }),
    numberColumn<StepRow>({
      name: 'rate',
      label: 'Of the first step',
      value: ({ rate }) => rate,
      format: (value) => mark + formatRate(value),
      change: ({ changes }) => changes?.rate,
    }),
    // Without its change: there, a rise would look like good news.
    numberColumn<StepRow>({
      name: 'drop_off',
      label: 'Drop-off',
      value: ({ drop_off }) => drop_off,
      format: (value, { position }) => (position === 1 ? '–' : mark + formatRate(value)),
    }),
    timeColumn(mark),
    ...(['lower_quartile', 'upper_quartile'] as const).map((quartile) => ({
      name: `${quartile}_seconds`,
      label: quartile,
      csvOnly: true,
      value: ({ seconds_since_step_before: time }: StepRow) => time?.[quartile],
    })),
    ...(['visitors', 'rate', 'drop_off'] as const).map((metric) => ({
      name: `${metric}_change`,
      label: metric,
      csvOnly: true,
      value: ({ changes }: StepRow) => changes?.[metric],
    })),
    ...comparisonColumns<StepRow>(report.timeframe),
    { name: 'within_minutes', label: 'Minutes', value: () => report.data.within_minutes, csvOnly: true },
    { name: 'sample_rate', label: 'Sample', value: () => report.sample_rate, csvOnly: true },
  ];
}

function timeColumn(mark: string): Column<StepRow> {
  return {
    name: 'median_seconds',
    label: 'Median time',
    numeric: true,
    value: ({ seconds_since_step_before: time }) => time?.median,
    render: ({ seconds_since_step_before: time }) =>
      time ? (
        <>
          {mark + formatDuration(time.median)}
          <span className={styles.below}>
            half of them {formatDuration(time.lower_quartile)} to {formatDuration(time.upper_quartile)}
          </span>
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
  const mark = report.sampled ? '≈ ' : '';
  return [
    {
      name: 'value',
      label: DIMENSION_NAMES[dimension],
      value: ({ value }) => value,
      render: ({ value }) => valueName({ dimension, value }),
    },
    ...report.data.steps.map(({ step: text }, index): Column<ValueRow> => {
      return {
        name: `step_${index + 1}`,
        label: `${index + 1}. ${writtenStepName(catalog, text)}`,
        numeric: true,
        value: ({ steps }) => steps[index]?.visitors,
        render: ({ steps }) => (
          <>
            {mark + formatCount(steps[index]?.visitors ?? 0)}
            {index > 0 && <span className={styles.below}>{mark + formatRate(steps[index]?.rate ?? 0)}</span>}
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
    { name: 'value', label: DIMENSION_NAMES[dimension], value: ({ value }) => value },
    { name: 'dimension', label: 'Dimension', value: () => dimension },
    ...stepColumns(context),
  ];
}
