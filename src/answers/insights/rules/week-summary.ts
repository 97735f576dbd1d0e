// Plain facts about any week. They fill the list if there are few findings.
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import type { Counts } from '../../../engine/rollups/counts.ts';
import { money } from '../../../engine/rollups/money.ts';
import { rateOf } from '../../../foundation/statistics/statistics.ts';
import { counted, number, percent, quoted, variantName } from '../../../foundation/text/wording.ts';
import {
  BASELINE_WEEKS,
  baseline,
  type CampaignWeek,
  conversionShare,
  DAYS_PER_WEEK,
  hasWeeksBefore,
  thisWeek,
  type WebsiteWeek,
} from './website-week.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Most informative first. */
export function weekSummary(week: WebsiteWeek): string[] {
  return [...againstLastWeek(week), ...topCampaign(week), ...topVariant(week), funnel(week), busiestDay(week)];
}

export function notEnoughData(week: WebsiteWeek, viewersMin: number): string {
  const { views } = thisWeek(week.weeks);
  return (
    `There is not enough data for recommendations: ${counted(views, 'visitor')} in the week of ` +
    `${isoOfDay(week.monday)}. At least ${viewersMin} are needed.`
  );
}

function againstLastWeek(week: WebsiteWeek): string[] {
  const { weeks, currency } = week;
  const totals = (counts: Counts) =>
    counts.orders > 0
      ? `${money(counts.revenue, currency)} from ${counted(counts.orders, 'order')} and ${counted(counts.views, 'visitor')}`
      : `${counted(counts.conversions, 'conversion')} from ${counted(counts.views, 'visitor')}`;
  const before = weeks[1];
  const comparison =
    before && before.views > 0 && hasWeeksBefore(week, 1) ? `, after ${totals(before)} the week before` : '';
  return [`The week brought ${totals(thisWeek(weeks))}${comparison}.`];
}

function topCampaign({ campaigns, weeks, currency }: WebsiteWeek): string[] {
  const hasRevenue = thisWeek(weeks).revenue > 0;
  const yieldOf = ({ weeks: own }: CampaignWeek) => (hasRevenue ? thisWeek(own).revenue : thisWeek(own).conversions);
  const [top] = campaigns.toSorted((a, b) => yieldOf(b) - yieldOf(a));
  if (!top || yieldOf(top) === 0) return [];
  const own = thisWeek(top.weeks);
  const yielded = hasRevenue
    ? `${money(own.revenue, currency)} of ${money(thisWeek(weeks).revenue, currency)}`
    : `${number(own.conversions)} of ${counted(thisWeek(weeks).conversions, 'conversion')}`;
  return [`${quoted(top.name)} brought the most: ${yielded}, with ${counted(own.views, 'visitor')}.`];
}

function topVariant({ campaigns }: WebsiteWeek): string[] {
  const candidates = campaigns
    .filter(({ variants }) => variants.filter(({ weeks }) => thisWeek(weeks).views > 0).length > 1)
    .flatMap((campaign) => campaign.variants.map((variant) => ({ campaign, variant, own: thisWeek(variant.weeks) })))
    .sort((a, b) => b.own.conversions - a.own.conversions);
  const [top] = candidates;
  if (!top || top.own.conversions === 0) return [];
  return [
    `Of all variants, ${variantName(top.variant)} of ${quoted(top.campaign.name)} had the most conversions: ` +
      `${number(top.own.conversions)} from ${counted(top.own.views, 'visitor')}.`,
  ];
}

function funnel(week: WebsiteWeek): string {
  const now = thisWeek(week.weeks);
  const usual = conversionShare(baseline(week.weeks));
  const hasUsual = usual.trials > 0 && hasWeeksBefore(week, BASELINE_WEEKS);
  const comparison = hasUsual ? ` (${percent(rateOf(usual))} in the previous ${BASELINE_WEEKS} weeks)` : '';
  return (
    `Of ${counted(now.views, 'visitor')}, ${number(now.conversions)} converted, ` +
    `${percent(rateOf(conversionShare(now)))}${comparison}, and ${number(now.completions)} completed.`
  );
}

function busiestDay({ days }: WebsiteWeek): string {
  const week = days.slice(-DAYS_PER_WEEK);
  const views = week.map((day) => day.views);
  const most = Math.max(...views);
  return `${WEEKDAYS[views.indexOf(most)]} was the busiest day, with ${counted(most, 'view')}.`;
}
