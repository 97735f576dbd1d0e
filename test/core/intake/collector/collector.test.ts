// POST /collect/events over real HTTP: what it takes, what it refuses and how, and that a repeat counts nothing.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { systemClock } from '../../../../src/core/foundation/time/clock.ts';
import {
  createIngestKey,
  createPublicKey,
  revokeIngestKey,
} from '../../../../src/core/intake/ingest-keys/ingest-keys.ts';
import { ANY_ENGINE, ENGINES } from '../../../support/databases.ts';
import { eventWith, ndjson, orderWith } from '../../../support/events.ts';
import { storedTotals } from '../../../support/stored-days.ts';
import { DAY_MS, onOneDay } from '../../../support/test-clock.ts';
import { type JsonAnswer, jsonAnswerOf, TestService } from '../../../support/test-service.ts';

const MIB = 1024 * 1024;
const EVENT = ndjson([eventWith()]);
/** Packed with the least work: packing it well would take longer than all that the collector does with it. */
const BOMB = gzipSync(Buffer.alloc(32 * MIB, ' '), { level: 1 });
/** A batch may name as many. */
const DAYS_OF_SUBJECTS = [
  {},
  { campaign_id: 10 },
  { campaign_id: 11 },
  { variant_id: 100 },
  { variant_id: 101 },
].flatMap((subject) =>
  Array.from({ length: 400 }, (_, daysAgo) =>
    eventWith({ ...subject, at: new Date(Date.now() - daysAgo * DAY_MS).toISOString() }),
  ),
);

let app: TestService;
let ingestKey: string;

async function views(): Promise<number> {
  return (await storedTotals(app.database, { websiteId: 1, kind: 'website', id: 1 })).views;
}

function expectProblem(answer: JsonAnswer, status: number, code?: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/);
  expect(answer.body).toMatchObject({
    type: expect.any(String),
    title: expect.stringMatching(/./),
    status,
    detail: expect.stringMatching(/./),
  });
  expect(answer.body.code).toBe(code);
}

