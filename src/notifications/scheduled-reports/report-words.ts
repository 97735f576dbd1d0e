// The words, numbers and dates of a report that is mailed: those of the website's page. `test/notifications/scheduled-reports/words.test.ts` compares them.
import type { ChartMetric } from '../../../dashboard/src/api/metric-names.ts';
import type { MetricName, Metrics } from '../../../dashboard/src/api/types.ts';
import type { CampaignWords, DayWords, MetricWords } from '../../../dashboard/src/csv/file-columns.ts';
import type { DayRange } from '../../../dashboard/src/format/dates.ts';
import type { ReportFormat } from './schedule.ts';

const LOCALE = 'en-US';

const METRICS: Readonly<Record<MetricName, string>> = {
  views: 'Visitors',
  conversions: 'Conversions',
  completions: 'Completions',
  submissions: 'Submissions',
  subscribes: 'Subscribes',
  orders: 'Orders',
  revenue: 'Revenue',
  conversion_rate: 'Conversion rate',
  completion_rate: 'Completion rate',
  subscribe_rate: 'Subscribe rate',
  order_rate: 'Order rate',
  aov: 'Avg. order',
};

const DAYS: DayWords = {
  firstDay: 'First day',
  lastDay: 'Last day',
  lastDayCompared: 'Last day that is compared',
  comparedFirstDay: 'Compared with: first day',
  comparedLastDay: 'Compared with: last day',
  comparedUntil: 'Compared with: until',
};

const CAMPAIGNS: CampaignWords = { campaign: 'Campaign', id: 'ID', type: 'Type', status: 'Status' };

const TYPES: Readonly<Record<string, string>> = {
  overlay: 'Popup',
  bar: 'Bar',
  embed: 'Embedded form',
  quiz: 'Quiz',
  landing_page: 'Landing page',
};

export const FILE_WORDS: MetricWords & { readonly days: DayWords; readonly campaigns: CampaignWords } = {
  metric: (name) => METRICS[name],
  change: (label) => `${label}: change in %`,
  days: DAYS,
  campaigns: CAMPAIGNS,
};

/** What is in a file, for its name. */
export const FILE_CONTENTS: Readonly<Record<ReportFormat, string>> = { csv: 'campaigns', pdf: 'report' };

export function daysOfFile(start: string, end: string): string {
  return `${start} to ${end}`;
}

/** A second number that puts a metric in context. */
export function detailOf(name: ChartMetric, metrics: Metrics, currency: string): string {
  const ofVisitors = (rate: number) => `${rateText(rate)} of visitors`;
  switch (name) {
    case 'views':
      return 'each counted once';
    case 'conversions':
      return ofVisitors(metrics.conversion_rate);
    case 'conversion_rate':
      return `${countText(metrics.conversions)} of ${countText(metrics.views)}`;
    case 'completions':
      return ofVisitors(metrics.completion_rate);
    case 'subscribes':
      return ofVisitors(metrics.subscribe_rate);
    case 'orders':
      return ofVisitors(metrics.order_rate);
    case 'revenue':
      return `${moneyText(metrics.aov, currency)} per order`;
    case 'submissions':
      return '';
  }
}

export function metricText(name: MetricName, value: number, currency: string): string {
  if (name === 'revenue' || name === 'aov') return moneyText(value, currency);
  return name.endsWith('_rate') ? rateText(value) : countText(value);
}

export function countText(count: number): string {
  return new Intl.NumberFormat(LOCALE).format(count);
}

/** At an axis. */
export function compactText(count: number): string {
  return new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 }).format(count);
}

function moneyText(units: number, currency: string): string {
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency, signDisplay: 'negative' });
  return withMinusSign(format.format(units));
}

function rateText(percent: number): string {
  return percentFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(percent);
}

/** `+9.1%` */
export function changeText(percent: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return withMinusSign(percentFormat({ ...digits, signDisplay: 'exceptZero' }).format(percent));
}

/** Of numbers that are percent already. */
function percentFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(LOCALE, { style: 'unit', unit: 'percent', ...options });
}

function withMinusSign(text: string): string {
  return text.replace('-', '\u2212');
}

export function rangeText({ start, end }: DayRange): string {
  return dayFormat({ year: 'numeric' }).formatRange(new Date(start), new Date(end));
}

export function dayText(day: string): string {
  return dayFormat({ year: 'numeric' }).format(new Date(day));
}

export function shortDayText(day: string): string {
  return dayFormat({}).format(new Date(day));
}

function dayFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', month: 'short', day: 'numeric', ...options });
}

export function campaignTypeText(type: string, isArchived: boolean): string {
  // A type such as `constructor` is a name that every object has.
  const name = Object.hasOwn(TYPES, type) ? TYPES[type]! : spelledOut(type);
  return isArchived ? `${name}, archived` : name;
}

/** Of types that only this customer has. */
function spelledOut(code: string): string {
  const words = code.replaceAll(/[_-]+/g, ' ').trim();
  return words === '' ? code : words.charAt(0).toUpperCase() + words.slice(1);
}
