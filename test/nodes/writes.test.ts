// Writes on several nodes at once: what is sent twice counts once, whichever nodes it reaches, and what one node has
// acknowledged stands in the very next answer of every other.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { createIngestKey, createPublicKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { ENGINES } from '../support/databases.ts';
import { eventWith, ndjson, orderWith, refundWith, type SentEvent } from '../support/events.ts';
import { distinctByDays, storedTotals } from '../support/stored-days.ts';
import { BROWSER, type JsonAnswer, jsonAnswerOf } from '../support/test-service.ts';
import { type Cluster, onEach, same, startCluster } from './cluster.ts';

const REPEATS = 4;
const WRITES = 20;
const ORIGIN = 'https://www.shop.example';
const DAY = '2025-03-10';
const AT = `${DAY}T12:00:00Z`;

describe.runIf(ENGINES.includes('postgres'))('writes', () => {
  let cluster: Cluster;
  let key: string;
  let token: string;

  beforeAll(async () => {
    cluster = await startCluster({ components: ['rest', 'collect'] });
    key = (await createIngestKey(cluster.database, 1, systemClock))!.key;
    const scopes = ['reports', 'contacts:read', 'contacts:write'] as const;
    ({ token } = await createToken(cluster.database, { websiteIds: [1], scopes, audience: 'rest' }, systemClock));
  });

  afterAll(() => cluster.dispose());

  const collect = async (url: string, events: readonly SentEvent[], idempotencyKey?: string): Promise<JsonAnswer> =>
    jsonAnswerOf(
      await fetch(`${url}/collect/events`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/x-ndjson',
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        body: ndjson(events),
      }),
    );

  test('a browser without consent is one visitor on all nodes', async () => {
    const created = await createPublicKey(cluster.database, { websiteId: 2, origins: [ORIGIN] }, systemClock);
    const headers = { origin: ORIGIN, 'user-agent': BROWSER, 'content-type': 'text/plain' };
    const body = JSON.stringify({ key: created!.key, events: [{ type: 'view' }] });
    await onEachAgain(async (url) => {
      const { status } = await fetch(`${url}/e`, { method: 'POST', headers, body });
      expect(status).toBe(200);
    });
    const subject = { websiteId: 2, kind: 'website', id: 2 } as const;
    expect((await storedTotals(cluster.database, subject)).views).toBe(REPEATS * cluster.nodes.length);
    expect((await distinctByDays(cluster.database, subject)).views).toBe(1);
    const salts = await cluster.database.query('SELECT day FROM visitor_salts');
    expect(salts).toHaveLength(2);
  });

  /** Several times to every node, all at once. */
  const onEachAgain = async <Result>(call: (url: string, index: number) => Promise<Result>): Promise<Result[]> =>
    (await Promise.all(Array.from({ length: REPEATS }, () => onEach(cluster, call)))).flat();

  interface Totals {
    readonly views: number;
    readonly orders: number;
    readonly revenue: number;
  }

  /** Of one day, as a node reports them. */
  const totals = async (url: string, day = DAY): Promise<Totals> => {
    const range = `timeframe=custom&range_start=${day}&range_end=${day}&count_type=total`;
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await jsonAnswerOf(await fetch(`${url}/api/v1/reports/website?${range}`, { headers }));
    expect(status).toBe(200);
    const { views, orders, revenue } = (body.data as { metrics: Totals }).metrics;
    return { views, orders, revenue };
  };

  const acceptedOf = (answers: readonly JsonAnswer[]) =>
    answers.reduce((sum, { body }) => sum + (body as { accepted: number }).accepted, 0);

  test('a request that is repeated by its Idempotency-Key counts once, and all get the same answer', async () => {
    const before = await totals(cluster.nodes[0]!.url);
    const events = [
      ...Array.from({ length: 20 }, (_, number) => eventWith({ visitor: `visitor-${number}`, at: AT })),
      eventWith({ visitor: '' }),
    ];
    const answers = await onEachAgain((url) => collect(url, events, 'request-1'));
    answers.push(...(await onEach(cluster, (url) => collect(url, events, 'request-1'))));
    const [first] = answers;
    expect(first).toMatchObject({ status: 200, body: { accepted: 20, duplicates: 0, rejected: [{ index: 20 }] } });
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: first!.body });
    const after = { ...before, views: before.views + 20 };
    expect(await onEach(cluster, (url) => totals(url))).toEqual(same(cluster, after));

    const other = await onEach(cluster, (url) => collect(url, [eventWith({ at: AT })], 'request-1'));
    for (const { status, body } of other) expect({ status, ...body }).toMatchObject({ status: 422 });
    expect(await onEach(cluster, (url) => totals(url))).toEqual(same(cluster, after));
  });

  test.each<{ what: string; events: SentEvent[]; counted: Totals }>([
    {
      what: 'an event by its id',
      events: [eventWith({ id: 'event-1', at: AT })],
      counted: { views: 1, orders: 0, revenue: 0 },
    },
    {
      what: 'an order by its order_id',
      events: [orderWith({ order_id: 'order-1', revenue: 12.5, at: AT })],
      counted: { views: 0, orders: 1, revenue: 12.5 },
    },
    {
      what: 'a refund by its refund_id',
      events: [
        orderWith({ order_id: 'order-2', revenue: 20, at: AT }),
        refundWith({ order_id: 'order-2', refund_id: 'refund-1', revenue: 7.5 }),
      ],
      counted: { views: 0, orders: 1, revenue: 12.5 },
    },
    {
      what: 'each of many in one request',
      events: Array.from({ length: 50 }, (_, number) => eventWith({ id: `of-many-${number}`, at: AT })),
      counted: { views: 50, orders: 0, revenue: 0 },
    },
  ])('$what counts once', async ({ events, counted }) => {
    const before = await totals(cluster.nodes[0]!.url);
    const answers = await onEachAgain((url) => collect(url, events));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(acceptedOf(answers)).toBe(events.length);
    const after = {
      views: before.views + counted.views,
      orders: before.orders + counted.orders,
      revenue: before.revenue + counted.revenue,
    };
    expect(await onEach(cluster, (url) => totals(url))).toEqual(same(cluster, after));
  });

  test('what is acknowledged by one node stands in the next answer of every other', async () => {
    const at = '2025-03-11T12:00:00Z';
    for (let write = 1; write <= WRITES; write++) {
      const writer = cluster.nodes[write % cluster.nodes.length]!;
      expect((await collect(writer.url, [eventWith({ at })])).status).toBe(200);
      const seen = await onEach(cluster, (url) => totals(url, '2025-03-11'));
      expect(seen.map(({ views }) => views)).toEqual(same(cluster, write));
    }
  });

  test('the same contact from everywhere at once is one contact', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answers = await onEachAgain(async (url, index) => {
      const email = ['ada@example.com', 'Ada@Example.com', 'ADA@EXAMPLE.COM'][index]!;
      const body = JSON.stringify({ email, [`from_node_${index}`]: 'yes' });
      return jsonAnswerOf(await fetch(`${url}/api/v1/contacts`, { method: 'POST', headers, body }));
    });
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(answers.length - 1);
    const ids = new Set(answers.map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    const lists = await onEach(cluster, async (url) => {
      const response = await fetch(`${url}/api/v1/contacts`, { headers });
      expect(response.headers.get('x-total-count')).toBe('1');
      return (await response.json()) as { id: number; extra: Record<string, string> }[];
    });
    for (const [contact, ...others] of lists) {
      expect(others).toEqual([]);
      expect(contact).toMatchObject({
        id: [...ids][0],
        extra: Object.fromEntries(cluster.nodes.map((_, index) => [`from_node_${index}`, 'yes'])),
      });
    }
  });
});
