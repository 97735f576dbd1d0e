// The hash of a visitor as text, as tables of orders and touches have it.

const HALF_DIGITS = 8;

/** The high half in hexadecimal digits, then the low half. */
export function visitorText(low: number, high: number): string {
  return digitsOf(high) + digitsOf(low);
}

export function visitorIn(text: string): { readonly visitorLow: number; readonly visitorHigh: number } {
  const halfAt = (start: number) => Number.parseInt(text.slice(start, start + HALF_DIGITS), 16) | 0;
  return { visitorHigh: halfAt(0), visitorLow: halfAt(HALF_DIGITS) };
}

function digitsOf(half: number): string {
  return (half >>> 0).toString(16).padStart(HALF_DIGITS, '0');
}
