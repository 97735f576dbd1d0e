// Building and arranging a catalog over REST: creating, ordering and archiving records, dividing the traffic.
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { variantReport } from '../../../../src/core/answers/reports/subjects/variant.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { AREAS_MAX, CHILDREN_MAX } from '../../../../src/core/engine/catalog/record-limits.ts';
import { SUBJECT_KIND } from '../../../../src/core/engine/catalog/subject.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { listAreas } from '../../../../src/core/manage/resources/areas.ts';
import { catalog, getCatalog } from '../../../../src/core/manage/resources/catalog.ts';
import { getWebsite } from '../../../../src/core/manage/resources/website.ts';
import { wholeCatalog } from '../../../support/catalog-rows.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { eventWith, ndjson, orderWith } from '../../../support/events.ts';
import { restoreOf } from '../../../support/restore.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { type JsonAnswer, jsonAnswerOf, TestService } from '../../../support/test-service.ts';

const CATALOG = {
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
              key: 'popup',
              name: 'Popup',
              variants: [
                {
                  id: 100,
                  key: 'a',
                  steps: [
                    { id: 1000, key: 'form', elements: [{ id: 10000, key: 'e', element_type: 'form' }] },
                    { id: 1001, key: 'thanks' },
                  ],
                },
              ],
            },
          ],
        },
        { id: 2, name: 'acme.test' },
      ],
    },
    {
      id: 2,
      name: 'Other',
      websites: [
        {
          id: 3,
          name: 'other.example',
          areas: [{ id: 7, name: 'Foreign' }],
          campaigns: [{ id: 30, name: 'Foreign', variants: [{ id: 300, steps: [{ id: 3000 }, { id: 3001 }] }] }],
        },
      ],
    },
  ],
};
const JSON_TYPE = { 'content-type': 'application/json' };

