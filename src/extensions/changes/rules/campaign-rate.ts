// A campaign whose conversion rate fell or rose significantly compared with the previous four weeks.

import { rateOf } from '@funnel/report-files/statistics.ts';
import { sentence } from '../../../../languages/sentence.ts';
import { SUBJECT_KIND } from '../../../core/engine/catalog/subject.ts';
import type { RateMove } from '../segments/move.ts';
import { canCompare, differenceP, overdispersionOf, RELEVANT_CHANGE, relativeChange } from './compare-shares.ts';
import { type Finding, PRECEDENCE, stakeOf, worth } from './finding.ts';
import {
  BASELINE_WEEKS,
  baseline,
  type CampaignWeek,
  comparedWeeks,
  conversionShare,
  sumOf,
  thisWeek,
  type WebsiteWeek,
} from './website-week.ts';

export function campaignRates(week: WebsiteWeek): Finding[] {
  const overdispersion = overdispersionOf(week);
  return week.campaigns.filter(({ isLive }) => isLive).flatMap((campaign) => rateMove(campaign, overdispersion, week));
}

function rateMove(campaign: CampaignWeek, overdispersion: number, { currency, monday }: WebsiteWeek): Finding[] {
  const now = conversionShare(thisWeek(campaign.weeks));
  const before = conversionShare(baseline(campaign.weeks));
  if (!canCompare(now, before)) return [];
  const change = relativeChange(rateOf(now), rateOf(before));
  const conversions = now.trials * Math.abs(rateOf(now) - rateOf(before));
  const stake = stakeOf(conversions, sumOf(campaign.weeks));
  const comparison = {
    name: { name: campaign.name },
    rate: { percent: rateOf(now) },
    visitors: now.trials,
    before: { percent: rateOf(before) },
    weeks: BASELINE_WEEKS,
  };
  const fell = change < 0;
  return [
    {
      kind: 'claim',
      question: `the rate of campaign ${campaign.id}`,
      pValue: Math.abs(change) < RELEVANT_CHANGE ? 1 : differenceP(now, before, overdispersion),
      // If a new winner caused the rise, only the winner is reported.
      about: fell ? [`campaign ${campaign.id}`] : [`campaign ${campaign.id}`, `winner ${campaign.id}`],
      campaignId: campaign.id,
      move: convertedVisitors(campaign.id, monday),
      precedence: PRECEDENCE.campaignRate,
      stake,
      sentences: () =>
        fell
          ? [
              sentence('rateFell', comparison),
              worth(stake, currency, 'costsAWeek', 'costsMoneyAWeek'),
              sentence('findCauseInCampaign'),
            ]
          : [
              sentence('rateRose', comparison),
              worth(stake, currency, 'bringsAWeek', 'bringsMoneyAWeek'),
              sentence('findCauseAndKeep'),
            ],
    },
  ];
}

function convertedVisitors(campaignId: number, monday: number): RateMove {
  const subject = { kind: SUBJECT_KIND.campaign, id: campaignId };
  return {
    hits: { subject, metric: 'conversions' },
    trials: { subject, metric: 'views' },
    noun: 'visitorsWhoConverted',
    ...comparedWeeks(monday),
  };
}
