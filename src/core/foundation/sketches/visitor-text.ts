// The hash of a visitor as text, as tables of orders and touches have it.

const HALF_DIGITS = 8;

const bytes = Buffer.alloc(HALF_DIGITS);

/** The high half in hexadecimal digits, then the low half. */
export function visitorText(low: number, high: number): string {
  bytes.writeInt32BE(high, 0);
  bytes.writeInt32BE(low, HALF_DIGITS / 2);
  return bytes.toString('hex');
}

export function visitorIn(text: string): { readonly visitorLow: number; readonly visitorHigh: number } {
  const halfAt = (start: number) => Number.parseInt(text.slice(start, start + HALF_DIGITS), 16) | 0;
  return { visitorHigh: halfAt(0), visitorLow: halfAt(HALF_DIGITS) };
}
