// A campaign whose conversion rate fell or rose beyond noise, against the previous four weeks.
import { canCompare, differenceP, RELEVANT_CHANGE, relativeChange, unrestOf } from '../compare-shares.ts';
import { rateOf } from '../statistics.ts';
import {
  BASELINE_WEEKS,
  baseline,
  type CampaignWeek,
  conversionShare,
  sumOf,
  thisWeek,
  type WebsiteWeek,
} from '../website-week.ts';
import { number, percent, quoted } from '../wording.ts';
import { type Finding, PRECEDENCE, stakeOf, worth } from './finding.ts';

export function campaignRates(week: WebsiteWeek): Finding[] {
  const unrest = unrestOf(week);
  return week.campaigns.filter(({ isLive }) => isLive).flatMap((campaign) => rateMove(campaign, unrest, week.currency));
}

function rateMove(campaign: CampaignWeek, unrest: number, currency: string): Finding[] {
  const now = conversionShare(thisWeek(campaign.weeks));
  const before = conversionShare(baseline(campaign.weeks));
  if (!canCompare(now, before)) return [];
  const change = relativeChange(rateOf(now), rateOf(before));
  const conversions = now.trials * Math.abs(rateOf(now) - rateOf(before));
  const stake = stakeOf(conversions, sumOf(campaign.weeks));
  const comparison = `${percent(rateOf(now))} of ${number(now.trials)} viewers, against ${percent(rateOf(before))} in the previous ${BASELINE_WEEKS} weeks`;
  const fell = change < 0;
  return [
    {
      kind: 'claim',
      question: `the rate of campaign ${campaign.id}`,
      pValue: Math.abs(change) < RELEVANT_CHANGE ? 1 : differenceP(now, before, unrest),
      // A new winner lifts its campaign: then the winner is the news.
      about: fell ? [`campaign ${campaign.id}`] : [`campaign ${campaign.id}`, `winner ${campaign.id}`],
      precedence: PRECEDENCE.campaignRate,
      stake,
      say: () =>
        fell
          ? `The conversion rate of ${quoted(campaign.name)} fell, beyond chance: ${comparison}. ` +
            `That costs about ${worth(stake, currency)}: find out what changed on it or on its page.`
          : `The conversion rate of ${quoted(campaign.name)} rose, beyond chance: ${comparison}. ` +
            `That brings about ${worth(stake, currency)}: find out what changed, and keep it.`,
    },
  ];
}
