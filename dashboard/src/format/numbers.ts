// Numbers as text.
import { inLocale } from './locale.ts';

const counts = inLocale((locale) => new Intl.NumberFormat(locale));
const rates = percentFormat(fractionDigits(2));
const rateTicks = percentFormat({ maximumFractionDigits: 2 });
const factors = inLocale((locale) => new Intl.NumberFormat(locale, fractionDigits(2)));
const shares = percentFormat(fractionDigits(1));
const sampleRates = percentFormat({ maximumSignificantDigits: 2 });
const changes = percentFormat({ ...fractionDigits(1), signDisplay: 'exceptZero' });
const changeTicks = percentFormat({ signDisplay: 'exceptZero' });
const compacts = inLocale((locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }));
const moneyFormats = inLocale((locale) => ({ locale, byKey: new Map<string, Intl.NumberFormat>() }));

function fractionDigits(count: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: count, maximumFractionDigits: count };
}

/** Formats numbers that are percent already, unlike `style: 'percent'`. */
function percentFormat(options: Intl.NumberFormatOptions) {
  return inLocale((locale) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', ...options }));
}

export function formatCount(value: number): string {
  return counts().format(value);
}

/** A rate in the API's unit: 12.5 means 12.5%. */
export function formatRate(percent: number): string {
  return rates().format(percent);
}

/** Formats the values of an axis, which are round. */
export function formatRateCompact(percent: number): string {
  return rateTicks().format(percent);
}

/** Shows as many digits as a small sample needs. */
export function formatSampleRate(percent: number): string {
  return sampleRates().format(percent);
}

/** How many times as much. */
export function formatFactor(value: number): string {
  return `${factors().format(value)}\u00d7`;
}

/** A part of a whole; 0% of nothing. */
export function formatShare(part: number, whole: number): string {
  return shares().format(whole === 0 ? 0 : (part / whole) * 100);
}

export function formatChange(percent: number): string {
  return withMinusSign(changes().format(percent));
}

/** Formats the values of an axis, which are round. */
export function formatChangeCompact(percent: number): string {
  return withMinusSign(changeTicks().format(percent));
}

/** Rather than a hyphen, which most locales have: as in the sentences of the service. */
function withMinusSign(text: string): string {
  return text.replace('-', '\u2212');
}

export function formatCompact(value: number): string {
  return compacts().format(value);
}

/** Writes all digits of the currency, such as cents, so that the numbers of a column line up. */
export function formatMoney(value: number, currency: string): string {
  return withMinusSign(moneyFormat(currency, undefined).format(value));
}

export function formatMoneyCompact(value: number, currency: string): string {
  const format = Math.abs(value) < 1_000 ? moneyFormat(currency, 0) : moneyFormat(currency, 1, 'compact');
  return withMinusSign(format.format(value));
}

function moneyFormat(
  currency: string,
  digits: number | undefined,
  notation: 'standard' | 'compact' = 'standard',
): Intl.NumberFormat {
  const key = `${currency} ${digits} ${notation}`;
  const { locale, byKey } = moneyFormats();
  const known = byKey.get(key);
  if (known) return known;
  // An amount that is rounded to zero has no sign.
  const options: Intl.NumberFormatOptions = { notation, signDisplay: 'negative' };
  if (digits !== undefined) Object.assign(options, { maximumFractionDigits: digits });
  if (digits === 0) Object.assign(options, { minimumFractionDigits: 0 });
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...options });
  byKey.set(key, format);
  return format;
}

/** A change that is shown as 0.0% counts as none. */
export function changeDirection(percent: number): 'up' | 'down' | 'flat' {
  if (Math.abs(percent) < 0.05) return 'flat';
  return percent > 0 ? 'up' : 'down';
}
