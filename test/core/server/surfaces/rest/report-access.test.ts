// Access to reports: the same rules for every report, in one order: 401, 403, 400 or 422, 404.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { revokeToken } from '../../../../../src/core/contract/access/tokens.ts';
import type { ReadOperation } from '../../../../../src/core/contract/operations/define-operation.ts';
import { openDatabase } from '../../../../../src/core/foundation/database/open/open.ts';
import {
  custom,
  FOREIGN_API_KEY,
  leastParameters,
  QUIZ_IDS,
  startCountedShop,
} from '../../../../support/counted-shop.ts';
import { ANY_ENGINE } from '../../../../support/databases.ts';
import { TOOL_OPERATIONS } from '../../../../support/operations.ts';
import { restoreOf } from '../../../../support/restore.ts';
import { DAY_MS } from '../../../../support/test-clock.ts';
import { type HttpAnswer, type Parameters, pathOf, type TestService } from '../../../../support/test-service.ts';
import { writeSnapshot } from '../../../../support/write-snapshot.ts';

/** The `report` field of each response. */
const REPORT_VALUES: Readonly<Record<string, string | undefined>> = {
  list_websites: undefined,
  get_website_report: 'website',
  get_website_insights: 'website_insights',
  list_campaigns: 'campaigns',
  get_campaign_report: 'campaign',
  get_variant_report: 'variant',
  get_step_report: 'step',
  get_element_report: 'element',
  list_experiments: 'experiments',
  get_account_performance: 'account_performance',
  get_account_trends: 'account_trends',
  get_products: 'website_products',
  list_campaign_products: 'campaign_products',
};

/** An id of another tenant's website, and one that does not exist. */
const FOREIGN_IDS: Readonly<Record<string, number>> = {
  get_campaign_report: 30,
  list_campaign_products: 30,
  get_variant_report: 300,
  get_step_report: 3000,
  get_element_report: 30000,
};
const NOBODYS_IDS: Readonly<Record<string, number>> = {
  get_campaign_report: 99,
  list_campaign_products: 99,
  get_variant_report: 999,
  get_step_report: 9999,
  get_element_report: 99999,
};
const WEBSITE_IDS = { own: 2, foreign: 3, nobodys: 99 };

const takesWebsite = TOOL_OPERATIONS.filter(({ input }) => 'website_id' in input.shape);
const needsWebsite = takesWebsite.filter(({ name }) => name !== 'get_account_performance');
const takesId = TOOL_OPERATIONS.filter(({ name }) => name in QUIZ_IDS);
const takesCountType = TOOL_OPERATIONS.filter(({ input }) => 'count_type' in input.shape);
const takesTimeframe = TOOL_OPERATIONS.filter(({ input }) => 'timeframe' in input.shape);
const byName = (reports: readonly ReadOperation[]) => reports.map((report) => [report.name, report] as const);

function foreignParameters({ name }: ReadOperation): Parameters {
  return name in FOREIGN_IDS ? { id: FOREIGN_IDS[name] } : {};
}

function expectProblem(answer: HttpAnswer, status: number, body: Readonly<Record<string, unknown>> = {}): void {
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.body).toEqual({
    type: 'about:blank',
    title: expect.any(String),
    status,
    detail: expect.any(String),
    ...body,
  });
  expect(answer.status).toBe(status);
}

