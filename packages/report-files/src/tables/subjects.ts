// The tables of reports on websites, campaigns, variants, steps and elements.
import type { Translate } from '../../../../languages/translate.ts';
import type { CsvFile } from '../csv.ts';
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
import { BREAKDOWN_METRICS, CHART_METRICS, type ChartMetric, type SeriesMetricName } from '../metrics.ts';
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

export interface CountedWords {
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

type Point = Readonly<Record<SeriesMetricName, number>> & { readonly date: string };

/** null: there is no rate where nobody came. */
export function pointValue(point: Point, metric: ChartMetric): number | null {
  if (metric !== 'conversion_rate') return point[metric];
  return point.views === 0 ? null : (point.conversions / point.views) * 100;
}

interface SeriesWords extends CountedWords {
  readonly isByHour?: boolean;
  /** The number of days of a bucket that has fewer than its calendar says. Left out: it is not known which these are. */
  readonly partialDaysOf?: (index: number) => number | undefined;
  /** The point that the one at this place is compared with. Left out: nothing is compared. */
  readonly before?: (index: number) => Point | undefined;
}

export function seriesFile(points: readonly Point[], words: SeriesWords): CsvFile {
  const { currency, countType, isByHour = false, partialDaysOf, before, t } = words;
  const [label, compared] = [t(isByHour ? 'common.hour' : 'common.date'), before ? CHART_METRICS : []];
  type Row = { readonly point: Point; readonly index: number };
  const columns: FileColumn<Row>[] = [
    { name: 'date', label, value: ({ point }) => point.date },
    ...CHART_METRICS.map((name) => ({
      name,
      label: metricName(name, countType, t),
      value: ({ point }: Row) => pointValue(point, name),
      decimals: decimalsOf(name, currency),
    })),
    currencyFileColumn(currency, t),
    ...(partialDaysOf
      ? [{ name: 'partial_days', label: t('charts.daysIfPartial'), value: ({ index }: Row) => partialDaysOf(index) }]
      : []),
    ...(before
      ? [{ name: 'previous_date', label: comparedLabel(label, t), value: ({ index }: Row) => before(index)?.date }]
      : []),
    ...compared.map((name) => ({
      name: `previous_${name}`,
      label: comparedLabel(metricName(name, countType, t), t),
      decimals: decimalsOf(name, currency),
      value: ({ index }: Row) => {
        const point = before?.(index);
        return point && pointValue(point, name);
      },
    })),
  ];
  return fileOf(
    columns,
    points.map((point, index) => ({ point, index })),
  );
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
