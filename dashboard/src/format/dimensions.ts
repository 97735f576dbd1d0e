// Dimensions and their values in words.
import { type Dimension, type Filter, NO_VALUE, OTHER_VALUES } from '../routing/filters.ts';
import { inReadersLanguage } from './locale.ts';
import { spelledOut } from './names.ts';

/** In the order in which they are offered. */
export const DIMENSION_NAMES: Readonly<Record<Dimension, string>> = {
  channel: 'Channel',
  utm_source: 'UTM source',
  referrer: 'Referrer',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
  device: 'Device',
  browser: 'Browser',
  os: 'OS',
  country: 'Country',
  page: 'Page',
  visitor_type: 'New or returning',
};

export const DIMENSIONS = Object.keys(DIMENSION_NAMES) as readonly Dimension[];

/** Codes rather than names. */
const SPELLED_OUT: readonly Dimension[] = ['channel', 'device', 'visitor_type'];
/** A visitor can come without them. Everything else is there, but not always known. */
const OPTIONAL: Partial<Record<Dimension, string>> = {
  utm_source: 'No UTM source',
  utm_medium: 'No UTM medium',
  utm_campaign: 'No UTM campaign',
  referrer: 'No referrer',
};

const countries = inReadersLanguage(
  (languages) => new Intl.DisplayNames(languages, { type: 'region', fallback: 'code' }),
);

export function valueName({ dimension, value }: Filter): string {
  if (value === NO_VALUE) return OPTIONAL[dimension] ?? 'Unknown';
  if (value === OTHER_VALUES) return 'All others';
  if (dimension === 'country') return countryName(value);
  return SPELLED_OUT.includes(dimension) ? spelledOut(value) : value;
}

function countryName(code: string): string {
  // Anything else is an error there.
  return /^[A-Z]{2}$/.test(code) ? (countries().of(code) ?? code) : code;
}

/** People see values in words. What is none of them is a value that the website does not have yet. */
export function valueFor(text: string, dimension: Dimension, values: readonly string[]): string {
  const isMeant = (name: string) => name.toLowerCase() === text.toLowerCase();
  return values.find((value) => value === text || isMeant(valueName({ dimension, value }))) ?? text;
}

export function filterName(filter: Filter): string {
  const name = valueName(filter);
  return name === OPTIONAL[filter.dimension] ? name : `${DIMENSION_NAMES[filter.dimension]}: ${name}`;
}
