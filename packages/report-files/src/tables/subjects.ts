// The tables of reports on websites, campaigns, variants, steps and elements.
import type { Translate } from '../../../../languages/translate.ts';
import type { CsvFile } from '../csv.ts';
import { countDays, dateAt } from '../days.ts';
import {
  comparedLabel,
  currencyFileColumn,
  dayFileColumns,
  decimalsOf,
  type FileColumn,
  type FileDays,
  fileOf,
  metricFileColumns,
  moneyDecimals,
  sampleFileColumn,
  type WithMetrics,
} from '../file-columns.ts';
import { hoursOfDay, hoursOfWeek } from '../hours.ts';
import { BREAKDOWN_METRICS, CHART_METRICS, type ChartMetric, type Point } from '../metrics.ts';
import {
  type CountType,
  ctaTypeName,
  type Dimension,
  dimensionNames,
  elementTypeName,
  metricName,
  statusName,
  valueName,
  variantName,
} from '../names.ts';
import { partialBucket } from '../partial-buckets.ts';
import { rangeOf, type Timeframe } from '../timeframe.ts';

const DAY_MS = 86_400_000;
const MONDAY_MS = Date.UTC(2024, 0, 1);

interface CountedWords {
  readonly currency: string;
  readonly countType: CountType;
  readonly t: Translate;
}

interface ReportWords extends CountedWords {
  readonly days: FileDays;
}

const ID_LABEL = 'ID';

interface Campaign extends WithMetrics {
  readonly id: number;
  readonly name: string;
  readonly cta_type: string;
  readonly status: string;
}

export function campaignsFile(campaigns: readonly Campaign[], words: ReportWords): CsvFile {
  const { t } = words;
  const columns: FileColumn<Campaign>[] = [
    { name: 'name', label: t('common.campaign'), value: ({ name }) => name },
    { name: 'id', label: ID_LABEL, value: ({ id }) => id },
    { name: 'cta_type', label: t('common.type'), value: ({ cta_type }) => ctaTypeName(cta_type, t) },
    { name: 'status', label: t('common.status'), value: ({ status }) => statusName(status, t) },
    ...reportColumns<Campaign>(words),
  ];
  return fileOf(columns, campaigns);
}

/** What the tables of all reports with metrics end with. */
function reportColumns<Row extends WithMetrics>({ days, t, ...counted }: ReportWords): FileColumn<Row>[] {
  return [...metricFileColumns<Row>({ ...counted, t }), ...dayFileColumns<Row>(() => days, t)];
}

/** One row, of the subject itself. */
export function metricsFile(subject: WithMetrics, words: ReportWords): CsvFile {
  return fileOf(reportColumns(words), [subject]);
}

interface Step extends WithMetrics {
  readonly id: number;
  readonly position: number;
}

/** `nameOf`: the name of a step, as far as it is known. */
export function stepsFile(
  steps: readonly Step[],
  nameOf: (id: number) => string | undefined,
  words: ReportWords,
): CsvFile {
  const { t } = words;
  const columns: FileColumn<Step>[] = [
    { name: 'position', label: t('common.step'), value: ({ position }) => position },
    { name: 'name', label: t('website.nameOfStep'), value: ({ id }) => nameOf(id) },
    { name: 'id', label: ID_LABEL, value: ({ id }) => id },
    ...reportColumns<Step>(words),
  ];
  return fileOf(columns, steps);
}

interface Element extends Step {
  readonly element_type: string;
}

export function elementsFile(
  elements: readonly Element[],
  nameOf: (id: number) => string | undefined,
  words: ReportWords,
): CsvFile {
  const { t } = words;
  const columns: FileColumn<Element>[] = [
    { name: 'element_type', label: t('common.element'), value: (row) => elementTypeName(row.element_type, t) },
    { name: 'name', label: t('website.nameOfElement'), value: ({ id }) => nameOf(id) },
    { name: 'id', label: ID_LABEL, value: ({ id }) => id },
    { name: 'position', label: t('common.position'), value: ({ position }) => position },
    ...reportColumns<Element>(words),
  ];
  return fileOf(columns, elements);
}

interface Variant extends WithMetrics {
  readonly id: number;
  readonly name: string | null;
  readonly variation: string;
  readonly traffic_percentage: number;
}

