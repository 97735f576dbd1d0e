// The columns of CSV files with metrics. The dashboard downloads such files and the service mails them, in the words of the reader: so nothing in here
// needs a browser, and the words are given.
import { METRIC_NAMES, SHOWN_METRICS } from '../api/metric-names.ts';
import { changeOf, type MetricName, type Metrics } from '../api/types.ts';
import type { DayRange } from '../format/dates.ts';
import type { CsvFile, CsvValue } from './csv.ts';

export interface FileColumn<Row> {
  readonly name: string;
  readonly label: string;
  value(row: Row): CsvValue;
}

export interface WithMetrics {
  readonly metrics: Metrics;
}

/** The heads of the columns. */
export interface MetricWords {
  metric(name: MetricName): string;
  /** Of the column with the changes of another column. */
  change(label: string): string;
}

/** Every metric, those of the table first, and then the change of each. */
export function metricFileColumns<Row extends WithMetrics>(
  words: MetricWords,
  shown: readonly MetricName[] = SHOWN_METRICS,
): FileColumn<Row>[] {
  return [
    ...[...new Set([...shown, ...METRIC_NAMES])].map((name) => ({
      name,
      label: words.metric(name),
      value: ({ metrics }: Row) => metrics[name],
    })),
    ...METRIC_NAMES.map((name) => ({
      name: `${name}_change`,
      label: words.change(words.metric(name)),
      value: ({ metrics }: Row) => changeOf(metrics, name),
    })),
  ];
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

export type CampaignWords = Readonly<Record<'campaign' | 'id' | 'type' | 'status', string>>;

/** What a campaign is. The first one is its name. */
export function campaignFileColumns(words: CampaignWords): [FileColumn<NamedCampaign>, ...FileColumn<NamedCampaign>[]] {
  return [
    { name: 'name', label: words.campaign, value: ({ name }) => name },
    { name: 'id', label: words.id, value: ({ id }) => id },
    { name: 'cta_type', label: words.type, value: ({ cta_type }) => cta_type },
    { name: 'status', label: words.status, value: ({ status }) => status },
  ];
}

/** As the page of a website downloads it. */
export function campaignsFile(
  campaigns: readonly (NamedCampaign & WithMetrics)[],
  days: FileDays,
  words: MetricWords & { readonly days: DayWords; readonly campaigns: CampaignWords },
): CsvFile {
  const columns = [
    ...campaignFileColumns(words.campaigns),
    ...metricFileColumns<WithMetrics>(words),
    ...dayFileColumns(words.days, () => days),
  ];
  return {
    columns: columns.map(({ label }) => label),
    rows: campaigns.map((campaign) => columns.map((column) => column.value(campaign))),
  };
}