async function sendTo(
  app: TestService,
  token: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<JsonAnswer> {
  const init = { method, headers: { authorization: `Bearer ${token}`, ...JSON_TYPE, ...headers } };
  return jsonAnswerOf(await fetch(`${app.url}/api/v1/catalog/${path}`, { ...init, body: JSON.stringify(body) }));
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let app: TestService;
  let token: string;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    app = await TestService.start(engine, { catalog: CATALOG, clock: new TestClock() });
    token = await app.token([1], { scopes: ['ctas:read', 'ctas:write', 'reports', 'areas:read', 'websites:read'] });
    restore = await restoreOf(app.database);
  });

  beforeEach(() => restore());

  afterAll(() => app.dispose());

  const read = async () => catalog.parse(await app.report(getCatalog, {}, token));
  const variantOf = async (id: number) =>
    (await read()).campaigns.flatMap(({ variants }) => variants).find((variant) => variant.id === id)!;

  const send = (method: string, path: string, body: unknown, headers?: Record<string, string>) =>
    sendTo(app, token, method, path, body, headers);
  const create = (path: string, body: unknown) => send('POST', path, body);

  test('a variant is a holdout if somebody says so, and a campaign has one at most', async () => {
    const holdout = (await create('campaigns/10/variants', { key: 'none', is_holdout: true })).body;
    expect(holdout).toMatchObject({ variation: 'B', is_holdout: true });
    const variants = (await read()).campaigns.find(({ id }) => id === 10)!.variants;
    expect(variants.map((variant) => 'is_holdout' in variant)).toEqual([false, true]);

    const another = { status: 409, body: { code: 'holdout_taken', param: 'is_holdout' } };
    expect(await create('campaigns/10/variants', { is_holdout: true })).toMatchObject(another);
    expect(await send('PATCH', 'variants/100', { is_holdout: true })).toMatchObject(another);
    expect(await variantOf(100)).not.toHaveProperty('is_holdout');
    expect((await send('PATCH', `variants/${holdout.id}`, { status: 'archived' })).status).toBe(200);
    expect((await send('PATCH', 'variants/100', { is_holdout: true })).body).toMatchObject({ is_holdout: true });
    expect(await send('PATCH', `variants/${holdout.id}`, { status: 'live' })).toMatchObject(another);
    expect((await send('PATCH', 'variants/100', { is_holdout: false })).body).not.toHaveProperty('is_holdout');
  });

  test('whether a variant is a holdout stays once it has events', async () => {
    await app.collectEvents(await app.ingestKey(1), eventWith({ variant_id: 100 }));
    const answer = await send('PATCH', 'variants/100', { is_holdout: true, name: 'changed' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'variant_has_events', param: 'is_holdout' } });
    expect(await variantOf(100)).not.toMatchObject({ name: 'changed' });
    expect((await send('PATCH', 'variants/100', { is_holdout: false, name: 'changed' })).status).toBe(200);
  });

  test('a funnel is built from the top, and counts events at once', async () => {
    const campaign = await create('campaigns', { name: 'Quiz', key: 'quiz', cta_type: 'quiz', page_path: '/quiz' });
    expect([campaign.status, campaign.headers.get('etag')]).toEqual([201, `"${campaign.body.etag}"`]);
    expect(campaign.body).toEqual({
      id: 31,
      key: 'quiz',
      name: 'Quiz',
      status: 'live',
      is_new: false,
      cta_type: 'quiz',
      page_path: '/quiz',
      etag: expect.any(String),
    });
    const first = await create('campaigns/31/variants', { name: 'Photo', key: 'a' });
    const second = await create('campaigns/31/variants', {});
    expect([first.body, second.body]).toMatchObject([
      { name: 'Photo', key: 'a', variation: 'A', traffic_percentage: 100, is_new: false },
      { name: null, key: null, variation: 'B', traffic_percentage: 0 },
    ]);
    const step = await create(`variants/${first.body.id}/steps`, { name: 'Question', key: 'q1' });
    const next = await create(`variants/${first.body.id}/steps`, {});
    expect([step.body.position, next.body.position]).toEqual([1, 2]);
    const element = await create(`steps/${step.body.id}/elements`, { key: 'color', element_type: 'quiz_question' });
    expect(element.body).toMatchObject({ key: 'color', element_type: 'quiz_question', position: 1, status: 'live' });
    expect((await create(`steps/${step.body.id}/elements`, {})).body).toMatchObject({
      element_type: 'other',
      position: 2,
    });

    const key = await app.ingestKey(1);
    const event = eventWith({ campaign: 'quiz', variant: 'a', step: 'q1', element: 'color', type: 'conversion' });
    expect((await app.collect(key, ndjson([event]))).body).toMatchObject({ accepted: 1 });
    const query = { id: first.body.id as number, timeframe: 'all_time' };
    const report = await app.report(variantReport, query, token);
    expect(report.data.metrics.conversions).toBe(1);
  });

  test('the collector counts events of a website and a record that it has missed before', async () => {
    const key = await app.ingestKey(1);
    const event = eventWith({ campaign: 'later' });
    expect((await app.collect(key, ndjson([event]))).body).toMatchObject({ accepted: 0 });
    await create('campaigns', { name: 'Later', key: 'later' });
    expect((await app.collect(key, ndjson([event]))).body).toMatchObject({ accepted: 1 });
  });

  test('a change leaves the cached catalogs of other websites alone', async () => {
    const versions = () =>
      app.database.query<{ website_id: number }>('SELECT website_id FROM catalog_changes ORDER BY website_id');
    const [state] = await app.database.query('SELECT version FROM catalog_state');
    await create('campaigns', { name: 'New' });
    expect((await versions()).map((row) => row.website_id)).toEqual([1]);
    expect(await app.database.query('SELECT version FROM catalog_state')).toEqual([state]);
  });

  test('a variant gets a letter that is free', async () => {
    await create('campaigns/10/variants', {});
    await app.database.transaction((tx) => tx.query("UPDATE variants SET variation = 'C' WHERE variation = 'B'"));
    expect((await create('campaigns/10/variants', {})).body.variation).toBe('D');
  });

  test('areas and the website are renamed and archived', async () => {
    const created = await create('areas', { name: 'Footer' });
    expect([created.status, created.body]).toEqual([
      201,
      { id: 8, name: 'Footer', status: 'live', etag: expect.any(String) },
    ]);
    const headers = { 'if-match': `"${created.body.etag}"` };
    expect((await send('PATCH', 'areas/8', { name: 'Bottom' }, headers)).body.name).toBe('Bottom');
    expect((await send('PATCH', 'areas/8', { name: 'Top' }, headers)).status).toBe(412);
    expect((await send('PATCH', 'areas/5', { status: 'archived' })).body).toMatchObject({ status: 'archived' });
    expect((await app.report(listAreas, {}, token)).map(({ name }) => name)).toEqual(['Bottom']);

    const { website } = await read();
    const match = { 'if-match': `"${website.etag}"` };
    const changed = await send('PATCH', 'website', { name: 'acme.com', currency: 'EUR', status: 'archived' }, match);
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { id: 1, name: 'acme.com', currency: 'EUR', status: 'archived' },
    ]);
    expect((await send('PATCH', 'website', { name: 'x' }, match)).status).toBe(412);
    expect(await app.report(getWebsite, {}, token)).toMatchObject({ name: 'acme.com', archived: true, active: true });
    expect((await send('PATCH', 'website', { status: 'live' })).body.status).toBe('live');
    expect((await send('PATCH', 'website', { event_log: true })).body.event_log).toBe(true);
    expect((await read()).website.event_log).toBe(true);
    expect((await send('PATCH', 'website', { event_log: 'on' })).body).toMatchObject({
      detail: 'event_log must be true or false.',
    });
    expect((await send('PATCH', 'website', { timezone: 'Asia/Kolkata' })).body.timezone).toBe('Asia/Kolkata');
    const credit = { credit_window_days: 30, credit_by: 'view' };
    expect((await send('PATCH', 'website', credit)).body).toMatchObject(credit);
    expect((await read()).website).toMatchObject(credit);
    expect((await send('PATCH', 'website', { credit_window_days: 91 })).body).toMatchObject({
      detail: 'credit_window_days must be a whole number from 0 to 90.',
    });
    expect(await send('PATCH', 'website', { timezone: 'Berlin' })).toMatchObject({
      status: 422,
      body: { param: 'timezone', detail: 'timezone must be the IANA name of a time zone, such as Europe/Berlin.' },
    });
  });

  test('a website in a zone that this version of Node does not know can be changed, and keeps the zone', async () => {
    await changeWebsiteSettings(app.database, 1, { timezone: 'Mars/Olympus_Mons' }, app.clock.now);
    expect(await send('PATCH', 'website', { credit_by: 'view' })).toMatchObject({
      status: 200,
      body: { credit_by: 'view', timezone: 'Mars/Olympus_Mons' },
    });
    expect((await send('PATCH', 'website', { timezone: 'UTC', credit_by: 'conversion' })).body.timezone).toBe('UTC');
  });

  test('the exchange rates of the website are replaced as a whole, and orders are converted at them', async () => {
    const rate = { currency: 'EUR', date: '2024-01-01', rate: 1.0825 };
    const yen = { currency: 'JPY', date: '2024-01-01', rate: 0.00672 };
    expect((await send('PATCH', 'website', { exchange_rates: [yen, rate] })).body.exchange_rates).toEqual([rate, yen]);
    const { etag } = (await read()).website;
    const match = { 'if-match': `"${etag}"` };
    expect((await send('PATCH', 'website', { exchange_rates: [rate] }, match)).status).toBe(200);
    expect((await send('PATCH', 'website', { exchange_rates: [] }, match)).status).toBe(412);
    expect((await read()).website.exchange_rates).toEqual([rate]);
    const order = orderWith({ revenue: '49.90', currency: 'EUR' });
    await app.collectEvents(await app.ingestKey(1), order);
    expect((await app.report(websiteReport, {}, token)).data.metrics.revenue).toBe(54.0168);
  });

  test.each([
    [[{ currency: 'USD', date: '2024-01-01', rate: 1 }], 'exchange_rates must not have rates of USD'],
    [[{ currency: 'EUR', date: '2024-01-01', rate: 0 }], 'exchange_rates must be a list of at most 2000'],
    [[{ currency: 'EUR', date: '2024-01-01' }], 'exchange_rates must be a list of at most 2000'],
    ['EUR', 'exchange_rates must be a list of at most 2000'],
  ])('exchange rates of %j are refused, with everything else in the request', async (exchange_rates, detail) => {
    const answer = await send('PATCH', 'website', { name: 'changed', exchange_rates });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'invalid_field', param: 'exchange_rates', detail: expect.stringContaining(detail) },
    });
    expect((await read()).website).toMatchObject({ name: 'acme.example', exchange_rates: [] });
  });

  test('the currency stays once there are events', async () => {
    await app.collectEvents(await app.ingestKey(1), eventWith({}));
    const answer = await send('PATCH', 'website', { name: 'changed', currency: 'EUR' });
    expect([answer.status, answer.body.code]).toEqual([409, 'currency_in_use']);
    expect((await read()).website).toMatchObject({ name: 'acme.example', currency: 'USD' });
    expect((await send('PATCH', 'website', { name: 'changed', currency: 'USD' })).status).toBe(200);
  });

  test('steps and elements are put in order', async () => {
    const before = await variantOf(100);
    const headers = { 'if-match': `"${before.steps_etag}"` };
    const answer = await send('PATCH', 'variants/100/steps', { order: [1001, 1000] }, headers);
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, `"${answer.body.etag}"`]);
    expect(answer.body.steps).toMatchObject([
      { id: 1001, position: 1 },
      { id: 1000, position: 2 },
    ]);
    const after = await variantOf(100);
    expect([after.steps_etag, after.steps.map(({ id }) => id)]).toEqual([answer.body.etag, [1001, 1000]]);
    // Views of the first step count for the variant.
    const key = await app.ingestKey(1);
    await app.collectEvents(key, eventWith({ step_id: 1001 }), eventWith({ step_id: 1000 }));
    expect(
      (await app.report(variantReport, { id: 100, count_type: 'total', timeframe: 'all_time' }, token)).data.metrics
        .views,
    ).toBe(1);

    await create('steps/1000/elements', { key: 'f' });
    const elements = await send('PATCH', 'steps/1000/elements', { order: [10001, 10000] });
    expect(elements.body.elements).toMatchObject([
      { key: 'f', position: 1 },
      { key: 'e', position: 2 },
    ]);
  });

  test('the order of a list that has changed is refused, whoever renamed something in it', async () => {
    const etag = (await variantOf(100)).steps_etag;
    const headers = { 'if-match': `"${etag}"` };
    await send('PATCH', 'steps/1000', { name: 'Renamed' });
    expect((await variantOf(100)).steps_etag).toBe(etag);
    await create('variants/100/steps', {});
    expect((await send('PATCH', 'variants/100/steps', { order: [1001, 1000] }, headers)).status).toBe(412);
  });

  test('the shares of the traffic are set together', async () => {
    const { body: second } = await create('campaigns/10/variants', { key: 'b' });
    const { body: third } = await create('campaigns/10/variants', { key: 'c', status: 'archived' });
    const [campaign] = (await read()).campaigns;
    const shares = [
      { id: 100, traffic_percentage: 30 },
      { id: second.id, traffic_percentage: 70 },
    ];
    const headers = { 'if-match': `"${campaign!.variants_etag}"` };
    const answer = await send('PATCH', 'campaigns/10/variants', { shares }, headers);
    expect([answer.status, answer.body.variants]).toMatchObject([
      200,
      [
        { id: 100, traffic_percentage: 30 },
        { id: second.id, traffic_percentage: 70 },
        { id: third.id, traffic_percentage: 0 },
      ],
    ]);
    expect((await read()).campaigns[0]!.variants_etag).toBe(answer.body.etag);
    expect((await send('PATCH', 'campaigns/10/variants', { shares }, headers)).status).toBe(412);
  });

  test('shares that somebody has set stay when events register another variant', async () => {
    await app.database.transaction((tx) =>
      tx.insertMany({
        into: 'website_settings',
        columns: ['website_id', 'register_keys', 'browser_orders'],
        rows: [[1, 1, 0]],
      }),
    );
    await send('PATCH', 'website', {});
    const key = await app.ingestKey(1);
    await app.collectEvents(
      key,
      eventWith({ campaign: 'fresh', variant: 'a' }),
      eventWith({ campaign: 'fresh', variant: 'b' }),
    );
    const fresh = async () => (await read()).campaigns.find((campaign) => campaign.key === 'fresh')!;
    const { id, variants } = await fresh();
    const shares = variants.map((variant, index) => ({ id: variant.id, traffic_percentage: index === 0 ? 90 : 10 }));
    expect((await send('PATCH', `campaigns/${id}/variants`, { shares })).status).toBe(200);
    await app.collectEvents(key, eventWith({ campaign: 'fresh', variant: 'c' }));
    expect((await fresh()).variants.map((variant) => variant.traffic_percentage)).toEqual([90, 10, 33]);
    expect((await fresh()).is_new).toBe(true);

    // The campaign, its third variant; the shares have marked the others as seen.
    expect((await create(`campaigns/${id}/seen`, {})).body).toEqual({ marked: 2 });
    expect((await create(`campaigns/${id}/seen`, {})).body).toEqual({ marked: 0 });
    expect(JSON.stringify(await read())).not.toContain('"is_new":true');
  });

  test('marks everything below a campaign as seen, and nothing else', async () => {
    await app.database.transaction(async (tx) => {
      for (const table of ['campaigns', 'variants', 'steps', 'elements']) {
        await tx.query(`UPDATE ${table} SET registered_at = '2025-01-01T00:00:00Z'`);
      }
    });
    expect((await create('campaigns/10/seen', {})).body).toEqual({ marked: 5 });
    const foreign = await app.database.query(
      'SELECT id FROM steps WHERE website_id = 3 AND seen_at IS NULL ORDER BY id',
    );
    expect(foreign).toEqual([{ id: 3000 }, { id: 3001 }]);
  });

  describe('at the same time:', () => {
    test('of many creations with one key, one is made', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => create('campaigns', { name: 'Same', key: 'same' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
      const [made] = answers.filter(({ status }) => status === 201);
      const [refused] = answers.filter(({ status }) => status === 409);
      expect(refused!.body).toMatchObject({ code: 'key_taken', param: 'key' });
      expect(refused!.body.detail).toContain(String(made!.body.id));
    });

    test('of many areas with one name, one is made', async () => {
      const answers = await Promise.all(Array.from({ length: 4 }, () => create('areas', { name: 'Same' })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    });

    test('of two orders of the same list, one is made', async () => {
      const headers = { 'if-match': `"${(await variantOf(100)).steps_etag}"` };
      await create('variants/100/steps', {});
      const etag = { 'if-match': `"${(await variantOf(100)).steps_etag}"` };
      const orders = [
        [1001, 1000, 3002],
        [3002, 1001, 1000],
      ];
      const answers = await Promise.all(orders.map((order) => send('PATCH', 'variants/100/steps', { order }, etag)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      const winner = orders[answers.findIndex(({ status }) => status === 200)];
      expect((await variantOf(100)).steps.map(({ id }) => id)).toEqual(winner);
      expect((await send('PATCH', 'variants/100/steps', { order: [1000, 1001] }, headers)).status).toBe(412);
    });

    test('records made at once have ids and positions of their own', async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => create('variants/100/steps', {})));
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(6);
      expect(answers.map(({ body }) => body.position as number).sort()).toEqual([3, 4, 5, 6, 7, 8]);
    });
  });
});

