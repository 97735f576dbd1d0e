// The metric columns that the tables of campaigns, steps and elements share.

import type { WithMetrics } from '@funnel/report-files/file-columns.ts';
import {
  changeOf,
  isRate,
  isSmall,
  type MetricName,
  SHOWN_METRICS,
  SHOWN_WITH_CHANGE,
} from '@funnel/report-files/metrics.ts';
import type { News } from '@funnel/report-files/noise.ts';
import { formatMetric, metricDetail, metricTerm } from '../format/metric.ts';
import type { CountType } from '../routing/view.ts';
import type { Column } from './data-table.tsx';
import { numberColumn } from './number-column.tsx';

export interface MetricColumnsOptions {
  readonly currency: string;
  readonly countType: CountType;
  readonly sortable?: readonly string[];
  /** The columns of the table, and those with their change. */
  readonly shown?: readonly MetricName[];
  readonly shownWithChange?: readonly MetricName[];
  /** Which of the changes are news. Default: all of them. */
  readonly news?: News;
  /** Whether the numbers come from a sample. */
  readonly isEstimate?: boolean;
}

export function metricColumns<Row extends WithMetrics>({
  currency,
  countType,
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
  return shown.map(tableColumn);
}
