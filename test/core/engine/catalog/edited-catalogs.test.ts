// Whatever people do to a catalog, the import would accept what comes out, and would change nothing.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CampaignTree,
  type RecordTable,
  readAreas,
  readCampaigns,
  readWebsite,
} from '../../../../src/core/engine/catalog/records/catalog-records.ts';
import {
  changeRecord,
  changeWebsite,
  orderRecords,
  shareTraffic,
} from '../../../../src/core/engine/catalog/records/change-records.ts';
import {
  createAccount,
  createRecord,
  createWebsite,
} from '../../../../src/core/engine/catalog/records/create-records.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import type { Database, Engine, Queries } from '../../../../src/core/foundation/database/database.ts';
import { Problem } from '../../../../src/core/foundation/problem/problem.ts';
import { ANY_ENGINE, createTestDatabase, type TestDatabase } from '../../../support/databases.ts';
import { IS_LONG } from '../../../support/long.ts';

const NOW = new Date('2025-03-10T12:00:00Z');
const RUNS: Readonly<Record<Engine, number>> = IS_LONG ? { sqlite: 40, postgres: 10 } : { sqlite: 15, postgres: 4 };
const OPERATIONS_MAX = 40;

/** Few, so that keys meet; valid, as the operations have checked them. */
const key = fc.option(fc.constantFrom('a', 'b', 'c', 'form'), { nil: undefined });
const name = fc.constantFrom('One', 'Two', 'Three — “quoted”');
const status = fc.constantFrom('live', 'archived');
/** Stands for the nth record of its table. */
const nth = fc.nat({ max: 20 });

const TABLES = ['areas', 'campaigns', 'variants', 'steps', 'elements'] as const satisfies readonly RecordTable[];
const table = fc.constantFrom(...TABLES, 'variants', 'steps', 'elements');

const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('create'), table, nth, key, name, status }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change'), table, nth, key, name, status }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('order'), nth, seed: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('share'), nth, share: fc.integer({ min: 0, max: 100 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('website'), name, status, currency: fc.constantFrom('EUR', 'USD') }),
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer Given> ? Given : never;

interface Ids {
  readonly areas: readonly number[];
  readonly campaigns: readonly number[];
  readonly variants: readonly number[];
  readonly steps: readonly number[];
  readonly elements: readonly number[];
}

function idsOf(campaigns: readonly CampaignTree[], areas: readonly { id: number }[]): Ids {
  const variants = campaigns.flatMap((campaign) => campaign.variants);
  const steps = variants.flatMap((variant) => variant.steps);
  const ids = (records: readonly { id: number }[]) => records.map(({ id }) => id);
  const elements = steps.flatMap((step) => step.elements);
  return {
    areas: ids(areas),
    campaigns: ids(campaigns),
    variants: ids(variants),
    steps: ids(steps),
    elements: ids(elements),
  };
}

const PARENTS = { variants: 'campaigns', steps: 'variants', elements: 'steps' } as const;

async function perform(database: Database, websiteId: number, given: Operation): Promise<unknown> {
  const campaigns = await readCampaigns(database, websiteId);
  const ids = idsOf(campaigns, await readAreas(database, websiteId));
  return database.transaction((tx) => performIn(tx, websiteId, given, campaigns, ids));
}

