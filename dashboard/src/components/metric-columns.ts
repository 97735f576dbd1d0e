// The metric columns that the tables of campaigns, steps and elements share.

import {
  currencyFileColumn,
  type DayWords,
  dayFileColumns,
  decimalsOf,
  type MetricWords,
  metricFileColumns,
  type WithMetrics,
} from '@funnel/report-files/file-columns.ts';
import {
  changeOf,
  isRate,
  isSmall,
  type MetricName,
  SHOWN_METRICS,
  SHOWN_WITH_CHANGE,
} from '@funnel/report-files/metrics.ts';
import type { News } from '@funnel/report-files/noise.ts';
import { previousRangeOf, rangeOf } from '@funnel/report-files/timeframe.ts';
import type { TimeframeBlock } from '../api/types.ts';
import { formatMetric, metricDetail, metricLabel, metricTerm } from '../format/metric.ts';
import { t } from '../language/t.ts';
import type { CountType } from '../routing/view.ts';
import type { Column } from './data-table.tsx';
import { numberColumn } from './number-column.tsx';

export interface MetricColumnsOptions {
  readonly currency: string;
  readonly countType: CountType;
  /** The report's, for CSV files. */
  readonly timeframe: TimeframeBlock | undefined;
  readonly sortable?: readonly string[];
  /** The columns of the table, and those with their change. */
  readonly shown?: readonly MetricName[];
  readonly shownWithChange?: readonly MetricName[];
  /** Which of the changes are news. Default: all of them. */
  readonly news?: News;
  /** Set if the numbers come from a sample. */
  readonly isEstimate?: boolean;
}

/** CSV files contain every metric, its change if periods are compared, and which these are. */
export function metricColumns<Row extends WithMetrics>({
  currency,
  countType,
  timeframe,
  sortable = [],
  shown = SHOWN_METRICS,
  shownWithChange = SHOWN_WITH_CHANGE,
  news,
  isEstimate = false,
}: MetricColumnsOptions): Column<Row>[] {
  const tableColumn = (name: MetricName) =>
    numberColumn<Row>({
      name,
      term: metricTerm(name, countType),
      sortable: sortable.includes(name),
      value: ({ metrics }) => metrics[name],
      decimals: decimalsOf(name, currency),
      isRate: isRate(name),
      format: (value) => formatMetric(name, value, currency),
      isEstimate,
      ...(shownWithChange.includes(name) && {
        change: ({ metrics }) => changeOf(metrics, name),
        isNews: ({ metrics }) => news?.(metrics, name),
      }),
      ...(name === 'conversion_rate' && {
        detail: ({ metrics }) =>
          isSmall(metrics.views) ? metricDetail(name, metrics, currency, countType) : undefined,
      }),
    });
  return [
    ...shown.map(tableColumn),
    ...metricFileColumns<Row>(metricWords(countType), currency, shown)
      .slice(shown.length)
      .map((column) => ({ ...column, csvOnly: true })),
    ...comparisonColumns<Row>(() => timeframe),
  ];
}

/** CSV files with money have this column. */
export function currencyColumn<Row>(currency: string): Column<Row> {
  return { ...currencyFileColumn<Row>(t('common.currency'), currency), csvOnly: true };
}

/** The columns of CSV files that have the days of the numbers, those that are in the changes, and the days that they are compared with. */
export function comparisonColumns<Row>(timeframeOf: (row: Row) => TimeframeBlock | undefined): Column<Row>[] {
  const columns = dayFileColumns<Row>(DAY_WORDS, (row) => {
    const timeframe = timeframeOf(row);
    return {
      range: timeframe && rangeOf(timeframe),
      previous: timeframe && previousRangeOf(timeframe),
      comparedThrough: timeframe?.comparedThrough,
      comparedUntil: timeframe?.comparedUntil,
    };
  });
  return columns.map((column) => ({ ...column, csvOnly: true }));
}

const DAY_WORDS: DayWords = {
  firstDay: t('report.firstDay'),
  lastDay: t('report.lastDay'),
  lastDayCompared: t('report.lastDayCompared'),
  comparedFirstDay: t('report.comparedFirstDay'),
  comparedLastDay: t('report.comparedLastDay'),
  comparedUntil: t('report.comparedUntil'),
};

function metricWords(countType: CountType): MetricWords {
  return { metric: (name) => metricLabel(name, countType), change: changeLabel, currency: t('common.currency') };
}

/** The head of a column in a CSV file with the changes of another column. */
export function changeLabel(label: string, ofRate = false): string {
  return ofRate
    ? t('report.relativeChangeInPercent', { metric: label })
    : t('report.changeInPercent', { metric: label });
}

/** The head of a column in a CSV file with what another column is compared with. */
export function comparedLabel(label: string): string {
  return t('report.comparedColumn', { column: label });
}
