// What people also call the values of a dimension.
import { defaultLocale, LANGUAGES } from '../../../../../languages/language.ts';
import type { Dimension } from '../../../foundation/dimensions/dimension.ts';

const CHANNELS: Readonly<Record<string, readonly string[]>> = {
  direct: ['none', 'typed', 'bookmark'],
  organic_search: ['organic', 'search', 'seo', 'google', 'bing'],
  paid_search: ['cpc', 'ppc', 'sem', 'ads', 'adwords', 'google ads', 'search ads'],
  organic_social: ['social', 'social media', 'facebook', 'instagram', 'linkedin'],
  paid_social: ['social ads', 'facebook ads', 'instagram ads'],
  email: ['newsletter', 'mail', 'mailing', 'e-mail'],
  display: ['banner', 'cpm'],
  affiliates: ['affiliate', 'partner', 'partners'],
  referral: ['link', 'links', 'referrer', 'website'],
};

const DEVICES: Readonly<Record<string, readonly string[]>> = {
  mobile: ['phone', 'smartphone', 'mobile phone', 'iphone', 'android'],
  desktop: ['computer', 'pc', 'laptop'],
  tablet: ['ipad'],
};

const VISITOR_TYPES: Readonly<Record<string, readonly string[]>> = {
  new: ['first', 'first time'],
  returning: ['repeat', 'returned', 'existing', 'old'],
};

const NAMES: Readonly<Partial<Record<Dimension, Readonly<Record<string, readonly string[]>>>>> = {
  channel: CHANNELS,
  device: DEVICES,
  visitor_type: VISITOR_TYPES,
};

const COUNTRY = /^[A-Z]{2}$/;
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z\d]{2,8})*$/;

/** The names in our languages, such as Germany, Deutschland and Allemagne. What is no code has none. */
function namesIn(type: 'region' | 'language', code: RegExp): OtherNames {
  const namers = LANGUAGES.map((language) => new Intl.DisplayNames(defaultLocale(language), { type }));
  return (value) => (code.test(value) ? namers.flatMap((namer) => namer.of(value) ?? []) : []);
}

export type OtherNames = (value: string) => readonly string[];

/** undefined: the values of this dimension have no other names. */
export function otherNamesOf(dimension: Dimension): OtherNames | undefined {
  if (dimension === 'country') return namesIn('region', COUNTRY);
  if (dimension === 'language') return namesIn('language', LANGUAGE);
  const names = NAMES[dimension];
  return names && ((value) => names[value] ?? []);
}
