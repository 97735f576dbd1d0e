// Plain facts about any week. They fill the list if there are few findings.

import { rateOf } from '@funnel/report-files/statistics.ts';
import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import { DAYS_PER_WEEK, hasWeeksBefore } from '../../../core/answers/insights/week.ts';
import { isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import type { Counts } from '../../../core/engine/rollups/counts.ts';
import { money } from '../../../core/engine/rollups/money.ts';
import { variantWords } from '../../../core/foundation/text/wording.ts';
import {
  BASELINE_WEEKS,
  baseline,
  type CampaignWeek,
  conversionShare,
  thisWeek,
  type WebsiteWeek,
} from './website-week.ts';

/** Most informative first. */
export function weekSummary(week: WebsiteWeek): Sentence[] {
  return [againstLastWeek(week), ...topCampaign(week), ...topVariant(week), funnel(week), busiestDay(week)];
}

export function notEnoughData(week: WebsiteWeek, viewersMin: number): Sentence {
  const { views: visitors } = thisWeek(week.weeks);
  return sentence('notEnoughData', { visitors, day: { day: isoOfDay(week.monday) }, least: viewersMin });
}

function againstLastWeek(week: WebsiteWeek): Sentence {
  const { weeks, currency } = week;
  const totalsOf = ({ revenue, orders, conversions, views: visitors }: Counts) =>
    orders > 0
      ? sentence('totalsWithOrders', { money: money(revenue, currency), orders, visitors })
      : sentence('totalsWithConversions', { conversions, visitors });
  const before = weeks[1];
  const totals = totalsOf(thisWeek(weeks));
  return before && before.views > 0 && hasWeeksBefore(week, 1)
    ? sentence('weekBroughtAfter', { totals, totalsBefore: totalsOf(before) })
    : sentence('weekBrought', { totals });
}

function topCampaign({ campaigns, weeks, currency }: WebsiteWeek): Sentence[] {
  const all = thisWeek(weeks);
  const hasRevenue = all.revenue > 0;
  const yieldOf = ({ weeks: own }: CampaignWeek) => (hasRevenue ? thisWeek(own).revenue : thisWeek(own).conversions);
  const [top] = campaigns.toSorted((a, b) => yieldOf(b) - yieldOf(a));
  if (!top || yieldOf(top) === 0) return [];
  const own = thisWeek(top.weeks);
  const common = { name: { name: top.name }, visitors: own.views };
  return [
    hasRevenue
      ? sentence('broughtMostRevenue', {
          ...common,
          part: money(own.revenue, currency),
          whole: money(all.revenue, currency),
        })
      : sentence('broughtMostConversions', { ...common, part: own.conversions, whole: all.conversions }),
  ];
}

function topVariant({ campaigns }: WebsiteWeek): Sentence[] {
  const candidates = campaigns
    .map((campaign) => ({ campaign, shown: campaign.variants.filter(({ isHoldout }) => !isHoldout) }))
    .filter(({ shown }) => shown.filter(({ weeks }) => thisWeek(weeks).views > 0).length > 1)
    .flatMap(({ campaign, shown }) => shown.map((variant) => ({ campaign, variant, own: thisWeek(variant.weeks) })))
    .sort((a, b) => b.own.conversions - a.own.conversions);
  const [top] = candidates;
  if (!top || top.own.conversions === 0) return [];
  return [
    sentence('bestVariant', {
      variant: variantWords(top.variant),
      name: { name: top.campaign.name },
      conversions: top.own.conversions,
      visitors: top.own.views,
    }),
  ];
}

function funnel(week: WebsiteWeek): Sentence {
  const now = thisWeek(week.weeks);
  const usual = conversionShare(baseline(week.weeks));
  const counts = {
    visitors: now.views,
    converted: now.conversions,
    rate: { percent: rateOf(conversionShare(now)) },
    completed: now.completions,
  };
  return usual.trials > 0 && hasWeeksBefore(week, BASELINE_WEEKS)
    ? sentence('weekFunnelCompared', { ...counts, usual: { percent: rateOf(usual) }, weeks: BASELINE_WEEKS })
    : sentence('weekFunnel', counts);
}

function busiestDay({ days }: WebsiteWeek): Sentence {
  const week = days.slice(-DAYS_PER_WEEK);
  const counts = week.map((day) => day.views);
  const views = Math.max(...counts);
  return sentence('busiestDay', { weekday: { weekday: counts.indexOf(views) }, views });
}