function variantColumns<Row extends Variant>({ currency, countType, t }: CountedWords): FileColumn<Row>[] {
  const metrics = ['views', 'conversions', 'conversion_rate', 'revenue'] as const;
  return [
    { name: 'name', label: t('common.variant'), value: (row) => variantName(row, t) },
    { name: 'id', label: ID_LABEL, value: ({ id }) => id },
    { name: 'variation', label: t('experiments.variation'), value: ({ variation }) => variation },
    { name: 'traffic_percentage', label: t('experiments.trafficInPercent'), value: (row) => row.traffic_percentage },
    ...metrics.map((name) => ({
      name,
      label: metricName(name, countType, t),
      value: ({ metrics: ofVariant }: Row) => ofVariant[name],
      decimals: decimalsOf(name, currency),
    })),
    currencyFileColumn(currency, t),
  ];
}

export function variantsFile(variants: readonly Variant[], words: CountedWords): CsvFile {
  return fileOf(variantColumns(words), variants);
}

interface Experiment {
  readonly campaign_id: number;
  readonly campaign_name: string;
  readonly variants: readonly Variant[];
}

/** The variants of all experiments. */
export function experimentsFile(experiments: readonly Experiment[], words: CountedWords): CsvFile {
  type Row = Variant & Pick<Experiment, 'campaign_id' | 'campaign_name'>;
  const rows = experiments.flatMap(({ campaign_id, campaign_name, variants }) =>
    variants.map((variant) => ({ ...variant, campaign_id, campaign_name })),
  );
  const columns: FileColumn<Row>[] = [
    { name: 'campaign_name', label: words.t('common.campaign'), value: (row) => row.campaign_name },
    { name: 'campaign_id', label: `${words.t('common.campaign')} (${ID_LABEL})`, value: (row) => row.campaign_id },
    ...variantColumns<Row>(words),
  ];
  return fileOf(columns, rows);
}

interface Breakdown {
  readonly dimension: Dimension;
  readonly sample_rate?: number | undefined;
  readonly values: readonly (WithMetrics & { readonly value: string })[];
}

export function breakdownFile({ dimension, sample_rate, values }: Breakdown, words: ReportWords): CsvFile {
  const { t, days, ...counted } = words;
  const label = dimensionNames(t)[dimension];
  const columns: FileColumn<Breakdown['values'][number]>[] = [
    { name: 'value', label, value: ({ value }) => valueName({ dimension, value }, t) },
    { name: 'dimension', label: t('report.dimension'), value: () => label },
    ...metricFileColumns<WithMetrics>({ ...counted, t, shown: BREAKDOWN_METRICS }),
    ...dayFileColumns(() => days, t),
    sampleFileColumn(sample_rate, t),
  ];
  return fileOf(columns, values);
}

/** null: there is no rate where nobody came. */
export function pointValue(point: Point, metric: ChartMetric): number | null {
  if (metric !== 'conversion_rate') return point[metric];
  return point.views === 0 ? null : (point.conversions / point.views) * 100;
}

interface Series {
  readonly group_by: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
  readonly points: readonly Point[];
  /** The points of the days that it is compared with. Left out: nothing is compared. */
  readonly before?: readonly Point[] | undefined;
}

interface SeriesWords extends CountedWords {
  readonly timeframe: Timeframe;
  readonly nowMs: number;
}

interface SeriesRow {
  readonly point: Point;
  readonly before: Point | undefined;
  /** The number of days of a bucket that has fewer than its calendar says. */
  readonly partialDays?: number | undefined;
}

/** What has begun, or all of it if nothing has. */
export function seriesFile(series: Series, { currency, countType, t, timeframe, nowMs }: SeriesWords): CsvFile {
  const isByHour = series.group_by === 'hour';
  const rows = isByHour ? hourRows(series, nowMs) : bucketRows(series, timeframe, nowMs);
  const label = t(isByHour ? 'common.hour' : 'common.date');
  const columns: FileColumn<SeriesRow>[] = [
    { name: 'date', label, value: ({ point }) => point.date },
    ...CHART_METRICS.map((name) => ({
      name,
      label: metricName(name, countType, t),
      value: ({ point }: SeriesRow) => pointValue(point, name),
      decimals: decimalsOf(name, currency),
    })),
    currencyFileColumn(currency, t),
    ...(isByHour
      ? []
      : [
          {
            ...{ name: 'partial_days', label: t('charts.daysIfPartial') },
            value: ({ partialDays }: SeriesRow) => partialDays,
          },
        ]),
    ...(series.before ? comparedColumns(label, { currency, countType, t }) : []),
  ];
  return fileOf(columns, rows);
}

