// Experiments: what the engine says of them, as everywhere. Its verdicts hold at all looks, so they are not tested again.

import { sentence } from '../../../../languages/sentence.ts';
import type { VerdictKind } from '../../../core/answers/experiments/experiment-names.ts';
import { REVENUE_SCALE } from '../../../core/engine/rollups/metric.ts';
import type { Judgement } from '../../experiments/index.ts';
import { type Finding, NO_STAKE, PRECEDENCE, type Stake, type Summary } from './finding.ts';
import type { CampaignWeek, WebsiteWeek } from './website-week.ts';

/** Worth acting on. The other verdicts are worth knowing. */
const ACTIONABLE: readonly VerdictKind[] = ['winner', 'loser', 'harmful', 'unhealthy'];

export function experiments(week: WebsiteWeek): Finding[] {
  return week.campaigns.flatMap((campaign) => {
    const { isLive, experiment } = campaign;
    return isLive && experiment && experiment.verdict.kind !== 'no_experiment' ? [findingOf(campaign, experiment)] : [];
  });
}

function findingOf({ id, name }: CampaignWeek, { verdict, stake, incremental }: Judgement): Finding {
  const isActionable = ACTIONABLE.includes(verdict.kind);
  // What a campaign brings is said of each.
  const summary = incremental ? undefined : summaryOf(name, verdict);
  return {
    kind: isActionable ? 'fact' : 'note',
    about: isActionable ? [`experiment ${id}`, `winner ${id}`] : [`experiment ${id}`],
    campaignId: id,
    precedence: isActionable ? PRECEDENCE.experiment : PRECEDENCE.experiment - 1,
    stake: isActionable ? stakeOf(stake) : NO_STAKE,
    ...(summary && { summary }),
    sentences: () =>
      incremental && verdict.kind !== 'unhealthy'
        ? [sentence('againstHoldout', { name: { name } }), ...incremental.sentences, ...verdict.sentences]
        : [sentence('experimentIn', { name: { name } }), ...verdict.sentences],
  };
}

function stakeOf(stake: Judgement['stake']): Stake {
  return {
    conversions: Math.max(0, stake?.events?.estimate ?? 0),
    revenue: Math.max(0, stake?.revenue?.estimate ?? 0) * REVENUE_SCALE,
  };
}

/** Several experiments that just go on are one item. */
function summaryOf(name: string, { kind, daysLeft }: Judgement['verdict']): Summary | undefined {
  switch (kind) {
    case 'keep_running':
      return {
        kind,
        part: daysLeft === null ? { name } : sentence('experimentWithDays', { name: { name }, days: daysLeft }),
        sentence: (list) => sentence('keepSeveralRunning', { count: list.length, experiments: { list } }),
      };
    case 'will_not_settle':
      return {
        kind,
        part: { name },
        sentence: (list) => sentence('severalWillNotBeDecided', { count: list.length, experiments: { list } }),
      };
    case 'no_difference':
      return {
        kind,
        part: { name },
        sentence: (list) => sentence('severalWithoutDifference', { count: list.length, experiments: { list } }),
      };
    default:
      return undefined;
  }
}