/** The body without the id. */
function withoutId(answer: HttpAnswer, id: number): string {
  return answer.text.replaceAll(String(id), '{id}');
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startCountedShop(engine);
    token = await service.token([2]);
    await writeSnapshot(service, 2, '2024-05-06');
    await writeSnapshot(service, 3, '2024-05-06');
  });

  afterAll(() => service.dispose());

  const askAs = (report: ReadOperation, authorization: string | undefined, parameters = leastParameters(report)) =>
    service.request(`/api/v1${pathOf(report, parameters)}`, authorization ? { headers: { authorization } } : {});

  describe.each(byName(TOOL_OPERATIONS))('%s', (name, report) => {
    test('is returned in its exact shape', async () => {
      const answer = await service.ask(report, leastParameters(report), token);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      expect(answer.headers.get('vary')).toMatch(/authorization/i);
      expect(report.output.parse(answer.body)).toEqual(answer.body);
      expect((answer.body as { report?: string }).report).toBe(REPORT_VALUES[name]);
    });

    test('requires a token', async () => {
      const answer = await askAs(report, undefined);
      expectProblem(answer, 401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(answer.headers.get('www-authenticate')).not.toContain('error=');
    });

    test.each([
      'Bearer',
      'Basic dXNlcjpwYXNz',
      'Bearer fat_unknown',
      'Bearer unknown',
      'api_key=unknown-key-of-nobody',
    ])('rejects the header %j', async (authorization) => {
      const answer = await askAs(report, authorization);
      expectProblem(answer, 401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    });

    test('rejects a token for the tools', async () => {
      const answer = await service.ask(
        report,
        leastParameters(report),
        await service.token([2], { audience: 'tools' }),
      );
      expectProblem(answer, 401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/);
    });

    test('rejects a token without its scope', async () => {
      const other = await service.token([2], { scopes: ['contacts:read', 'websites:read'] });
      const answer = await service.ask(report, leastParameters(report), other);
      expectProblem(answer, 403);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer error="insufficient_scope", scope="reports", /);
    });

    test('checks the scope before anything else', async () => {
      const other = await service.token([2], { scopes: ['areas:read'] });
      const wrong = { id: 'x', website_id: 'x', timeframe: 'x', count_type: 'x', group_by: 'x' };
      expectProblem(await service.ask(report, wrong, other), 403);
      expectProblem(await askAs(report, 'Bearer fat_unknown', wrong), 401);
    });
  });

  describe.each(byName(takesWebsite))('%s', (_, report) => {
    test('only knows the websites of its token: others look like they do not exist', async () => {
      const foreign = await service.ask(report, { ...leastParameters(report), website_id: WEBSITE_IDS.foreign }, token);
      const nobodys = await service.ask(report, { ...leastParameters(report), website_id: WEBSITE_IDS.nobodys }, token);
      expectProblem(foreign, 404, { param: 'website_id' });
      expect(withoutId(foreign, WEBSITE_IDS.foreign)).toBe(withoutId(nobodys, WEBSITE_IDS.nobodys));
      expect(
        (await service.ask(report, { ...leastParameters(report), website_id: WEBSITE_IDS.own }, token)).status,
      ).toBe(200);
    });
  });

  describe.each(byName(needsWebsite))('%s', (_, report) => {
    test('requires website_id if there are several websites', async () => {
      const several = await service.token([1, 2]);
      const answer = await service.ask(report, leastParameters(report), several);
      expectProblem(answer, 400, { code: 'website_id_required', param: 'website_id' });
      expect((await service.ask(report, { ...leastParameters(report), website_id: 2 }, several)).status).toBe(200);
    });
  });

  test('list_websites and get_account_performance do not require it', async () => {
    const several = await service.token([1, 2]);
    const untold = TOOL_OPERATIONS.filter((report) => !needsWebsite.includes(report));
    expect(untold.map(({ name }) => name).sort()).toEqual(['get_account_performance', 'list_websites']);
    for (const report of untold) expect((await service.ask(report, {}, several)).status).toBe(200);
  });

  describe.each(byName(takesId))('%s', (name, report) => {
    const [own, foreign, nobodys] = [QUIZ_IDS[name]!, FOREIGN_IDS[name]!, NOBODYS_IDS[name]!];

    test('an id of another tenant looks like it does not exist', async () => {
      const answer = await service.ask(report, { id: foreign }, token);
      expectProblem(answer, 404, { param: 'id' });
      expect(withoutId(answer, foreign)).toBe(withoutId(await service.ask(report, { id: nobodys }, token), nobodys));
    });

    test('an id of another website of the same token looks like it does not exist', async () => {
      const several = await service.token([1, 2]);
      expectProblem(await service.ask(report, { id: own, website_id: 1 }, several), 404, { param: 'id' });
    });

    test('an invalid parameter is reported before an unknown id', async () => {
      const answers = [foreign, nobodys].map((id) => service.ask(report, { id, count_type: 'x' }, token));
      for (const answer of await Promise.all(answers)) {
        expectProblem(answer, 422, { code: 'invalid_count_type', param: 'count_type' });
      }
      const wide = { id: nobodys, ...custom('2000-01-01', '2024-01-01'), group_by: 'day' };
      expectProblem(await service.ask(report, wide, token), 422, { code: 'range_too_wide', param: 'group_by' });
    });
  });

  describe.each(byName(takesTimeframe))('%s', (_, report) => {
    test('an invalid timeframe is reported before a website of another tenant', async () => {
      const foreign = { ...leastParameters(report), website_id: WEBSITE_IDS.foreign };
      expectProblem(await service.ask(report, { ...foreign, timeframe: 'x' }, token), 422, {
        code: 'invalid_timeframe',
        param: 'timeframe',
      });
      expectProblem(await service.ask(report, { ...foreign, timeframe: 'custom' }, token), 422, {
        code: 'range_required',
        param: 'range_start',
      });
    });
  });

  test.each(['last_365_days', 'this_year', 'custom'])(
    '%s with group_by is too wide before it is foreign',
    async (timeframe) => {
      const website = TOOL_OPERATIONS.find(({ name }) => name === 'get_website_report')!;
      const range = timeframe === 'custom' && { range_start: '2023-01-01', range_end: '2023-12-31' };
      const asked = { timeframe, ...range, group_by: 'month', website_id: WEBSITE_IDS.foreign };
      expectProblem(await service.ask(website, asked, token), 422, { code: 'range_too_wide', param: 'group_by' });
    },
  );

  test('the width of all time depends on the website, so websites of others stay hidden', async () => {
    const website = TOOL_OPERATIONS.find(({ name }) => name === 'get_website_report')!;
    const asked = { timeframe: 'all_time', group_by: 'day', website_id: WEBSITE_IDS.foreign };
    expectProblem(await service.ask(website, asked, token), 404, { param: 'website_id' });
  });

  test('a missing website_id is reported with the other errors, before 404', async () => {
    const several = await service.token([1, 2]);
    for (const report of takesCountType) {
      const answer = await service.ask(report, { ...leastParameters(report), count_type: 'x' }, several);
      expect(answer.status).toBe(422);
    }
    for (const report of takesId) {
      const answer = await service.ask(report, foreignParameters(report), several);
      expect(answer.status).toBe(400);
    }
  });

  describe('a token', () => {
    const [anyReport] = takesId;

    test('that is revoked over another connection is rejected by the next call of every report', async () => {
      const { id, token: revoked } = await service.createToken([2]);
      for (const report of TOOL_OPERATIONS)
        expect((await service.ask(report, leastParameters(report), revoked)).status).toBe(200);
      const otherProcess = await openDatabase(service.ingestion.url, { connectionsMax: 1 });
      await revokeToken(otherProcess, id, service.ingestion.clock.now);
      await otherProcess.close();
      for (const report of TOOL_OPERATIONS)
        expectProblem(await service.ask(report, leastParameters(report), revoked), 401);
    });

    test('is valid up to its last second', async () => {
      const { clock } = service.ingestion;
      const start = clock.nowMs;
      const expiring = await service.token([2], { expiresInDays: 3 });
      clock.advance(3 * DAY_MS - 1_000);
      expect((await service.ask(anyReport!, leastParameters(anyReport!), expiring)).status).toBe(200);
      clock.advance(1_000);
      for (const report of TOOL_OPERATIONS)
        expectProblem(await service.ask(report, leastParameters(report), expiring), 401);
      clock.nowMs = start;
    });

    test('is rejected with 401, even if it lacks the scope as well', async () => {
      const { id, token: revoked } = await service.createToken([2], { scopes: ['areas:read'] });
      await revokeToken(service.ingestion.database, id, service.ingestion.clock.now);
      expectProblem(await service.ask(anyReport!, leastParameters(anyReport!), revoked), 401);
    });

    test('sees a website that is not its own website no more than one with no token at all', async () => {
      const shopOnly = await service.token([1]);
      for (const report of takesId)
        expectProblem(await service.ask(report, leastParameters(report), shopOnly), 404, { param: 'id' });
    });
  });

  // Last, because the first token of the website disables it.
  describe('the legacy key', () => {
    const withKey = (report: ReadOperation, parameters = foreignParameters(report)) =>
      askAs(report, `api_key=${FOREIGN_API_KEY}`, parameters);

    test('is valid for every report of its own website', async () => {
      for (const report of TOOL_OPERATIONS) {
        const answer = await withKey(report);
        expect(answer.status).toBe(200);
        report.output.parse(answer.body);
      }
    });

    test('is not valid for other websites', async () => {
      for (const report of takesWebsite) {
        const parameters = { ...foreignParameters(report), website_id: 2 };
        expectProblem(await withKey(report, parameters), 404, { param: 'website_id' });
      }
    });

    test('is not a bearer token', async () => {
      expectProblem(await askAs(TOOL_OPERATIONS[0]!, `Bearer ${FOREIGN_API_KEY}`), 401);
    });

    test('is disabled by the first token of its website, permanently', async () => {
      onTestFinished(await restoreOf(service.database));
      const { id } = await service.createToken([1, 3], { audience: 'tools' });
      for (const report of TOOL_OPERATIONS) expectProblem(await withKey(report), 401);
      await revokeToken(service.ingestion.database, id, service.ingestion.clock.now);
      for (const report of TOOL_OPERATIONS) expectProblem(await withKey(report), 401);
    });
  });
});
