// Dimensions and their values in words.
import { t } from '../language/t.ts';
import { type Dimension, type Filter, NO_VALUE, OTHER_VALUES } from '../routing/filters.ts';
import { inReadersLanguage } from './locale.ts';
import { spelledOut } from './names.ts';

/** The names in the order in which they are offered. */
export const DIMENSION_NAMES: Readonly<Record<Dimension, string>> = {
  channel: t('names.channel'),
  utm_source: t('names.utmSource'),
  referrer: t('common.referrer'),
  utm_medium: t('names.utmMedium'),
  utm_campaign: t('names.utmCampaign'),
  device: t('common.device'),
  browser: t('common.browser'),
  os: t('names.os'),
  country: t('common.country'),
  language: t('names.language'),
  page: t('common.page'),
  visitor_type: t('names.newOrReturning'),
};

export const DIMENSIONS = Object.keys(DIMENSION_NAMES) as readonly Dimension[];

const CHANNEL_NAMES = {
  direct: t('names.direct'),
  organic_search: t('names.organicSearch'),
  paid_search: t('names.paidSearch'),
  organic_social: t('names.organicSocial'),
  paid_social: t('names.paidSocial'),
  email: t('common.email'),
  display: t('names.display'),
  affiliates: t('names.affiliates'),
  referral: t('names.referral'),
  other: t('common.other'),
};
export const CHANNELS = Object.keys(CHANNEL_NAMES) as readonly (keyof typeof CHANNEL_NAMES)[];

/** Codes rather than names. */
const CODE_NAMES: Partial<Record<Dimension, Readonly<Record<string, string>>>> = {
  channel: CHANNEL_NAMES,
  device: { desktop: t('names.desktop'), mobile: t('names.mobile'), tablet: t('names.tablet') },
  visitor_type: { new: t('names.newVisitors'), returning: t('names.returningVisitors') },
};
/** A visitor can come without them. Everything else is there, but not always known. */
const OPTIONAL: Partial<Record<Dimension, string>> = {
  utm_source: t('names.noUtmSource'),
  utm_medium: t('names.noUtmMedium'),
  utm_campaign: t('names.noUtmCampaign'),
  referrer: t('names.noReferrer'),
};

/** Names of codes that the browser knows in the reader's language. Anything that is no such code would be an error there. */
const NAMES_OF_CODES: Partial<Record<Dimension, { readonly code: RegExp; names(): Intl.DisplayNames }>> = {
  country: { code: /^[A-Z]{2}$/, names: displayNames('region') },
  language: { code: /^[a-z]{2,3}$/, names: displayNames('language') },
};

function displayNames(type: 'region' | 'language'): () => Intl.DisplayNames {
  return inReadersLanguage((languages) => new Intl.DisplayNames(languages, { type, fallback: 'code' }));
}

export function valueName({ dimension, value }: Filter): string {
  if (value === NO_VALUE) return OPTIONAL[dimension] ?? t('names.unknown');
  if (value === OTHER_VALUES) return t('names.allOthers');
  const known = NAMES_OF_CODES[dimension];
  if (known?.code.test(value)) return known.names().of(value) ?? value;
  const codes = CODE_NAMES[dimension];
  return codes ? (codes[value] ?? spelledOut(value)) : value;
}

/** People see values in words. What is none of them is a value that the website does not have yet. */
export function valueFor(text: string, dimension: Dimension, values: readonly string[]): string {
  const isMeant = (name: string) => name.toLowerCase() === text.toLowerCase();
  return values.find((value) => value === text || isMeant(valueName({ dimension, value }))) ?? text;
}

export function filterName(filter: Filter): string {
  const name = valueName(filter);
  return name === OPTIONAL[filter.dimension]
    ? name
    : t('names.filter', { dimension: DIMENSION_NAMES[filter.dimension], value: name });
}
