// The catalog over REST: read as a whole, changed record by record, and never over somebody else's change.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { campaignsReport } from '../../../../src/core/answers/reports/subjects/campaigns.ts';
import { SCOPES } from '../../../../src/core/contract/access/principal.ts';
import { catalog, getCatalog } from '../../../../src/core/manage/resources/catalog.ts';
import { catalogRows } from '../../../support/catalog-rows.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { eventWith, ndjson } from '../../../support/events.ts';
import { restoreOf } from '../../../support/restore.ts';
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
          settings: { register_keys: true },
          areas: [
            { id: 5, name: 'Sidebar' },
            { id: 6, name: 'Footer', status: 'archived' },
          ],
          campaigns: [
            {
              id: 10,
              key: 'popup',
              name: 'Popup',
              variants: [
                {
                  id: 100,
                  steps: [
                    { id: 1001, position: 2 },
                    { id: 1000, position: 1, name: 'Form', elements: [{ id: 10000, key: 'e', element_type: 'form' }] },
                  ],
                },
              ],
            },
            { id: 11, key: 'quiz', name: 'Quiz', status: 'archived' },
          ],
        },
        { id: 2, name: 'acme.test', campaigns: [{ id: 20, key: 'other', name: 'Other' }] },
      ],
    },
  ],
};

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let app: TestService;
  let token: string;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    app = await TestService.start(engine, { catalog: CATALOG });
    token = await app.token([1], { scopes: ['ctas:read', 'ctas:write', 'reports'] });
    restore = await restoreOf(app.database);
  });

  beforeEach(() => restore());

  afterAll(() => app.dispose());

  const read = async () => catalog.parse(await app.report(getCatalog, {}, token));
  async function change(path: string, body: unknown, headers: Record<string, string> = {}): Promise<JsonAnswer> {
    const sent = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return jsonAnswerOf(
      await fetch(`${app.url}/api/v1/catalog/${path}`, { method: 'PATCH', headers: sent, body: text }),
    );
  }

  test('is read as a whole, in order', async () => {
    const etag = expect.stringMatching(/^[\w-]{27}$/);
    const unchanged = { is_new: false, etag };
    const element = {
      id: 10000,
      key: 'e',
      name: null,
      element_type: 'form',
      position: 1,
      status: 'live',
      ...unchanged,
    };
    const steps = [
      {
        id: 1000,
        key: null,
        name: 'Form',
        position: 1,
        status: 'live',
        ...unchanged,
        elements: [element],
        elements_etag: etag,
      },
      { id: 1001, key: null, name: null, position: 2, status: 'live', ...unchanged, elements: [], elements_etag: etag },
    ];
    const variant = { id: 100, key: null, name: null, variation: 'A', traffic_percentage: 100, status: 'live' };
    const campaign = { cta_type: 'overlay', page_path: '/', ...unchanged, variants_etag: etag };
    expect(await read()).toEqual({
      website_id: 1,
      website: {
        id: 1,
        name: 'acme.example',
        currency: 'USD',
        status: 'live',
        event_log: false,
        timezone: 'UTC',
        credit_window_days: 0,
        credit_by: 'conversion',
        group_name: '',
        exchange_rates: [],
        etag,
      },
      settings: { register_keys: true, browser_orders: false, form_contacts: false },
      areas: [
        { id: 6, name: 'Footer', status: 'archived', etag },
        { id: 5, name: 'Sidebar', status: 'live', etag },
      ],
      campaigns: [
        { id: 11, key: 'quiz', name: 'Quiz', status: 'archived', ...campaign, variants: [] },
        {
          id: 10,
          key: 'popup',
          name: 'Popup',
          status: 'live',
          ...campaign,
          variants: [{ ...variant, ...unchanged, steps, steps_etag: etag }],
        },
      ],
    });
  });

  it.each([
    ['campaigns/10', { name: 'Spring', key: 'spring', status: 'archived', cta_type: 'bar', page_path: '/sale' }],
    ['variants/100', { name: 'Photo', key: 'photo', status: 'archived', traffic_percentage: 40 }],
    ['steps/1000', { name: null, key: 'form', status: 'archived', position: 5 }],
    ['elements/10000', { name: 'E-mail', key: null, status: 'archived', element_type: 'input', position: 3 }],
  ])('%s is changed as sent', async (path, changes) => {
    const { status, body, headers } = await change(path, changes);
    expect([status, body]).toEqual([200, { ...body, ...changes }]);
    expect(headers.get('etag')).toBe(`"${body.etag}"`);
    expect(JSON.stringify(await read())).toContain(body.etag as string);
    // Again nothing is different.
    expect((await change(path, {})).body.etag).toBe(body.etag);
  });

  test('reports and events see a change at once', async () => {
    const names = async () => (await app.report(campaignsReport, {}, token)).data.campaigns.map(({ name }) => name);
    const key = await app.ingestKey(1);
    const send = async (campaign: string) =>
      (await app.collect(key, ndjson([eventWith({ campaign, variant: 'x' })]))).body;
    expect(await send('popup')).toMatchObject({ accepted: 1 });
    // Cached from now on: no event comes in before the change.
    expect(await names()).toContain('Popup');
    expect((await change('campaigns/10', { name: 'Spring', key: 'spring' })).status).toBe(200);
    expect(await names()).toContain('Spring');
    expect(await send('spring')).toMatchObject({ accepted: 1 });
    expect((await catalogRows(app.database, 'variants')).filter((row) => row.key === 'x')).toHaveLength(1);
  });

  test('what an event has registered is new until somebody has seen it', async () => {
    const key = await app.ingestKey(1);
    await app.collectEvents(key, eventWith({ campaign: 'fresh', step: 'form' }));
    const fresh = async () => (await read()).campaigns.find((campaign) => campaign.key === 'fresh')!;
    const { id, is_new: isNew, variants } = await fresh();
    const [variant] = variants;
    expect([isNew, variant!.is_new, variant!.steps[0]!.is_new]).toEqual([true, true, true]);
    expect((await change(`campaigns/${id}`, { is_new: false })).body.is_new).toBe(false);
    expect((await change(`variants/${variant!.id}`, { traffic_percentage: 70 })).body.is_new).toBe(false);
    expect((await fresh()).is_new).toBe(false);
    // A share that somebody has set stays as it is.
    await app.collectEvents(key, eventWith({ campaign: 'fresh', variant: 'b' }));
    expect((await fresh()).variants.map((one) => one.traffic_percentage)).toEqual([70, 50]);
  });

  test('a change of what somebody else has changed is refused, and changes nothing', async () => {
    const etag = (await read()).campaigns.find(({ id }) => id === 10)!.etag;
    const first = await change('campaigns/10', { name: 'First' }, { 'if-match': `"${etag}"` });
    expect(first.status).toBe(200);
    const second = await change('campaigns/10', { name: 'Second' }, { 'if-match': `"${etag}"` });
    expect([second.status, second.body.code]).toEqual([412, 'changed_meanwhile']);
    expect((await read()).campaigns.find(({ id }) => id === 10)!.name).toBe('First');
    const tags = `"other", "${first.body.etag}"`;
    expect((await change('campaigns/10', { name: 'Third' }, { 'if-match': tags })).status).toBe(200);
    expect((await change('campaigns/10', { name: 'Fourth' }, { 'if-match': '*' })).status).toBe(200);
  });

  test('of many changes at once with the same ETag, one is made', async () => {
    const etag = (await read()).campaigns.find(({ id }) => id === 10)!.etag;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        change('campaigns/10', { name: `n${index}` }, { 'if-match': `"${etag}"` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
  });

  describe('refused:', () => {
    it.each([
      ['no JSON', '{', 400, 'invalid_json', undefined],
      ['no object', [], 422, 'invalid_body', undefined],
      ['an unknown field', { nmae: 'x' }, 422, 'unknown_field', undefined],
      ['an empty name', { name: '' }, 422, 'invalid_field', 'name'],
      ['no name', { name: null }, 422, 'invalid_field', 'name'],
      ['U+0000', { name: 'a\u0000' }, 422, 'invalid_field', 'name'],
      ['a line break', { name: 'a\nb' }, 422, 'invalid_field', 'name'],
      ['reversed text', { name: 'a\u202eb' }, 422, 'invalid_field', 'name'],
      ['a key of digits', { key: '12' }, 422, 'invalid_field', 'key'],
      ['an unknown status', { status: 'paused' }, 422, 'invalid_field', 'status'],
      ['to make it new', { is_new: true }, 422, 'invalid_field', 'is_new'],
      ['the key of another', { key: 'quiz' }, 409, 'key_taken', 'key'],
    ])('%s', async (_, body, status, code, param) => {
      const before = await catalogRows(app.database, 'campaigns');
      const answer = await change('campaigns/10', body);
      expect([answer.status, answer.body.code, answer.body.param]).toEqual([status, code, param]);
      expect(await catalogRows(app.database, 'campaigns')).toEqual(before);
    });

    it.each([
      ['campaigns/99', 404],
      ['campaigns/20', 404],
      ['campaigns/20?website_id=2', 404],
      ['variants/10', 404],
      ['campaigns/x', 422],
      ['campaigns/10?color=red', 422],
    ])('%s: %d', async (path, status) => {
      expect((await change(path, { name: 'Changed' })).status).toBe(status);
    });

    test('without a token, and without the scope', async () => {
      const authorization = `Bearer ${await app.token([1], { scopes: SCOPES.filter((scope) => scope !== 'ctas:write') })}`;
      expect((await change('campaigns/10', { name: 'x' }, { authorization })).status).toBe(403);
      expect((await change('campaigns/10', { name: 'x' }, { authorization: '' })).status).toBe(401);
      const blind = await app.token([1], { scopes: ['reports'] });
      expect((await app.get('/catalog', blind)).status).toBe(403);
    });

    test('with several websites and none named', async () => {
      const both = await app.token([1, 2], { scopes: ['ctas:read', 'ctas:write'] });
      const authorization = `Bearer ${both}`;
      expect((await change('campaigns/20', { name: 'x' }, { authorization })).body.code).toBe('website_id_required');
      expect((await change('campaigns/20?website_id=2', { name: 'x' }, { authorization })).status).toBe(200);
    });
  });
});
