// Experiments: the winner, or how long it will take to decide. The job looks at every experiment once a week, and if you
// look often enough, pure chance produces a winner. So nothing is decided before a full week and a minimum sample, and
// the looks share the allowed error: the k-th look gets 6/(π²k²) of it, which adds up to 1 over all looks.

import { counted, number, percent, quoted, variantName } from '../../wording.ts';
import { canCompare, compareShares, differenceP } from '../compare-shares.ts';
import { normalUpperTail, rateOf, type Share, sampleSizePerGroup } from '../statistics.ts';
import {
  type CampaignWeek,
  conversionShare,
  experimentArms,
  sumOf,
  thisWeek,
  type VariantWeek,
  type WebsiteWeek,
} from '../website-week.ts';
import { type Claim, type Finding, NO_STAKE, PRECEDENCE, stakeOf, worth } from './finding.ts';

/** About what one experiment gets of the allowed error, after the looks and the other questions. */
const PLANNED_ALPHA = 0.005;
const PLANNED_POWER = 0.8;
const WAIT_WEEKS_MAX = 52;

interface Arm {
  readonly variant: VariantWeek;
  readonly share: Share;
}

export function experiments(week: WebsiteWeek): Finding[] {
  return week.campaigns.flatMap((campaign) => {
    const arms = experimentArms(campaign)
      .map((variant) => ({ variant, share: conversionShare(variant.run) }))
      .sort((a, b) => rateOf(b.share) - rateOf(a.share));
    const [leader, ...others] = arms;
    if (!leader || campaign.runWeeks === 0) return [];
    if (!hasEnoughData(campaign, leader, others)) return [tooEarly(campaign, arms)];
    const claims = [winner(campaign, leader, others, week.currency)];
    if (others.length > 1) claims.push(loser(campaign, leader, others, week.currency));
    return [...claims, undecided(campaign, leader, others[0]!)];
  });
}

/** Several weeks or every day of this one, and enough visitors in every arm. */
function hasEnoughData(campaign: CampaignWeek, leader: Arm, others: readonly Arm[]): boolean {
  const everyDay = [leader, ...others].every(({ variant }) => variant.viewsByDay.every((views) => views > 0));
  const ranFullWeek = campaign.runWeeks > 1 || everyDay;
  return ranFullWeek && others.every((other) => canCompare(leader.share, other.share));
}

function looksPenalty(looks: number): number {
  return (Math.PI ** 2 * looks ** 2) / 6;
}

/** The winner must beat every other arm. Multiplied by the number of arms, because any arm could have been the leader. */
function winner(campaign: CampaignWeek, leader: Arm, others: readonly Arm[], currency: string): Claim {
  const weakestP = Math.max(...others.map((other) => normalUpperTail(compareShares(leader.share, other.share))));
  const gained = others.reduce((sum, { variant, share }) => {
    return sum + thisWeek(variant.weeks).views * (rateOf(leader.share) - rateOf(share));
  }, 0);
  const stake = stakeOf(gained, sumOf(campaign.weeks));
  return {
    ...claimAbout(campaign),
    pValue: weakestP * (others.length + 1) * looksPenalty(campaign.runWeeks),
    stake,
    sentence: () =>
      `The experiment in ${quoted(campaign.name)} has a winner: ${variantName(leader.variant)}. ${itsRate(leader)}, ` +
      `significantly more than ${others.map(rateWithName).join(' and ')} (${runOf(campaign)}). ` +
      `Give it all the traffic. That would bring about ${worth(stake, currency)}.`,
  };
}

/** With several arms, one may be clearly worse while the others are undecided. */
function loser(campaign: CampaignWeek, leader: Arm, others: readonly Arm[], currency: string): Claim {
  const worst = others.at(-1)!;
  const pairs = ((others.length + 1) * others.length) / 2;
  const gained = thisWeek(worst.variant.weeks).views * (rateOf(leader.share) - rateOf(worst.share));
  const stake = stakeOf(gained, sumOf(campaign.weeks));
  return {
    ...claimAbout(campaign),
    precedence: PRECEDENCE.experiment - 0.5,
    pValue: differenceP(leader.share, worst.share) * pairs * looksPenalty(campaign.runWeeks),
    stake,
    sentence: () =>
      `The experiment in ${quoted(campaign.name)} has a loser: ${variantName(worst.variant)}. ${itsRate(worst)}, ` +
      `significantly less than ${rateWithName(leader)} (${runOf(campaign)}). ` +
      `Stop it and let the others continue. That would bring about ${worth(stake, currency)}.`,
  };
}

function claimAbout({ id }: CampaignWeek) {
  return {
    kind: 'claim',
    question: `the experiment of campaign ${id}`,
    about: [`experiment ${id}`, `winner ${id}`],
    precedence: PRECEDENCE.experiment,
  } as const;
}

function undecided(campaign: CampaignWeek, leader: Arm, runnerUp: Arm): Finding {
  return {
    ...noteAbout(campaign),
    sentence: () =>
      `The experiment in ${quoted(campaign.name)} is still undecided: ${rateWithName(leader)} converted, and ` +
      `${rateWithName(runnerUp)} (${runOf(campaign)}). The difference may be chance. ${outlook(leader, runnerUp)}`,
  };
}

function outlook(leader: Arm, runnerUp: Arm): string {
  const weekly = Math.min(thisWeek(leader.variant.weeks).views, thisWeek(runnerUp.variant.weeks).views);
  const needed = sampleSizePerGroup(rateOf(leader.share), rateOf(runnerUp.share), PLANNED_ALPHA, PLANNED_POWER);
  const missing = needed - Math.min(leader.share.trials, runnerUp.share.trials);
  const weeks = Math.max(1, Math.ceil(missing / weekly));
  if (weeks > WAIT_WEEKS_MAX) {
    return 'With the current traffic it would take more than a year to detect such a small difference. Keep either, and try something bolder.';
  }
  return `With the current traffic it will take about ${counted(weeks, 'more week')} to decide. Don't pick a winner before then.`;
}

function tooEarly(campaign: CampaignWeek, arms: readonly Arm[]): Finding {
  const samples = arms.map(({ variant, share }) => `${variantName(variant)}: ${counted(share.trials, 'visitor')}`);
  return {
    ...noteAbout(campaign),
    sentence: () =>
      `It is too early to judge the experiment in ${quoted(campaign.name)} (${samples.join(', ')}): ` +
      'it needs a full week and more conversions in every variant. The variant that is ahead now may be so by chance.',
  };
}

function noteAbout({ id }: CampaignWeek) {
  return {
    kind: 'note',
    about: [`experiment ${id}`],
    precedence: PRECEDENCE.experiment - 1,
    stake: NO_STAKE,
  } as const;
}

function itsRate({ share }: Arm): string {
  return `${percent(rateOf(share))} of its ${number(share.trials)} visitors converted`;
}

function rateWithName({ variant, share }: Arm): string {
  return `${percent(rateOf(share))} of the ${number(share.trials)} visitors of ${variantName(variant)}`;
}

function runOf({ runWeeks }: CampaignWeek): string {
  return runWeeks === 1 ? 'one full week' : `the last ${runWeeks} weeks`;
}
