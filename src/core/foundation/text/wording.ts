// Formats numbers and names for sentences.
import { sentence, type Value } from '../../../../languages/sentence.ts';
import { shortened } from './shortened.ts';

const NAME_LENGTH_MAX = 80;
const WHOLE_UNITS_FROM = 100;

/** Returns it on one line, not too long, and without the quotation marks that sentences of any language put around it. */
export function plainName(name: string): string {
  const plain = name
    .replaceAll(/[“”„«»]/g, "'")
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
  return shortened(plain, NAME_LENGTH_MAX);
}

export function variantWords({ name, variation }: NamedVariant): Value {
  return name ? { name } : sentence('unnamedVariant', { name: { name: variation } });
}

/** The name of a variant in a list of names, or in parentheses. */
export function variantInList({ name, variation }: NamedVariant): Value {
  return name ? { name } : sentence('unnamedVariantInList', { name: { name: variation } });
}

interface NamedVariant {
  readonly name: string | null;
  readonly variation: string;
}

/** The name of a campaign, with the variant if it has several. */
export function funnelWords(
  campaign: { name: string; variants: readonly NamedVariant[] },
  variant: NamedVariant,
): Value {
  const isOnly = campaign.variants.length === 1;
  const { name } = campaign;
  return isOnly ? { name } : sentence('variantOfCampaign', { name: { name }, variant: variantInList(variant) });
}

export function number(count: number, locale = 'en-US'): string {
  return Math.round(count).toLocaleString(locale);
}

/** `counted(1, 'viewer')` is `1 viewer`. */
export function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${Math.round(count) === 1 ? '' : 's'}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Says it in the largest unit of which there are at least two: `90 minutes`, `365 days`. */
export function duration(ms: number): string {
  if (ms >= 2 * DAY_MS) return counted(ms / DAY_MS, 'day');
  if (ms >= 2 * HOUR_MS) return counted(ms / HOUR_MS, 'hour');
  return counted(ms / MINUTE_MS, 'minute');
}

export function percent(rate: number, locale = 'en-US', decimals?: number): string {
  const value = rate * 100;
  const digits = decimals ?? (value !== 0 && Math.abs(value) < 1 ? 2 : 1);
  return inPercentOf(locale, digits).format(Number(value.toFixed(digits)));
}

function inPercentOf(locale: string, digits: number, signDisplay: 'auto' | 'exceptZero' = 'auto'): Intl.NumberFormat {
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'percent',
    useGrouping: false,
    signDisplay,
    ...fraction,
  });
}

/** Returns what reports say of changes and lifts, with two decimals, and never -0. */
export function inPercent(rate: number): number {
  return Math.round(rate * 100 * 100) / 100 + 0;
}

/**
 * `+9.1%`, with a minus sign rather than a hyphen, and without a sign if it is rounded to zero. It is rounded from what reports give, as on
 * pages: otherwise 47.246% would be +47.2% in a sentence and, from 47.25, +47.3% in the table beside it.
 */
export function signedPercent(rate: number, locale = 'en-US'): string {
  return inPercentOf(locale, 1, 'exceptZero').format(inPercent(rate)).replace('-', '\u2212');
}

/** The amount in a sentence: `units` of the currency. Only small amounts have decimals. */
export function roundMoney(units: number, currency: string, locale = 'en-US'): string {
  const isWhole = Math.abs(units) >= WHOLE_UNITS_FROM;
  return inCurrency(units, currency, locale, isWhole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {});
}

/** The amount as the dashboard shows it: `units` of the currency, always with its decimals. */
export function exactMoney(units: number, currency: string, locale = 'en-US'): string {
  return inCurrency(units, currency, locale);
}

function inCurrency(units: number, currency: string, locale: string, digits: Intl.NumberFormatOptions = {}): string {
  return units.toLocaleString(locale, { style: 'currency', currency, ...digits }).replaceAll('\u00a0', ' ');
}
