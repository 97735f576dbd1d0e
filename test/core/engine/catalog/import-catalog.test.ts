// Importing a catalog: new, changed and missing records, and importing twice.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CatalogError } from '../../../../src/core/engine/catalog/catalog-error.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { readWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { nextId } from '../../../../src/core/foundation/database/next-id.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { catalogRows, wholeCatalog } from '../../../support/catalog-rows.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';
import { restoreOf } from '../../../support/restore.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { HOUR_MS, TestClock } from '../../../support/test-clock.ts';

/** A document with one record of each kind. Tests change it in one place. */
function smallCatalog() {
  return structuredClone({
    accounts: [
      {
        id: 1,
        name: 'Acme',
        websites: [
          {
            id: 1,
            name: 'acme.example',
            areas: [{ id: 5, name: 'Sidebar' }],
            campaigns: [
              {
                id: 10,
                name: 'Popup',
                variants: [{ id: 100, steps: [{ id: 1000, elements: [{ id: 10000, element_type: 'form' }] }] }],
              },
            ],
          },
          { id: 2, name: 'acme.test' },
        ],
      },
    ],
  });
}

describe.each(ENGINES)('on %s', (engine) => {
  let testDatabase: TestDatabase;
  let clock: TestClock;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    testDatabase = await createTestDatabase(engine);
    restore = await restoreOf(testDatabase.database);
  });

  beforeEach(async () => {
    await restore();
    clock = new TestClock('2025-03-10T12:00:00Z');
  });

  afterAll(() => testDatabase.dispose());

  const load = (json: unknown) => importCatalog(testDatabase.database, json, clock.now);

  const rowsOf = (table: string) => catalogRows(testDatabase.database, table);
  const everything = () => wholeCatalog(testDatabase.database);

  describe('importing', () => {
    test('creates everything once, and importing it again changes nothing', async () => {
      const sizes = { accounts: 2, websites: 3, areas: 1, campaigns: 3, variants: 4, steps: 7, elements: 6 };
      const counted = (key: 'created' | 'unchanged') =>
        Object.fromEntries(
          Object.entries(sizes).map(([table, size]) => [table, { created: 0, updated: 0, unchanged: 0, [key]: size }]),
        );
      expect(await load(SAMPLE_CATALOG)).toEqual(counted('created'));
      const before = await everything();
      clock.advance(HOUR_MS);
      expect(await load(SAMPLE_CATALOG)).toEqual(counted('unchanged'));
      expect(await everything()).toEqual(before);
    });

    test('changes one field of one record and nothing else', async () => {
      await load(smallCatalog());
      const before = await everything();
      clock.advance(HOUR_MS);
      const changed = smallCatalog();
      changed.accounts[0]!.websites[0]!.campaigns![0]!.name = 'Renamed';
      const { campaigns, variants, websites } = await load(changed);
      expect(campaigns).toEqual({ created: 0, updated: 1, unchanged: 0 });
      expect([websites.unchanged, variants.unchanged]).toEqual([2, 1]);
      const [campaign] = before.campaigns as Record<string, unknown>[];
      expect(await everything()).toEqual({
        ...before,
        campaigns: [{ ...campaign, name: 'Renamed', updated_at: '2025-03-10T13:00:00Z' }],
      });
    });

    test('does not change records that the document does not contain', async () => {
      await load(SAMPLE_CATALOG);
      const before = await everything();
      await load({ accounts: [{ id: 1, name: 'Acme' }] });
      await load({ accounts: [] });
      expect(await everything()).toEqual(before);
    });

    test('adds to existing records', async () => {
      await load({ accounts: [{ id: 1, name: 'Acme' }] });
      await load({ accounts: [{ id: 1, name: 'Acme', websites: [{ id: 1, name: 'a' }] }] });
      expect((await load(smallCatalog())).websites).toEqual({ created: 1, updated: 1, unchanged: 0 });
    });

    test('two concurrent imports have the same result', async () => {
      const other = await openDatabase(testDatabase.url, { connectionsMax: 5 });
      const runs = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          importCatalog(index % 2 === 0 ? testDatabase.database : other, SAMPLE_CATALOG, clock.now),
        ),
      );
      await other.close();
      expect(runs.map(({ elements }) => elements.created).sort()).toEqual([0, 0, 0, 0, 0, 6]);
      expect(await rowsOf('elements')).toHaveLength(6);
    });

    test('accepts more records than fit into one statement', async () => {
      const campaigns = Array.from({ length: 1_300 }, (_, index) => ({ id: index + 1, name: `Campaign ${index}` }));
      const catalog = { accounts: [{ id: 1, name: 'a', websites: [{ id: 1, name: 'w', campaigns }] }] };
      expect((await load(catalog)).campaigns).toEqual({ created: 1_300, updated: 0, unchanged: 0 });
      expect((await load(catalog)).campaigns).toEqual({ created: 0, updated: 0, unchanged: 1_300 });
    });

    test('invalidates caches', async () => {
      const version = async () => (await rowsOf('catalog_state'))[0]!.version as number;
      const before = await version();
      await load(smallCatalog());
      expect(await version()).toBeGreaterThan(before);
    });
  });

  describe('a field that is left out', () => {
    test('gets a sensible default', async () => {
      await load(smallCatalog());
      const now = '2025-03-10T12:00:00Z';
      const timestamps = { created_at: now, updated_at: now };
      const unregistered = { key: null, registered_at: null, seen_at: null };
      const { accounts, websites, areas, campaigns, variants, steps, elements } = await everything();
      expect(accounts).toEqual([{ id: 1, name: 'Acme', created_at: now }]);
      expect(websites).toMatchObject([
        { id: 1, account_id: 1, name: 'acme.example', currency: 'USD', ...timestamps },
        { id: 2 },
      ]);
      expect(areas).toEqual([{ id: 5, website_id: 1, name: 'Sidebar', is_archived: 0, ...timestamps }]);
      expect(campaigns).toEqual([
        {
          id: 10,
          website_id: 1,
          name: 'Popup',
          cta_type: 'overlay',
          test_type: 'cookie',
          page_path: '/',
          status: 'live',
          published_at: null,
          ...timestamps,
          ...unregistered,
        },
      ]);
      expect(variants).toEqual([
        {
          id: 100,
          website_id: 1,
          campaign_id: 10,
          name: null,
          variation: 'A',
          traffic_percentage: 100,
          screenshot: null,
          share_changed_day: null,
          is_archived: 0,
          is_holdout: 0,
          ...timestamps,
          ...unregistered,
        },
      ]);
      const unnamed = { name: null, is_archived: 0, ...unregistered };
      expect(steps).toEqual([{ id: 1000, website_id: 1, variant_id: 100, position: 1, ...unnamed }]);
      expect(elements).toEqual([
        { id: 10000, website_id: 1, step_id: 1000, element_type: 'form', position: 1, ...unnamed },
      ]);
    });

    test('positions and variations count up', async () => {
      const steps = [{ id: 1 }, { id: 2 }, { id: 3, position: 9 }];
      const variants = [{ id: 1, steps }, { id: 2 }];
      const campaigns = [{ id: 1, name: 'c', variants }];
      await load({ accounts: [{ id: 1, name: 'a', websites: [{ id: 1, name: 'w', campaigns }] }] });
      expect((await rowsOf('steps')).map(({ position }) => position)).toEqual([1, 2, 9]);
      expect((await rowsOf('variants')).map(({ variation }) => variation)).toEqual(['A', 'B']);
    });

    test('an api_key is generated for each website and never changes', async () => {
      await load(smallCatalog());
      const keys = async () => (await rowsOf('websites')).map((row) => row.api_key as string);
      const made = await keys();
      expect(new Set(made).size).toBe(2);
      for (const key of made) expect(key.length).toBeGreaterThanOrEqual(32);
      await load(smallCatalog());
      expect(await keys()).toEqual(made);
    });

    test('a record with created_at but without updated_at is unchanged since its creation', async () => {
      const campaigns = [{ id: 1, name: 'c', created_at: '2020-01-01T00:00:00Z' }];
      await load({ accounts: [{ id: 1, name: 'a', websites: [{ id: 1, name: 'w', campaigns }] }] });
      expect(await rowsOf('campaigns')).toMatchObject([
        { created_at: '2020-01-01T00:00:00Z', updated_at: '2020-01-01T00:00:00Z' },
      ]);
    });
  });

  describe('keys and names', () => {
    interface Keys {
      campaigns?: readonly (readonly [id: number, key: string | null])[];
      step?: object;
      element?: object;
    }

    function keyedCatalog({ campaigns = [[10, 'popup']], step = {}, element = {} }: Keys = {}) {
      const steps = [{ id: 1000, ...step, elements: [{ id: 10000, element_type: 'form', ...element }] }];
      const variants = [{ id: 100, key: 'a', steps }];
      const records = campaigns.map(([id, key], index) => ({
        id,
        key,
        name: `Campaign ${id}`,
        ...(index === 0 && { variants }),
      }));
      return { accounts: [{ id: 1, name: 'Acme', websites: [{ id: 1, name: 'w', campaigns: records }] }] };
    }

    const keysOf = async (table: string) => (await rowsOf(table)).map(({ id, key }) => [id, key]);

    test('are kept, at every level', async () => {
      await load(keyedCatalog({ step: { key: 'form', name: 'The form' }, element: { key: 'e-mail', name: 'E-mail' } }));
      expect(await keysOf('campaigns')).toEqual([[10, 'popup']]);
      expect(await keysOf('variants')).toEqual([[100, 'a']]);
      expect(await rowsOf('steps')).toMatchObject([{ key: 'form', name: 'The form' }]);
      expect(await rowsOf('elements')).toMatchObject([{ key: 'e-mail', name: 'E-mail' }]);
    });

    test('archived is what the document says, and again changes nothing', async () => {
      await load(keyedCatalog({ step: { status: 'archived' } }));
      expect((await load(keyedCatalog({ step: { status: 'archived' } }))).steps.unchanged).toBe(1);
      expect(await rowsOf('steps')).toMatchObject([{ is_archived: 1 }]);
      await load(keyedCatalog({ step: { status: 'live' } }));
      expect(await rowsOf('steps')).toMatchObject([{ is_archived: 0 }]);
    });

    test('stay where the document leaves them out, and go where it says null', async () => {
      await load(keyedCatalog({ step: { key: 'form', name: 'The form' } }));
      await load(keyedCatalog());
      expect(await rowsOf('steps')).toMatchObject([{ key: 'form', name: 'The form' }]);
      await load(keyedCatalog({ step: { key: null, name: null } }));
      expect(await rowsOf('steps')).toMatchObject([{ key: null, name: null }]);
    });

    test('may be swapped between two records, and handed on', async () => {
      await load(
        keyedCatalog({
          campaigns: [
            [10, 'popup'],
            [11, 'quiz'],
          ],
        }),
      );
      await load(
        keyedCatalog({
          campaigns: [
            [10, 'quiz'],
            [11, 'popup'],
          ],
        }),
      );
      expect(await keysOf('campaigns')).toEqual([
        [10, 'quiz'],
        [11, 'popup'],
      ]);
      await load(
        keyedCatalog({
          campaigns: [
            [10, null],
            [11, 'quiz'],
            [12, 'popup'],
          ],
        }),
      );
      expect(await keysOf('campaigns')).toEqual([
        [10, null],
        [11, 'quiz'],
        [12, 'popup'],
      ]);
    });

    test('of one parent are unique; two parents may use the same', async () => {
      const campaigns = [1, 2].map((id) => ({ id, name: 'c', variants: [{ id, key: 'a' }] }));
      await load({ accounts: [{ id: 1, name: 'a', websites: [{ id: 1, name: 'w', campaigns }] }] });
      expect(await keysOf('variants')).toEqual([
        [1, 'a'],
        [2, 'a'],
      ]);
    });

    test.each([
      [
        'twice in the document',
        [
          [10, 'popup'],
          [11, 'popup'],
        ],
        1,
      ],
      ['of a record that is stored', [[12, 'stored']], 0],
      [
        'of a record that keeps it, being left out',
        [
          [12, 'popup'],
          [13, 'stored'],
        ],
        1,
      ],
    ] as const)('%s: the path is named, and nothing changes', async (_, campaigns, place) => {
      await load(keyedCatalog({ campaigns: [[9, 'stored']] }));
      const before = await everything();
      const variants = campaigns.map(([id, key]) => ({ id, key, name: 'c' }));
      const accounts = [{ id: 1, name: 'Acme', websites: [{ id: 1, name: 'w', campaigns: variants }] }];
      const error = await load({ accounts }).catch((reason: CatalogError) => reason);
      expect((error as CatalogError).problems.map(({ path }) => path)).toEqual([
        `accounts[0].websites[0].campaigns[${place}].key`,
      ]);
      expect(await everything()).toEqual(before);
    });

    test('records of the service itself are numbered after those of the document', async () => {
      await load(keyedCatalog({ campaigns: [[7_000, 'popup']] }));
      const next = (name: string) => testDatabase.database.transaction((tx) => nextId(tx, name));
      expect([await next('campaigns'), await next('variants'), await next('elements')]).toEqual([7_001, 101, 10_001]);
      await load(keyedCatalog({ campaigns: [[7_000, 'popup']] }));
      expect(await next('campaigns')).toBe(7_002);
    });
  });

  test('what is allowed on a website can be set, and stays where it is left out', async () => {
    const website = (settings?: object) => ({ id: 1, name: 'w', ...(settings && { settings }) });
    const documentOf = (...websites: object[]) => ({ accounts: [{ id: 1, name: 'a', websites }] });
    const document = (settings?: object) => documentOf(website(settings));
    const stored = () => readWebsiteSettings(testDatabase.database, 1);
    await load(document());
    expect(await stored()).toEqual({
      browser_orders: false,
      credit_by: 'conversion',
      credit_window_days: 0,
      event_log: false,
      group_name: '',
      form_contacts: false,
      register_keys: false,
      smallest_lift: 10,
      timezone: 'UTC',
    });
    await load(document({ register_keys: true }));
    await load(document());
    await load(documentOf({ ...website(), event_log: true, timezone: 'Asia/Kolkata' }));
    await load(documentOf({ ...website(), credit_window_days: 90, credit_by: 'view', group_name: ' Retail ' }));
    await load(document({ browser_orders: true, form_contacts: true }));
    expect(await stored()).toEqual({
      browser_orders: true,
      credit_by: 'view',
      credit_window_days: 90,
      event_log: true,
      group_name: 'Retail',
      form_contacts: true,
      register_keys: true,
      smallest_lift: 10,
      timezone: 'Asia/Kolkata',
    });
    const error = await load(document({ register_key: true })).catch((reason: CatalogError) => reason);
    expect((error as CatalogError).problems[0]!.path).toBe('accounts[0].websites[0].settings');
    for (const field of [
      { credit_window_days: 91 },
      { credit_window_days: 1.5 },
      { credit_by: 'click' },
      { group_name: 'a\nb' },
    ]) {
      const refused = await load(documentOf({ ...website(), ...field })).catch((reason: CatalogError) => reason);
      expect((refused as CatalogError).problems[0]!.path).toBe(`accounts[0].websites[0].${Object.keys(field)[0]}`);
    }
    const unknown = await load(documentOf({ ...website(), timezone: 'Berlin' })).catch(
      (reason: CatalogError) => reason,
    );
    expect((unknown as CatalogError).problems).toEqual([
      {
        path: 'accounts[0].websites[0].timezone',
        message: 'must be the IANA name of a time zone, such as Europe/Berlin',
      },
    ]);
  });

  describe('every field of the public records is accepted:', () => {
    const timestamps = { created_at: '2024-01-01T01:00:00.5+01:00', updated_at: '2024-02-01T00:00:00Z' };
    const area = { id: 5, name: 'Sidebar', website_id: 1, ...timestamps };
    const variant = {
      id: 100,
      website_id: 1,
      views: 3,
      conversions: 2,
      completions: 1,
      percentage: 40,
      name: 'Blue',
      variation: 'B',
      conversion_rate: '66.67',
      completion_rate: '33.33',
      ...timestamps,
      screenshot: null,
      steps: [],
    };
    const campaign = {
      id: 10,
      website_id: 1,
      name: 'Popup',
      page_path: '/sale',
      cta_type: 'embed',
      test_type: 'url',
      status: 'archived',
      views: 3,
      conversions: 2,
      completions: 1,
      conversion_rate: '66.67',
      completion_rate: '33.33',
      ...timestamps,
      published_at: '2024-01-02T00:00:00Z',
      variants: [variant],
    };
    const settings = {
      listener: false,
      active: false,
      test: true,
      blacklisted: true,
      powered_by: false,
      archived: true,
      premium: true,
      support: true,
      script_type: 'defer',
      brand: 'Acme',
      sub_domain: 'www',
      plan_type: 'pro',
      data: { 'form-tracking': 'on', last_published: 'x', 'url-identification': 'y', 'google-analytics-track': 'z' },
      user_id: 7,
      url: 'https://acme.example',
      published: null,
      visitors_count: 12,
      screenshot: { large: 'a.png' },
      context: null,
      research: ['x'],
      context_last_updated: '2024-01-01',
    };
    const website = {
      id: 1,
      account_id: 1,
      name: 'acme.example',
      currency: 'EUR',
      conversions: 2,
      completions: 1,
      ...timestamps,
      api_key: 'a-key-that-is-long-enough',
      ...settings,
      areas: [area],
      campaigns: [campaign],
    };
    const document = { accounts: [{ id: 1, name: 'Acme', created_at: '2023-01-01T00:00:00Z', websites: [website] }] };
    const stored = { created_at: '2024-01-01T00:00:00Z', updated_at: '2024-02-01T00:00:00Z' };

    test('they are stored, times in UTC', async () => {
      await load(document);
      const { accounts, websites, areas, campaigns, variants } = await everything();
      expect(accounts).toMatchObject([{ created_at: '2023-01-01T00:00:00Z' }]);
      expect(websites).toMatchObject([{ currency: 'EUR', api_key: 'a-key-that-is-long-enough', ...stored }]);
      expect(JSON.parse((websites as { settings: string }[])[0]!.settings)).toEqual(settings);
      expect(areas).toMatchObject([stored]);
      expect(campaigns).toMatchObject([
        {
          ...stored,
          page_path: '/sale',
          cta_type: 'embed',
          test_type: 'url',
          status: 'archived',
          published_at: '2024-01-02T00:00:00Z',
        },
      ]);
      expect(variants).toMatchObject([{ ...stored, name: 'Blue', variation: 'B', traffic_percentage: 40 }]);
    });

    test('importing them again changes nothing', async () => {
      await load(document);
      const before = await everything();
      clock.advance(HOUR_MS);
      await load(document);
      expect(await everything()).toEqual(before);
    });

    test('settings that are left out do not change', async () => {
      await load(document);
      const renamed = { id: 1, name: 'acme.example', brand: 'New' };
      await load({ accounts: [{ id: 1, name: 'Acme', websites: [renamed] }] });
      const [row] = await rowsOf('websites');
      expect(JSON.parse(row!.settings as string)).toEqual({ ...settings, brand: 'New' });
      expect(row).toMatchObject({ currency: 'EUR', api_key: 'a-key-that-is-long-enough' });
    });

    test('a given updated_at is stored instead of the current time', async () => {
      await load(document);
      const changed = structuredClone(document);
      changed.accounts[0]!.websites[0]!.name = 'renamed.example';
      changed.accounts[0]!.websites[0]!.updated_at = '2024-03-01T00:00:00Z';
      await load(changed);
      expect(await rowsOf('websites')).toMatchObject([{ name: 'renamed.example', updated_at: '2024-03-01T00:00:00Z' }]);
    });
  });
});
