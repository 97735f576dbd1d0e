// The heart of a report's page: the headline metrics as tiles, and the chosen one over time.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { changeParameters, useAddress, useView } from '../address/router.tsx';
import { type CountType, effectiveCountType } from '../address/view.ts';
import {
  changeOf,
  type Metrics,
  type Point,
  type SeriesMetricName,
  type TimeframeBlock,
  type Website,
} from '../api/answers.ts';
import { useApi } from '../api/context.tsx';
import { defaultGroupBy, isTooFine, previousRangeOf, rangeOf, type SeriesSubject, seriesQuery } from '../api/series.ts';
import { GROUP_BYS, type GroupBy } from '../api/split-range.ts';
import type { LineChartData } from '../charts/line-options.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import { useTheme } from '../controls/theme.tsx';
import { CountExplanation } from '../controls/view-controls.tsx';
import { type DayRange, formatDay, formatMonth, formatRange, formatShortDay, formatWeekday } from '../format/dates.ts';
import { formatMetric, formatMetricCompact, isMetricName, METRICS, metricLabel } from '../format/metric.ts';
import { ChangeChip } from './change-chip.tsx';
import { CsvButton } from './csv-button.tsx';
import { type Column, DataTable, tableFile } from './data-table.tsx';
import { Segmented } from './segmented.tsx';
import { ErrorState, Skeleton } from './states.tsx';

const LineCanvas = lazy(() => import('../charts/line-canvas.tsx'));

interface MetricsPanelProps {
  readonly subject: SeriesSubject;
  /** Becomes part of the names of files. */
  readonly name: string;
  readonly metrics: Metrics;
  readonly website: Website;
  readonly timeframe: TimeframeBlock;
  /** While another window's answer is still shown. */
  readonly stale: boolean;
}

export function MetricsPanel({ subject, name, metrics, website, timeframe, stale }: MetricsPanelProps) {
  const api = useApi();
  const view = useView();
  const { search } = useAddress();
  const range = rangeOf(timeframe);
  const previousRange = previousRangeOf(timeframe);
  const groupBy = chosenGroupBy(search.get('group_by'), range);
  const countType = effectiveCountType(view);
  const chosen = chosenMetric(search.get('metric'), metrics);
  const series = useQuery(seriesQuery(api, subject, range, groupBy, countType));
  const previous = useQuery({
    ...seriesQuery(api, subject, previousRange ?? range, groupBy, countType),
    enabled: previousRange !== undefined,
  });
  const points = series.data ?? [];
  return (
    <section className="card metrics-panel" aria-label="Headline metrics" aria-busy={stale || series.isFetching}>
      <Tiles metrics={metrics} points={points} chosen={chosen} currency={website.currency} countType={countType} />
      <div className="chart-head">
        <div>
          <h2>
            {metricLabel(chosen)} by {groupBy}
          </h2>
          <Legend range={range} previousRange={previousRange} />
        </div>
        <div className="card-actions">
          <GroupBySwitch groupBy={groupBy} range={range} />
          <CsvButton
            name={`${name} by ${groupBy} ${range.start} to ${range.end}`}
            label="the series"
            file={() => tableFile(pointColumns(website.currency), points)}
          />
        </div>
      </div>
      {series.isError ? (
        <ErrorState error={series.error} onRetry={() => series.refetch()} />
      ) : (
        <Chart
          points={points}
          previous={previousRange && previous.data}
          metric={chosen}
          groupBy={groupBy}
          range={range}
          currency={website.currency}
        />
      )}
      <CountExplanation />
      <details className="as-table">
        <summary>Show as a table</summary>
        <DataTable
          caption={`All metrics by ${groupBy}`}
          columns={pointColumns(website.currency)}
          rows={points}
          keyOf={(point) => point.date}
        />
      </details>
    </section>
  );
}

function chosenGroupBy(text: string | null, range: DayRange): GroupBy {
  const groupBy = GROUP_BYS.find((name) => name === text) ?? defaultGroupBy(range);
  return isTooFine(groupBy, range) ? defaultGroupBy(range) : groupBy;
}

