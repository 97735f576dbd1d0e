// Is one variant better than another? Conversion rates are compared by the two-proportion z-test; the confidence interval
// of a rate is Wilson's.

export interface Sample {
  readonly visitors: number;
  readonly successes: number;
}

interface Comparison {
  /** In percent over the control; null if the control has no successes. */
  readonly lift: number | null;
  /** 0 to 1; 1 minus the p-value of the two-sided test. */
  readonly confidence: number;
  /** How many more visitors each variant needs to confirm a difference of this size; 0 if it is confirmed. */
  readonly visitorsMissing: number;
}

export const CONFIDENCE_MIN = 0.95;
/** With fewer visitors in either group, the normal approximation is too rough. */
export const VISITORS_MIN = 100;
const Z_95 = 1.959964;
/** For a power of 80%: the chance to detect a real difference. */
const Z_POWER_80 = 0.841621;

export function compareVariants(control: Sample, variant: Sample): Comparison {
  const controlRate = rateOf(control);
  const variantRate = rateOf(variant);
  const lift = controlRate === 0 ? null : (variantRate / controlRate - 1) * 100;
  return {
    lift,
    confidence: confidenceOf(control, variant),
    visitorsMissing: visitorsMissing(control, variant),
  };
}

export function isDecided(control: Sample, variant: Sample): boolean {
  return (
    Math.min(control.visitors, variant.visitors) >= VISITORS_MIN && confidenceOf(control, variant) >= CONFIDENCE_MIN
  );
}

function confidenceOf(a: Sample, b: Sample): number {
  if (a.visitors === 0 || b.visitors === 0) return 0;
  const pooled = (a.successes + b.successes) / (a.visitors + b.visitors);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / a.visitors + 1 / b.visitors));
  if (!(deviation > 0)) return 0;
  return errorFunction(Math.abs(rateOf(b) - rateOf(a)) / deviation / Math.SQRT2);
}

function visitorsMissing(a: Sample, b: Sample): number {
  const [rateA, rateB] = [rateOf(a), rateOf(b)];
  const smaller = Math.min(a.visitors, b.visitors);
  if (rateA === rateB || isDecided(a, b)) return 0;
  const variance = rateA * (1 - rateA) + rateB * (1 - rateB);
  const needed = ((Z_95 + Z_POWER_80) ** 2 * variance) / (rateA - rateB) ** 2;
  return Math.max(0, Math.ceil(Math.max(needed, VISITORS_MIN) - smaller));
}

/** The 95% confidence interval of a rate, in percent. */
export function rateInterval({ visitors, successes }: Sample): { readonly low: number; readonly high: number } {
  if (visitors === 0) return { low: 0, high: 0 };
  const rate = Math.min(1, successes / visitors);
  const z2 = Z_95 ** 2;
  const scale = 1 + z2 / visitors;
  const center = (rate + z2 / (2 * visitors)) / scale;
  const margin = (Z_95 / scale) * Math.sqrt((rate * (1 - rate)) / visitors + z2 / (4 * visitors ** 2));
  return { low: Math.max(0, center - margin) * 100, high: Math.min(1, center + margin) * 100 };
}

function rateOf({ visitors, successes }: Sample): number {
  return visitors === 0 ? 0 : Math.min(1, successes / visitors);
}

/** Abramowitz and Stegun 7.1.26: the error is below 1.5e-7, far less than what is shown. */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return 1 - series * Math.exp(-x * x);
}