function comparedColumns(label: string, { currency, countType, t }: CountedWords): FileColumn<SeriesRow>[] {
  return [
    { name: 'previous_date', label: comparedLabel(label, t), value: ({ before }) => before?.date },
    ...CHART_METRICS.map((name) => ({
      name: `previous_${name}`,
      label: comparedLabel(metricName(name, countType, t), t),
      decimals: decimalsOf(name, currency),
      value: ({ before }: SeriesRow) => before && pointValue(before, name),
    })),
  ];
}

/** An hour is compared with the one that clocks showed as the same, and those of several days in their order. */
function hourRows({ points, before }: Series, nowMs: number): SeriesRow[] {
  const days = new Set(points.map(({ date }) => date.slice(0, 10)));
  const begun = hoursOfDay(points, before, nowMs).filter(({ state }) => state !== 'coming');
  return begun.map((hour, index) => ({
    point: hour.point,
    before: days.size === 1 ? hour.before : before?.[index],
  }));
}

function bucketRows({ group_by, points, before }: Series, timeframe: Timeframe, nowMs: number): SeriesRow[] {
  const [range, today] = [rangeOf(timeframe), dateAt(nowMs, timeframe.timezone ?? 'UTC')];
  const begun = points.filter(({ date }) => date <= today);
  return (begun.length > 0 ? begun : points).map((point, index) => {
    const partial = group_by === 'hour' ? undefined : partialBucket(point.date, group_by, range, today);
    return { point, before: before?.[index], partialDays: partial && countDays(partial.days) };
  });
}

/** What visitors did in each hour of the week, from Monday on. */
export function hoursOfWeekFile({ points }: Pick<Series, 'points'>, { countType, t }: CountedWords): CsvFile {
  const names = new Intl.DateTimeFormat(t.locale, { weekday: 'short', timeZone: 'UTC' });
  const hours = hoursOfWeek(points);
  const rows = hours[0]!.flatMap((_, day) => {
    const weekday = names.format(MONDAY_MS + day * DAY_MS);
    return hours.map((days, hour) => ({ weekday, hour, ...days[day]! }));
  });
  const columns: FileColumn<(typeof rows)[number]>[] = [
    { name: 'weekday', label: t('charts.dayOfTheWeek'), value: ({ weekday }) => weekday },
    { name: 'hour', label: t('common.hour'), value: ({ hour }) => hour },
    { name: 'views', label: metricName('views', countType, t), value: ({ views }) => views },
    { name: 'conversions', label: metricName('conversions', countType, t), value: (row) => row.conversions },
  ];
  return fileOf(columns, rows);
}

interface Product {
  readonly value: string | null;
  readonly selections: number;
  readonly orders: number;
  readonly revenue: number;
}

export function productsFile(products: readonly Product[], currency: string, t: Translate): CsvFile {
  const columns: FileColumn<Product>[] = [
    { name: 'value', label: t('common.product'), value: ({ value }) => value ?? t('common.other') },
    { name: 'selections', label: t('definitions.selections_name'), value: ({ selections }) => selections },
    { name: 'orders', label: t('definitions.orders_name'), value: ({ orders }) => orders },
    {
      ...{ name: 'revenue', label: t('definitions.revenue_name') },
      value: ({ revenue }) => revenue,
      decimals: moneyDecimals(currency),
    },
    currencyFileColumn(currency, t),
  ];
  return fileOf(columns, products);
}

interface Field {
  readonly name: string;
  readonly values: readonly { readonly value: string | null; readonly count: number }[];
}

/** The answers to the fields of a form, or to questions. */
export function answersFile(fields: readonly Field[], t: Translate): CsvFile {
  const rows = fields.flatMap(({ name, values }) => values.map((row) => ({ name, ...row })));
  const columns: FileColumn<(typeof rows)[number]>[] = [
    { name: 'name', label: t('website.question'), value: ({ name }) => name },
    { name: 'value', label: t('website.answer'), value: ({ value }) => value ?? t('common.other') },
    { name: 'count', label: t('website.chosen'), value: ({ count }) => count },
  ];
  return fileOf(columns, rows);
}
