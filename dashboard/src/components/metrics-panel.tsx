// The main part of a report page: the headline metrics as tiles, and the chosen one over time.
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import {
  defaultGroupBy,
  GROUP_BYS,
  type GroupBy,
  isTooFine,
  type PartialBucket,
  partialBucket,
  placeOfDay,
  wholeOnes,
} from '../api/buckets.ts';
import { useApi } from '../api/context.tsx';
import { type SeriesSubject, seriesQuery } from '../api/series.ts';
import { previousRangeOf, rangeOf } from '../api/timeframe.ts';
import {
  changeOf,
  type Metrics,
  type Point,
  type SeriesMetricName,
  type TimeframeBlock,
  type Website,
} from '../api/types.ts';
import { LineChart } from '../charts/line-chart.tsx';
import type { LineChartData } from '../charts/lines.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import { SAMPLE_NOTE_ID } from '../controls/filter-chips.tsx';
import {
  countDays,
  type DayRange,
  formatDay,
  formatMonth,
  formatRange,
  formatShortDay,
  formatWeekday,
  todayIn,
} from '../format/dates.ts';
import {
  formatMetric,
  formatMetricCompact,
  isSeriesMetric,
  metricDetail,
  metricLabel,
  SERIES_METRICS,
} from '../format/metric.ts';
import { changeParameters, useQueryParameters, useView } from '../routing/router.tsx';
import { type CountType, effectiveCountType } from '../routing/view.ts';
import { CardActions, PlainCard } from './card.tsx';
import { CsvButton } from './csv-button.tsx';
import { type Column, DataTable, tableCsv } from './data-table.tsx';
import { Disclosure } from './disclosure.tsx';
import { HoursOfDay } from './hours-of-day.tsx';
import styles from './metrics-panel.module.css';
import { numberColumn } from './number-column.tsx';
import { RowDetail } from './row-name.tsx';
import { Segmented } from './segmented.tsx';
import { ErrorState, Skeleton } from './states.tsx';
import { Tile, Tiles } from './tile.tsx';

interface MetricsPanelProps {
  readonly subject: SeriesSubject;
  /** Becomes part of file names. */
  readonly name: string;
  readonly metrics: Metrics;
  readonly website: Website;
  readonly timeframe: TimeframeBlock;
  /** Set while the previous response is still shown. */
  readonly stale: boolean;
  /** Set if the numbers come from a sample. */
  readonly isEstimate: boolean;
}

export function MetricsPanel({ subject, name, metrics, website, timeframe, stale, isEstimate }: MetricsPanelProps) {
  const api = useApi();
  const view = useView();
  const search = useQueryParameters();
  const range = rangeOf(timeframe);
  const previousRange = previousRangeOf(timeframe);
  const today = todayIn(timeframe.timezone);
  const groupBy = chosenGroupBy(search.get('group_by'), range);
  const countType = effectiveCountType(view);
  const chosen = chosenMetric(search.get('metric'), metrics);
  const options = { groupBy, countType, filters: view.filters };
  const series = useQuery(seriesQuery(api, subject, range, options));
  const previous = useQuery({
    ...seriesQuery(api, subject, previousRange ?? range, options),
    enabled: previousRange !== undefined,
  });
  const buckets = bucketsOf(series.data ?? [], range, groupBy, today);
  const previousBuckets = previousRange && previous.data && bucketsOf(previous.data, previousRange, groupBy, today);
  const zoneChangedOn = timeframe.timezone_changed_on;
  const dates = buckets.map(({ point }) => point.date);
  const markedPlace = zoneChangedOn === undefined ? undefined : placeOfDay(dates, range, zoneChangedOn);
  const columns = bucketColumns(buckets, previousBuckets, website.currency, countType);
  const overTime = (
    <>
      <div className={styles.head}>
        <div>
          <h2>
            {metricLabel(chosen, countType)} by {groupBy}
          </h2>
          <Legend range={range} previousRange={previousRange} />
        </div>
        <CardActions>
          <GroupBySwitch groupBy={groupBy} range={range} />
          <CsvButton
            name={`${name} by ${groupBy} ${range.start} to ${range.end}`}
            label="the series"
            file={() => tableCsv(columns, buckets)}
          />
        </CardActions>
      </div>
      {series.isError ? (
        <ErrorState error={series.error} onRetry={() => series.refetch()} />
      ) : (
        <Chart
          buckets={buckets}
          previous={previousBuckets}
          metric={chosen}
          groupBy={groupBy}
          currency={website.currency}
          markedPlace={markedPlace}
        />
      )}
      <p className={clsx('hint', styles.explanation)}>
        {countTypeExplanation(countType, groupBy)} {partialExplanation(buckets, groupBy)}
        {markedPlace !== undefined && ` Vertical line: the time zone was changed on ${formatDay(zoneChangedOn!)}.`}
      </p>
      <Disclosure summary="Show as table" inset>
        <DataTable
          caption={`All metrics by ${groupBy}`}
          columns={columns}
          rows={buckets}
          keyOf={({ point }) => point.date}
          compact
        />
      </Disclosure>
    </>
  );
  return (
    <PlainCard label="Headline metrics" stale={stale || series.isFetching}>
      <MetricTiles
        metrics={metrics}
        buckets={buckets}
        chosen={chosen}
        currency={website.currency}
        countType={countType}
        isEstimate={isEstimate}
      />
      {countDays(range) === 1 ? (
        <HoursOfDay subject={subject} name={name} day={range.start} metric={chosen} currency={website.currency}>
          {overTime}
        </HoursOfDay>
      ) : (
        overTime
      )}
    </PlainCard>
  );
}

