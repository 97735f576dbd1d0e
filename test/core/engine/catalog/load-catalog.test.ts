// The catalog cache of ingestion: every subject with its ancestors, until the catalog changes.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { markCatalogChanged, nextCatalogChange } from '../../../../src/core/engine/catalog/catalog-changes.ts';
import { CatalogCache } from '../../../../src/core/engine/catalog/load-catalog.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/engine/catalog/settings.ts';
import { addExchangeRates, storeExchangeRates } from '../../../../src/core/engine/catalog/stored-exchange-rates.ts';
import type { Subject } from '../../../../src/core/engine/catalog/subject.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import type { Database, SqlValue } from '../../../../src/core/foundation/database/database.ts';
import { ENGINES } from '../../../support/databases.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

function lineOf(subject: Subject | undefined): string[] {
  return subject ? [`${subject.kind}/${subject.id}`, ...lineOf(subject.parent ?? undefined)] : [];
}

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  afterAll(() => ingestion.dispose());

  async function loaded(...ids: number[]): Promise<CatalogCache> {
    const cache = new CatalogCache(ingestion.database);
    await cache.refresh();
    await cache.load(ids);
    return cache;
  }

  test('every subject knows its ancestors and its website', async () => {
    const cache = await loaded(1, 2);
    const { subjects, website, currency } = cache.get(1)!;
    expect(lineOf(subjects[5].get(10110))).toEqual(['5/10110', '4/1011', '3/101', '2/10', '1/1']);
    expect(lineOf(subjects[3].get(110))).toEqual(['3/110', '2/11', '1/1']);
    expect(subjects[5].get(10110)?.websiteId).toBe(1);
    expect([website.id, currency]).toEqual([1, 'USD']);
    expect(Object.values(cache.get(2)!.subjects).map(({ size }) => size)).toEqual([1, 1, 1, 2, 1]);
  });

  test('views count for the parent, except those of elements and later steps', async () => {
    const cache = await loaded(1, 2);
    const counting = [1, 2].flatMap((id) => {
      const { subjects } = cache.get(id)!;
      return [...subjects[4].values(), ...subjects[5].values()];
    });
    expect(counting.filter(({ viewsCountForParent }) => viewsCountForParent).map(({ id }) => id)).toEqual([
      1000, 1011, 2000,
    ]);
    const { subjects } = cache.get(1)!;
    for (const kind of [2, 3] as const) {
      for (const subject of subjects[kind].values()) expect(subject.viewsCountForParent).toBe(true);
    }
  });

  test('the settings of a website come with it, and a change of them is noticed', async () => {
    const { database } = ingestion;
    const cache = await loaded(1, 2);
    expect(cache.get(1)!.settings).toEqual(DEFAULT_SETTINGS);
    await changeWebsiteSettings(database, 1, { browser_orders: true });
    await cache.refresh();
    await cache.load([1, 2]);
    expect(cache.get(1)!.settings).toEqual({ ...DEFAULT_SETTINGS, browser_orders: true });
    expect(cache.get(2)!.settings).toEqual(DEFAULT_SETTINGS);
    expect(await changeWebsiteSettings(database, 999, { browser_orders: true })).toBeUndefined();
  });

  test('websites do not see each other', async () => {
    const cache = await loaded(1, 2, 3);
    expect(cache.get(2)!.subjects[2].has(10)).toBe(false);
    expect(cache.get(3)!.subjects[2].size).toBe(0);
  });

  test('null is a website that does not exist, undefined one that is not loaded yet', async () => {
    const cache = await loaded(1, 999);
    expect([cache.get(999), cache.get(2)]).toEqual([null, undefined]);
  });

  test('a website that is being loaded is not loaded yet, rather than nonexistent', async () => {
    const cache = new CatalogCache(ingestion.database);
    const loading = cache.load([1]);
    expect(cache.get(1)).toBeUndefined();
    await loading;
    expect(cache.get(1)).toBeDefined();
  });

  /** Imports a new campaign, and a new element of a step that is there, right after the first look at the campaigns. */
  function interruptedByImport(newId: number, then: () => Promise<void> = async () => {}): Database {
    const { database, clock } = ingestion;
    const steps = [{ id: 1000, position: 1, elements: [{ id: newId, element_type: 'form' }] }];
    const campaigns = [
      { id: newId, name: 'New' },
      { id: 10, name: 'Spring popup', variants: [{ id: 100, steps }] },
    ];
    const accounts = [{ id: 1, name: 'Acme', websites: [{ id: 1, name: 'acme.example', campaigns }] }];
    let isDone = false;
    return {
      ...database,
      query: async <Row>(sql: string, params?: readonly SqlValue[]) => {
        const rows = await database.query<Row>(sql, params);
        if (sql.includes('FROM campaigns') && !isDone) {
          isDone = true;
          await importCatalog(database, { accounts }, clock.now);
          await then();
        }
        return rows;
      },
    };
  }

  test('an import that commits while a website is read is seen completely or not at all', async () => {
    const cache = new CatalogCache(interruptedByImport(98));
    await cache.refresh();
    await cache.load([1]);
    const { subjects } = cache.get(1)!;
    expect([subjects[2].has(98), subjects[5].has(98)]).toEqual([false, false]);
    await cache.refresh();
    await cache.load([1]);
    const reloaded = cache.get(1)!.subjects;
    expect([reloaded[2].has(98), reloaded[5].has(98)]).toEqual([true, true]);
  });

  test('rows that were read before an import are not cached after it', async () => {
    // Another batch refreshes the cache while this one loads its website.
    const cache: CatalogCache = new CatalogCache(interruptedByImport(99, () => cache.refresh()));
    await cache.refresh();
    await cache.load([1]);
    expect(cache.get(1)!.subjects[2].has(99)).toBe(true);
  });

  test('a change of one website drops that one alone', async () => {
    const cache = await loaded(1, 2);
    const other = cache.get(2);
    const change = () =>
      ingestion.database.transaction(async (tx) => {
        await markCatalogChanged(tx, 1, await nextCatalogChange(tx));
        await tx.query("UPDATE campaigns SET key = 'popup' WHERE website_id = 1 AND id = 10");
      });
    await change();
    await change();
    await cache.refresh();
    expect([cache.get(1), cache.get(2)]).toEqual([undefined, other]);
    await cache.load([1]);
    const reloaded = cache.get(1)!;
    expect(reloaded.childrenOf(reloaded.website).byKey.get('popup')).toBe(reloaded.subjects[2].get(10));
    await cache.refresh();
    expect(cache.get(1)).toBe(reloaded);
  });

  test('children are counted, and the only one is known', async () => {
    const catalog = (await loaded(2)).get(2)!;
    const childrenOf = (kind: 2 | 3 | 5, id: number) => catalog.childrenOf(catalog.subjects[kind].get(id)!);
    expect([childrenOf(2, 20).count, childrenOf(3, 200).count, childrenOf(5, 20000).count]).toEqual([1, 2, 0]);
    expect([childrenOf(2, 20).only?.id, childrenOf(3, 200).only]).toEqual([200, undefined]);
  });

  test('websites stay cached until the catalog changes', async () => {
    const cache = await loaded(1, 999);
    const before = cache.get(1);
    await cache.refresh();
    expect(cache.get(1)).toBe(before);
    const websites = [{ id: 1, name: 'acme.example', campaigns: [{ id: 12, name: 'New' }] }];
    await importCatalog(ingestion.database, { accounts: [{ id: 1, name: 'Acme', websites }] }, ingestion.clock.now);
    expect(cache.get(1)).toBe(before);
    await cache.refresh();
    expect([cache.get(1), cache.get(999)]).toEqual([undefined, undefined]);
    await cache.load([1]);
    expect(cache.get(1)!.subjects[2].has(12)).toBe(true);
  });

  describe('with room for few subjects', () => {
    /** These websites don't exist. Each takes the room of a subject. */
    const UNKNOWN = Array.from({ length: 9 }, (_, index) => 1_001 + index);

    async function use(cache: CatalogCache, ...ids: number[]): Promise<void> {
      await cache.refresh();
      await cache.load(ids.filter((id) => cache.get(id) === undefined));
      for (const id of ids) cache.get(id);
    }

    /** Asking counts as use, so ask once. */
    const cachedOf = (cache: CatalogCache, ids: readonly number[]) => ids.filter((id) => cache.get(id) !== undefined);

    const cacheOf = (subjectsMax: number) => new CatalogCache(ingestion.database, subjectsMax);

    /** There is room for website 1 and UNKNOWN, and for nothing else. */
    async function fittingCache(): Promise<CatalogCache> {
      const { subjects } = (await loaded(1)).get(1)!;
      return cacheOf(1 + Object.values(subjects).reduce((sum, { size }) => sum + size, 0) + UNKNOWN.length);
    }

    test('the least recently used websites are dropped, the others stay', async () => {
      const cache = await fittingCache();
      await use(cache, 1, ...UNKNOWN);
      const catalog = cache.get(1);
      await use(cache, ...UNKNOWN.slice(0, 2));
      await use(cache, 1);
      // Three more than there is room for.
      await use(cache, 1_010, 1_011, 1_012);
      await cache.refresh();
      expect(cachedOf(cache, [...UNKNOWN, 1_010, 1_011, 1_012])).toEqual([
        ...[1_001, 1_002, 1_006, 1_007, 1_008, 1_009],
        ...[1_010, 1_011, 1_012],
      ]);
      expect(cache.get(1)).toBe(catalog);
    });

    test('exchange rates take room like subjects', async () => {
      const { database } = ingestion;
      onTestFinished(async () => {
        await database.transaction((tx) => storeExchangeRates(tx, 1, []));
      });
      await addExchangeRates(database, 1, [
        { currency: 'EUR', date: '2025-01-01', rate: 1.1 },
        { currency: 'EUR', date: '2025-02-01', rate: 1.2 },
        { currency: 'GBP', date: '2025-01-01', rate: 1.3 },
      ]);
      const cache = await fittingCache();
      await use(cache, ...UNKNOWN);
      await use(cache, 1);
      await cache.refresh();
      expect(cachedOf(cache, [1, ...UNKNOWN])).toEqual([1, ...UNKNOWN.slice(3)]);
    });

    test('nothing is dropped while it is in use, however much it is', async () => {
      const cache = cacheOf(3);
      await use(cache, 1, ...UNKNOWN);
      const catalog = cache.get(1);
      await cache.load([2, 3]);
      expect(cachedOf(cache, [1, 2, 3, ...UNKNOWN])).toHaveLength(12);
      expect(cache.get(1)).toBe(catalog);
    });

    test('a website that is larger than the limit stays as long as it is used, and no longer', async () => {
      const cache = cacheOf(3);
      await use(cache, 1);
      const catalog = cache.get(1);
      for (const other of UNKNOWN) {
        await use(cache, 1, other);
        expect(cache.get(1)).toBe(catalog);
      }
      await use(cache, 1_001);
      await cache.refresh();
      expect(cachedOf(cache, [1, ...UNKNOWN])).toEqual([1_001, 1_009]);
    });

    test('websites that were dropped make room again, also if they had changed or the catalog is new', async () => {
      const cache = await fittingCache();
      await use(cache, 1, ...UNKNOWN);
      await ingestion.database.transaction(async (tx) => markCatalogChanged(tx, 1, await nextCatalogChange(tx)));
      await use(cache, ...UNKNOWN);
      await use(cache, 1);
      await cache.refresh();
      expect(cachedOf(cache, [1, ...UNKNOWN])).toHaveLength(10);
      await importCatalog(ingestion.database, { accounts: [{ id: 1, name: 'Acme' }] }, ingestion.clock.now);
      await use(cache, 1, ...UNKNOWN);
      await cache.refresh();
      expect(cachedOf(cache, [1, ...UNKNOWN])).toHaveLength(10);
    });

    test('a website that comes back has its changes, and nothing of others', async () => {
      const cache = cacheOf(1);
      await use(cache, 1);
      await use(cache, 2);
      await ingestion.database.transaction(async (tx) => {
        await markCatalogChanged(tx, 1, await nextCatalogChange(tx));
        await tx.query("UPDATE campaigns SET key = 'came-back' WHERE website_id = 1 AND id = 11");
      });
      await use(cache, 3);
      await use(cache, 1);
      const catalog = cache.get(1)!;
      expect(catalog.childrenOf(catalog.website).byKey.get('came-back')?.id).toBe(11);
      expect([...catalog.subjects[2].values()].map(({ websiteId }) => websiteId)).not.toContain(2);
      expect(cache.get(2)).toBeUndefined();
    });
  });
});
