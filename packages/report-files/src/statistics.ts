// The statistics behind the recommendations and behind what is noise: plain arithmetic. The tests check it against published tables.

/** Below this the series is accurate, above it the continued fraction. */
const SERIES_Z_MAX = 3;
const FRACTION_DEPTH = 120;
const BISECTIONS = 80;

/** The probability that a standard normal value is above `z`. Accurate far out in the tail, too. */
export function normalUpperTail(z: number): number {
  if (z < 0) return 1 - normalUpperTail(-z);
  return z < SERIES_Z_MAX ? 0.5 - areaFromZero(z) : tailByFraction(z);
}

export function twoSidedP(z: number): number {
  return 2 * normalUpperTail(Math.abs(z));
}

/** The inverse of the standard normal distribution function. */
export function normalQuantile(probability: number): number {
  let [low, high] = [-40, 40];
  for (let round = 0; round < BISECTIONS; round++) {
    const middle = (low + high) / 2;
    if (normalUpperTail(-middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** z + z³/3 + z⁵/(3·5) + …, times the density. */
function areaFromZero(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; term > sum * Number.EPSILON; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return sum * density(z);
}

/** Laplace: density / (z + 1/(z + 2/(z + 3/(z + …)))). */
function tailByFraction(z: number): number {
  let denominator = z;
  for (let depth = FRACTION_DEPTH; depth > 0; depth--) denominator = z + depth / denominator;
  return density(z) / denominator;
}

function density(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}

/** The probability that Student's t is at least this far from zero: Abramowitz and Stegun, 26.7.3 and 26.7.4. */
export function studentTwoSidedP(t: number, degreesOfFreedom: number): number {
  const angle = Math.atan(Math.abs(t) / Math.sqrt(degreesOfFreedom));
  const cosineSquared = Math.cos(angle) ** 2;
  const isOdd = degreesOfFreedom % 2 === 1;
  let term = isOdd ? Math.cos(angle) : 1;
  let sum = 0;
  for (let power = isOdd ? 1 : 0; power <= degreesOfFreedom - 2; power += 2) {
    sum += term;
    term *= (cosineSquared * (power + 1)) / (power + 2);
  }
  const inside = isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
  return Math.max(0, 1 - inside);
}

/** A proportion: `hits` out of `trials`. */
export interface Share {
  readonly hits: number;
  readonly trials: number;
}

export function rateOf({ hits, trials }: Share): number {
  return trials === 0 ? 0 : hits / trials;
}

/** The pooled two-proportion z-test. Positive if `a` is higher. */
export function twoProportionZ(a: Share, b: Share): number {
  return differenceZ(a, b, pooledVariance(a, b));
}

export function pooledVariance(a: Share, b: Share): number {
  const pooled = (a.hits + b.hits) / (a.trials + b.trials);
  return pooled * (1 - pooled) * (1 / a.trials + 1 / b.trials);
}

export function differenceZ(a: Share, b: Share, variance: number): number {
  return variance === 0 ? 0 : (rateOf(a) - rateOf(b)) / Math.sqrt(variance);
}

/** Visitors that each of two groups needs, so that a test at level `alpha` detects this difference with this power. */
export function sampleSizePerGroup(rateA: number, rateB: number, alpha: number, power: number): number {
  const mean = (rateA + rateB) / 2;
  const ifEqual = normalQuantile(1 - alpha / 2) * Math.sqrt(2 * mean * (1 - mean));
  const asSeen = normalQuantile(power) * Math.sqrt(rateA * (1 - rateA) + rateB * (1 - rateB));
  return ((ifEqual + asSeen) / (rateA - rateB)) ** 2;
}

/** Whether a value fits a series of earlier ones, by Student's t. `spreadMin` is the least standard deviation assumed. */
export function predictionP(value: number, history: readonly number[], spreadMin: number): number {
  const mean = history.reduce((sum, each) => sum + each, 0) / history.length;
  const squares = history.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const deviation = Math.max(spreadMin, Math.sqrt(squares / (history.length - 1)));
  const t = (value - mean) / (deviation * Math.sqrt(1 + 1 / history.length));
  return studentTwoSidedP(t, history.length - 1);
}

/** The mean of `size` values, such as a day's average order. */
export interface BatchMean {
  readonly mean: number;
  readonly size: number;
}

/** Whether two groups of batches have the same mean, by Student's t. The spread is that within each group. */
export function batchMeansP(a: readonly BatchMean[], b: readonly BatchMean[]): number {
  const degreesOfFreedom = a.length + b.length - 2;
  const variance = (spread(a) + spread(b)) / degreesOfFreedom;
  const error = Math.sqrt(variance * (1 / sizeOf(a) + 1 / sizeOf(b)));
  return studentTwoSidedP((meanOf(a) - meanOf(b)) / error, degreesOfFreedom);
}

function spread(batches: readonly BatchMean[]): number {
  const mean = meanOf(batches);
  return batches.reduce((sum, batch) => sum + batch.size * (batch.mean - mean) ** 2, 0);
}

function meanOf(batches: readonly BatchMean[]): number {
  return batches.reduce((sum, batch) => sum + batch.size * batch.mean, 0) / sizeOf(batches);
}

function sizeOf(batches: readonly BatchMean[]): number {
  return batches.reduce((sum, batch) => sum + batch.size, 0);
}

interface WeightedTest {
  readonly pValue: number;
  readonly weight: number;
}

/**
 * Holm's step-down procedure with weights. The probability that any of the returned tests is a false positive is at most
 * `alpha`, however the tests depend on each other.
 */
export function holm<Test extends WeightedTest>(tests: readonly Test[], alpha: number): Set<Test> {
  const byEvidence = tests.toSorted((a, b) => a.pValue / a.weight - b.pValue / b.weight);
  let weightLeft = tests.reduce((sum, test) => sum + test.weight, 0);
  const holding = new Set<Test>();
  for (const test of byEvidence) {
    if (!(test.pValue <= (alpha * test.weight) / weightLeft)) break;
    holding.add(test);
    weightLeft -= test.weight;
  }
  return holding;
}
