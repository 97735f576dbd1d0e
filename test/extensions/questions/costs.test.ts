// Costs over REST: what is taken, replaced, removed and refused. What reports make of them is in attribution-by.test.ts.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { AuditLog } from '../../../src/core/contract/access/audit-log.ts';
import { COMMAND_LINE } from '../../../src/core/contract/access/principal.ts';
import { dayFromIso, monthFromIso } from '../../../src/core/engine/rollups/calendar.ts';
import { Costs } from '../../../src/extensions/questions/costs.ts';
import { COSTS_MAX } from '../../../src/extensions/questions/list-costs.ts';
import { costWithin } from '../../../src/extensions/questions/read-costs.ts';
import { ANY_ENGINE, ENGINES } from '../../support/databases.ts';
import { restoreOf } from '../../support/restore.ts';
import { type JsonAnswer, jsonAnswerOf, TestService } from '../../support/test-service.ts';

const websiteWith = (id: number) => ({ id, name: `${id}.example`, currency: 'EUR' });
const CATALOG = { accounts: [{ id: 1, name: 'Acme', websites: [websiteWith(1), websiteWith(2)] }] };

const EMAIL = { channel: 'email', month: '2026-03', amount: 120.5 };
const SPRING = { utm_campaign: 'spring', month: '2026-03', amount: 0.0001 };

const REFUSED: readonly (readonly [body: unknown, code: string, param?: string])[] = [
  [{ ...EMAIL, channel: 'mail' }, 'invalid_field', 'channel'],
  [{ ...EMAIL, utm_campaign: 'x' }, 'invalid_field', 'channel'],
  [{ ...EMAIL, channel: null }, 'invalid_field', 'channel'],
  [{ ...SPRING, utm_campaign: ' ' }, 'invalid_field', 'utm_campaign'],
  [{ ...SPRING, utm_campaign: '(other)' }, 'invalid_field', 'utm_campaign'],
  [{ ...SPRING, utm_campaign: 'x'.repeat(101) }, 'invalid_field', 'utm_campaign'],
  [{ ...SPRING, utm_campaign: 7 }, 'invalid_field', 'utm_campaign'],
  [{ ...EMAIL, month: '2026-13' }, 'invalid_field', 'month'],
  [{ ...EMAIL, month: '2026-03-01' }, 'invalid_field', 'month'],
  [{ ...EMAIL, month: 202_603 }, 'invalid_field', 'month'],
  [{ ...EMAIL, amount: -1 }, 'invalid_field', 'amount'],
  [{ ...EMAIL, amount: 1e10 }, 'invalid_field', 'amount'],
  [{ ...EMAIL, amount: '12' }, 'invalid_field', 'amount'],
  [{ channel: 'email', month: '2026-03' }, 'invalid_field', 'amount'],
  [{ ...EMAIL, currency: 'USD' }, 'unknown_field'],
  [{ costs: [EMAIL], month: '2026-03' }, 'unknown_field'],
  [[EMAIL], 'invalid_body'],
  [{ costs: EMAIL }, 'invalid_field', 'costs'],
  [{ costs: Array.from({ length: COSTS_MAX + 1 }, () => EMAIL) }, 'invalid_field', 'costs'],
  [{ costs: [EMAIL, 7] }, 'invalid_field', 'costs[1]'],
  [{ costs: [EMAIL, { ...SPRING, month: 'May' }] }, 'invalid_field', 'costs[1].month'],
  [{ costs: [SPRING, { ...SPRING, utm_campaign: 'SPRING' }] }, 'duplicate_cost', 'costs[1]'],
];

