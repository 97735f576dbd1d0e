// The columns of CSV files with metrics. The dashboard downloads such files, the service sends and mails them, in the words of the reader:
// so nothing in here needs a browser.
import type { Translate } from '../../../languages/translate.ts';
import type { CsvFile, CsvValue } from './csv.ts';
import type { DayRange } from './days.ts';
import { changeOf, isRate, METRIC_NAMES, type MetricName, type Metrics, SHOWN_METRICS } from './metrics.ts';
import { type CountType, type Filter, filterName, metricName } from './names.ts';
import { previousRangeOf, rangeOf, type Timeframe } from './timeframe.ts';

export interface FileColumn<Row> {
  readonly name: string;
  readonly label: string;
  value(row: Row): string | number | null | undefined;
  /** The decimals of numbers. Default: as many as they have. */
  readonly decimals?: number | ((row: Row) => number) | undefined;
}

/** The decimals of rates and of changes in percent, as on the pages of rates. */
export const RATE_DECIMALS = 2;

/** Shows cents, even if the currency has none: a column has numbers of one kind. */
export function moneyDecimals(currency: string): number {
  const { maximumFractionDigits = RATE_DECIMALS } = new Intl.NumberFormat('en', {
    ...{ style: 'currency', currency },
  }).resolvedOptions();
  return Math.max(RATE_DECIMALS, maximumFractionDigits);
}

/** undefined: of counts. */
export function decimalsOf(name: MetricName, currency: string): number | undefined {
  if (name === 'revenue' || name === 'aov') return moneyDecimals(currency);
  return isRate(name) ? RATE_DECIMALS : undefined;
}

export function fileCell<Row>({ value, decimals }: Pick<FileColumn<Row>, 'value' | 'decimals'>, row: Row): CsvValue {
  const cell = value(row);
  if (typeof cell !== 'number' || decimals === undefined) return cell;
  return { number: cell, decimals: typeof decimals === 'number' ? decimals : decimals(row) };
}

export function fileOf<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): CsvFile {
  return {
    columns: columns.map(({ label }) => label),
    rows: rows.map((row) => columns.map((column) => fileCell(column, row))),
  };
}

export interface WithMetrics {
  readonly metrics: Metrics;
}

export interface MetricColumns {
  readonly currency: string;
  readonly countType: CountType;
  readonly t: Translate;
  /** The metrics of the table come first. */
  readonly shown?: readonly MetricName[];
}

/** Every metric, those of the table first, and then the change of each, and the currency of money. */
export function metricFileColumns<Row extends WithMetrics>({
  currency,
  countType,
  t,
  shown = SHOWN_METRICS,
}: MetricColumns): FileColumn<Row>[] {
  const label = (name: MetricName) => metricName(name, countType, t);
  return [
    ...[...new Set([...shown, ...METRIC_NAMES])].map((name) => ({
      name,
      label: label(name),
      value: ({ metrics }: Row) => metrics[name],
      decimals: decimalsOf(name, currency),
    })),
    ...METRIC_NAMES.map((name) => ({
      name: `${name}_change`,
      label: changeLabel(label(name), t, isRate(name)),
      value: ({ metrics }: Row) => changeOf(metrics, name),
      decimals: RATE_DECIMALS,
    })),
    currencyFileColumn<Row>(currency, t),
  ];
}

/** The head of a column with the changes of another column. */
export function changeLabel(metric: string, t: Translate, ofRate = false): string {
  return t(ofRate ? 'report.relativeChangeInPercent' : 'report.changeInPercent', { metric });
}

/** The head of a column with what another column is compared with. */
export function comparedLabel(column: string, t: Translate): string {
  return t('report.comparedColumn', { column });
}

export function currencyFileColumn<Row>(currency: string, t: Translate): FileColumn<Row> {
  return { name: 'currency', label: t('common.currency'), value: () => currency };
}

export function sampleFileColumn<Row>(sampleRate: number | undefined, t: Translate): FileColumn<Row> {
  return { name: 'sample_rate', label: t('common.sampleInPercent'), value: () => sampleRate };
}

export interface FileDays {
  readonly range: DayRange | undefined;
  /** undefined: nothing is compared. */
  readonly previous: DayRange | undefined;
  /** The last day that is in the changes, if later ones are in the numbers. */
  readonly comparedThrough?: string | undefined;
  readonly comparedUntil?: string | undefined;
}

/** undefined: they are not known yet. */
export function fileDaysOf(timeframe: Timeframe | undefined): FileDays {
  return {
    range: timeframe && rangeOf(timeframe),
    previous: timeframe && previousRangeOf(timeframe),
    comparedThrough: timeframe?.comparedThrough,
    comparedUntil: timeframe?.comparedUntil,
  };
}

const DAYS = {
  firstDay: ({ range }) => range?.start,
  lastDay: ({ range }) => range?.end,
  lastDayCompared: ({ previous, comparedThrough, range }) => previous && (comparedThrough ?? range?.end),
  comparedFirstDay: ({ previous }) => previous?.start,
  comparedLastDay: ({ previous }) => previous?.end,
  comparedUntil: ({ previous, comparedUntil }) => previous && comparedUntil,
} as const satisfies Readonly<Record<string, (days: FileDays) => string | undefined>>;

/** The days of the numbers, those that are in the changes, and the days that they are compared with. */
export function dayFileColumns<Row>(daysOf: (row: Row) => FileDays, t: Translate): FileColumn<Row>[] {
  return (Object.keys(DAYS) as (keyof typeof DAYS)[]).map((name) => ({
    name,
    label: t(`report.${name}`),
    value: (row) => DAYS[name](daysOf(row)),
  }));
}

/** Says in each row which events were counted. Without filters, these are all, and the file has no such column. */
export function withFilters({ columns, rows }: CsvFile, filters: readonly Filter[] = [], t: Translate): CsvFile {
  if (filters.length === 0) return { columns, rows };
  const text = filters.map((filter) => filterName(filter, t)).join(', ');
  return { columns: [...columns, t('common.filter')], rows: rows.map((row) => [...row, text]) };
}
