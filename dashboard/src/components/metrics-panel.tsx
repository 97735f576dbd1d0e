// The main part of a report page: the headline metrics as tiles, and one or two of them over time.

import { countDays, type DayRange } from '@funnel/report-files/days.ts';
import { CHART_METRICS, changeOf, isRate, type Metrics } from '@funnel/report-files/metrics.ts';
import type { News } from '@funnel/report-files/noise.ts';
import { type PartialBucket, partialBucket } from '@funnel/report-files/partial-buckets.ts';
import { pointValue } from '@funnel/report-files/tables/subjects.ts';
import { previousRangeOf, rangeOf } from '@funnel/report-files/timeframe.ts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { defaultGroupBy, GROUP_BYS, type GroupBy, isTooFine, placeOfDay } from '../api/buckets.ts';
import { useApi } from '../api/context.tsx';
import { readSeriesFile } from '../api/files.ts';
import { isToCome } from '../api/is-to-come.ts';
import { hasRhythm, useNews, useRhythm } from '../api/rhythm.ts';
import { type SeriesSubject, seriesQuery } from '../api/series.ts';
import type { Point, TimeframeBlock, Website } from '../api/types.ts';
import { type Band, type LineChartData, type Mark, placeOfRunning } from '../charts/lines.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import { Trend } from '../charts/trend.tsx';
import { formatDay, formatMonth, formatRange, formatShortDay, formatWeekday, todayIn } from '../format/dates.ts';
import { formatMetric, metricDetail, metricTerm } from '../format/metric.ts';
import { rich, t } from '../language/t.ts';
import { changeParameters, useQueryParameters, useView } from '../routing/router.tsx';
import { type CountType, effectiveCountType } from '../routing/view.ts';
import { AnnotationList, useAnnotations } from '../saved/annotations.tsx';
import { CardActions, PlainCard } from './card.tsx';
import {
  bandOf,
  ChartLegend,
  type ChartMetrics,
  ChartTitle,
  chartMetrics,
  chartScales,
  chooseMetric,
  SecondMetric,
} from './chart-metrics.tsx';
import { CsvButton } from './csv-button.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { Defined } from './defined.tsx';
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
  readonly metrics: Metrics;
  readonly website: Website;
  readonly timeframe: TimeframeBlock;
  /** Set while the previous response is still shown. */
  readonly stale: boolean;
  /** Whether the numbers come from a sample. */
  readonly isEstimate: boolean;
}