describe.each(ENGINES)('on %s', (engine) => {
  const itOnce = it.runIf(ANY_ENGINE.includes(engine));
  let app: TestService;
  let token: string;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    app = await TestService.start(engine, { catalog: CATALOG });
    token = await app.token([1, 2], { scopes: ['reports', 'ctas:write'] });
    restore = await restoreOf(app.database);
  });

  beforeEach(() => restore());

  afterAll(() => app.dispose());

  async function call(method: string, body?: unknown, websiteId = 1, credential = token): Promise<JsonAnswer> {
    const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' };
    const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return jsonAnswerOf(await fetch(`${app.url}/api/v1/costs?website_id=${websiteId}`, request));
  }
  const put = (body: unknown) => call('PUT', body);
  const listed = async (websiteId = 1) => (await call('GET', undefined, websiteId)).body;

  test('one or a list of them is set, each replaces the one before, and all are listed', async () => {
    const shown = (...costs: object[]) => ({ currency: 'EUR', costs });
    expect(await put(EMAIL)).toMatchObject({ status: 200, body: shown(EMAIL) });
    const april = { ...EMAIL, month: '2026-04' };
    const changed = { ...EMAIL, amount: 99 };
    const costs = [{ ...SPRING, utm_campaign: ' Spring ' }, april, changed];
    const after = shown(april, changed, SPRING);
    expect(await put({ costs })).toMatchObject({ status: 200, body: after });
    expect((await put({ costs })).body).toEqual(after);
    expect([await listed(), await listed(2)]).toEqual([after, shown()]);
    await put({
      costs: [
        { ...SPRING, amount: null },
        { ...april, amount: 0 },
        { ...EMAIL, month: '2020-01', amount: 0 },
      ],
    });
    expect(await listed()).toEqual(shown(changed));
    const entries = await new AuditLog(app.database).read(1, { limit: 3 });
    expect(entries.map(({ description }) => description)).toEqual([
      'changed costs: (2)',
      'changed costs: (3)',
      'changed costs: email 2026-03',
    ]);
  });

  test('a website has a limited number of them, also by several requests', async () => {
    const cost = (number: number) =>
      ({ dimension: 'utm_campaign', value: `c${number}`, month: 24_000, amount: 1 }) as const;
    const many = Array.from({ length: COSTS_MAX - 1 }, (_, number) => cost(number));
    await new Costs(app.database, app.clock.now).set(1, many, COMMAND_LINE);
    expect(await put({ costs: [EMAIL, SPRING] })).toMatchObject({ status: 422, body: { code: 'too_many_costs' } });
    const answers = await Promise.all([put(EMAIL), put(SPRING)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(((await listed()) as { costs: unknown[] }).costs).toHaveLength(COSTS_MAX);
  });

  test('whoever may read reports sees them, and needs another scope to change them', async () => {
    const reader = await app.token([1], { scopes: ['reports'] });
    expect((await call('GET', undefined, 1, reader)).status).toBe(200);
    expect((await call('PUT', EMAIL, 1, reader)).status).toBe(403);
    expect((await call('GET', undefined, 2, reader)).status).toBe(404);
    expect((await call('PUT', EMAIL, 1, 'no token')).status).toBe(401);
    expect((await call('PUT', EMAIL, 3)).status).toBe(404);
  });

  itOnce('what is wrong is refused, with the name of the field, and nothing of a list is stored', async () => {
    for (const [body, code, param] of REFUSED) {
      const answer = await put(body);
      expect([answer.status, answer.body.code, answer.body.param]).toEqual([422, code, param]);
    }
    expect((await listed()).costs).toEqual([]);
  });
});

test('days of a month cost the same, and windows that follow each other add up to the month', () => {
  const cost = { month: monthFromIso('2024-02')!, amount: 100 };
  const within = (from: string, to: string) =>
    costWithin(cost, { firstDay: dayFromIso(from)!, lastDay: dayFromIso(to)! });
  expect(within('2024-01-01', '2024-03-31')).toBe(100);
  expect(within('2024-02-01', '2024-02-29')).toBe(100);
  expect(within('2024-02-01', '2024-02-10')).toBe(34);
  expect(within('2024-02-11', '2024-02-29')).toBe(66);
  expect([within('2024-01-01', '2024-01-31'), within('2024-03-01', '2024-03-01')]).toEqual([0, 0]);
});
