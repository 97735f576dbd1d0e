// The work, responses and storage that one ingest key causes are in proportion to what it sends.
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import type { Config } from '../../src/core/server/config/config.ts';
import { ANY_ENGINE } from '../support/databases.ts';
import { eventWith, ndjson } from '../support/events.ts';
import { type JsonAnswer, TestService } from '../support/test-service.ts';

const LINES = 10_000;
const LISTED_MAX = 100;
const REQUESTS = 60;
/** How many times the size of the bodies may be stored: every receipt has a key and a digest. */
const KEPT_FACTOR_MAX = 20;

describe.each(ANY_ENGINE)('rejected events on %s', (engine) => {
  let app: TestService;
  let ingestKey: string;

  beforeAll(async () => {
    app = await TestService.start(engine);
    ingestKey = await app.ingestKey(1);
  });

  afterAll(() => app.dispose());

  const body = gzipSync('1\n'.repeat(LINES));

  function collectBadLines(): { key: string; answer: Promise<JsonAnswer> } {
    const key = randomUUID();
    return { key, answer: app.collect(ingestKey, body, { 'content-encoding': 'gzip', 'idempotency-key': key }) };
  }

  test('are listed up to 100, then counted by reason', async () => {
    const bad = (count: number) =>
      app.collect(ingestKey, ndjson([eventWith()]) + '1\n'.repeat(count) + '{\n'.repeat(count));
    const all = (await bad(LISTED_MAX / 2)).body;
    expect(all).toEqual({ accepted: 1, duplicates: 0, rejected: expect.any(Array) });
    expect(all.rejected).toHaveLength(LISTED_MAX);
    const more = (await bad(LISTED_MAX)).body;
    expect(more).toMatchObject({ accepted: 1, rejected_counts: { invalid_event: 100, invalid_json: 100 } });
    expect(more.rejected).toEqual(
      Array.from({ length: LISTED_MAX }, (_, number) => ({
        index: number + 1,
        code: 'invalid_event',
        message: expect.any(String),
      })),
    );
  });

  test('get a small response and a small receipt, and a repeat gets the same response', async () => {
    const { key, answer } = collectBadLines();
    const first = await answer;
    expect(first).toMatchObject({ status: 200, body: { accepted: 0, rejected_counts: { invalid_event: LINES } } });
    expect(JSON.stringify(first.body).length).toBeLessThan(16 * 1024);
    const again = await app.collect(ingestKey, body, { 'content-encoding': 'gzip', 'idempotency-key': key });
    expect(again.body).toEqual(first.body);
  });

  test('do not fill the database faster than they are sent', async () => {
    const keys: string[] = [];
    for (let number = 0; number < REQUESTS; number++) {
      const { key, answer } = collectBadLines();
      expect((await answer).status).toBe(200);
      keys.push(key);
    }
    const receipts = await app.database.query<{ idempotency_key: string; bytes: number }>(
      `SELECT idempotency_key, length(idempotency_key) + length(body_digest) + length(answer) AS bytes
       FROM collector_receipts WHERE website_id = 1`,
    );
    const kept = receipts.filter(({ idempotency_key }) => keys.includes(idempotency_key));
    expect(kept).toHaveLength(REQUESTS);
    const bytes = kept.reduce((sum, receipt) => sum + receipt.bytes, 0);
    expect(bytes).toBeLessThan(KEPT_FACTOR_MAX * REQUESTS * body.length);
  });
});

describe('a website has a limit', () => {
  let app: TestService;
  let ingestKey: string;

  afterEach(() => app.dispose());

  async function fillQuota(config: Partial<Config>, body: string, requests: number): Promise<JsonAnswer> {
    app = await TestService.start('sqlite', { config });
    ingestKey = await app.ingestKey(1);
    for (let number = 0; number <= requests; number++) {
      const answer = await app.collect(ingestKey, body);
      if (answer.status === 429) return answer;
      expect(answer.status).toBe(200);
    }
    throw new Error('never refused');
  }

  async function expectRefusedAlone(refused: JsonAnswer, limit: string): Promise<void> {
    expect(refused.body).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(refused.headers.get('ratelimit-limit')).toBe(limit);
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = (await createIngestKey(app.database, 2, systemClock))!;
    const body = ndjson([eventWith({ website_id: 2 })]);
    const answer = await app.collect(other.key, body);
    expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } });
    expect(answer.headers.get('ratelimit-remaining')).not.toBeNull();
  }

  test('of requests per minute', async () => {
    const refused = await fillQuota({ collectRequestsPerMinute: 5 }, ndjson([eventWith()]), 5);
    await expectRefusedAlone(refused, '5');
  });

  test('of events per minute, accepted or not', async () => {
    const body = ndjson([eventWith(), eventWith({ id: 'twice' }), eventWith({ id: 'twice' })]) + '1\n'.repeat(17);
    const refused = await fillQuota({ collectEventsPerMinute: 50 }, body, 3);
    await expectRefusedAlone(refused, '50');
  });
});
