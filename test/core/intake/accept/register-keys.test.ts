// Keys that are new register campaigns, variants, steps and elements: once, within limits, and before the event counts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { campaignsReport } from '../../../../src/core/answers/reports/subjects/campaigns.ts';
import { variantReport } from '../../../../src/core/answers/reports/subjects/variant.ts';
import {
  CHILDREN_MAX,
  REGISTERED_MAX,
  REGISTERED_PER_HOUR_MAX,
} from '../../../../src/core/engine/catalog/record-limits.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { BulkEvents } from '../../../../src/core/intake/bulk/bulk-events.ts';
import { importEvents } from '../../../../src/core/intake/bulk/import-events.ts';
import { catalogRows } from '../../../support/catalog-rows.ts';
import { ANY_ENGINE, ENGINES } from '../../../support/databases.ts';
import { batchOf, bytesOf, eventWith, ndjson } from '../../../support/events.ts';
import { restoreOf } from '../../../support/restore.ts';
import { storedTotals } from '../../../support/stored-days.ts';
import { HOUR_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { TestService } from '../../../support/test-service.ts';
import { TestStages } from '../../../support/test-stages.ts';

const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [
        {
          id: 1,
          name: 'acme.example',
          settings: { register_keys: true },
          campaigns: [
            { id: 10, key: 'known', name: 'Known', variants: [{ id: 100, steps: [{ id: 1000, position: 7 }] }] },
          ],
        },
        { id: 2, name: 'acme.test' },
      ],
    },
  ],
};

