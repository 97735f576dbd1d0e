// The difference and the ratio of two means, each with its confidence sequence.
// Why: docs/decisions/insights.md, "How variants are compared".
import { standardErrors } from './confidence-sequence.ts';

/** A mean over visitors, such as a conversion rate. */
export interface Mean {
  readonly value: number;
  /** The squared standard error: of the mean, not of a visitor. */
  readonly variance: number;
  readonly visitors: number;
}

export interface ConfidenceInterval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/** 0.1 is 10 % more than the control. */
export interface LiftInterval {
  /** null: the control is 0. */
  readonly estimate: number | null;
  readonly low: number;
  /** null: there is no upper bound, because the control may well be 0. */
  readonly high: number | null;
}

/** How often a confidence sequence may miss the true value. */
export interface Level {
  readonly alpha: number;
  /** Which alpha the sequence is tuned for: the same one at all looks. */
  readonly tunedFor: number;
}

export function difference(control: Mean, variant: Mean, level: Level): ConfidenceInterval {
  const estimate = variant.value - control.value;
  const reach = reachOf(control, variant, level) * Math.sqrt(control.variance + variant.variance);
  return { estimate, low: estimate - reach, high: estimate + reach };
}

/**
 * Fieller's interval: the ratios r for which the confidence sequence of variant - r * control contains 0. So it holds at all
 * looks like the difference does, and it excludes "no lift" exactly when the difference excludes 0. Intervals by the delta
 * method, or of the logarithm, sometimes contradict the difference, and break down near 0.
 */
export function lift(control: Mean, variant: Mean, level: Level): LiftInterval {
  if (control.value === 0) return { estimate: null, low: -1, high: null };
  const squaredReach = reachOf(control, variant, level) ** 2;
  // The ratios between the roots of a r² - 2 b r + c.
  const a = control.value ** 2 - squaredReach * control.variance;
  const b = control.value * variant.value;
  const c = variant.value ** 2 - squaredReach * variant.variance;
  const root = Math.sqrt(Math.max(0, b * b - a * c));
  return {
    estimate: variant.value / control.value - 1,
    low: c <= 0 ? -1 : c / (b + root) - 1,
    high: a <= 0 ? null : (b + root) / a - 1,
  };
}

/** How many standard errors of the difference the interval reaches. */
export function reachOf(control: Mean, variant: Mean, { alpha, tunedFor }: Level): number {
  return standardErrors(control.visitors + variant.visitors, alpha, { tunedFor });
}