export function MetricsPanel({ subject, metrics, website, timeframe, stale, isEstimate }: MetricsPanelProps) {
  const api = useApi();
  const view = useView();
  const search = useQueryParameters();
  const range = rangeOf(timeframe);
  const previousRange = previousRangeOf(timeframe);
  const today = todayIn(timeframe.timezone);
  const groupBy = chosenGroupBy(search.get('group_by'), range);
  const countType = effectiveCountType(view);
  const shown = chartMetrics(search, metrics, { countType, currency: website.currency });
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
  const news = useNews(subject.websiteId, timeframe, [metrics], CHART_METRICS);
  const hasBand = hasRhythm(subject) && groupBy === 'day' && view.filters.length === 0;
  const rhythm = useRhythm(subject, range, { groupBy: 'day', countType }, hasBand);
  const band = hasBand ? bandOf(rhythm, shown.first, dates) : undefined;
  const annotations = useAnnotations(subject.websiteId, range);
  const marks = marksOf(dates, range, [
    ...(zoneChangedOn === undefined ? [] : [{ date: zoneChangedOn, name: t('charts.timezoneChanged') }]),
    ...annotations,
  ]);
  const columns = bucketColumns(website.currency, countType);
  const overTime = (
    <>
      <div className={styles.head}>
        <div>
          <ChartTitle shown={shown} by={groupBy} />
          <ChartLegend
            shown={shown}
            now={formatRange(range)}
            before={previousRange && formatRange(previousRange)}
            hasBand={band !== undefined}
          />
        </div>
        <CardActions>
          <SecondMetric shown={shown} />
          <GroupBySwitch groupBy={groupBy} range={range} />
          <CsvButton
            label={t('charts.theSeries')}
            file={() => readSeriesFile(api, subject, { range, before: previousRange, groupBy, countType, view })}
            isLoading={isToCome(series) || (previousRange !== undefined && isToCome(previous))}
          />
        </CardActions>
      </div>
      {series.isError ? (
        <ErrorState error={series.error} onRetry={() => series.refetch()} />
      ) : (
        <Chart buckets={buckets} previous={previousBuckets} shown={shown} groupBy={groupBy} marks={marks} band={band} />
      )}
      <p className={clsx('hint', styles.explanation)}>
        <CountTypeExplanation countType={countType} groupBy={groupBy} /> {partialExplanation(buckets, groupBy)}{' '}
        {band && t('charts.expectedBand', { unit: 'day' })} <RateAboveAll {...{ metrics, buckets, shown, groupBy }} />
        {zoneChangedOn !== undefined &&
          marks.length > annotations.length &&
          ` ${t('charts.timezoneChangedLine', { day: formatDay(zoneChangedOn) })}`}
      </p>
      <AnnotationList websiteId={subject.websiteId} range={range} annotations={annotations} />
      <Disclosure summary={t('common.showAsTable')} inset>
        <DataTable
          caption={t('charts.allMetrics', { unit: groupBy })}
          columns={columns}
          rows={buckets}
          keyOf={({ point }) => point.date}
          compact
        />
      </Disclosure>
    </>
  );
  return (
    <PlainCard label={t('charts.headlineMetrics')} stale={stale || isToCome(series)}>
      <MetricTiles metrics={metrics} buckets={buckets} shown={shown} news={news} isEstimate={isEstimate} />
      {countDays(range) === 1 && subject.kind !== 'elements' ? (
        <HoursOfDay subject={subject} day={range.start} dayBefore={previousRange?.start} shown={shown}>
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

/** The buckets of points that have begun, or of all if none has. */
function bucketsOf(points: readonly Point[], range: DayRange, groupBy: GroupBy, today: string): Bucket[] {
  const begun = points.filter(({ date }) => date <= today);
  return (begun.length > 0 ? begun : points).map((point) => ({
    point,
    partial: partialBucket(point.date, groupBy, range, today),
  }));
}

function chosenGroupBy(name: string | null, range: DayRange): GroupBy {
  const groupBy = GROUP_BYS.find((known) => known === name) ?? defaultGroupBy(range);
  return isTooFine(groupBy, range) ? defaultGroupBy(range) : groupBy;
}

function CountTypeExplanation({ countType, groupBy }: Pick<ChartMetrics, 'countType'> & { readonly groupBy: GroupBy }) {
  return countType === 'distinct'
    ? rich('charts.uniqueInPeriod', { term: <Defined term="unique" />, unit: groupBy })
    : rich('charts.totalInPeriod', { term: <Defined term="total" />, unit: groupBy });
}

interface RateAboveAllProps extends Pick<MetricTilesProps, 'metrics' | 'buckets' | 'shown'> {
  readonly groupBy: GroupBy;
}

/** Why the rate of unique visitors is higher than that of any bucket. */
function RateAboveAll({ metrics, buckets, shown: { first, second, countType, currency }, groupBy }: RateAboveAllProps) {
  const isShown = first === 'conversion_rate' || second === 'conversion_rate';
  const rates = buckets.flatMap(({ point }) => pointValue(point, 'conversion_rate') ?? []);
  const isAbove = rates.length > 1 && metrics.conversion_rate > Math.max(...rates);
  if (!isShown || countType !== 'distinct' || !isAbove) return null;
  const rate = formatMetric('conversion_rate', metrics.conversion_rate, currency);
  return rich('charts.rateAboveAll', { rate, unit: groupBy, term: <Defined term="unique" /> });
}

/** What the chart draws in another way. */
function partialExplanation(buckets: readonly Bucket[], groupBy: GroupBy): string {
  const partial = buckets.flatMap((bucket) => bucket.partial ?? []);
  return [
    partial.some(({ isRunning }) => !isRunning) ? t('charts.dotted', { unit: groupBy }) : '',
    partial.some(({ isRunning }) => isRunning) ? t('charts.ring', { unit: groupBy }) : '',
  ].join(' ');
}

function partialText({ days, isRunning }: PartialBucket): string {
  return isRunning ? t('charts.soFar') : t('charts.onlyDays', { days: formatRange(days) });
}

interface MetricTilesProps {
  readonly metrics: Metrics;
  readonly buckets: readonly Bucket[];
  readonly shown: ChartMetrics;
  readonly news: News;
  readonly isEstimate: boolean;
}

function MetricTiles({ metrics, buckets, shown, news, isEstimate }: MetricTilesProps) {
  const { first, offered, countType, currency } = shown;
  // The others would look like falls at the ends.
  const whole = buckets.filter(({ partial }) => !partial);
  return (
    <Tiles above>
      {offered.map((name) => (
        <Tile
          key={name}
          metric={name}
          term={metricTerm(name, countType)}
          value={formatMetric(name, metrics[name] ?? 0, currency)}
          isEstimate={isEstimate}
          change={{
            percent: changeOf(metrics, name),
            of: metrics[name] ?? 0,
            isRate: isRate(name),
            isNews: news(metrics, name),
          }}
          detail={metricDetail(name, metrics, currency, countType)}
          selected={name === first}
          onSelect={() => chooseMetric(name)}
        >
          <Sparkline values={whole.flatMap(({ point }) => pointValue(point, name) ?? [])} />
        </Tile>
      ))}
    </Tiles>
  );
}

const GROUP_BY_LABELS: Readonly<Record<GroupBy, string>> = {
  day: t('common.day'),
  week: t('common.week'),
  month: t('common.month'),
};

function GroupBySwitch({ groupBy, range }: { readonly groupBy: GroupBy; readonly range: DayRange }) {
  return (
    <Segmented
      label={t('charts.groupBy')}
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
  readonly shown: ChartMetrics;
  readonly groupBy: GroupBy;
  readonly marks: readonly Mark[];
  readonly band: Band | undefined;
}

function Chart({ buckets, previous, shown, groupBy, marks, band }: ChartProps) {
  const data: LineChartData = {
    labels: buckets.map(({ point }) => (groupBy === 'month' ? formatMonth(point.date) : formatShortDay(point.date))),
    longLabels: buckets.map(({ point }) => bucketName(point.date, groupBy)),
    partial: buckets.map(({ partial }) => partial && partialText(partial)),
    running: placeOfRunning(buckets, ({ partial }) => partial?.isRunning),
    previous: previous?.map(({ point, partial }) => ({
      label: bucketName(point.date, groupBy) + (partial ? ` (${partialText(partial)})` : ''),
      value: pointValue(point, shown.first),
      isPartial: partial !== undefined,
    })),
    marks,
    expected: band,
    ...chartScales(shown, (metric) => buckets.map(({ point }) => pointValue(point, metric))),
  };
  return (
    <div className={styles.chart}>{buckets.length === 0 ? <Skeleton lines={1} tall /> : <Trend data={data} />}</div>
  );
}

/** The marks of annotations that are in the range. */
function marksOf(
  dates: readonly string[],
  range: DayRange,
  happened: readonly { readonly date: string; readonly name: string }[],
): Mark[] {
  return happened.flatMap(({ date, name }) => {
    const place = placeOfDay(dates, range, date);
    return place === undefined ? [] : [{ place, label: name }];
  });
}

function bucketName(date: string, groupBy: GroupBy): string {
  if (groupBy === 'day') return formatWeekday(date);
  return groupBy === 'week' ? t('charts.weekOf', { day: formatDay(date) }) : formatMonth(date);
}

function bucketColumns(currency: string, countType: CountType): Column<Bucket>[] {
  return [
    {
      name: 'date',
      label: t('common.date'),
      value: ({ point }) => point.date,
      render: ({ point, partial }) => (
        <>
          {formatDay(point.date)}
          {partial && <RowDetail>{partialText(partial)}</RowDetail>}
        </>
      ),
    },
    ...CHART_METRICS.map((name) =>
      numberColumn<Bucket>({
        name,
        term: metricTerm(name, countType),
        value: ({ point }) => pointValue(point, name) ?? undefined,
        format: (value) => formatMetric(name, value, currency),
      }),
    ),
  ];
}
