// GET /cta, /areas and /websites over HTTP, on both engines.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignReport } from '../../../../src/core/answers/reports/subjects/campaign.ts';
import { variantReport } from '../../../../src/core/answers/reports/subjects/variant.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { SCOPES, type Scope } from '../../../../src/core/contract/access/principal.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { listAreas } from '../../../../src/core/manage/resources/areas.ts';
import { listCampaigns } from '../../../../src/core/manage/resources/campaigns.ts';
import { getWebsite } from '../../../../src/core/manage/resources/website.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { eventWith, type SentEvent } from '../../../support/events.ts';
import { READ_OPERATIONS } from '../../../support/operations.ts';
import { type HttpAnswer, pathOf, TestService } from '../../../support/test-service.ts';

const RECORDS = READ_OPERATIONS.filter(({ tag }) => tag === 'Records');

const CATALOG = {
  accounts: [
    {
      id: 7,
      name: 'Acme',
      websites: [
        {
          id: 1,
          name: 'acme.example',
          created_at: '2024-01-01T00:00:00Z',
          updated_at: '2024-02-01T00:00:00Z',
          api_key: 'key-of-website-number-one',
          premium: true,
          brand: 'Acme',
          data: { 'form-tracking': 'on' },
          visitors_count: 12,
          areas: [
            { id: 5, name: 'Sidebar', created_at: '2024-03-01T00:00:00Z' },
            { id: 6, name: 'Footer', created_at: '2024-04-01T00:00:00Z', updated_at: '2024-05-01T00:00:00Z' },
            { id: 4, name: 'Header', created_at: '2024-04-01T00:00:00Z' },
          ],
          campaigns: [
            {
              id: 10,
              name: 'Old',
              created_at: '2024-05-01T00:00:00Z',
              page_path: '/shop',
              variants: [
                { id: 101, variation: 'B', traffic_percentage: 40, created_at: '2024-05-01T00:00:00Z' },
                {
                  id: 100,
                  variation: 'A',
                  name: 'Photo',
                  traffic_percentage: 60,
                  created_at: '2024-05-01T00:00:00Z',
                  steps: [{ id: 1000 }],
                },
              ],
            },
            { id: 11, name: 'New', cta_type: 'bar', created_at: '2024-06-01T00:00:00Z' },
            { id: 12, name: 'Gone', status: 'archived', created_at: '2024-07-01T00:00:00Z', variants: [{ id: 120 }] },
          ],
        },
        { id: 2, name: 'acme.test', created_at: '2024-01-01T00:00:00Z', areas: [{ id: 20, name: 'Top' }] },
      ],
    },
  ],
};

/** 16 viewers of variant 100, two of them twice; 2 convert, 1 completes; one conversion is older than the website. */
const EVENTS: readonly SentEvent[] = [
  ...Array.from({ length: 18 }, (_, n) =>
    eventWith({ step_id: 1000, visitor: `v${n % 16}`, at: '2025-03-01T10:00:00Z' }),
  ),
  eventWith({ type: 'conversion', step_id: 1000, visitor: 'v1', at: '2023-12-01T10:00:00Z' }),
  eventWith({ type: 'conversion', step_id: 1000, visitor: 'v2', at: '2025-03-02T10:00:00Z' }),
  eventWith({ type: 'conversion', step_id: 1000, visitor: 'v2', at: '2025-03-03T10:00:00Z' }),
  eventWith({ type: 'completion', step_id: 1000, visitor: 'v2', at: '2025-03-03T10:00:00Z' }),
];

