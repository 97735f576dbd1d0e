// A batch gives the same whether the websites that it names are known already or have to be fetched on the way.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CatalogCache } from '../../../../src/core/engine/catalog/load-catalog.ts';
import { type AcceptedBatch, acceptBatch } from '../../../../src/core/intake/accept/accept-batch.ts';
import type { AcceptedEvent } from '../../../../src/core/intake/events/event.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { batchOf, ndjson } from '../../../support/events.ts';
import { RandomStream } from '../../../support/random-events.ts';
import type { ModelCatalog } from '../../../support/reference-model.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const EVENTS = 3_000;

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  afterAll(() => ingestion.dispose());

  test.each([
    ['of websites that come from the start', []],
    ['whose first thousand are of a website that does not exist', [999_999]],
    [
      'whose first thousand are of as many websites that do not exist',
      Array.from({ length: 1_000 }, (_, i) => 5_000 + i),
    ],
  ])('a long batch %s', async (_what, unknownWebsites) => {
    const stream = new RandomStream(SAMPLE_CATALOG as ModelCatalog, { seed: 9, visitors: 50, dates: ['2025-03-01'] });
    const unknown = Array.from({ length: unknownWebsites.length && 1_000 }, (_, index) => ({
      type: 'view',
      website_id: unknownWebsites[index % unknownWebsites.length],
      visitor: 'v',
    }));
    const known = Array.from({ length: EVENTS }, () => ({ ...stream.next().event }));
    const batch = batchOf(ndjson([...unknown, ...known]), { eventsMax: 10_000, rejectionsKeptMax: 2_000 });

    const catalog = new CatalogCache(ingestion.database);
    const nowMs = ingestion.clock.now().getTime();
    await catalog.refresh();
    const accept = async () => {
      const events: AcceptedEvent[] = [];
      const keeper = { keep: (event: AcceptedEvent) => events.push(event), kept: () => events };
      return (await acceptBatch(batch, catalog, nowMs, keeper)) as AcceptedBatch<AcceptedEvent[]>;
    };
    const cold = await accept();
    const warm = await accept();

    expect(cold).toEqual(warm);
    const { outcome, claims } = cold;
    expect(cold.events).toHaveLength(outcome.accepted + claims.length);
    expect(outcome.accepted).toBeGreaterThan(EVENTS / 2);
    expect(outcome.reasons.unknown_website ?? 0).toBeGreaterThanOrEqual(unknown.length);
    const indexes = outcome.rejections.map(({ index }) => index);
    expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
  });
});
