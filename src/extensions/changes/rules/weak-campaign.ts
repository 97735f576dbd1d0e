// A weak campaign with a lot of traffic: it converts less than half as well as the others of the same type. Types are not
// compared with each other, because a bar on every page never converts as well as a quiz.

import { rateOf, type Share } from '@funnel/report-files/statistics.ts';
import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import { canCompare, differenceP } from './compare-shares.ts';
import { type Finding, PRECEDENCE, stakeOf, worth } from './finding.ts';
import { type CampaignWeek, conversionShare, sumOf, thisWeek, type WebsiteWeek } from './website-week.ts';

const WEAK_BELOW = 0.5;
/** It must be significantly worse than this, relative to the others. Two campaigns always differ a little. */
const WORSE_THAN = 0.75;
const SHARE_OF_VIEWERS_MIN = 0.2;

export function weakCampaigns(week: WebsiteWeek): Finding[] {
  const live = week.campaigns.filter(({ isLive }) => isLive);
  const byType = Map.groupBy(live, ({ ctaType }) => ctaType);
  return [...byType.values()].flatMap((campaigns) =>
    campaigns.flatMap((campaign) =>
      weakness(
        campaign,
        campaigns.filter((other) => other !== campaign),
        week.currency,
      ),
    ),
  );
}

function weakness(campaign: CampaignWeek, others: readonly CampaignWeek[], currency: string): Finding[] {
  const own = thisWeek(campaign.weeks);
  const rest = sumOf(others.map(({ weeks }) => thisWeek(weeks)));
  const [ownShare, restShare] = [conversionShare(own), conversionShare(rest)];
  if (!canCompare(ownShare, restShare)) return [];
  const isLarge = own.views >= SHARE_OF_VIEWERS_MIN * (own.views + rest.views);
  // Fewer conversions that bring more revenue are not weak.
  const bringsLess = own.revenue * rest.views <= rest.revenue * own.views;
  const isWeak = isLarge && bringsLess && rateOf(ownShare) < WEAK_BELOW * rateOf(restShare);
  const stake = stakeOf(own.views * (rateOf(restShare) - rateOf(ownShare)), sumOf(campaign.weeks));
  return [
    {
      kind: 'claim',
      question: 'weak campaigns',
      pValue: isWeak ? differenceP(ownShare, { ...restShare, hits: WORSE_THAN * restShare.hits }) : 1,
      about: [`campaign ${campaign.id}`],
      campaignId: campaign.id,
      precedence: PRECEDENCE.weakCampaign,
      stake,
      sentences: () => [
        weakSentence(campaign, ownShare, restShare),
        worth(stake, currency, 'wouldBring', 'wouldBringMoney'),
      ],
    },
  ];
}

function weakSentence(campaign: CampaignWeek, own: Share, rest: Share): Sentence {
  return sentence('weakCampaign', {
    name: { name: campaign.name },
    share: { percent: own.trials / (own.trials + rest.trials) },
    type: { name: campaign.ctaType },
    rate: { percent: rateOf(own) },
    othersRate: { percent: rateOf(rest) },
    visitors: rest.trials,
  });
}
