// What a report that is mailed says, in the words of the website's page.

import type { DayRange } from '@funnel/report-files/days.ts';
import type { FileDays } from '@funnel/report-files/file-columns.ts';
import { CHART_METRICS, changeOf, isRate, type MetricName, type Metrics } from '@funnel/report-files/metrics.ts';
import { metricName } from '@funnel/report-files/names.ts';
import type { Translate } from '../../../../languages/translate.ts';
import type { StoredWeek } from '../../../core/answers/reports/insights/stored-week.ts';
import { withoutSubmissions } from '../../../core/answers/reports/metrics.ts';
import type { WebsitePage } from '../../../core/answers/reports/subjects/website-page.ts';
import { isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import type { Window } from '../../../core/engine/rollups/window.ts';
import type { ReportFormat, ReportPeriod } from '../subscriptions/schedule.ts';
import { changeText, countText, dayText, detailOf, metricText, rangeText } from './report-words.ts';

// Each reader gets a copy of the files, so they must stay small: a CSV file has less than 2 MB.
/** A file has the campaigns with the most revenue, and no more than these. */
export const CAMPAIGNS_MAX: Readonly<Record<ReportFormat, number>> = { csv: 1_000, pdf: 100 };
/** How long names and types in a CSV file can be. A PDF file cuts what does not fit into its column. */
export const TEXT_LENGTH_MAX = 200;

export interface ReportPage extends WebsitePage {
  readonly unit: ReportPeriod['unit'];
  /** Of the week, or of the last week of the month. undefined: they were not written. */
  readonly insights?: { readonly monday: number; readonly items: StoredWeek['items'] } | undefined;
}

export interface ReportTile {
  readonly label: string;
  readonly value: string;
  /** undefined: nothing is compared. */
  readonly change:
    | {
        readonly text: string;
        readonly direction: 'up' | 'down' | 'flat';
        /** Set if random variation explains it: the change without the mark that says so. */
        readonly noise?: string;
      }
    | undefined;
  readonly detail: string;
}

export function tilesOf({ metrics: all, noise, website: { currency } }: ReportPage, t: Translate): ReportTile[] {
  // The page does the same: the metrics of a website have no submissions.
  const metrics: Metrics = withoutSubmissions(all);
  return CHART_METRICS.flatMap((name) => {
    const value = metrics[name];
    if (value === undefined) return [];
    return {
      label: metricName(name, 'distinct', t),
      value: metricText(name, value, currency, t),
      change: changeSince({ metrics, noise }, name, t),
      detail: detailOf(name, metrics, currency, t),
    };
  });
}

/** A change that is shown as 0.0% counts as none. */
const SHOWN_CHANGE_MIN = 0.05;

/** What random variation explains has no direction, and says so, as on the page. */
export function changeSince(
  { metrics, noise }: { readonly metrics: Metrics; readonly noise: readonly MetricName[] },
  name: MetricName,
  t: Translate,
): ReportTile['change'] {
  const isNoise = noise.includes(name);
  const change = changeOf(metrics, name);
  if (change === undefined) return undefined;
  // The period before had nothing.
  if (change === null)
    return (metrics[name] ?? 0) > 0
      ? { text: t('report.newSince'), direction: isNoise ? 'flat' : 'up' }
      : { text: '–', direction: 'flat' };
  const direction = Math.abs(change) < SHOWN_CHANGE_MIN ? 'flat' : change > 0 ? 'up' : 'down';
  const plain = changeText(change, t);
  const text = isRate(name) ? t('numbers.relativeChange', { change: plain }) : plain;
  if (!isNoise || direction === 'flat') return { text, direction };
  return { text: `~ ${text} · ${t('numbers.noise')}`, direction: 'flat', noise: text };
}

export function rangeOf({ firstDay, lastDay }: Window): DayRange {
  return { start: isoOfDay(firstDay), end: isoOfDay(lastDay) };
}

export function fileDays({ window, previous }: Pick<ReportPage, 'window' | 'previous'>): FileDays {
  return { range: rangeOf(window), previous: previous && rangeOf(previous) };
}

/** `Weekly report` */
export function reportTitle({ unit }: Pick<ReportPage, 'unit'>, t: Translate): string {
  return t('mails.reportTitle', { unit });
}

/** `Mar 10 – 16, 2025, compared with Mar 3 – 9, 2025.` */
export function periodText({ window, previous, firstEventDay }: ReportPage, t: Translate): string {
  const days = rangeText(rangeOf(window), t);
  if (previous) return t('mails.reportCompared', { days, before: rangeText(rangeOf(previous), t) });
  if (firstEventDay === undefined) return t('mails.reportWithoutData', { days });
  return t('mails.reportNotCompared', { days, firstDay: dayText(isoOfDay(firstEventDay), t) });
}

/** What is left out of a file, for the file and for the mail. */
export function leftOutOf(format: ReportFormat, { campaigns, campaignsTotal }: ReportPage, t: Translate): string[] {
  const max = CAMPAIGNS_MAX[format];
  const rows = { shown: countText(max, t), all: countText(campaignsTotal, t), format: format.toUpperCase() };
  const isAnyCut = campaigns
    .slice(0, max)
    .some(({ name, cta_type: type }) => name.length > TEXT_LENGTH_MAX || type.length > TEXT_LENGTH_MAX);
  return [
    ...(campaignsTotal > max ? [t('mails.reportRows', rows)] : []),
    ...(format === 'csv' && isAnyCut ? [t('mails.reportCut', { max: countText(TEXT_LENGTH_MAX, t) })] : []),
  ];
}
