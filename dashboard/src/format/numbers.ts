// Numbers as text, in the language of the dashboard.

const LOCALE = 'en-US';
/** From here on, cents are left out. */
const WHOLE_UNITS_FROM = 10_000;

const counts = new Intl.NumberFormat(LOCALE);
const rates = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const shares = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const changes = new Intl.NumberFormat(LOCALE, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
const compacts = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const moneyFormats = new Map<string, Intl.NumberFormat>();

export function formatCount(value: number): string {
  return counts.format(value);
}

/** A rate in the API's unit: 12.5 means 12.5%. */
export function formatRate(percent: number): string {
  return `${rates.format(percent)}%`;
}

/** A part of a whole; 0% of nothing. */
export function formatShare(part: number, whole: number): string {
  return `${shares.format(whole === 0 ? 0 : (part / whole) * 100)}%`;
}

export function formatChange(percent: number): string {
  return `${changes.format(percent)}%`;
}

export function formatCompact(value: number): string {
  return compacts.format(value);
}

export function formatMoney(value: number, currency: string): string {
  return moneyFormat(currency, value >= WHOLE_UNITS_FROM ? 0 : undefined).format(value);
}

export function formatMoneyCompact(value: number, currency: string): string {
  if (value < 1_000) return moneyFormat(currency, 0).format(value);
  return moneyFormat(currency, 1, 'compact').format(value);
}

function moneyFormat(
  currency: string,
  fractionDigits: number | undefined,
  notation: 'standard' | 'compact' = 'standard',
): Intl.NumberFormat {
  const key = `${currency} ${fractionDigits} ${notation}`;
  const known = moneyFormats.get(key);
  if (known) return known;
  const options: Intl.NumberFormatOptions = { notation };
  if (fractionDigits !== undefined) Object.assign(options, { maximumFractionDigits: fractionDigits });
  if (fractionDigits === 0) Object.assign(options, { minimumFractionDigits: 0 });
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency, ...options });
  moneyFormats.set(key, format);
  return format;
}

/** A change that is shown as 0.0% counts as none. */
export function changeDirection(percent: number): 'up' | 'down' | 'flat' {
  if (Math.abs(percent) < 0.05) return 'flat';
  return percent > 0 ? 'up' : 'down';
}
