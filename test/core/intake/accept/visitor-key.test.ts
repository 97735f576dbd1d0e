// Everything that counts visitors uses the key of its database: the collector's stages, the import and its thread.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyDatabase } from '../../../../src/core/foundation/database/copy/copy-database.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { BulkEvents } from '../../../../src/core/intake/bulk/bulk-events.ts';
import { importEvents } from '../../../../src/core/intake/bulk/import-events.ts';
import { craftedVisitors } from '../../../support/crafted-visitors.ts';
import { ANY_ENGINE, createEmptyDatabase } from '../../../support/databases.ts';
import { batchOf, bytesOf, eventWith, ndjson } from '../../../support/events.ts';
import { distinctByDays } from '../../../support/stored-days.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { TestStages } from '../../../support/test-stages.ts';

const WEBSITE = { websiteId: 1, kind: 'website', id: 1 } as const;
const CRAFTED = craftedVisitors().map((visitor) => eventWith({ visitor }));

async function* fileOf(text: string): AsyncGenerator<Uint8Array> {
  yield bytesOf(text);
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  afterAll(() => ingestion.dispose());

  async function views(): Promise<number> {
    return (await distinctByDays(ingestion.database, WEBSITE)).views;
  }

  test('visitors who were made up do not inflate a count, and import and collector take each for the same', async () => {
    await ingestion.count(...CRAFTED);
    const counted = await views();
    expect(Math.abs(counted / CRAFTED.length - 1)).toBeLessThan(0.05);

    const { database, clock, url } = ingestion;
    await importEvents(database, ingestion.stages, fileOf(ndjson(CRAFTED)));
    const bulk = new BulkEvents(database, url, clock.now);
    try {
      await importEvents(database, bulk, fileOf(ndjson(CRAFTED)), { again: true });
    } finally {
      await bulk.close();
    }
    expect(await views()).toBe(counted);
  });

  test('a copy takes the key along, and counts on', async () => {
    await ingestion.reset();
    await ingestion.count(eventWith({ visitor: 'somebody' }));
    const target = await createEmptyDatabase(engine);
    const silent = { resumed: () => {}, copied: () => {}, verified: () => {} };
    await copyDatabase({ from: ingestion.url, to: target.url, now: ingestion.clock.now() }, silent);
    const copy = await openDatabase(target.url, { connectionsMax: 2 });
    try {
      await new TestStages(copy, ingestion.clock.now).commitSent([
        batchOf([eventWith({ visitor: 'somebody' }), eventWith({ visitor: 'another' })]),
      ]);
      expect((await distinctByDays(copy, WEBSITE)).views).toBe(2);
    } finally {
      await copy.close();
      await target.dispose();
    }
  });
});
