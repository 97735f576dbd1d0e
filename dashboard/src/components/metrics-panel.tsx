// The main part of a report page: the headline metrics as tiles, and the chosen one over time.
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { lazy, Suspense, useMemo } from 'react';
import { defaultGroupBy, GROUP_BYS, type GroupBy, isTooFine } from '../api/buckets.ts';
import { useApi } from '../api/context.tsx';
import { previousRangeOf, rangeOf, type SeriesSubject, seriesQuery } from '../api/series.ts';
import {
  changeOf,
  type Metrics,
  type Point,
  type SeriesMetricName,
  type TimeframeBlock,
  type Website,
} from '../api/types.ts';
import type { LineChartData } from '../charts/line-options.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import { useTheme } from '../controls/theme.tsx';
import { type DayRange, formatDay, formatMonth, formatRange, formatShortDay, formatWeekday } from '../format/dates.ts';
import {
  formatMetric,
  formatMetricCompact,
  isSeriesMetric,
  METRIC_LABELS,
  metricDetail,
  SERIES_METRICS,
} from '../format/metric.ts';
import { changeParameters, useQueryParameters, useView } from '../routing/router.tsx';
import { type CountType, effectiveCountType } from '../routing/view.ts';
import { CardActions, PlainCard } from './card.tsx';
import { CsvButton } from './csv-button.tsx';
import { type Column, DataTable, tableCsv } from './data-table.tsx';
import { Disclosure } from './disclosure.tsx';
import styles from './metrics-panel.module.css';
import { numberColumn } from './number-column.tsx';
import { Segmented } from './segmented.tsx';
import { ErrorState, Skeleton } from './states.tsx';
import { Tile, Tiles } from './tile.tsx';

const LineCanvas = lazy(() => import('../charts/line-canvas.tsx'));

interface MetricsPanelProps {
  readonly subject: SeriesSubject;
  /** Becomes part of file names. */
  readonly name: string;
  readonly metrics: Metrics;
  readonly website: Website;
  readonly timeframe: TimeframeBlock;
  /** Set while the previous response is still shown. */
  readonly stale: boolean;
}

export function MetricsPanel({ subject, name, metrics, website, timeframe, stale }: MetricsPanelProps) {
  const api = useApi();
  const view = useView();
  const search = useQueryParameters();
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
    <PlainCard label="Headline metrics" stale={stale || series.isFetching}>
      <MetricTiles
        metrics={metrics}
        points={points}
        chosen={chosen}
        currency={website.currency}
        countType={countType}
      />
      <div className={styles.head}>
        <div>
          <h2>
            {METRIC_LABELS[chosen]} by {groupBy}
          </h2>
          <Legend range={range} previousRange={previousRange} />
        </div>
        <CardActions>
          <GroupBySwitch groupBy={groupBy} range={range} />
          <CsvButton
            name={`${name} by ${groupBy} ${range.start} to ${range.end}`}
            label="the series"
            file={() => tableCsv(pointColumns(website.currency), points)}
          />
        </CardActions>
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
      <p className={clsx('hint', styles.explanation)}>{countTypeExplanation(countType)}</p>
      <Disclosure summary="Show as table" inset>
        <DataTable
          caption={`All metrics by ${groupBy}`}
          columns={pointColumns(website.currency)}
          rows={points}
          keyOf={(point) => point.date}
          compact
        />
      </Disclosure>
    </PlainCard>
  );
}

function chosenGroupBy(name: string | null, range: DayRange): GroupBy {
  const groupBy = GROUP_BYS.find((known) => known === name) ?? defaultGroupBy(range);
  return isTooFine(groupBy, range) ? defaultGroupBy(range) : groupBy;
}

/** The website report has no submissions. */
function chosenMetric(name: string | null, metrics: Metrics): SeriesMetricName {
  return isSeriesMetric(name) && metrics[name] !== undefined ? name : 'views';
}

function countTypeExplanation(countType: CountType): string {
  return countType === 'distinct'
    ? 'Unique: each visitor counts once in the whole period, so the days add up to more than the total.'
    : 'Total: every event counts, so one visitor can count many times and the days add up to the total.';
}

interface MetricTilesProps {
  readonly metrics: Metrics;
  readonly points: readonly Point[];
  readonly chosen: SeriesMetricName;
  readonly currency: string;
  readonly countType: CountType;
}

function MetricTiles({ metrics, points, chosen, currency, countType }: MetricTilesProps) {
  const shown = SERIES_METRICS.filter((name) => metrics[name] !== undefined);
  return (
    <Tiles above>
      {shown.map((name) => (
        <Tile
          key={name}
          metric={name}
          label={METRIC_LABELS[name]}
          value={formatMetric(name, metrics[name] ?? 0, currency)}
          change={{ percent: changeOf(metrics, name), of: metrics[name] ?? 0 }}
          detail={metricDetail(name, metrics, currency, countType)}
          selected={name === chosen}
          onSelect={() => changeParameters({ metric: name === 'views' ? undefined : name })}
        >
          <Sparkline values={points.map((point) => point[name])} />
        </Tile>
      ))}
    </Tiles>
  );
}

function Legend({ range, previousRange }: { readonly range: DayRange; readonly previousRange: DayRange | undefined }) {
  return (
    <p className={styles.legend}>
      <span className={styles.current}>{formatRange(range)}</span>
      {previousRange && <span className={styles.previous}>{formatRange(previousRange)}</span>}
    </p>
  );
}

const GROUP_BY_LABELS: Readonly<Record<GroupBy, string>> = { day: 'Day', week: 'Week', month: 'Month' };

function GroupBySwitch({ groupBy, range }: { readonly groupBy: GroupBy; readonly range: DayRange }) {
  return (
    <Segmented
      label="Group by"
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
    <div className={styles.chart}>
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
    ...SERIES_METRICS.map((name) =>
      numberColumn<Point>({
        name,
        label: METRIC_LABELS[name],
        value: (point) => point[name],
        format: (value) => formatMetric(name, value, currency),
      }),
    ),
  ];
}
