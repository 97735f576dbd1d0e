// Traffic that goes to a weak campaign: it takes a good part of the viewers, and converts less than half as well as the
// others of its kind. Only like is compared with like, for a bar on every page never converts as a quiz does.
import { canCompare, differenceP } from '../compare-shares.ts';
import { rateOf, type Share } from '../statistics.ts';
import { type CampaignWeek, conversionShare, sumOf, thisWeek, type WebsiteWeek } from '../website-week.ts';
import { number, percent, quoted } from '../wording.ts';
import { type Finding, PRECEDENCE, stakeOf, worth } from './finding.ts';

const WEAK_BELOW = 0.5;
/** What must be beyond chance is that it is worse than this: that two campaigns are not alike is no news. */
const WORSE_THAN = 0.75;
const SHARE_OF_VIEWERS_MIN = 0.2;

export function weakCampaigns(week: WebsiteWeek): Finding[] {
  const live = week.campaigns.filter(({ isLive }) => isLive);
  const byKind = Map.groupBy(live, ({ ctaType }) => ctaType);
  return [...byKind.values()].flatMap((campaigns) =>
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
  // Few conversions that bring more money are not weak.
  const bringsLess = own.revenue * rest.views <= rest.revenue * own.views;
  const isWeak = isLarge && bringsLess && rateOf(ownShare) < WEAK_BELOW * rateOf(restShare);
  const stake = stakeOf(own.views * (rateOf(restShare) - rateOf(ownShare)), sumOf(campaign.weeks));
  return [
    {
      kind: 'claim',
      question: 'weak campaigns',
      pValue: isWeak ? differenceP(ownShare, { ...restShare, hits: WORSE_THAN * restShare.hits }) : 1,
      about: [`campaign ${campaign.id}`],
      precedence: PRECEDENCE.weakCampaign,
      stake,
      say: () => sentence(campaign, ownShare, restShare, worth(stake, currency)),
    },
  ];
}

function sentence(campaign: CampaignWeek, own: Share, rest: Share, gain: string): string {
  return (
    `${quoted(campaign.name)} takes ${percent(own.trials / (own.trials + rest.trials))} of the viewers of your ` +
    `${quoted(campaign.ctaType)} campaigns and converts ${percent(rateOf(own))} of them; the others convert, ` +
    `beyond chance better, ${percent(rateOf(rest))} of ${number(rest.trials)}. ` +
    `Send that traffic to a better one, or rework it: as good as the others it would bring about ${gain} more.`
  );
}
