// Turns a website's week into three to seven sentences: runs all rules, drops what chance could explain, and ranks the rest
// by what is at stake.
// Why: docs/decisions/insights.md, "All claims of a week share one error budget".

import { holm } from '@funnel/report-files/statistics.ts';
import type { Sentence } from '../../../../languages/sentence.ts';
import { campaignRates } from '../rules/campaign-rate.ts';
import { experiments } from '../rules/experiment.ts';
import { byStake, type Finding, type Rule, type TestedFinding } from '../rules/finding.ts';
import { funnelSteps } from '../rules/funnel-step.ts';
import { revenueMoves } from '../rules/revenue-move.ts';
import { unusedElements } from '../rules/unused-element.ts';
import { weakCampaigns } from '../rules/weak-campaign.ts';
import { thisWeek, type WebsiteWeek } from '../rules/website-week.ts';
import { notEnoughData, weekSummary } from '../rules/week-summary.ts';
import type { Move } from '../segments/move.ts';

const RULES: readonly Rule[] = [experiments, funnelSteps, campaignRates, weakCampaigns, unusedElements, revenueMoves];

const VIEWERS_MIN = 100;
const ITEMS_MIN = 3;
const ITEMS_MAX = 7;
/** The probability that a week in which nothing happened gets any claim. */
const ALPHA = 0.05;

export interface Recommendation {
  readonly kind: Finding['kind'] | 'summary';
  readonly sentences: readonly Sentence[];
  /** What it is about; empty: the whole website. */
  readonly campaignIds: readonly number[];
  /** What the event log can be asked about a claim. */
  readonly move?: Move;
}

export function recommend(week: WebsiteWeek): Recommendation[] {
  if (thisWeek(week.weeks).views < VIEWERS_MIN) return [summary(notEnoughData(week, VIEWERS_MIN))];
  const findings = RULES.flatMap((rule) => rule(week));
  const experimentCount = week.campaigns.filter(({ experiment }) => experiment !== undefined).length;
  const holding = claimsThatHold(
    findings.filter((finding) => finding.kind === 'claim'),
    experimentCount,
  );
  const kept = withoutOverlaps(findings.filter((finding) => finding.kind !== 'claim' || holding.has(finding)));
  const actionable = kept.filter(({ kind }) => kind !== 'note').sort(byStake);
  const notes = kept.filter(({ kind }) => kind === 'note');
  const items = summarised([...actionable, ...notes]).slice(0, ITEMS_MAX);
  const fillers = weekSummary(week).map(summary);
  return [...items, ...fillers.slice(0, Math.max(0, ITEMS_MIN - items.length))];
}

function summary(sentence: Sentence): Recommendation {
  return { kind: 'summary', sentences: [sentence], campaignIds: [] };
}

/** Several findings of one kind become one item, in the place of the first. */
function summarised(findings: readonly Finding[]): Recommendation[] {
  const groups = Map.groupBy(findings, (finding) => finding.summary?.kind ?? finding);
  return [...groups.values()].map((group) => {
    const [first] = group;
    const parts = group.flatMap(({ summary: one }) => (one ? [one.part] : []));
    return {
      kind: first!.kind,
      sentences: group.length > 1 ? [first!.summary!.sentence(parts)] : first!.sentences(),
      campaignIds: [...new Set(group.flatMap(({ campaignId }) => campaignId ?? []))],
      ...(group.length === 1 && first!.kind === 'claim' && first!.move && { move: first!.move }),
    };
  });
}

/**
 * Every question gets the same share of the allowed error, and so does every experiment, although the engine judges those. The
 * tests for one question divide its share.
 */
function claimsThatHold(claims: readonly TestedFinding[], experimentCount: number): Set<Finding> {
  const byQuestion = Map.groupBy(claims, ({ question }) => question);
  const share = byQuestion.size / Math.max(1, byQuestion.size + experimentCount);
  const tests = claims.map((claim) => ({
    claim,
    pValue: claim.pValue,
    weight: 1 / byQuestion.get(claim.question)!.length,
  }));
  return new Set([...holm(tests, ALPHA * share)].map(({ claim }) => claim));
}

/** Higher precedence first, then higher stake. Drops findings that share a key with an earlier one. */
function withoutOverlaps(findings: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  const keys = new Set<string>();
  for (const finding of findings.toSorted((a, b) => b.precedence - a.precedence || byStake(a, b))) {
    if (finding.about.some((key) => keys.has(key))) continue;
    for (const key of finding.about) keys.add(key);
    kept.push(finding);
  }
  return kept;
}
