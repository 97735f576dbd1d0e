// What the experiment report says about verdicts, differences and lifts: schemas, units and rounding.

import { z } from 'zod';
import { type ExperimentMetric, VERDICTS } from '../../core/answers/experiments/experiment-names.ts';
import { id } from '../../core/contract/operations/schemas.ts';
import { inPercent } from '../../core/foundation/text/wording.ts';
import type { Say } from '../../core/foundation/text/words.ts';
import type { ConfidenceInterval, LiftInterval } from './compare.ts';
import type { Compared, Judgement } from './judge.ts';
import type { Verdict } from './verdict.ts';

const estimate = z.number();
export const interval = z
  .strictObject({ estimate, low: z.number(), high: z.number() })
  .nullable()
  .describe(
    'With a confidence sequence of 95 %, over all looks and variants together; of segments, over all of them together.',
  );
export const lift = z
  .strictObject({ estimate: estimate.nullable(), low: z.number(), high: z.number().nullable() })
  .nullable()
  .describe(
    'Percent over the control, which is the first variant; null for the control, and for a segment that is not judged. ' +
      'high is null without a bound.',
  );

export const comparison = z.strictObject({
  value: z.number().describe("Percent of the visitors; revenue_per_visitor in the website's currency."),
  difference: interval.describe('Of the value from that of the control, in its unit; null for the control.'),
  lift,
});

export const verdict = z.strictObject({
  kind: z.enum(VERDICTS),
  variant_id: id.nullable().describe('The winner or the loser.'),
  sentence: z.string(),
  days_left: z.int().nullable().describe('Until it is settled at the present traffic.'),
});

const broughtInterval = z
  .strictObject({ estimate, low: z.number(), high: z.number() })
  .nullable()
  .describe(
    'With a confidence sequence of 95 %, over all looks. null: there are none yet, or the numbers of the test can not be trusted.',
  );

export const incremental = z
  .strictObject({ revenue: broughtInterval, orders: broughtInterval, conversions: broughtInterval })
  .describe(
    'What would not have come without the campaign: of the visitors who were shown it, over the whole test, compared with those of ' +
      "the holdout. Below 0: showing it cost so much. Revenue in the website's currency. " +
      'Only if a variant with traffic is a holdout, and without filters.',
  );

export function incrementalFields(brought: NonNullable<Judgement['incremental']>, say: Say) {
  const { revenue, orders, conversions, sentences } = brought;
  return {
    incremental: { revenue: rounded(revenue), orders: rounded(orders), conversions: rounded(conversions) },
    incremental_sentence: say(sentences),
  };
}

export function verdictFields({ kind, variantId, sentences, daysLeft }: Verdict, say: Say): z.infer<typeof verdict> {
  return { kind, variant_id: variantId, sentence: say(sentences), days_left: daysLeft };
}

export function comparisonOf(metric: ExperimentMetric, compared: Compared | undefined): z.infer<typeof comparison> {
  const scale = metric === 'revenue_per_visitor' ? 1 : 100;
  return {
    value: round((compared?.mean.value ?? 0) * scale, 4),
    difference: rounded(compared?.difference ?? null, scale),
    lift: liftOf(compared?.lift ?? null),
  };
}

export function liftOf(of: LiftInterval | null) {
  if (!of) return null;
  const percent = (share: number | null) => (share === null ? null : inPercent(share));
  return { estimate: percent(of.estimate), low: inPercent(of.low), high: percent(of.high) };
}

export function rounded(of: ConfidenceInterval | null, scale = 1): ConfidenceInterval | null {
  if (!of) return null;
  return {
    estimate: round(of.estimate * scale, 4),
    low: round(of.low * scale, 4),
    high: round(of.high * scale, 4),
  };
}

/** It returns 0 in place of -0. */
export function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals + 0;
}