describe.each(ENGINES)('on %s', (engine) => {
  const itOnce = it.runIf(ANY_ENGINE.includes(engine));

  beforeAll(async () => {
    // Events as old as they may be by default.
    app = await TestService.start(engine, { env: { EVENTS_AGE_DAYS_MAX: '' }, ownThreads: true });
    ingestKey = await app.ingestKey(1);
  });

  afterAll(() => app.dispose());

  describe('accepts', () => {
    const events = [eventWith(), eventWith({ visitor: 'visitor-2' }), eventWith({ type: 'click' }), orderWith()];
    const rejected = [{ index: 2, code: 'invalid_type', message: expect.stringContaining('type') }];

    it.each([
      ['NDJSON', ndjson(events), {}],
      ['NDJSON that calls itself plain text', ndjson(events), { 'content-type': 'text/plain;charset=UTF-8' }],
      ['a JSON array', JSON.stringify(events), { 'content-type': 'application/json' }],
      ['a JSON array with a charset', JSON.stringify(events), { 'content-type': 'application/json; charset=utf-8' }],
      ['NDJSON, packed', gzipSync(ndjson(events)), { 'content-encoding': 'gzip' }],
      ['a JSON array, packed', gzipSync(JSON.stringify(events)), { 'content-encoding': 'GZIP' }],
      [
        'several packed pieces',
        Buffer.concat([gzipSync(EVENT), gzipSync(ndjson(events.slice(1)))]),
        { 'content-encoding': 'gzip' },
      ],
      ['identity as an encoding', ndjson(events), { 'content-encoding': 'identity' }],
    ])('%s', async (_, body, headers) => {
      const before = await views();
      const answer = await app.collect(ingestKey, body, headers);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.body).toEqual({ accepted: 3, duplicates: 0, rejected });
      expect(await views()).toBe(before + 2);
    });

    itOnce('a body that comes in pieces of unknown length', async () => {
      const pieces = ndjson(events).match(/.{1,7}/gs)!;
      const body = ReadableStream.from(pieces.map((piece) => Buffer.from(piece)));
      const response = await fetch(`${app.url}/collect/events`, {
        method: 'POST',
        body,
        duplex: 'half',
        headers: { authorization: `bearer ${ingestKey}`, 'content-type': 'application/x-ndjson' },
      });
      expect((await jsonAnswerOf(response)).body).toMatchObject({ accepted: 3 });
    });

    itOnce('an empty array', async () => {
      expect((await app.collect(ingestKey, '[]')).body).toEqual({ accepted: 0, duplicates: 0, rejected: [] });
    });

    test('10,000 events at once', async () => {
      const { status, body } = await app.collect(ingestKey, EVENT.repeat(10_000));
      expect([status, body.accepted]).toEqual([200, 10_000]);
    });

    test('repeats of an id as duplicates', async () => {
      const body = ndjson([eventWith({ id: 'over-http' }), eventWith({ id: 'over-http' })]);
      expect((await app.collect(ingestKey, body)).body).toMatchObject({ accepted: 1, duplicates: 1 });
      expect((await app.collect(ingestKey, body)).body).toMatchObject({ accepted: 0, duplicates: 2 });
    });

    test('one bad line beside good ones, and says which', async () => {
      const body = `${EVENT}\n{"type":\n${EVENT}${ndjson([eventWith({ website_id: 2 })])}`;
      expect((await app.collect(ingestKey, body)).body).toEqual({
        accepted: 2,
        duplicates: 0,
        rejected: [
          { index: 1, code: 'invalid_json', message: expect.any(String) },
          { index: 3, code: 'website_not_allowed', message: expect.stringContaining('website_id') },
        ],
      });
    });

    itOnce('events beside one that is too large, and one that has too many names', async () => {
      const names = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`n${index}`, 1]));
      const events = [
        eventWith(),
        eventWith({ properties: { note: 'x'.repeat(32 * 1024) } }),
        eventWith({ properties: names }),
        eventWith({ properties: { note: 'x'.repeat(31 * 1024) } }),
      ];
      for (const body of [ndjson(events), JSON.stringify(events)]) {
        expect((await app.collect(ingestKey, body)).body).toEqual({
          accepted: 2,
          duplicates: 0,
          rejected: [
            { index: 1, code: 'event_too_large', message: expect.stringContaining('at most 32 KiB') },
            { index: 2, code: 'event_too_complex', message: expect.stringContaining('at most 1000 names') },
          ],
        });
      }
    });

    test('2,000 days of subjects at once', async () => {
      const { status, body } = await app.collect(ingestKey, ndjson([...DAYS_OF_SUBJECTS, ...DAYS_OF_SUBJECTS]));
      expect([status, body.accepted]).toEqual([200, 4_000]);
    });

    itOnce('days up to EVENTS_AGE_DAYS_MAX ago, and no older ones', async () => {
      const daysAgo = (days: number) => eventWith({ at: new Date(Date.now() - days * DAY_MS).toISOString() });
      const { body } = await onOneDay(() =>
        app.collect(ingestKey, ndjson([daysAgo(400), daysAgo(401), eventWith({ at: '1970-01-01T00:00:00Z' })])),
      );
      const { accepted, rejected } = body;
      expect(accepted).toBe(1);
      expect(rejected).toMatchObject([
        { index: 1, code: 'at_too_old' },
        { index: 2, code: 'at_too_old' },
      ]);
    });

    itOnce('a line that is no UTF-8 as a bad one', async () => {
      const body = Buffer.concat([Buffer.from(EVENT), Buffer.from('{"type":"\xff"}\n', 'latin1'), Buffer.from(EVENT)]);
      expect((await app.collect(ingestKey, body)).body).toMatchObject({
        accepted: 2,
        rejected: [{ index: 1, code: 'invalid_json' }],
      });
    });
  });

  test('events of another website are turned away, whatever the key', async () => {
    const other = await createIngestKey(app.database, 2, () => new Date());
    const { body } = await app.collect(other!.key, EVENT);
    expect(body).toMatchObject({ accepted: 0, rejected: [{ index: 0, code: 'website_not_allowed' }] });
  });

  test('a key that was revoked is refused at once', async () => {
    const before = await views();
    const created = await createIngestKey(app.database, 1, () => new Date());
    const authorization = `Bearer ${created!.key}`;
    expect((await app.collect(ingestKey, '[]', { authorization })).status).toBe(200);
    await revokeIngestKey(app.database, created!.id, () => new Date());
    expectProblem(await app.collect(ingestKey, EVENT, { authorization }), 401);
    expect(await views()).toBe(before);
  });

  // Nothing of it is stored, so one engine shows it.
  describe.runIf(ANY_ENGINE.includes(engine))('refuses', () => {
    let before: number;
    beforeEach(async () => {
      before = await views();
    });

    const UNSUPPORTED = 'unsupported_media_type';

    async function expectRefused(
      answer: JsonAnswer | Promise<JsonAnswer>,
      status: number,
      code?: string,
    ): Promise<JsonAnswer> {
      expectProblem(await answer, status, code);
      expect(await views()).toBe(before);
      return answer;
    }

    it.each(['', 'Bearer', 'Bearer fik_wrong', 'Basic Zm9vOmJhcg==', 'fik_wrong', `Bearer ${'x'.repeat(5_000)}`])(
      'the authorization %j',
      async (authorization) => {
        const answer = await expectRefused(app.collect(ingestKey, EVENT, { authorization }), 401);
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      },
    );

    test('a public key, which everybody can read in the pages of the website', async () => {
      const created = await createPublicKey(
        app.database,
        { websiteId: 1, origins: ['https://a.example'] },
        systemClock,
      );
      const answer = await app.collect(created!.key, EVENT);
      expectProblem(answer, 403, 'public_key_not_allowed');
      expect(answer.body.detail).toContain('secret key');
    });

    test('an empty body', async () => {
      await expectRefused(app.collect(ingestKey, ''), 400, 'invalid_json');
      await expectRefused(app.collect(ingestKey, gzipSync(''), { 'content-encoding': 'gzip' }), 400, 'invalid_json');
    });

    it.each(['[', '[{}', '[{}]x'])('the array %j', async (body) => {
      await expectRefused(app.collect(ingestKey, body), 400, 'invalid_json');
    });

    test('an array that is no UTF-8', async () => {
      await expectRefused(app.collect(ingestKey, Buffer.from('["\xff"]', 'latin1')), 400, 'invalid_json');
    });

    test('more days of subjects than one commit should write', async () => {
      const events = [...DAYS_OF_SUBJECTS, eventWith({ step_id: 1000 })];
      await expectRefused(app.collect(ingestKey, ndjson(events)), 413, 'too_many_days');
    });

    test('10,001 events', async () => {
      await expectRefused(app.collect(ingestKey, EVENT.repeat(10_001)), 413, 'too_many_events');
      await expectRefused(app.collect(ingestKey, `[${'{},'.repeat(10_000)}{}]`), 413, 'too_many_events');
    });

    test('more than 8 MiB, and takes what just fits', async () => {
      await expectRefused(app.collect(ingestKey, EVENT.padEnd(8 * MIB + 1)), 413, 'batch_too_large');
      const chunked = ReadableStream.from(Array.from({ length: 9 }, () => Buffer.alloc(MIB, ' ')));
      const request = { method: 'POST', body: chunked, duplex: 'half' } as const;
      const headers = { authorization: `Bearer ${ingestKey}`, 'content-type': 'application/x-ndjson' };
      const response = await fetch(`${app.url}/collect/events`, { ...request, headers });
      await expectRefused(jsonAnswerOf(response), 413, 'batch_too_large');
      expect((await app.collect(ingestKey, EVENT.padEnd(8 * MIB))).status).toBe(200);
    });

    test('a small body that unpacks to a large one, without unpacking it all', async () => {
      expect(BOMB.length).toBeLessThan(MIB);
      const bombs = Buffer.concat(Array.from({ length: 8 }, () => BOMB));
      const memoryBefore = process.memoryUsage().rss;
      const answers = await Promise.all(
        [BOMB, bombs, BOMB, bombs].map((body) => app.collect(ingestKey, body, { 'content-encoding': 'gzip' })),
      );
      for (const answer of answers) await expectRefused(answer, 413, 'batch_too_large');
      expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(256 * MIB);
    });

    it.each([
      ['no gzip at all', Buffer.from(EVENT)],
      ['gzip that ends too early', gzipSync(EVENT).subarray(0, -10)],
      ['gzip with a wrong checksum', Buffer.concat([gzipSync(EVENT).subarray(0, -8), Buffer.alloc(8)])],
    ])('%s', async (_, body) => {
      await expectRefused(app.collect(ingestKey, body, { 'content-encoding': 'gzip' }), 400, 'invalid_gzip');
    });

    it.each(['', 'text/html', 'application/xml', 'application/jsonfoo', 'multipart/form-data'])(
      'the content type %j',
      async (contentType) => {
        await expectRefused(
          app.collect(ingestKey, Buffer.from(EVENT), { 'content-type': contentType }),
          415,
          UNSUPPORTED,
        );
      },
    );

    it.each(['br', 'deflate', 'zstd', 'gzip, gzip'])('the encoding %j', async (encoding) => {
      await expectRefused(app.collect(ingestKey, EVENT, { 'content-encoding': encoding }), 415, UNSUPPORTED);
    });

    it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('the method %s', async (method) => {
      const answer = jsonAnswerOf(await fetch(`${app.url}/collect/events`, { method }));
      expect((await expectRefused(answer, 405, 'method_not_allowed')).headers.get('allow')).toBe('POST');
    });

    it.each(['/collect', '/collect/events/1', '/collect/event', '/nothing'])('the address %s', async (path) => {
      await expectRefused(
        jsonAnswerOf(await fetch(app.url + path, { method: 'POST', body: EVENT })),
        404,
        'unknown_url',
      );
    });

    it.each(['', 'x'.repeat(256)])('the Idempotency-Key %j', async (key) => {
      const headers = new Headers({
        authorization: `Bearer ${ingestKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      });
      const response = await fetch(`${app.url}/collect/events`, { method: 'POST', body: EVENT, headers });
      const { body } = await expectRefused(jsonAnswerOf(response), 422, 'invalid_idempotency_key');
      expect(body.param).toBe('Idempotency-Key');
    });
  });

  describe('the same Idempotency-Key', () => {
    const events = [eventWith(), eventWith({ visitor: '' }), eventWith({ id: 'with-key' })];

    test('gets the first answer again and counts nothing', async () => {
      const key = { 'idempotency-key': `${'k'.repeat(250)}-seq` };
      const first = await app.collect(ingestKey, ndjson(events), key);
      expect(first.body).toMatchObject({ accepted: 2, rejected: [{ index: 1 }] });
      const counted = await views();
      for (let repeat = 0; repeat < 3; repeat++) {
        const { status, body } = await app.collect(ingestKey, ndjson(events), key);
        expect({ status, body }).toEqual({ status: first.status, body: first.body });
      }
      expect(await views()).toBe(counted);
    });

    test('many times at once counts once', async () => {
      const before = await views();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => app.collect(ingestKey, EVENT, { 'idempotency-key': 'at once' })),
      );
      for (const { status, body } of answers) {
        expect({ status, body }).toEqual({ status: 200, body: { accepted: 1, duplicates: 0, rejected: [] } });
      }
      expect(await views()).toBe(before + 1);
    });

    test('with another body is refused, also at the same time', async () => {
      const key = { 'idempotency-key': 'another body' };
      const bodies = [EVENT, EVENT + EVENT];
      const answers = await Promise.all(bodies.map((body) => app.collect(ingestKey, body, key)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      const refused = answers.find(({ status }) => status === 422)!;
      expectProblem(refused, 422, 'idempotency_key_reused');
      const winner = answers.findIndex(({ status }) => status === 200);
      expect((await app.collect(ingestKey, bodies[winner]!, key)).body).toEqual(answers[winner]!.body);
      expectProblem(await app.collect(ingestKey, bodies[1 - winner]!, key), 422, 'idempotency_key_reused');
    });

    itOnce('is free again after a request that was refused', async () => {
      const key = { 'idempotency-key': 'refused first' };
      expect((await app.collect(ingestKey, '[', key)).status).toBe(400);
      expect((await app.collect(ingestKey, EVENT, key)).status).toBe(200);
    });
  });

  test('many small batches at once are all counted', async () => {
    const before = await views();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => app.collect(ingestKey, index % 10 === 0 ? '[' : EVENT)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(54);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(6);
    expect(await views()).toBe(before + 54);
  });
});
