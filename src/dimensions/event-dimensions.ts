// Puts the dimensions of an event together: what the event itself says comes first, then what is known about its visit.
import { channelOf, type Source } from './channel.ts';
import { cleanTag, cleanText } from './clean-text.ts';
import { countryOf } from './country.ts';
import type { DimensionValues } from './dimension.ts';
import { type DimensionFields, deviceOf } from './fields.ts';
import { pathOf } from './page.ts';
import { hostOf, type OwnHosts } from './referrer.ts';
import type { Software } from './user-agent.ts';

/** What is known about the visit of an event besides its own fields. */
export interface VisitDimensions extends Software {
  readonly country?: string | undefined;
  readonly page?: string | undefined;
  /** Where the visit came from. */
  readonly source?: Source;
}

/** The fields must have been checked by `wrongField`. */
export function dimensionsOf(fields: DimensionFields, visit: VisitDimensions, ownHosts: OwnHosts): DimensionValues {
  const source = hasSource(fields) ? sourceOf(fields, ownHosts) : (visit.source ?? {});
  return withoutEmpty({
    channel: channelOf(source),
    ...source,
    device: given(fields.device, deviceOf) ?? visit.device,
    browser: given(fields.browser, cleanText) ?? visit.browser,
    os: given(fields.os, cleanText) ?? visit.os,
    country: given(fields.country, countryOf) ?? visit.country,
    page: given(fields.page, pathOf) ?? visit.page,
  });
}

/** Where the visit came from, as far as it came from elsewhere: neither a host of the website nor that of the page. */
export function sourceOf(fields: DimensionFields, ownHosts: OwnHosts): Source {
  const host = given(fields.referrer, hostOf);
  const isOwn = host !== undefined && (ownHosts.has(host) || host === hostOfPage(fields.page));
  return {
    utm_source: given(fields.utm_source, cleanTag),
    utm_medium: given(fields.utm_medium, cleanTag),
    utm_campaign: given(fields.utm_campaign, cleanTag),
    referrer: isOwn ? undefined : host,
  };
}

export function isEmptySource({ utm_source, utm_medium, utm_campaign, referrer }: Source): boolean {
  return (utm_source ?? utm_medium ?? utm_campaign ?? referrer) === undefined;
}

/** One of the four is enough: then the others have no value. An empty string says that the visit came from nowhere. */
function hasSource({ utm_source, utm_medium, utm_campaign, referrer }: DimensionFields): boolean {
  return (utm_source ?? utm_medium ?? utm_campaign ?? referrer ?? undefined) !== undefined;
}

function hostOfPage(page: string | null | undefined): string | undefined {
  return page?.includes('://') ? hostOf(page) : undefined;
}

function given<Value>(field: string | null | undefined, read: (text: string) => Value | undefined): Value | undefined {
  return field === undefined || field === null ? undefined : read(field);
}

function withoutEmpty(values: Readonly<Record<string, string | undefined>>): DimensionValues {
  const kept: Record<string, string> = {};
  for (const name in values) {
    const value = values[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
