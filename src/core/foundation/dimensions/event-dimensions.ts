// Puts the dimensions of an event together: what the event itself says comes first, then what is known about its visit.
// Why: docs/decisions/events.md, "Dimensions are numbers from the time they are read".
import { channelOf, type Source } from './channel.ts';
import { cleanTag, cleanText } from './clean-text.ts';
import { countryOf } from './country.ts';
import { byName } from './dimension.ts';
import { GrowingRows, type ValueList } from './dimension-rows.ts';
import { type DimensionFields, deviceOf } from './fields.ts';
import { languageOf } from './language.ts';
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
 * Reads the dimensions of the events of one batch or of a few, and adds a row for each event. The same few texts come again and again, and
 * reading one takes longer than finding it, so each is read once. What is remembered is bounded by the batches.
 */
export class DimensionReader {
  readonly dimensions = new GrowingRows();
  readonly tag = once(cleanTag);
  readonly host = once(hostOf);
  readonly software = once(softwareOf);
  readonly #lists = byName((place) => this.dimensions.lists[place]!);
  readonly #device = placeOnce(this.#lists.device, deviceOf);
  readonly #browser = placeOnce(this.#lists.browser, cleanText);
  readonly #os = placeOnce(this.#lists.os, cleanText);
  readonly #country = placeOnce(this.#lists.country, countryOf);
  readonly #language = placeOnce(this.#lists.language, languageOf);
  readonly #page = once((text: string) => ({
    place: this.#lists.page.placeOf(pathOf(text)),
    host: hostOfPage(text, this),
  }));
  /** The object itself is the key: batches have few sources that are no fields of their events. */
  readonly #placesOfVisit = once((source: Source) => this.#placesOf(source));
  readonly #sources = once((_ownHosts: OwnHosts) => new SourceTree());
  #ownHosts: OwnHosts | undefined;
  #sourcesOfWebsite = new SourceTree();

  /** The fields must have been checked by `wrongField`. Returns the row. */
  add(fields: DimensionFields, visit: VisitDimensions, ownHosts: OwnHosts): number {
    const page = this.#page(fields.page ?? '');
    const lists = this.#lists;
    const software = {
      device: this.#device(fields.device) || lists.device.placeOf(visit.device),
      browser: this.#browser(fields.browser) || lists.browser.placeOf(visit.browser),
      os: this.#os(fields.os) || lists.os.placeOf(visit.os),
    };
    const pagePlace = page.place || lists.page.placeOf(visit.page);
    const isVisitKnown = (pagePlace || software.device || software.browser || software.os) > 0;
    const source = hasSource(fields)
      ? this.#source(fields, page.host, ownHosts)
      : this.#placesOfVisit(visit.source ?? (isVisitKnown ? NOWHERE : UNKNOWN));
    return this.dimensions.add({
      channel: source.channel,
      utm_source: source.utm_source,
      utm_medium: source.utm_medium,
      utm_campaign: source.utm_campaign,
      referrer: source.referrer,
      ...software,
      country: this.#country(fields.country) || lists.country.placeOf(visit.country),
      language: this.#language(fields.language),
      page: pagePlace,
    });
  }

  /** Does what `visitSourceOf` does, and adds the channel. */
  #source(fields: DimensionFields, pageHost: string | undefined, ownHosts: OwnHosts): SourcePlaces {
    if (ownHosts !== this.#ownHosts) {
      this.#ownHosts = ownHosts;
      this.#sourcesOfWebsite = this.#sources(ownHosts);
    }
    const { utm_source, utm_medium, utm_campaign, referrer } = fields;
    let place = this.#sourcesOfWebsite.under(referrer).under(utm_source).under(utm_medium).under(utm_campaign);
    if (pageHost !== undefined) place = place.under(pageHost);
    place.source ??= this.#placesOf(visitSourceOf(fields, ownHosts, this));
    return place.source;
  }

  #placesOf(source: Source): SourcePlaces {
    const { channel, utm_source, utm_medium, utm_campaign, referrer } = this.#lists;
    return {
      channel: channel.placeOf(source === UNKNOWN ? undefined : channelOf(source)),
      utm_source: utm_source.placeOf(source.utm_source),
      utm_medium: utm_medium.placeOf(source.utm_medium),
      utm_campaign: utm_campaign.placeOf(source.utm_campaign),
      referrer: referrer.placeOf(source.referrer),
    };
  }
}

/** The values of a source, as places in their lists. */
type SourcePlaces = Readonly<Record<keyof Source | 'channel', number>>;

/** Finds a source by one text that it follows from after the other. That is faster than to read and to join them. */
class SourceTree {
  source: SourcePlaces | undefined;
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

/** Finds the place of the value that a text stands for; 0: none. */
function placeOnce(
  list: ValueList,
  read: (text: string) => string | undefined,
): (text: string | null | undefined) => number {
  const places = new Map<string, number>();
  return (text) => {
    if (text === undefined || text === null) return 0;
    const known = places.get(text);
    if (known !== undefined) return known;
    const place = list.placeOf(read(text));
    places.set(text, place);
    return place;
  };
}

/** The visit came from nowhere else: what is known of it has no source. */
const NOWHERE: Source = {};
/** Nothing is known of the visit. A country or a language may be those of an order's address. */
const UNKNOWN: Source = {};

/** Where the visit came from, as far as it came from elsewhere: neither a host of the website nor that of the page. */
export function visitSourceOf(
  fields: DimensionFields,
  ownHosts: OwnHosts,
  read: Pick<DimensionReader, 'host' | 'tag'> = { host: hostOf, tag: cleanTag },
): Source {
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

function hostOfPage(page: string | null | undefined, read: Pick<DimensionReader, 'host'>): string | undefined {
  return page?.includes('://') ? read.host(page) : undefined;
}

function given<Value>(field: string | null | undefined, read: (text: string) => Value | undefined): Value | undefined {
  return field === undefined || field === null ? undefined : read(field);
}
