// The dimensions of invented events: those of their visitors, visits and pages. Some values are much more frequent than others.

import type { DimensionField } from '../src/core/foundation/dimensions/fields.ts';
import { scramble } from '../src/core/foundation/statistics/random.ts';

export type AllFields = Readonly<Record<DimensionField, string>>;

const SOFTWARE = [
  { device: 'mobile', browser: 'Safari', os: 'iOS' },
  { device: 'mobile', browser: 'Chrome', os: 'Android' },
  { device: 'desktop', browser: 'Chrome', os: 'Windows' },
  { device: 'desktop', browser: 'Safari', os: 'macOS' },
  { device: 'desktop', browser: 'Edge', os: 'Windows' },
  { device: 'desktop', browser: 'Firefox', os: 'Linux' },
  { device: 'mobile', browser: 'Samsung Internet', os: 'Android' },
  { device: 'tablet', browser: 'Safari', os: 'iOS' },
] as const;
const COUNTRIES = 'US GB DE CA AU FR NL SE JP BR IT ES PL CH AT BE DK NO FI IE'.split(' ');
/** The first one is frequent everywhere. */
const LANGUAGES = 'en de fr es nl sv ja pt'.split(' ');
const SITES = [
  { utm_source: 'google', utm_medium: 'cpc', referrer: 'www.google.com' },
  { utm_source: 'newsletter', utm_medium: 'email', referrer: 'mail.example' },
  { utm_source: 'facebook', utm_medium: 'paid_social', referrer: 'l.facebook.com' },
  { utm_source: 'bing', utm_medium: 'organic', referrer: 'www.bing.com' },
  { utm_source: 'blog', utm_medium: 'referral', referrer: 'blog.example' },
  { utm_source: 'instagram', utm_medium: 'social', referrer: 'www.instagram.com' },
] as const;
const CAMPAIGNS = 8;
const PAGES = 120;

/** All dimensions of an event. Software, country and language are those of the visitor, the source is that of the visit. */
export function fieldsOf(visitor: number, visit: number, event: number): AllFields {
  const ofVisit = scramble(visit + 3);
  return {
    ...frequentFirst(SITES, ofVisit),
    utm_campaign: `campaign-${1 + (scramble(ofVisit) % CAMPAIGNS)}`,
    ...frequentFirst(SOFTWARE, scramble(visitor + 1)),
    country: frequentFirst(COUNTRIES, scramble(visitor + 2)),
    language: frequentFirst(LANGUAGES, scramble(visitor + 5)),
    page: `/products/${1 + Math.floor((scramble(event + 4) / 2 ** 32) ** 2 * PAGES)}`,
  };
}

/** Picks the first of four items about half the time. */
function frequentFirst<Item>(items: readonly Item[], hash: number): Item {
  return items[Math.floor((hash / 2 ** 32) ** 2 * items.length)]!;
}
