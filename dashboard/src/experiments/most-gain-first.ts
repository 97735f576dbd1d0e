// The order of experiments: first those whose decision brings most.
import type { ExperimentReport } from '../api/types.ts';

type Stake = ExperimentReport['data']['at_stake'];

/** Sorts by revenue, then by conversions. Those that are not judged yet come last, in their order. */
export function mostGainFirst<Experiment>(
  experiments: readonly Experiment[],
  stakeOf: (index: number) => Stake | undefined,
): readonly Experiment[] {
  const judged = experiments.map((experiment, index) => {
    const stake = stakeOf(index);
    const gain = (range: { readonly estimate: number } | null | undefined) => Math.max(0, range?.estimate ?? 0);
    return { experiment, revenue: gain(stake?.revenue_per_week), conversions: gain(stake?.conversions_per_week) };
  });
  return judged
    .toSorted((a, b) => b.revenue - a.revenue || b.conversions - a.conversions)
    .map(({ experiment }) => experiment);
}
