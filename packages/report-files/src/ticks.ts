// The values at the axis of a chart, on pages and in PDF files.

const TICKS = 4;
const STEPS = [1, 2, 5, 10];
const FINEST_FRACTION = 0.01;

/** Round values for the axis, from 0 or less to at least the largest value. They are whole numbers, unless it has fractions. */
export function ticksOf(values: readonly (number | null)[], hasFractions = false): number[] {
  const numbers = values.filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const finest = hasFractions && high > low ? FINEST_FRACTION : 1;
  const rough = Math.max(finest, (high - low) / TICKS);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * STEPS.find((one) => one * power >= rough)!;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
