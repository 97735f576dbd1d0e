// The words, numbers and dates of a report that is mailed: those of the website's page.
// `test/extensions/notifications/scheduled-reports/words.test.ts` compares them.

import type { DayRange } from '@funnel/report-files/days.ts';
import type { ChartMetric } from '@funnel/report-files/metrics.ts';
import { isRate, type MetricName, type Metrics } from '@funnel/report-files/metrics.ts';
import { ctaTypeName } from '@funnel/report-files/names.ts';
import type { Translate } from '../../../../languages/translate.ts';
import type { ReportFormat } from '../subscriptions/schedule.ts';

/** What is in a file, for its name. */
export function fileContent(format: ReportFormat, t: Translate): string {
  return format === 'csv' ? t('website.fileCampaigns') : t('mails.fileOfReport');
}

/** Is a part of the name of a file. */
export function daysOfFile({ start, end }: DayRange, t: Translate): string {
  return t('report.fileOfDays', { start, end });
}

/** A second number that puts a metric in context. */
export function detailOf(name: ChartMetric, metrics: Metrics, currency: string, t: Translate): string {
  const ofVisitors = (rate: number) => t('numbers.ofVisitors', { rate: rateText(rate, t) });
  switch (name) {
    case 'views':
      return t('numbers.eachCountedOnce');
    case 'conversions':
      return ofVisitors(metrics.conversion_rate);
    case 'conversion_rate':
      return t('numbers.partOfWhole', { part: countText(metrics.conversions, t), whole: countText(metrics.views, t) });
    case 'completions':
      return ofVisitors(metrics.completion_rate);
    case 'subscribes':
      return ofVisitors(metrics.subscribe_rate);
    case 'orders':
      return ofVisitors(metrics.order_rate);
    case 'revenue':
      return t('numbers.perOrder', { amount: moneyText(metrics.aov, currency, t) });
    case 'submissions':
      return '';
  }
}

export function metricText(name: MetricName, value: number, currency: string, t: Translate): string {
  if (name === 'revenue' || name === 'aov') return moneyText(value, currency, t);
  return isRate(name) ? rateText(value, t) : countText(value, t);
}

export function countText(count: number, { locale }: Translate): string {
  return new Intl.NumberFormat(locale).format(count);
}

/** The text at an axis. */
export function compactText(count: number, { locale }: Translate): string {
  return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(count);
}

function moneyText(units: number, currency: string, { locale }: Translate): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, signDisplay: 'negative' });
  return withMinusSign(format.format(units));
}

function rateText(percent: number, t: Translate): string {
  return percentFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 }, t).format(percent);
}

/** `+9.1%` */
export function changeText(percent: number, t: Translate): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return withMinusSign(percentFormat({ ...digits, signDisplay: 'exceptZero' }, t).format(percent));
}

/** Formats numbers that are percent already. */
function percentFormat(options: Intl.NumberFormatOptions, { locale }: Translate): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', ...options });
}

function withMinusSign(text: string): string {
  return text.replace('-', '\u2212');
}

export function rangeText({ start, end }: DayRange, t: Translate): string {
  return dayFormat({ year: 'numeric' }, t).formatRange(new Date(start), new Date(end));
}

export function dayText(day: string, t: Translate): string {
  return dayFormat({ year: 'numeric' }, t).format(new Date(day));
}

export function shortDayText(day: string, t: Translate): string {
  return dayFormat({}, t).format(new Date(day));
}

function dayFormat(options: Intl.DateTimeFormatOptions, { locale }: Translate): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', day: 'numeric', ...options });
}

export function campaignTypeText(type: string, isArchived: boolean, t: Translate): string {
  const name = ctaTypeName(type, t);
  return isArchived ? t('mails.archivedType', { type: name }) : name;
}