/** A point of the series, and what is missing in it if it is not whole. */
interface Bucket {
  readonly point: Point;
  readonly partial: PartialBucket | undefined;
}

function bucketsOf(points: readonly Point[], range: DayRange, groupBy: GroupBy, today: string): Bucket[] {
  return points.map((point) => ({ point, partial: partialBucket(point.date, groupBy, range, today) }));
}

function chosenGroupBy(name: string | null, range: DayRange): GroupBy {
  const groupBy = GROUP_BYS.find((known) => known === name) ?? defaultGroupBy(range);
  return isTooFine(groupBy, range) ? defaultGroupBy(range) : groupBy;
}

/** The website report has no submissions. */
function chosenMetric(name: string | null, metrics: Metrics): SeriesMetricName {
  return isSeriesMetric(name) && metrics[name] !== undefined ? name : 'views';
}

function countTypeExplanation(countType: CountType, groupBy: GroupBy): string {
  return countType === 'distinct'
    ? `Unique: each visitor counts once in the whole period, so the ${groupBy}s add up to more than the total.`
    : `Total: every event counts, so one visitor can count many times and the ${groupBy}s add up to the total.`;
}

/** Today is always partial, and everybody knows. */
function partialExplanation(buckets: readonly Bucket[], groupBy: GroupBy): string {
  if (groupBy === 'day' || !buckets.some(({ partial }) => partial)) return '';
  return `Dotted: only a part of that ${groupBy} is in the period, or over.`;
}

function partialText({ days, isRunning }: PartialBucket): string {
  return isRunning ? 'so far' : `only ${formatRange(days)}`;
}

interface MetricTilesProps {
  readonly metrics: Metrics;
  readonly buckets: readonly Bucket[];
  readonly chosen: SeriesMetricName;
  readonly currency: string;
  readonly countType: CountType;
  readonly isEstimate: boolean;
}

function MetricTiles({ metrics, buckets, chosen, currency, countType, isEstimate }: MetricTilesProps) {
  const shown = SERIES_METRICS.filter((name) => metrics[name] !== undefined);
  const whole = wholeOnes(buckets, (index) => !buckets[index]!.partial);
  return (
    <Tiles above>
      {shown.map((name) => (
        <Tile
          key={name}
          metric={name}
          label={metricLabel(name, countType)}
          value={formatMetric(name, metrics[name] ?? 0, currency)}
          {...(isEstimate && { approximate: SAMPLE_NOTE_ID })}
          change={{ percent: changeOf(metrics, name), of: metrics[name] ?? 0 }}
          detail={metricDetail(name, metrics, currency, countType)}
          selected={name === chosen}
          onSelect={() => changeParameters({ metric: name === 'views' ? undefined : name })}
        >
          <Sparkline values={whole.map(({ point }) => point[name])} />
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
  readonly buckets: readonly Bucket[];
  readonly previous: readonly Bucket[] | undefined;
  readonly metric: SeriesMetricName;
  readonly groupBy: GroupBy;
  readonly currency: string;
  readonly markedPlace: number | undefined;
}

function Chart({ buckets, previous, metric, groupBy, currency, markedPlace }: ChartProps) {
  const data: LineChartData = {
    labels: buckets.map(({ point }) => (groupBy === 'month' ? formatMonth(point.date) : formatShortDay(point.date))),
    longLabels: buckets.map(({ point }) => bucketName(point.date, groupBy)),
    current: buckets.map(({ point }) => point[metric]),
    partial: buckets.map(({ partial }) => partial && partialText(partial)),
    previous: previous?.map(({ point, partial }) => ({
      label: bucketName(point.date, groupBy) + (partial ? ` (${partialText(partial)})` : ''),
      value: point[metric],
      isPartial: partial !== undefined,
    })),
    markedPlace,
    format: (value) => formatMetric(metric, value, currency),
    formatShort: (value) => formatMetricCompact(metric, value, currency),
  };
  return (
    <div className={styles.chart}>{buckets.length === 0 ? <Skeleton lines={1} tall /> : <LineChart data={data} />}</div>
  );
}

function bucketName(date: string, groupBy: GroupBy): string {
  if (groupBy === 'day') return formatWeekday(date);
  return groupBy === 'week' ? `Week of ${formatDay(date)}` : formatMonth(date);
}

/** CSV files also have the number of days in each bucket, and the bucket that the chart compares it with. */
function bucketColumns(
  buckets: readonly Bucket[],
  previous: readonly Bucket[] | undefined,
  currency: string,
  countType: CountType,
): Column<Bucket>[] {
  const before = (bucket: Bucket) => previous?.[buckets.indexOf(bucket)]?.point;
  const compared = previous ? (['date', ...SERIES_METRICS] as const) : [];
  return [
    {
      name: 'date',
      label: 'Date',
      value: ({ point }) => point.date,
      render: ({ point, partial }) => (
        <>
          {formatDay(point.date)}
          {partial && <RowDetail>{partialText(partial)}</RowDetail>}
        </>
      ),
    },
    ...SERIES_METRICS.map((name) =>
      numberColumn<Bucket>({
        name,
        label: metricLabel(name, countType),
        value: ({ point }) => point[name],
        format: (value) => formatMetric(name, value, currency),
      }),
    ),
    { name: 'partial_days', label: 'Days', csvOnly: true, value: ({ partial }) => partial && countDays(partial.days) },
    ...compared.map((name) => ({
      name: `previous_${name}`,
      label: name,
      csvOnly: true,
      value: (bucket: Bucket) => before(bucket)?.[name],
    })),
  ];
}