describe.each(ANY_ENGINE)('refused on %s:', (engine) => {
  let app: TestService;
  let token: string;

  // Nothing changes, so all of them share a service.
  beforeAll(async () => {
    app = await TestService.start(engine, { catalog: CATALOG });
    token = await app.token([1], { scopes: ['ctas:read', 'ctas:write'] });
  });

  afterAll(() => app.dispose());

  const send = (method: string, path: string, body: unknown, headers?: Record<string, string>) =>
    sendTo(app, token, method, path, body, headers);

  it.each([
    ['POST', 'campaigns', {}, 422, 'invalid_field', 'name'],
    ['POST', 'campaigns', { name: 'x', nmae: 'x' }, 422, 'unknown_field', undefined],
    ['POST', 'campaigns', { name: 'x', id: 7 }, 422, 'unknown_field', undefined],
    ['POST', 'campaigns', { name: 'x', key: '12' }, 422, 'invalid_field', 'key'],
    ['POST', 'campaigns', { name: 'x', key: 'popup' }, 409, 'key_taken', 'key'],
    ['POST', 'campaigns', { name: 'a\u0000' }, 422, 'invalid_field', 'name'],
    ['POST', 'campaigns', { name: 'n'.repeat(201) }, 422, 'invalid_field', 'name'],
    ['PATCH', 'campaigns/10', { name: 'pay\u200bpal' }, 422, 'invalid_field', 'name'],
    ['POST', 'campaigns', [], 422, 'invalid_body', undefined],
    ['POST', 'areas', { name: 'Sidebar' }, 409, 'name_taken', 'name'],
    ['POST', 'areas', { name: '' }, 422, 'invalid_field', 'name'],
    ['PATCH', 'areas/5', { key: 'x' }, 422, 'unknown_field', undefined],
    ['POST', 'campaigns/10/variants', { key: 'a' }, 409, 'key_taken', 'key'],
    ['PATCH', 'variants/100', { is_holdout: 'yes' }, 422, 'invalid_field', 'is_holdout'],
    ['PATCH', 'campaigns/10', { is_holdout: true }, 422, 'unknown_field', undefined],
    ['POST', 'variants/100/steps', { key: 'form' }, 409, 'key_taken', 'key'],
    ['POST', 'steps/1000/elements', { key: 'e' }, 409, 'key_taken', 'key'],
    ['POST', 'steps/1000/elements', { element_type: '' }, 422, 'invalid_field', 'element_type'],
    ['PATCH', 'website', { currency: 'euro' }, 422, 'invalid_field', 'currency'],
    ['PATCH', 'website', { name: null }, 422, 'invalid_field', 'name'],
    ['PATCH', 'website', { name: 'acme.test' }, 409, 'name_taken', 'name'],
    ['PATCH', 'variants/100/steps', {}, 422, 'invalid_field', 'order'],
    ['PATCH', 'variants/100/steps', { order: ['1000'] }, 422, 'invalid_field', 'order'],
    ['PATCH', 'variants/100/steps', { order: [1000] }, 422, 'incomplete_list', 'order'],
    ['PATCH', 'variants/100/steps', { order: [1000, 1001, 1001] }, 422, 'incomplete_list', 'order'],
    ['PATCH', 'variants/100/steps', { order: [1000, 3000] }, 422, 'incomplete_list', 'order'],
    ['PATCH', 'campaigns/10/variants', { shares: [] }, 422, 'incomplete_list', 'shares'],
    ['PATCH', 'campaigns/10/variants', { shares: [{ id: 100, traffic_percentage: 99 }] }, 422, 'invalid_sum', 'shares'],
    [
      'PATCH',
      'campaigns/10/variants',
      { shares: [{ id: 100, traffic_percentage: 101 }] },
      422,
      'invalid_field',
      'shares',
    ],
    [
      'PATCH',
      'campaigns/10/variants',
      { shares: [{ id: 300, traffic_percentage: 100 }] },
      422,
      'incomplete_list',
      'shares',
    ],
    // These websites are of another tenant, and of nobody.
    ['POST', 'campaigns?website_id=3', { name: 'x' }, 404, undefined, 'website_id'],
    ['POST', 'areas?website_id=3', { name: 'x' }, 404, undefined, 'website_id'],
    ['PATCH', 'website?website_id=3', { name: 'x' }, 404, undefined, 'website_id'],
    ['PATCH', 'areas/7', { name: 'x' }, 404, undefined, 'id'],
    ['POST', 'campaigns/30/variants', {}, 404, undefined, 'id'],
    ['POST', 'campaigns/30/seen', {}, 404, undefined, 'id'],
    ['POST', 'campaigns/99/variants', {}, 404, undefined, 'id'],
    ['POST', 'variants/300/steps', {}, 404, undefined, 'id'],
    ['POST', 'steps/3000/elements', {}, 404, undefined, 'id'],
    ['PATCH', 'variants/300/steps', { order: [3001, 3000] }, 404, undefined, 'id'],
    ['PATCH', 'campaigns/30/variants', { shares: [{ id: 300, traffic_percentage: 100 }] }, 404, undefined, 'id'],
    ['POST', 'websites', { name: 'x' }, 404, 'unknown_url', undefined],
  ])('%s %s %j: %d', async (method, path, body, status, code, param) => {
    const before = await wholeCatalog(app.database);
    const answer = await send(method, path, body);
    expect([answer.status, answer.body.code, answer.body.param]).toEqual([status, code, param]);
    expect(await wholeCatalog(app.database)).toEqual(before);
  });

  test('without a token, and without the scope', async () => {
    const reader = await app.token([1], { scopes: ['ctas:read', 'areas:read', 'websites:read'] });
    for (const [method, path, body] of [
      ['POST', 'campaigns', { name: 'x' }],
      ['POST', 'campaigns/10/variants', {}],
      ['PATCH', 'variants/100/steps', { order: [1001, 1000] }],
      ['PATCH', 'website', { name: 'x' }],
    ] as const) {
      expect((await send(method, path, body, { authorization: '' })).status).toBe(401);
      expect((await send(method, path, body, { authorization: `Bearer ${reader}` })).status).toBe(403);
    }
  });

  test('more records than a parent can have', async () => {
    onTestFinished(await restoreOf(app.database));
    const stepsMax = CHILDREN_MAX[SUBJECT_KIND.step]!;
    await app.database.transaction(async (tx) => {
      await tx.insertMany({
        into: 'steps',
        columns: ['website_id', 'id', 'variant_id', 'position'],
        rows: Array.from({ length: stepsMax - 2 }, (_, index) => [1, 5_000 + index, 100, index + 3]),
      });
      await tx.insertMany({
        into: 'areas',
        columns: ['website_id', 'id', 'name', 'created_at', 'updated_at'],
        rows: Array.from({ length: AREAS_MAX - 1 }, (_, index) => [1, 5_000 + index, `${index}`, 'x', 'x']),
      });
    });
    for (const answer of [await send('POST', 'variants/100/steps', {}), await send('POST', 'areas', { name: 'x' })]) {
      expect([answer.status, answer.body.code]).toEqual([422, 'too_many_records']);
    }
  });
});
