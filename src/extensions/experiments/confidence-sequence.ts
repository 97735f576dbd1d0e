// Confidence sequences: intervals that hold at all looks together, however often somebody looks and whenever they stop.
//
// THE IDEA. A 95 % confidence interval is right in 95 % of single looks. Whoever looks every day and stops at the first
// interval without zero is wrong far more often. A confidence sequence is wider by a factor that grows slowly with the number
// of visitors, and the probability that it ever misses the true value is at most alpha.
//
// THE PAPER. Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas: "Time-uniform central limit theory and asymptotic confidence
// sequences" (Annals of Statistics 52, 2024; arXiv 2103.06476), theorem 2.2. With n visitors, the estimate's standard error s
// and the parameter rho, the interval is
//
//   estimate ± s * sqrt((n rho² + 1) / (n rho²) * ln((n rho² + 1) / alpha²))
//
// It holds at any rho, and is narrowest around the number of visitors that rho is tuned to. GrowthBook uses the same sequence
// and the same tuning; the tests compare with its numbers and with those of the library confseq.

/** Visitors of both groups together at which the interval is narrowest, compared with that of a single look. */
const TUNED_TO_VISITORS = 5_000;

interface Tuning {
  readonly tunedTo?: number;
  /** Another alpha than that of the interval: rho must not change if the alpha does, between one look and the next. */
  readonly tunedFor?: number;
}

/** How many standard errors the interval reaches to each side. */
export function standardErrors(visitors: number, alpha: number, tuning: Tuning = {}): number {
  const { tunedTo = TUNED_TO_VISITORS, tunedFor = alpha } = tuning;
  const time = intrinsicTime(visitors, tunedFor, tunedTo);
  return Math.sqrt(((time + 1) / time) * Math.log((time + 1) / alpha ** 2));
}

/**
 * The smallest alpha of a sequence that excludes a deviation of `z` standard errors. Unlike an ordinary p-value it may be
 * looked at every day. `alpha` only tunes it.
 */
export function anytimeP(z: number, visitors: number, alpha: number): number {
  const time = intrinsicTime(visitors, alpha, TUNED_TO_VISITORS);
  return Math.min(1, Math.sqrt(time + 1) * Math.exp((-z * z * time) / (2 * (time + 1))));
}

/** n rho² */
function intrinsicTime(visitors: number, alpha: number, tunedTo: number): number {
  const evidence = -2 * Math.log(alpha);
  return (visitors * (evidence + Math.log(evidence + 1))) / tunedTo;
}
