// The dimensions of an event. They are put together only for websites that keep their events: others do not pay for it.
import type { CatalogCache } from '../../engine/catalog/load-catalog.ts';
import type { WebsiteCatalog } from '../../engine/catalog/subject.ts';
import { countryOf } from '../../foundation/dimensions/country.ts';
import type { CountryTable } from '../../foundation/dimensions/country-table.ts';
import { DimensionReader, type VisitDimensions, visitSourceOf } from '../../foundation/dimensions/event-dimensions.ts';
import type { DimensionFields } from '../../foundation/dimensions/fields.ts';
import { pathOf } from '../../foundation/dimensions/page.ts';
import { softwareOf } from '../../foundation/dimensions/user-agent.ts';
import type { Batch } from '../events/batch.ts';
import type { AcceptedEvent, SentEvent } from '../events/event.ts';
import type { VisitSources } from './visit-sources.ts';

const NOTHING: VisitDimensions = {};

/** What is known about visits of browsers besides what they send. */
export interface KnownVisits {
  readonly sources: VisitSources;
  readonly countries: CountryTable;
}

interface DimensionContext {
  readonly website: WebsiteCatalog | null;
  readonly visit?: VisitDimensions | undefined;
  readonly userAgent?: string;
  /** The reader of the batch. */
  readonly read?: DimensionReader;
}

/** A step of every event. It comes after the fields were checked and the website was found. */
export function resolveDimensions(
  sent: SentEvent,
  event: AcceptedEvent,
  { website, visit, userAgent, read = new DimensionReader() }: DimensionContext,
): undefined {
  if (!website?.settings.event_log) return;
  const known = visit ?? (userAgent === undefined ? NOTHING : read.software(userAgent));
  event.dimensions = read.dimensions;
  event.dimensionRow = read.add(sent as DimensionFields, known, website.ownHosts);
}

/**
 * What the request of a browser shows about the visit. Its user agent and its address go no further. undefined: the
 * website does not keep its events, or the batch is not from a browser.
 */
export async function resolveVisit(
  { onlyWebsiteId: websiteId, defaults }: Batch,
  catalog: CatalogCache,
  known: KnownVisits | undefined,
): Promise<VisitDimensions | undefined> {
  const { visit, visitor, dailyVisitor } = defaults ?? {};
  if (!visit || websiteId === undefined) return undefined;
  if (catalog.get(websiteId) === undefined) await catalog.load([websiteId]);
  const website = catalog.get(websiteId);
  if (!website?.settings.event_log) return undefined;
  const { fields, userAgent, ipAddress, country } = visit;
  const source = visitSourceOf(fields, website.ownHosts);
  const hasConsent = visitor !== undefined && visitor !== null;
  return {
    ...softwareOf(userAgent),
    source:
      dailyVisitor && known
        ? known.sources.firstSourceOf({ websiteId, visitor: dailyVisitor, source, hasConsent })
        : source,
    // What a trusted proxy says counts, even if it says that it does not know the country.
    country: country === undefined ? known?.countries.countryOf(ipAddress) : countryOf(country),
    page: pathOf(fields.page ?? ''),
  };
}