function performIn(
  tx: Queries,
  websiteId: number,
  given: Operation,
  campaigns: readonly CampaignTree[],
  ids: Ids,
): Promise<unknown> {
  const idAt = (of: keyof Ids, index: number) => ids[of][index % Math.max(1, ids[of].length)] ?? 0;
  switch (given.do) {
    case 'create': {
      const { table, nth, do: _, ...fields } = given as Extract<Operation, { key: unknown }>;
      const parentId = table in PARENTS ? idAt(PARENTS[table as keyof typeof PARENTS], nth) : websiteId;
      return createRecord(tx, { websiteId, table, parentId }, fieldsOf(table, fields), NOW);
    }
    case 'change': {
      const { table, nth, do: _, ...fields } = given as Extract<Operation, { key: unknown }>;
      return changeRecord(tx, { websiteId, table, id: idAt(table, nth) }, fieldsOf(table, fields), undefined, NOW);
    }
    case 'order': {
      const { nth, seed } = given as Extract<Operation, { seed: unknown }>;
      const parentId = idAt('variants', nth);
      const steps = campaigns.flatMap(({ variants }) => variants).find(({ id }) => id === parentId)?.steps ?? [];
      const order = steps.map(({ id }) => id).sort((a, b) => ((a * seed) % 7) - ((b * seed) % 7));
      return orderRecords(tx, { websiteId, table: 'steps', parentId }, order, undefined);
    }
    case 'share': {
      const { nth, share } = given as Extract<Operation, { share: unknown }>;
      const campaignId = idAt('campaigns', nth);
      const variants = campaigns.find(({ id }) => id === campaignId)?.variants ?? [];
      const live = variants.filter((variant) => variant.status === 'live');
      const shares = live.map(({ id }, index) => ({ id, traffic_percentage: [share, 100 - share][index] ?? 0 }));
      return shareTraffic(tx, { websiteId, campaignId }, shares, undefined, NOW);
    }
    default: {
      const { do: _, ...changes } = given as Extract<Operation, { currency: unknown }>;
      return changeWebsite(tx, websiteId, { ...changes, status: changes.status as 'live' }, undefined, NOW);
    }
  }
}

function fieldsOf(table: RecordTable, { key, ...fields }: { key?: string | undefined; name: string; status: string }) {
  const status = fields.status as 'live' | 'archived';
  return table === 'areas' ? { ...fields, status } : { ...fields, status, ...(key !== undefined && { key }) };
}

/** The catalog of a website as the import reads it. */
async function documentOf(database: Database, accountId: number, websiteId: number) {
  const { status, etag: _, ...website } = (await readWebsite(database, websiteId))!;
  const [areas, campaigns] = await Promise.all([readAreas(database, websiteId), readCampaigns(database, websiteId)]);
  const document = {
    accounts: [
      { id: accountId, name: 'Acme', websites: [{ ...website, archived: status === 'archived', areas, campaigns }] },
    ],
  };
  return JSON.parse(JSON.stringify(document), (field, value) =>
    field.endsWith('etag') || field === 'is_new' ? undefined : value,
  ) as unknown;
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let edited: TestDatabase;
  let imported: TestDatabase;

  beforeAll(async () => {
    [edited, imported] = await Promise.all([createTestDatabase(engine), createTestDatabase(engine)]);
  });

  afterAll(() => Promise.all([edited.dispose(), imported.dispose()]));

  const shownOf = async ({ database }: TestDatabase, websiteId: number) => ({
    website: await readWebsite(database, websiteId),
    areas: await readAreas(database, websiteId),
    campaigns: await readCampaigns(database, websiteId),
  });

  test('a catalog that people have edited can be imported, and is the same afterwards', async () => {
    let refused = 0;
    let made = 0;
    const operations = fc.array(operation, { minLength: 10, maxLength: OPERATIONS_MAX, size: 'max' });
    await fc.assert(
      fc.asyncProperty(operations, async (given) => {
        const { accountId, websiteId } = await edited.database.transaction(async (tx) => {
          const accountId = await createAccount(tx, 'Acme', NOW);
          const { id: websiteId } = await createWebsite(tx, { accountId, name: 'acme.example' }, NOW);
          let parentId = websiteId;
          for (const table of ['campaigns', 'variants', 'steps', 'elements'] as const) {
            parentId = (await createRecord(tx, { websiteId, table, parentId }, { name: 'First' }, NOW)).id;
          }
          return { accountId, websiteId };
        });
        for (const one of given) {
          await perform(edited.database, websiteId, one)
            .then(() => made++)
            .catch((error: unknown) => {
              if (!(error instanceof Problem)) throw error;
              refused++;
            });
        }
        const document = await documentOf(edited.database, accountId, websiteId);
        const before = await shownOf(edited, websiteId);
        const counts = Object.values(await importCatalog(edited.database, document, () => NOW));
        expect(counts.map(({ created, updated }) => created + updated)).toEqual(counts.map(() => 0));
        await importCatalog(imported.database, document, () => NOW);
        expect(await shownOf(imported, websiteId)).toEqual(before);
      }),
      { numRuns: RUNS[engine] },
    );
    // The operations were of use.
    expect(made).toBeGreaterThan(refused);
    expect(refused).toBeGreaterThan(0);
  });
});
