// The fields of an event that its dimensions come from, and what a sender may put into them.
import { countryOf } from './country.ts';
import { STORED_DIMENSIONS, type StoredDimension } from './dimension.ts';

/** All but the channel, which is derived from the others. */
export type DimensionField = Exclude<StoredDimension, 'channel'>;
export const DIMENSION_FIELDS = STORED_DIMENSIONS.filter((name): name is DimensionField => name !== 'channel');

/** A page sends these once for all its events. */
export const VISIT_FIELDS = ['utm_source', 'utm_medium', 'utm_campaign', 'referrer', 'page'] as const;
export type VisitField = (typeof VISIT_FIELDS)[number];

/** `wrongField` has found nothing wrong with them. null is the same as left out. */
export type DimensionFields = Readonly<Partial<Record<DimensionField, string | null>>>;

export const DEVICES = ['desktop', 'mobile', 'tablet'] as const;

const RULES: Readonly<Record<DimensionField, string>> = {
  utm_source: 'a string, such as newsletter',
  utm_medium: 'a string, such as email',
  utm_campaign: 'a string, such as spring-sale',
  referrer: 'a string: a URL or a host, such as news.example.com',
  device: 'desktop, mobile or tablet',
  browser: 'a string, such as Firefox',
  os: 'a string, such as Android',
  country: 'a country code of two letters (ISO 3166-1), such as DE',
  language: 'a string: a language tag, such as de or de-AT',
  page: 'a string: a URL or a path, such as /pricing',
};

/** The rule that the value breaks, with the name of the field; undefined: none. An empty string is no value. */
export function wrongField(name: DimensionField, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' && isAllowed(name, value) ? undefined : fieldRule(name);
}

export function fieldRule(name: DimensionField): string {
  return `${name} must be ${RULES[name]}`;
}

function isAllowed(name: DimensionField, value: string): boolean {
  if (name === 'device') return deviceOf(value) !== undefined;
  return name !== 'country' || countryOf(value) !== undefined;
}

export function deviceOf(text: string): (typeof DEVICES)[number] | undefined {
  return namedDevice(text) ?? namedDevice(text.trim().toLowerCase());
}

function namedDevice(text: string): (typeof DEVICES)[number] | undefined {
  return DEVICES.find((device) => device === text);
}
