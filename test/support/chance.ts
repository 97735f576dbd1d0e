// Random numbers of simulated websites.
import type { Random } from '../../src/core/foundation/statistics/random.ts';

/** Mean 1 and this standard deviation: Marsaglia and Tsang. */
export function gamma(deviation: number, random: Random): number {
  if (deviation === 0) return 1;
  const shape = 1 / deviation ** 2;
  const d = shape - 1 / 3;
  for (;;) {
    const normal = random.normal();
    const v = (1 + normal / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random.next()) < normal ** 2 / 2 + d - d * v + d * Math.log(v)) return (d * v) / shape;
  }
}

export function poisson(mean: number, random: Random): number {
  if (mean > 500) return random.arrivals(mean);
  let count = 0;
  for (let left = random.exponential(1); left < mean; left += random.exponential(1)) count++;
  return count;
}