describe.each(ANY_ENGINE)('records on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start(engine, { catalog: CATALOG, events: EVENTS });
    token = await service.token([1], { scopes: [...SCOPES] });
  });
  afterAll(() => service.dispose());

  it('lists campaigns that are not archived, newest first, with their counts and variants', async () => {
    const answer = await service.get('/cta', token);
    expect(answer.status).toBe(200);
    const nothing = { views: 0, conversions: 0, completions: 0, conversion_rate: '0.00', completion_rate: '0.00' };
    const counted = { views: 16, conversions: 2, completions: 1, conversion_rate: '12.50', completion_rate: '6.25' };
    const common = { website_id: 1, created_at: '2024-05-01T00:00:00Z', updated_at: '2024-05-01T00:00:00Z' };
    expect(listCampaigns.output.parse(answer.body)).toEqual([
      {
        id: 11,
        website_id: 1,
        name: 'New',
        page_path: '/',
        cta_type: 'bar',
        test_type: 'cookie',
        created_at: '2024-06-01T00:00:00Z',
        updated_at: '2024-06-01T00:00:00Z',
        ...nothing,
        variants: [],
      },
      {
        id: 10,
        ...common,
        name: 'Old',
        page_path: '/shop',
        cta_type: 'overlay',
        test_type: 'cookie',
        ...counted,
        variants: [
          { id: 100, ...common, name: 'Photo', variation: 'A', percentage: 60, screenshot: null, ...counted },
          { id: 101, ...common, name: 'B', variation: 'B', percentage: 40, screenshot: null, ...nothing },
        ],
      },
    ]);
  });

  it('has the same counts as the reports for all time', async () => {
    const allTime = { timeframe: 'all_time' };
    const campaigns = listCampaigns.output.parse((await service.get('/cta', token)).body);
    const campaign = campaigns.find(({ id }) => id === 10)!;
    const report = await service.report(campaignReport, { id: 10, ...allTime }, token);
    const variant = await service.report(variantReport, { id: 100, ...allTime }, token);
    const website = await service.report(websiteReport, allTime, token);
    for (const name of ['views', 'conversions', 'completions'] as const) {
      expect(campaign[name]).toBe(report.data.metrics[name]);
      expect(campaign.variants[0]![name]).toBe(variant.data.metrics[name]);
    }
    expect(Number(campaign.conversion_rate)).toBe(report.data.metrics.conversion_rate);
    expect((await service.get('/websites', token)).body).toMatchObject({
      conversions: website.data.metrics.conversions,
      completions: website.data.metrics.completions,
    });
  });

  it('reads campaigns with a fixed number of statements, regardless of the number of campaigns', async () => {
    const statementsFor = async (campaignCount: number) => {
      const campaigns = Array.from({ length: campaignCount }, (_, n) => ({
        id: 2_000 + n,
        name: `C${n}`,
        variants: [{ id: 20_000 + n }],
      }));
      const websites = [{ id: 2, name: 'acme.test', campaigns }];
      const { database, clock } = service.ingestion;
      await importCatalog(database, { accounts: [{ id: 7, name: 'Acme', websites }] }, clock.now);
      let statements = 0;
      const counting = {
        query: <Row>(...query: Parameters<typeof database.query>) => {
          statements++;
          return database.query<Row>(...query);
        },
      };
      const context = {
        database: counting,
        websiteId: 2,
        todayIn: () => dayFromIso('2025-03-10')!,
        currentMinuteMs: () => 0,
        queryEventsMax: 1_000,
        exactEventsMax: 1_000,
      };
      expect(await listCampaigns.read({}, context)).toHaveLength(campaignCount);
      return statements;
    };
    const few = await statementsFor(2);
    expect(await statementsFor(120)).toBe(few);
    expect(few).toBeLessThanOrEqual(11);
  });

  it('lists areas newest first', async () => {
    const answer = await service.get('/areas', token);
    expect(listAreas.output.parse(answer.body)).toEqual([
      { id: 6, name: 'Footer', website_id: 1, created_at: '2024-04-01T00:00:00Z', updated_at: '2024-05-01T00:00:00Z' },
      { id: 4, name: 'Header', website_id: 1, created_at: '2024-04-01T00:00:00Z', updated_at: '2024-04-01T00:00:00Z' },
      { id: 5, name: 'Sidebar', website_id: 1, created_at: '2024-03-01T00:00:00Z', updated_at: '2024-03-01T00:00:00Z' },
    ]);
  });

  it('returns the website with all settings', async () => {
    const answer = await service.get('/websites', token);
    expect(getWebsite.output.parse(answer.body)).toEqual({
      id: 1,
      account_id: 7,
      name: 'acme.example',
      conversions: 2,
      completions: 1,
      created_at: '2024-01-01T00:00:00Z',
      updated_at: '2024-02-01T00:00:00Z',
      listener: true,
      active: true,
      test: false,
      blacklisted: false,
      powered_by: true,
      archived: false,
      premium: true,
      support: false,
      script_type: 'async',
      brand: 'Acme',
      api_key: 'key-of-website-number-one',
      sub_domain: '',
      plan_type: 'free',
      data: { 'form-tracking': 'on', last_published: '', 'url-identification': '', 'google-analytics-track': '' },
      user_id: null,
      url: null,
      published: null,
      visitors_count: 12,
      screenshot: null,
      context: null,
      research: null,
      context_last_updated: null,
    });
  });

  it('shows catalog changes and new events immediately', async () => {
    const areaCount = async (as: string) => ((await service.get('/areas?website_id=2', as)).body as unknown[]).length;
    const both = await service.token([1, 2], { scopes: [...SCOPES] });
    expect(await areaCount(both)).toBe(1);
    const websites = [{ id: 2, name: 'acme.test', areas: [{ id: 21, name: 'Bottom' }] }];
    await importCatalog(
      service.ingestion.database,
      { accounts: [{ id: 7, name: 'Acme', websites }] },
      service.ingestion.clock.now,
    );
    expect(await areaCount(both)).toBe(2);
  });

  describe.each(RECORDS.map((record) => [pathOf(record, {}), record] as const))('%s', (path, record) => {
    const get = (query: string, as: string): Promise<HttpAnswer> => service.get(`${path}${query}`, as);

    it('requires a token with its scope', async () => {
      expect((await service.request(`/api/v1${path}`)).status).toBe(401);
      const others = SCOPES.filter((scope) => scope !== record.scope) as Scope[];
      expect((await get('?website_id=x', await service.token([1], { scopes: others }))).status).toBe(403);
      expect((await get('', await service.token([1], { scopes: [record.scope] }))).status).toBe(200);
    });

    it('is for the named website, or for the only one', async () => {
      const both = await service.token([1, 2], { scopes: [record.scope] });
      expect(await get('', both)).toMatchObject({ status: 400, body: { code: 'website_id_required' } });
      expect((await get('?website_id=2', both)).status).toBe(200);
      expect((await get('?website_id=2', token)).status).toBe(404);
      expect((await get('?website_id=999', both)).status).toBe(404);
      expect(await get('?website_id=0', both)).toMatchObject({ status: 422, body: { code: 'invalid_website_id' } });
    });

    it('has an ETag that changes with the data', async () => {
      const { headers } = await get('', token);
      const answer = await service.get(path, token, { 'if-none-match': headers.get('etag')! });
      expect([answer.status, answer.text]).toEqual([304, '']);
    });
  });

  it('shows the api_key in no other answer', async () => {
    for (const operation of READ_OPERATIONS.filter(({ holdsSecret }) => !holdsSecret)) {
      const { text } = await service.get(pathOf(operation, { id: 10 }), token);
      expect(text).not.toContain('key-of-website-number-one');
    }
  });
});