describe.each(ENGINES)('on %s', (engine) => {
  /** What runs once is not about storage. */
  const testOnce = test.runIf(ANY_ENGINE.includes(engine));
  let ingestion: TestIngestion;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine, CATALOG);
    restore = await restoreOf(ingestion.database);
  });

  beforeEach(async () => {
    ingestion.clock.offsetMs = 0;
    await restore();
  });

  afterAll(() => ingestion.dispose());

  const rowsOf = (table: string) => catalogRows(ingestion.database, table);
  const newRowsOf = async (table: string) => (await rowsOf(table)).filter((row) => row.registered_at !== null);
  const campaignViews = async (id: number) =>
    (await storedTotals(ingestion.database, { websiteId: 1, kind: 'campaign', id })).views;
  const invented = (count: number, prefix = 'new') =>
    Array.from({ length: count }, (_, index) => eventWith({ campaign: `${prefix}-${index}` }));

  test('a path registers every level of it, and the event counts there', async () => {
    const path = { campaign: 'popup', variant: 'b', step: 'form', element: 'e-mail' };
    expect(await ingestion.count(eventWith(path), eventWith(path))).toMatchObject({ accepted: 2, rejected: 0 });
    const now = '2025-03-10T12:00:00Z';
    const isNew = { website_id: 1, registered_at: now, seen_at: null };
    const timestamps = { created_at: now, updated_at: now };
    const [campaign, variant, step, element] = [11, 101, 1001, 1];
    expect(await newRowsOf('campaigns')).toEqual([
      {
        ...isNew,
        id: campaign,
        key: 'popup',
        name: 'popup',
        cta_type: 'overlay',
        test_type: 'cookie',
        page_path: '/',
        status: 'live',
        published_at: now,
        ...timestamps,
      },
    ]);
    expect(await newRowsOf('variants')).toEqual([
      {
        ...isNew,
        id: variant,
        campaign_id: campaign,
        key: 'b',
        name: 'b',
        variation: 'A',
        traffic_percentage: 100,
        is_holdout: 0,
        share_changed_day: null,
        screenshot: null,
        is_archived: 0,
        ...timestamps,
      },
    ]);
    const unnamed = { ...isNew, name: null, is_archived: 0 };
    expect(await newRowsOf('steps')).toEqual([{ ...unnamed, id: step, variant_id: variant, key: 'form', position: 1 }]);
    expect(await newRowsOf('elements')).toEqual([
      { ...unnamed, id: element, step_id: step, key: 'e-mail', element_type: 'other', position: 1 },
    ]);
    const views = (kind: 'element', id: number) => storedTotals(ingestion.database, { websiteId: 1, kind, id });
    expect((await views('element', element)).views).toBe(2);
  });

  testOnce('levels that are left out get the key "default"; later events find them', async () => {
    await ingestion.count(
      eventWith({ campaign: 'popup', step: 'form' }),
      eventWith({ campaign: 'popup', step: 'thanks' }),
    );
    await ingestion.count(eventWith({ campaign: 'popup', variant: 'b', step: 'form' }));
    expect(await ingestion.count(eventWith({ campaign: 'popup', step: 'form' }))).toMatchObject({ accepted: 1 });
    const variants = await newRowsOf('variants');
    expect(variants).toMatchObject([
      { key: 'default', name: null, variation: 'A', traffic_percentage: 50 },
      { key: 'b', name: 'b', variation: 'B', traffic_percentage: 50 },
    ]);
    expect(await newRowsOf('steps')).toMatchObject([
      { key: 'form', position: 1, variant_id: variants[0]!.id },
      { key: 'thanks', position: 2, variant_id: variants[0]!.id },
      { key: 'form', position: 1, variant_id: variants[1]!.id },
    ]);
  });

  testOnce('under a record of the catalog a new one comes last', async () => {
    await ingestion.count(
      eventWith({ campaign: 'known', step: 'last' }),
      eventWith({ variant_id: 100, step: 'very-last' }),
    );
    expect(await newRowsOf('steps')).toMatchObject([
      { variant_id: 100, key: 'last', position: 8 },
      { variant_id: 100, key: 'very-last', position: 9 },
    ]);
    await ingestion.count(eventWith({ campaign_id: 10, variant: 'b' }));
    // What somebody has set is not changed.
    expect(await rowsOf('variants')).toMatchObject([
      { id: 100, traffic_percentage: 100 },
      { key: 'b', variation: 'B', traffic_percentage: 50 },
    ]);
  });

  testOnce('where the website does not allow it, the event is rejected and nothing is registered', async () => {
    expect(await ingestion.count(eventWith({ website_id: 2, campaign: 'popup' }))).toMatchObject({
      accepted: 0,
      reasons: { unknown_campaign: 1 },
    });
    await changeWebsiteSettings(ingestion.database, 1, { register_keys: false });
    expect(await ingestion.count(eventWith({ campaign: 'popup' }))).toMatchObject({ reasons: { unknown_campaign: 1 } });
    expect(await newRowsOf('campaigns')).toEqual([]);
  });

  testOnce('a mistake is no reason to register anything', async () => {
    const { reasons } = await ingestion.count(
      eventWith({ campaign: 'a b' }),
      eventWith({ campaign: 'new', step_id: 1000 }),
      eventWith({ step: 'new' }),
      eventWith({ campaign: 'new', type: 'click' }),
      eventWith({ campaign: 'new', visitor: '' }),
    );
    expect(reasons).toEqual({
      invalid_campaign: 1,
      unknown_campaign: 1,
      campaign_required: 1,
      invalid_type: 1,
      invalid_visitor: 1,
    });
    expect(await newRowsOf('campaigns')).toEqual([]);
  });

  test('two nodes with many workers that meet the same keys at once make one record of each', async () => {
    const other = await openDatabase(ingestion.url, { connectionsMax: 5 });
    const { now } = ingestion.clock;
    const groups = [ingestion.database, other].map((database) => new TestStages(database, now).groupCommit());
    const events = Array.from({ length: 10 }, (_, index) =>
      eventWith({ campaign: `c-${index % 3}`, variant: `v-${index % 2}`, step: 'form' }),
    );
    const sent = Array.from({ length: 20 }, () =>
      groups.flatMap((group) => group.ingest(batchOf(events, { onlyWebsiteId: 1 }))),
    );
    const outcomes = await Promise.all(sent.flat());
    expect(outcomes.map(({ accepted }) => accepted)).toEqual(outcomes.map(() => 10));
    const keys = async (table: string) => (await newRowsOf(table)).map(({ key }) => key);
    expect((await keys('campaigns')).sort()).toEqual(['c-0', 'c-1', 'c-2']);
    expect((await keys('variants')).sort()).toEqual(['v-0', 'v-0', 'v-0', 'v-1', 'v-1', 'v-1']);
    expect(await keys('steps')).toHaveLength(6);
    const ids = (await newRowsOf('campaigns')).map(({ id }) => id as number);
    const views = await Promise.all(ids.map(campaignViews));
    expect(views.reduce((sum, count) => sum + count, 0)).toBe(40 * 10);
    await other.close();
  });

  test('a file registers too, in both threads and while it commits', async () => {
    const events = Array.from({ length: 400 }, (_, index) => eventWith({ campaign: `c-${index % 50}`, step: 'form' }));
    const bulk = new BulkEvents(ingestion.database, ingestion.url, ingestion.clock.now);
    const source = (async function* () {
      yield bytesOf(ndjson(events) + ndjson([eventWith({ campaign: 'a b' })]));
    })();
    const options = { chunkBytesMax: 2_000, commitBytesMax: 8_000 };
    const imported = await importEvents(ingestion.database, bulk, source, options);
    await bulk.close();
    expect(imported).toMatchObject({ accepted: 400, reasons: { invalid_campaign: 1 }, samples: [{ line: 401 }] });
    const campaigns = await newRowsOf('campaigns');
    expect(campaigns).toHaveLength(50);
    for (const { id } of campaigns) expect(await campaignViews(id as number)).toBe(8);
  });

  test('batches of one commit see what those before them have registered', async () => {
    const [first, second] = await ingestion.stages.commitSent([
      batchOf([eventWith({ campaign_id: 10 }), eventWith({ campaign: 'a' })]),
      batchOf([eventWith({ campaign_id: 10 }), eventWith({ campaign: 'a' }), eventWith({ campaign: 'b' })]),
    ]);
    expect([first!.accepted, second!.accepted, await campaignViews(10)]).toEqual([2, 3, 2]);
    expect(await newRowsOf('campaigns')).toHaveLength(2);
  });

  describe('limits:', () => {
    testOnce('so many in an hour, then the event is rejected, and the next hour goes on', async () => {
      const outcome = await ingestion.count(...invented(REGISTERED_PER_HOUR_MAX + 5), eventWith({ campaign: 'known' }));
      expect(outcome).toMatchObject({ accepted: REGISTERED_PER_HOUR_MAX + 1, reasons: { too_many_new_keys: 5 } });
      expect(outcome.rejections[0]!.message).toContain(String(REGISTERED_PER_HOUR_MAX));
      expect(
        await ingestion.count(eventWith({ campaign: 'new-1' }), eventWith({ campaign: 'one-more' })),
      ).toMatchObject({
        accepted: 1,
        reasons: { too_many_new_keys: 1 },
      });
      ingestion.clock.advance(HOUR_MS);
      expect(await ingestion.count(eventWith({ campaign: 'one-more' }))).toMatchObject({ accepted: 1 });
      expect(await newRowsOf('campaigns')).toHaveLength(REGISTERED_PER_HOUR_MAX + 1);
    });

    testOnce('so many under one parent, those of the catalog included', async () => {
      const steps = Array.from({ length: CHILDREN_MAX[4]! }, (_, index) =>
        eventWith({ variant_id: 100, step: `s${index}` }),
      );
      expect(await ingestion.count(...steps)).toMatchObject({
        accepted: CHILDREN_MAX[4]! - 1,
        reasons: { too_many_new_keys: 1 },
      });
      expect(await ingestion.count(eventWith({ variant_id: 100, step: 'more' }))).toMatchObject({
        reasons: { too_many_new_keys: 1 },
      });
    });

    testOnce('so many in all', async () => {
      await fillCatalog(REGISTERED_MAX - 3);
      // Four levels do not fit any more, and nothing of them is registered.
      const path = { campaign: 'popup', variant: 'b', step: 'form', element: 'e-mail' };
      expect(await ingestion.count(eventWith(path))).toMatchObject({ reasons: { too_many_new_keys: 1 } });
      const [{ registered }] = (await ingestion.database.query<{ registered: number }>(
        'SELECT COUNT(*) AS registered FROM campaigns WHERE registered_at IS NOT NULL',
      )) as [{ registered: number }];
      expect(registered).toBe(0);
      expect(await ingestion.count(eventWith({ campaign: 'popup', step: 'form' }))).toMatchObject({ accepted: 1 });
      expect(await ingestion.count(eventWith({ campaign: 'other' }))).toMatchObject({
        reasons: { too_many_new_keys: 1 },
      });
    });

    async function fillCatalog(count: number): Promise<void> {
      await ingestion.database.transaction((tx) =>
        tx.insertMany({
          into: 'elements',
          columns: ['website_id', 'id', 'step_id', 'key', 'element_type', 'position', 'registered_at'],
          rows: Array.from({ length: count }, (_, index) => {
            return [1, 50_000 + index, 1000, `k${index}`, 'other', index, '2025-01-01T00:00:00Z'];
          }),
        }),
      );
    }
  });

  test('an import and the service never use the same id', async () => {
    await ingestion.count(eventWith({ campaign: 'mine' }));
    const [mine] = await newRowsOf('campaigns');
    const taken = { id: 2, name: 'acme.test', campaigns: [{ id: mine!.id, name: 'Theirs' }] };
    const load = (website: object) =>
      importCatalog(
        ingestion.database,
        { accounts: [{ id: 1, name: 'Acme', websites: [website] }] },
        ingestion.clock.now,
      );
    await expect(load(taken)).rejects.toThrow('is in use');
    const further = { ...taken, campaigns: [{ id: (mine!.id as number) + 1, name: 'Theirs' }] };
    await load(further);
    await ingestion.count(eventWith({ campaign: 'mine-too' }));
    expect((await rowsOf('campaigns')).map(({ id, website_id }) => [id, website_id])).toEqual([
      [10, 1],
      [11, 1],
      [12, 2],
      [13, 1],
    ]);
  });
});

test.each(ANY_ENGINE)('over HTTP on %s: an acknowledged event shows in the next report', async (engine) => {
  const app = await TestService.start(engine, { catalog: CATALOG });
  try {
    const [key, token] = [await app.ingestKey(1), await app.token([1])];
    const campaigns = async () => (await app.report(campaignsReport, {}, token)).data.campaigns;
    expect(await campaigns()).toHaveLength(1);
    const at = app.clock.now().toISOString();
    const events = [eventWith({ campaign: 'popup', step: 'form', at }), eventWith({ campaign: 'popup', at })];
    const { status, body } = await app.collect(key, ndjson(events));
    expect([status, body]).toEqual([200, { accepted: 2, duplicates: 0, rejected: [] }]);
    const popup = (await campaigns()).find(({ name }) => name === 'popup')!;
    expect(popup).toMatchObject({ status: 'live', metrics: { views: 1 } });
    const [variant] = (await catalogRows(app.database, 'variants')).filter((row) => row.key !== null);
    const { funnel_steps: steps } = (await app.report(variantReport, { id: variant!.id as number }, token)).data;
    expect(steps).toMatchObject([{ position: 1, metrics: { views: 1 } }]);
  } finally {
    await app.dispose();
  }
});
