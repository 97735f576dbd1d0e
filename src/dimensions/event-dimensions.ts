// Puts the dimensions of an event together: what the event itself says comes first, then what is known about its visit.
import { type Channel, channelOf, type Source } from './channel.ts';
import { cleanTag, cleanText } from './clean-text.ts';
import { countryOf } from './country.ts';
import type { DimensionValues } from './dimension.ts';
import { type DimensionFields, deviceOf } from './fields.ts';
import { pathOf } from './page.ts';
import { hostOf, type OwnHosts } from './referrer.ts';
import { type Software, softwareOf } from './user-agent.ts';

/** What is known about the visit of an event besides its own fields. */
export interface VisitDimensions extends Software {
  readonly country?: string | undefined;
  readonly page?: string | undefined;
  /** Where the visit came from. */
  readonly source?: Source;
}

/**
 * Reads the texts of a batch's events. The same few come again and again, and reading one takes longer than finding it, so each is read
 * once. What is remembered is bounded by the batch.
 */
export class TextReader {
  readonly tag = once(cleanTag);
  readonly host = once(hostOf);
  readonly device = once(deviceOf);
  readonly name = once((text: string) => cleanText(text));
  readonly country = once(countryOf);
  readonly path = once(pathOf);
  readonly software = once(softwareOf);
  /** By the object: a batch has few sources that are no fields of its events. */
  readonly withChannel = once((source: Source) => ({ ...source, channel: channelOf(source) }));
  readonly #sources = once((_ownHosts: OwnHosts) => new SourceTree());
  #ownHosts: OwnHosts | undefined;
  #sourcesOfWebsite = new SourceTree();

  /** As `sourceOf`, with the channel. */
  source(fields: DimensionFields, ownHosts: OwnHosts): SourceWithChannel {
    if (ownHosts !== this.#ownHosts) {
      this.#ownHosts = ownHosts;
      this.#sourcesOfWebsite = this.#sources(ownHosts);
    }
    const { utm_source, utm_medium, utm_campaign, referrer, page } = fields;
    let place = this.#sourcesOfWebsite.under(referrer).under(utm_source).under(utm_medium).under(utm_campaign);
    const pageHost = hostOfPage(page, this);
    if (pageHost !== undefined) place = place.under(pageHost);
    place.source ??= this.withChannel(sourceOf(fields, ownHosts, this));
    return place.source;
  }
}

interface SourceWithChannel extends Source {
  readonly channel: Channel;
}

/** Finds a source by one text that it follows from after the other. That is faster than to read and to join them. */
class SourceTree {
  source: SourceWithChannel | undefined;
  readonly #children = new Map<string | null | undefined, SourceTree>();

  under(text: string | null | undefined): SourceTree {
    let child = this.#children.get(text);
    if (!child) {
      child = new SourceTree();
      this.#children.set(text, child);
    }
    return child;
  }
}

function once<Key, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined || values.has(key)) return known as Value;
    const value = read(key);
    values.set(key, value);
    return value;
  };
}

/** The fields must have been checked by `wrongField`. */
export function dimensionsOf(
  fields: DimensionFields,
  visit: VisitDimensions,
  ownHosts: OwnHosts,
  read = new TextReader(),
): DimensionValues {
  const source = hasSource(fields) ? read.source(fields, ownHosts) : read.withChannel(visit.source ?? NOWHERE);
  // All events have the same properties in the same order, so that reading them is fast.
  return {
    channel: source.channel,
    utm_source: source.utm_source,
    utm_medium: source.utm_medium,
    utm_campaign: source.utm_campaign,
    referrer: source.referrer,
    device: given(fields.device, read.device) ?? visit.device,
    browser: given(fields.browser, read.name) ?? visit.browser,
    os: given(fields.os, read.name) ?? visit.os,
    country: given(fields.country, read.country) ?? visit.country,
    page: given(fields.page, read.path) ?? visit.page,
  };
}

const NOWHERE: Source = {};

/** Where the visit came from, as far as it came from elsewhere: neither a host of the website nor that of the page. */
export function sourceOf(fields: DimensionFields, ownHosts: OwnHosts, read = new TextReader()): Source {
  const host = given(fields.referrer, read.host);
  const isOwn = host !== undefined && (ownHosts.has(host) || host === hostOfPage(fields.page, read));
  return {
    utm_source: given(fields.utm_source, read.tag),
    utm_medium: given(fields.utm_medium, read.tag),
    utm_campaign: given(fields.utm_campaign, read.tag),
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

function hostOfPage(page: string | null | undefined, read: TextReader): string | undefined {
  return page?.includes('://') ? read.host(page) : undefined;
}

function given<Value>(field: string | null | undefined, read: (text: string) => Value | undefined): Value | undefined {
  return field === undefined || field === null ? undefined : read(field);
}
