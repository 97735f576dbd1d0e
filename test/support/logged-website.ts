// Website 1 of the sample catalog, as if it kept its events: which dimensions its accepted events have.
import { CatalogCache } from '../../src/core/engine/catalog/load-catalog.ts';
import { CountryTable } from '../../src/core/foundation/dimensions/country-table.ts';
import type { DimensionValues } from '../../src/core/foundation/dimensions/dimension.ts';
import { dimensionsAt } from '../../src/core/foundation/dimensions/dimension-rows.ts';
import { OwnHosts } from '../../src/core/foundation/dimensions/referrer.ts';
import { type AcceptedBatch, acceptBatch } from '../../src/core/intake/accept/accept-batch.ts';
import { decodeWith } from '../../src/core/intake/accept/decode.ts';
import { VisitSources } from '../../src/core/intake/accept/visit-sources.ts';
import type { Batch } from '../../src/core/intake/events/batch.ts';
import type { AcceptedEvent } from '../../src/core/intake/events/event.ts';
import { DECODERS } from '../../src/extension-decoders.ts';
import { TestClock } from './test-clock.ts';
import { createTestIngestion, type TestIngestion } from './test-ingestion.ts';

const COUNTRIES = new CountryTable();

export class LoggedWebsite {
  readonly clock = new TestClock();
  visits = new VisitSources(this.clock.now);
  readonly #ingestion: TestIngestion;
  readonly #catalog: CatalogCache;
  readonly #ownHosts: OwnHosts;

  private constructor(ingestion: TestIngestion, catalog: CatalogCache, ownHosts: OwnHosts) {
    this.#ingestion = ingestion;
    this.#catalog = catalog;
    this.#ownHosts = ownHosts;
  }

  static async open(ownHost: string): Promise<LoggedWebsite> {
    const ingestion = await createTestIngestion('sqlite');
    const catalog = new CatalogCache(ingestion.database);
    await catalog.refresh();
    await catalog.load([1]);
    return new LoggedWebsite(ingestion, catalog, new OwnHosts(ownHost, []));
  }

  dispose(): Promise<void> {
    return this.#ingestion.dispose();
  }

  forgetVisits(): void {
    this.visits = new VisitSources(this.clock.now);
  }

  async accept(batch: Batch, eventLog = true): Promise<AcceptedBatch<AcceptedEvent[]>> {
    const events: AcceptedEvent[] = [];
    const keeper = { keep: (event: AcceptedEvent) => events.push(event), kept: () => events };
    const catalog = this.#with(eventLog);
    const accepted = await acceptBatch(batch, catalog, this.clock.nowMs, keeper, {
      visits: { sources: this.visits, countries: COUNTRIES },
      decodeProtocol: decodeWith(DECODERS),
    });
    return accepted as AcceptedBatch<AcceptedEvent[]>;
  }

  /** All of its events must be accepted. */
  async dimensionsOf(batch: Batch, eventLog?: boolean): Promise<DimensionValues[]> {
    const { events, outcome } = await this.accept(batch, eventLog);
    if (outcome.rejected > 0) throw new Error(JSON.stringify(outcome.rejections));
    return events.map(({ dimensions, dimensionRow }) => dimensionsAt(dimensions, dimensionRow));
  }

  #with(eventLog: boolean): CatalogCache {
    const website = this.#catalog.get(1)!;
    const kept = {
      ...website,
      childrenOf: website.childrenOf.bind(website),
      settings: { ...website.settings, event_log: eventLog },
      ownHosts: this.#ownHosts,
    };
    return { visitorKey: this.#catalog.visitorKey, get: () => kept } as unknown as CatalogCache;
  }
}
