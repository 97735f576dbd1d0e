// The `breakdown` of the experiment report: the experiment judged by the visitors of each value of a dimension.
import { z } from 'zod';
import { VALUES_MAX } from '../../core/answers/reports/breakdown.ts';
import { count, SAMPLE_RATE, SAMPLED, sampleRate, VALUE } from '../../core/answers/reports/schemas.ts';
import { samplingOf } from '../../core/answers/reports/segment.ts';
import { id } from '../../core/contract/operations/schemas.ts';
import { DIMENSIONS, type Dimension, OTHER_VALUES } from '../../core/foundation/dimensions/dimension.ts';
import type { Say } from '../../core/foundation/text/words.ts';
import { type Experiment, isTested } from './experiment.ts';
import { comparison, comparisonOf, verdict, verdictFields } from './experiment-values.ts';
import { compareArms, judge } from './judge.ts';
import type { BrokenDownExperiment } from './read-experiment.ts';
import type { VerdictQuestion } from './verdict.ts';

export const segments = z
  .strictObject({
    dimension: z.enum(DIMENSIONS),
    sampled: z.boolean().describe(`${SAMPLED} Then nothing is decided.`),
    sample_rate: sampleRate.describe(SAMPLE_RATE),
    values: z.array(
      z.strictObject({
        value: z.string().describe(VALUE),
        verdict: verdict.nullable().describe('null for (other), which is not the same values every day.'),
        variants: z
          .array(z.strictObject({ id, visitors: count, ...comparison.shape }))
          .describe('By `metric`, in the order of the report.'),
      }),
    ),
  })
  .describe(
    `The experiment by value of a dimension: at most ${VALUES_MAX} values, those with the most visitors first, then (other). ` +
      'Of experiments without a difference, at most 5 % ever get a winner in any segment, however many segments are looked at. ' +
      'Only with break_down_by.',
  );

export function segmentsOf(
  dimension: Dimension,
  { sampled, values }: BrokenDownExperiment,
  question: VerdictQuestion,
  say: Say,
): z.infer<typeof segments> {
  return {
    dimension,
    ...samplingOf({ sampled }),
    values: values.map(({ value, experiment }) => ({
      value,
      verdict: value === OTHER_VALUES ? null : verdictFields(judge(experiment, question).verdict, say),
      variants: variantsOf(experiment, question),
    })),
  };
}

function variantsOf(experiment: Experiment, { metric }: VerdictQuestion) {
  const compared = isTested(experiment) ? compareArms(experiment, metric, experiment.test.looks.at(-1)!) : [];
  return experiment.arms.map(({ id: variantId }, arm) => {
    const { mean } = compared[arm]!;
    return { id: variantId, visitors: mean.visitors, ...comparisonOf(metric, compared[arm]) };
  });
}
