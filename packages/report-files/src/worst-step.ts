// The worst step of a funnel: the one after which the largest share of its visitors does not continue. It is named only if random variation
// does not explain that the share is larger than after every other step.
import { isSmall } from './metrics.ts';
import { unusualShares } from './noise.ts';

/**
 * The index of the step, or undefined if there is none. Steps with few visitors are not judged. `counts`: the visitors of each step.
 * `sampleRate`: the part of the visitors that was counted, in percent.
 */
export function worstStep(counts: readonly number[], sampleRate = 100): number | undefined {
  const seen = counts.map((count) => (count * sampleRate) / 100);
  const losses = seen
    .slice(0, -1)
    .map((trials, index) => ({ hits: Math.max(0, trials - seen[index + 1]!), trials, index }));
  const [worst, next] = losses
    .filter(({ trials }) => trials > 0 && !isSmall(trials))
    .toSorted((one, other) => other.hits / other.trials - one.hits / one.trials);
  return worst && next && unusualShares([worst, next]).has(worst) ? worst.index : undefined;
}