/** The website report has no submissions. */
function chosenMetric(text: string | null, metrics: Metrics): SeriesMetricName {
  return isMetricName(text) && metrics[text] !== undefined ? text : 'views';
}

interface TilesProps {
  readonly metrics: Metrics;
  readonly points: readonly Point[];
  readonly chosen: SeriesMetricName;
  readonly currency: string;
  readonly countType: CountType;
}

function Tiles({ metrics, points, chosen, currency, countType }: TilesProps) {
  const shown = METRICS.filter(({ name }) => metrics[name] !== undefined);
  return (
    <div className="tiles">
      {shown.map(({ name, label, detail }) => (
        <button
          key={name}
          type="button"
          className="tile"
          data-metric={name}
          aria-pressed={name === chosen}
          onClick={() => changeParameters({ metric: name === 'views' ? undefined : name })}
        >
          <span className="tile-label">{label}</span>
          <span className="tile-value">{formatMetric(name, metrics[name] ?? 0, currency)}</span>
          <ChangeChip change={changeOf(metrics, name)} value={metrics[name] ?? 0} />
          <span className="tile-detail">{detail?.(metrics, currency, countType)}</span>
          <Sparkline values={points.map((point) => point[name])} />
        </button>
      ))}
    </div>
  );
}

function Legend({ range, previousRange }: { readonly range: DayRange; readonly previousRange: DayRange | undefined }) {
  return (
    <p className="legend">
      <span className="legend-item legend-current">{formatRange(range)}</span>
      {previousRange && <span className="legend-item legend-previous">{formatRange(previousRange)}</span>}
    </p>
  );
}

const GROUP_BY_LABELS: Readonly<Record<GroupBy, string>> = { day: 'Day', week: 'Week', month: 'Month' };

function GroupBySwitch({ groupBy, range }: { readonly groupBy: GroupBy; readonly range: DayRange }) {
  return (
    <Segmented
      label="Points by"
      options={GROUP_BYS.map((value) => ({
        value,
        label: GROUP_BY_LABELS[value],
        disabled: isTooFine(value, range),
      }))}
      value={groupBy}
      onChange={(value) => changeParameters({ group_by: value })}
    />
  );
}

interface ChartProps {
  readonly points: readonly Point[];
  readonly previous: readonly Point[] | undefined;
  readonly metric: SeriesMetricName;
  readonly groupBy: GroupBy;
  readonly range: DayRange;
  readonly currency: string;
}

function Chart({ points, previous, metric, groupBy, range, currency }: ChartProps) {
  const theme = useTheme();
  const { end } = range;
  const data = useMemo<LineChartData>(
    () => ({
      labels: points.map(({ date }) => (groupBy === 'month' ? formatMonth(date) : formatShortDay(date))),
      longLabels: points.map(({ date }) => bucketName(date, groupBy)),
      current: points.map((point) => point[metric]),
      previous: previous?.map((point) => point[metric]),
      lastIsPartial: end >= new Date().toISOString().slice(0, 10),
      format: (value) => formatMetric(metric, value, currency),
      formatShort: (value) => formatMetricCompact(metric, value, currency),
    }),
    [points, previous, metric, groupBy, end, currency],
  );
  return (
    <div className="chart">
      <Suspense fallback={<Skeleton lines={1} tall />}>
        {points.length === 0 ? <Skeleton lines={1} tall /> : <LineCanvas key={theme} data={data} />}
      </Suspense>
    </div>
  );
}

function bucketName(date: string, groupBy: GroupBy): string {
  if (groupBy === 'day') return formatWeekday(date);
  return groupBy === 'week' ? `Week of ${formatDay(date)}` : formatMonth(date);
}

function pointColumns(currency: string): Column<Point>[] {
  return [
    { name: 'date', label: 'Date', value: ({ date }) => date, render: ({ date }) => formatDay(date) },
    ...METRICS.map(({ name, label }) => ({
      name,
      label,
      numeric: true,
      value: (point: Point) => point[name],
      render: (point: Point) => formatMetric(name, point[name], currency),
    })),
  ];
}
