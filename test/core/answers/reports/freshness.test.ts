// Responses are cached and have an ETag, but are never older than acknowledged data.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountPerformanceReport } from '../../../../src/core/answers/reports/account/account-performance.ts';
import { campaignReport } from '../../../../src/core/answers/reports/subjects/campaign.ts';
import { campaignsReport } from '../../../../src/core/answers/reports/subjects/campaigns.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { leastParameters, startCountedShop } from '../../../support/counted-shop.ts';
import { ANY_ENGINE, ENGINES } from '../../../support/databases.ts';
import { TOOL_OPERATIONS } from '../../../support/operations.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { pathOf, type TestService } from '../../../support/test-service.ts';

const ROUNDS = 25;
const WITHOUT_INSIGHTS = TOOL_OPERATIONS.filter(({ name }) => name !== 'get_website_insights');

describe.each(ENGINES)('on %s', (engine) => {
  /** What runs once is not about storage. */
  const isWhole = ANY_ENGINE.includes(engine);
  const testOnce = test.runIf(isWhole);
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startCountedShop(engine);
    token = await service.token([2]);
  });

  afterAll(() => service.dispose());

  describe.runIf(isWhole)('the ETag', () => {
    const path = '/reports/website?timeframe=this_year';
    const etagAt = async (address: string) => (await service.get(address, token)).headers.get('etag')!;

    test.each(WITHOUT_INSIGHTS.map((report) => [report.name, report] as const))('%s has one', async (_, report) => {
      const address = pathOf(report, leastParameters(report));
      const etag = await etagAt(address);
      expect(etag).toMatch(/^"[\w-]+"$/);
      const answer = await service.get(address, token, { 'if-none-match': etag });
      expect(answer).toMatchObject({ status: 304, text: '' });
      expect(answer.headers.get('etag')).toBe(etag);
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    });

    test('is equal for equal responses and different for different ones', async () => {
      expect(await etagAt(path)).toBe(await etagAt(path));
      expect(await etagAt(path)).not.toBe(await etagAt('/reports/website?timeframe=today'));
    });

    test.each([
      ['weak', (etag: string) => `W/${etag}`, 304],
      ['in a list', (etag: string) => `"other", ${etag}`, 304],
      ['weak in a list without spaces', (etag: string) => `"other",W/${etag},"last"`, 304],
      ['any', () => '*', 304],
      ['another', () => '"other"', 200],
      ['without its quotes', (etag: string) => etag.replaceAll('"', ''), 200],
      ['cut short', (etag: string) => `${etag.slice(0, -2)}"`, 200],
      ['empty', () => '', 200],
    ])('%s', async (_, header, status) => {
      const answer = await service.get(path, token, { 'if-none-match': header(await etagAt(path)) });
      expect(answer.status).toBe(status);
      expect(answer.text === '').toBe(status === 304);
    });

    test('does not bypass access control: no 304 without permission', async () => {
      const etag = await etagAt(path);
      const withoutScope = await service.token([2], { scopes: ['areas:read'] });
      expect((await service.get(path, withoutScope, { 'if-none-match': etag })).status).toBe(403);
      expect((await service.get(path, 'fat_unknown', { 'if-none-match': '*' })).status).toBe(401);
    });

    test('a HEAD request gets only the headers', async () => {
      const answer = await service.request(`/api/v1${path}`, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer).toMatchObject({ status: 200, text: '' });
      expect(answer.headers.get('etag')).toBe(await etagAt(path));
    });
  });

  test('acknowledged events are in the next response', async () => {
    const key = await service.ingestKey(2);
    const both = await service.token([1, 2]);
    const parameters = { timeframe: 'today', count_type: 'total' } as const;
    const before = (await service.report(websiteReport, parameters, token)).data.metrics.views;
    const inFlight: Promise<unknown>[] = [];
    const etags = new Set<string>();
    for (let round = 1; round <= ROUNDS; round++) {
      // The same request and others, in progress while the events arrive.
      inFlight.push(service.report(websiteReport, parameters, token), service.report(campaignsReport, {}, token));
      await service.collectEvents(key, {
        type: 'view',
        website_id: 2,
        campaign_id: 20,
        visitor: `newcomer-${round}`,
        at: '2024-05-15T08:00:00Z',
      });
      const [website, campaign, account] = await Promise.all([
        service.ask(websiteReport, parameters, token),
        service.report(campaignReport, { id: 20, timeframe: 'today' }, token),
        service.report(accountPerformanceReport, { website_id: 2, timeframe: 'today' }, both),
      ]);
      expect(websiteReport.output.parse(website.body).data.metrics.views).toBe(before + round);
      expect(campaign.data.metrics.views).toBe(before + round);
      expect(account.data.aggregate.viewers).toBe(before + round);
      etags.add(website.headers.get('etag')!);
    }
    expect(etags.size).toBe(ROUNDS);
    await Promise.all(inFlight);
  });

  test('concurrent writers: after the last acknowledgement everything is counted', async () => {
    const key = await service.ingestKey(2);
    const parameters = { timeframe: 'today', count_type: 'total' } as const;
    const conversions = async () => (await service.report(websiteReport, parameters, token)).data.metrics.conversions;
    const before = await conversions();
    let acknowledged = 0;
    const write = async (visitor: number) => {
      const at = '2024-05-15T08:00:00Z';
      await service.collectEvents(key, { type: 'conversion', website_id: 2, visitor: `writer-${visitor}`, at });
      acknowledged += 1;
      const least = before + acknowledged;
      expect(await conversions()).toBeGreaterThanOrEqual(least);
    };
    await Promise.all(Array.from({ length: ROUNDS }, (_, visitor) => write(visitor)));
    expect(await conversions()).toBe(before + ROUNDS);
  });

  testOnce('a catalog change is in the next response', async () => {
    const rename = (name: string) => {
      const website = { id: 2, name: 'quizzes.example', campaigns: [{ id: 22, name }] };
      const catalog = { accounts: [{ id: 1, name: 'Tenant', websites: [website] }] };
      return importCatalog(service.ingestion.database, catalog, service.ingestion.clock.now);
    };
    for (const name of ['First name', 'Second name', 'Third name']) {
      await rename(name);
      expect((await service.report(campaignReport, { id: 22 }, token)).data.name).toBe(name);
      const { campaigns } = (await service.report(campaignsReport, { cta_type: 'bar' }, token)).data;
      expect(campaigns.map((campaign) => campaign.name)).toContain(name);
    }
  });

  testOnce('a new day gets a new response', async () => {
    const { clock } = service.ingestion;
    const today = await service.report(websiteReport, { timeframe: 'last_7_days' }, token);
    clock.advance(DAY_MS);
    const tomorrow = await service.report(websiteReport, { timeframe: 'last_7_days' }, token);
    clock.advance(-DAY_MS);
    expect(today.timeframe.range_end).toBe('2024-05-15T23:59:59Z');
    expect(tomorrow.timeframe.range_end).toBe('2024-05-16T23:59:59Z');
    expect(await service.report(websiteReport, { timeframe: 'last_7_days' }, token)).toEqual(today);
  });

  testOnce('cached responses are not shared between tenants', async () => {
    const [shop, quizzes] = [await service.token([1]), await service.token([2])];
    const parameters = { timeframe: 'all_time' } as const;
    const [first, second, again] = [
      await service.report(websiteReport, parameters, shop),
      await service.report(websiteReport, parameters, quizzes),
      await service.report(websiteReport, parameters, shop),
    ];
    expect([first, second, again].map(({ website }) => website.id)).toEqual([1, 2, 1]);
  });
});
