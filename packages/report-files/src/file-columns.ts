// The columns of CSV files with metrics. The dashboard downloads such files and the service mails them, in the words of the reader: so
// nothing in here needs a browser, and the words are given.
import type { CsvFile, CsvValue } from './csv.ts';
import type { DayRange } from './days.ts';
import { changeOf, isRate, METRIC_NAMES, type MetricName, type Metrics, SHOWN_METRICS } from './metrics.ts';

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

/** The heads of the columns. */
export interface MetricWords {
  metric(name: MetricName): string;
  /** The label of the column with the changes of another column. */
  change(label: string, ofRate: boolean): string;
  readonly currency: string;
}

/** Every metric, those of the table first, and then the change of each, and the currency of money. */
export function metricFileColumns<Row extends WithMetrics>(
  words: MetricWords,
  currency: string,
  shown: readonly MetricName[] = SHOWN_METRICS,
): FileColumn<Row>[] {
  return [
    ...[...new Set([...shown, ...METRIC_NAMES])].map((name) => ({
      name,
      label: words.metric(name),
      value: ({ metrics }: Row) => metrics[name],
      decimals: decimalsOf(name, currency),
    })),
    ...METRIC_NAMES.map((name) => ({
      name: `${name}_change`,
      label: words.change(words.metric(name), isRate(name)),
      value: ({ metrics }: Row) => changeOf(metrics, name),
      decimals: RATE_DECIMALS,
    })),
    currencyFileColumn<Row>(words.currency, currency),
  ];
}

export function currencyFileColumn<Row>(label: string, currency: string): FileColumn<Row> {
  return { name: 'currency', label, value: () => currency };
}

export interface FileDays {
  readonly range: DayRange | undefined;
  /** undefined: nothing is compared. */
  readonly previous: DayRange | undefined;
  /** The last day that is in the changes, if later ones are in the numbers. */
  readonly comparedThrough?: string | undefined;
  readonly comparedUntil?: string | undefined;
}

export type DayWords = Readonly<
  Record<'firstDay' | 'lastDay' | 'lastDayCompared' | 'comparedFirstDay' | 'comparedLastDay' | 'comparedUntil', string>
>;

/** The days of the numbers, those that are in the changes, and the days that they are compared with. */
export function dayFileColumns<Row>(words: DayWords, daysOf: (row: Row) => FileDays): FileColumn<Row>[] {
  return (Object.keys(DAYS) as (keyof DayWords)[]).map((name) => ({
    name,
    label: words[name],
    value: (row) => DAYS[name](daysOf(row)),
  }));
}

const DAYS: Readonly<Record<keyof DayWords, (days: FileDays) => string | undefined>> = {
  firstDay: ({ range }) => range?.start,
  lastDay: ({ range }) => range?.end,
  lastDayCompared: ({ previous, comparedThrough, range }) => previous && (comparedThrough ?? range?.end),
  comparedFirstDay: ({ previous }) => previous?.start,
  comparedLastDay: ({ previous }) => previous?.end,
  comparedUntil: ({ previous, comparedUntil }) => previous && comparedUntil,
};

interface NamedCampaign {
  readonly id: number;
  readonly name: string;
  readonly cta_type: string;
  readonly status: string;
}

export interface CampaignWords extends Readonly<Record<'campaign' | 'id' | 'type' | 'status', string>> {
  typeName(type: string): string;
  statusName(status: string): string;
}

export interface CampaignFileWords extends MetricWords {
  readonly days: DayWords;
  readonly campaigns: CampaignWords;
}

/** What a campaign is. The first one is its name. */
export function campaignFileColumns(words: CampaignWords): [FileColumn<NamedCampaign>, ...FileColumn<NamedCampaign>[]] {
  return [
    { name: 'name', label: words.campaign, value: ({ name }) => name },
    { name: 'id', label: words.id, value: ({ id }) => id },
    { name: 'cta_type', label: words.type, value: ({ cta_type }) => words.typeName(cta_type) },
    { name: 'status', label: words.status, value: ({ status }) => words.statusName(status) },
  ];
}

/** The file that the page of a website downloads. */
export function campaignsFile(
  campaigns: readonly (NamedCampaign & WithMetrics)[],
  { days, currency }: { readonly days: FileDays; readonly currency: string },
  words: CampaignFileWords,
): CsvFile {
  const columns: FileColumn<NamedCampaign & WithMetrics>[] = [
    ...campaignFileColumns(words.campaigns),
    ...metricFileColumns<WithMetrics>(words, currency),
    ...dayFileColumns(words.days, () => days),
  ];
  return fileOf(columns, campaigns);
}
