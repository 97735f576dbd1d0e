// The one or two metrics of a page's chart: how they are chosen, named and drawn.

import type { Metrics } from '@funnel/report-files/metrics.ts';
import { CHART_METRICS, type ChartMetric } from '@funnel/report-files/metrics.ts';
import type { GroupBy } from '../api/buckets.ts';
import type { RhythmReport } from '../api/types.ts';
import type { Band, LineChartData, Scale } from '../charts/lines.ts';
import { formatMetric, formatMetricCompact, hasSameUnit, metricLabel, metricTerm } from '../format/metric.ts';
import { rich, t } from '../language/t.ts';
import { changeParameters } from '../routing/router.tsx';
import type { CountType } from '../routing/view.ts';
import { Defined } from './defined.tsx';
import styles from './metrics-panel.module.css';

export interface ChartMetrics {
  readonly first: ChartMetric;
  readonly second: ChartMetric | undefined;
  /** The report of a website has no submissions. */
  readonly offered: readonly ChartMetric[];
  readonly countType: CountType;
  readonly currency: string;
}

/** What the URL has and the report does not is as if it were not there. */
export function chartMetrics(
  search: URLSearchParams,
  metrics: Metrics,
  { countType, currency }: Pick<ChartMetrics, 'countType' | 'currency'>,
): ChartMetrics {
  const offered = CHART_METRICS.filter((name) => metrics[name] !== undefined);
  const chosen = (parameter: string) => offered.find((name) => name === search.get(parameter));
  const first = chosen('metric') ?? 'views';
  const second = chosen('second_metric');
  return { first, second: second === first ? undefined : second, offered, countType, currency };
}

export function chooseMetric(name: ChartMetric): void {
  changeParameters({ metric: name === 'views' ? undefined : name });
}

interface ChartTitleProps {
  readonly shown: ChartMetrics;
  readonly by: GroupBy | 'hour';
}

export function ChartTitle({ shown: { first, second, countType }, by }: ChartTitleProps) {
  const term = (metric: ChartMetric) => <Defined term={metricTerm(metric, countType)} />;
  return (
    <h2>
      {second === undefined
        ? rich('charts.title', { first: term(first), unit: by })
        : rich('charts.titleOfTwo', { first: term(first), second: term(second), unit: by })}
    </h2>
  );
}

export function SecondMetric({ shown: { first, second, offered, countType } }: { readonly shown: ChartMetrics }) {
  return (
    <select
      aria-label={t('charts.secondMetric')}
      value={second ?? ''}
      onChange={({ target }) => changeParameters({ second_metric: target.value || undefined })}
    >
      <option value="">{t('charts.noSecondMetric')}</option>
      {offered
        .filter((name) => name !== first)
        .map((name) => (
          <option key={name} value={name}>
            {metricLabel(name, countType)}
          </option>
        ))}
    </select>
  );
}

interface ChartLegendProps {
  readonly shown: ChartMetrics;
  /** The days of the line, and of the one behind it. */
  readonly now: string;
  readonly before: string | undefined;
  /** Set if the chart has a band. */
  readonly hasBand?: boolean;
}

export function ChartLegend({ shown: { first, second, countType }, now, before, hasBand = false }: ChartLegendProps) {
  const name = metricLabel(first, countType);
  return (
    <p className={styles.legend}>
      <span className={styles.current}>{second ? t('charts.legend', { metric: name, days: now }) : now}</span>
      {second && (
        <span className={styles.second}>
          {hasSameUnit(first, second)
            ? metricLabel(second, countType)
            : t('charts.rightAxis', { metric: metricLabel(second, countType) })}
        </span>
      )}
      {before !== undefined && (
        <span className={styles.previous}>{second ? t('charts.legend', { metric: name, days: before }) : before}</span>
      )}
      {hasBand && <span className={styles.expected}>{t('charts.expected')}</span>}
    </p>
  );
}

/** What the buckets of a chart are expected to have, by their dates. undefined: nothing is known. */
export function bandOf(
  rhythm: RhythmReport['data'] | undefined,
  metric: ChartMetric,
  dates: readonly string[],
): Band | undefined {
  const points = new Map(rhythm?.points.map((point) => [point.date, point]));
  const band = dates.map((date) => {
    const usual = points.get(date)?.[metric as keyof RhythmPoint];
    return typeof usual === 'object' ? usual : undefined;
  });
  return band.some(Boolean) ? band : undefined;
}

type RhythmPoint = RhythmReport['data']['points'][number];

/** How the chart writes its values, and its second line. `valuesOf`: the value of each bucket. */
export function chartScales(
  { first, second, countType, currency }: ChartMetrics,
  valuesOf: (metric: ChartMetric) => LineChartData['current'],
): Pick<LineChartData, 'current' | 'scale' | 'second'> {
  const scaleOf = (metric: ChartMetric): Scale => ({
    name: metricLabel(metric, countType),
    hasFractions: metric === 'conversion_rate',
    format: (value) => formatMetric(metric, value, currency),
    formatShort: (value) => formatMetricCompact(metric, value, currency),
  });
  return {
    current: valuesOf(first),
    scale: scaleOf(first),
    ...(second && {
      second: { values: valuesOf(second), scale: scaleOf(second), hasOwnAxis: !hasSameUnit(first, second) },
    }),
  };
}
