// Senders that announce large bodies and send next to nothing, or that fill the room there is: whatever one website's key does,
// the collector stays open for the others, and it does not wait for ever.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { Arrivals } from '../../src/core/intake/arrivals/arrivals.ts';
import { Collector } from '../../src/core/intake/collector/collector.ts';
import { emptyOutcome } from '../../src/core/intake/events/batch.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { createHttpServer } from '../../src/core/server/surfaces/http/server.ts';
import { addCollector, unlimitedIngest } from '../support/add-collector.ts';
import { eventWith, ndjson } from '../support/events.ts';
import { createTestIngestion } from '../support/test-ingestion.ts';
import { type JsonAnswer, TestService } from '../support/test-service.ts';
import { WAIT_MS_MAX } from '../support/time-limits.ts';
import { waitUntil } from '../support/wait-until.ts';
import { headOf, openConnection } from './raw-connection.ts';

const MIB = 1024 * 1024;
const LARGEST = 8 * MIB;
const DRIPPING = 32;
const EVENT = ndjson([eventWith()]);
const POLLING = { interval: 50, timeout: WAIT_MS_MAX };

describe('the bodies of one website', () => {
  let app: TestService;
  let ingestKey: string;
  let otherKey: string;
  let sockets: Socket[];

  beforeEach(async () => {
    // Half of it is the size of one body.
    app = await TestService.start('sqlite', { config: { collectQueueBytesMax: 2 * LARGEST } });
    ingestKey = await app.ingestKey(1);
    otherKey = (await createIngestKey(app.database, 2, systemClock))!.key;
    sockets = [];
  });

  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await app.dispose();
  });

  /** Sends the head of a request, and this much of its body. */
  async function beginUpload(headers: Readonly<Record<string, string>>, start: string | Uint8Array): Promise<Socket> {
    const socket = await openConnection(app.url);
    sockets.push(socket);
    const authorization = `Bearer ${ingestKey}`;
    const all = { authorization, 'content-type': 'application/x-ndjson', ...headers };
    socket.write(headOf({ method: 'POST', path: '/collect/events', headers: all }));
    socket.write(start);
    return socket;
  }

  function collectForOther(): Promise<JsonAnswer> {
    const body = ndjson([eventWith({ website_id: 2 })]);
    return app.collect(otherKey, body);
  }

  /** The server takes notice of other connections in its own time: asks until it gives the answer. */
  async function untilStatus(status: number, body: string): Promise<JsonAnswer> {
    return vi.waitFor(async () => {
      const answer = await app.collect(ingestKey, body);
      expect(answer.status).toBe(status);
      return answer;
    }, POLLING);
  }

  async function heldBytes(): Promise<number> {
    // They are rendered once a second.
    app.clock.advance(1_000);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    return Number(/^funnel_collector_queue_bytes (\S+)$/m.exec(metrics)?.[1]);
  }

  async function untilHeld(bytes: number): Promise<void> {
    await expect.poll(heldBytes).toBe(bytes);
  }

  /**
   * Bodies that do not go on are cut off after some seconds. On a busy machine that may be before they are seen: then they are sent again.
   */
  async function uploadsHeld(begin: () => Promise<Socket[]>, held: number): Promise<Socket[]> {
    let uploads: Socket[] = [];
    const areHeld = async () => {
      if (uploads.length === 0 || uploads.some(({ closed }) => closed)) {
        for (const upload of uploads) upload.destroy();
        await untilHeld(0);
        uploads = await begin();
        for (const upload of uploads) upload.resume();
      }
      return (await heldBytes()) === held;
    };
    // Asking without a pause would take the time that unpacking needs.
    await waitUntil(`${held} bytes of uploads are held`, areHeld, { pauseMs: POLLING.interval });
    return uploads;
  }

  test('take no more room than what has arrived of them', async () => {
    const dripping = () => [
      beginUpload({ 'content-length': String(LARGEST) }, '    '),
      beginUpload({ 'transfer-encoding': 'chunked' }, '4\r\n    \r\n'),
      beginUpload({ 'content-length': '100', 'content-encoding': 'gzip' }, '\x1f'),
    ];
    await uploadsHeld(() => Promise.all(Array.from({ length: DRIPPING }, dripping).flat()), 2 * DRIPPING * 4);
    expect(await collectForOther()).toMatchObject({ status: 200, body: { accepted: 1 } });
    expect(await app.collect(ingestKey, EVENT.padEnd(MIB))).toMatchObject({ status: 200, body: { accepted: 1 } });
  });

  it.each([
    ['plain', { 'content-length': String(LARGEST) }, Buffer.alloc(LARGEST - 1, ' '), LARGEST - 1],
    [
      'packed, counted as it is unpacked',
      { 'content-encoding': 'gzip', 'content-length': '100000' },
      packed(),
      LARGEST,
    ],
  ])('have a share, and the others have the rest: %s', async (_, headers, start, held) => {
    const [upload] = await uploadsHeld(async () => [await beginUpload(headers, start)], held);
    const refused = await untilStatus(429, EVENT);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.body).toMatchObject({ status: 429, code: 'too_much_at_once' });
    expect(await collectForOther()).toMatchObject({ status: 200, body: { accepted: 1 } });
    upload!.destroy();
    await untilStatus(200, EVENT);
    await untilHeld(0);
  });
});

/** The largest body there may be, packed, and without its end. */
function packed(): Buffer {
  return gzipSync(Buffer.alloc(LARGEST, ' ')).subarray(0, -4);
}

describe('a body that comes too slowly', () => {
  it.each([
    ['of known length', { 'content-length': '100' }, ' '],
    ['of unknown length', { 'transfer-encoding': 'chunked' }, '1\r\n \r\n'],
    ['packed', { 'content-length': '100', 'content-encoding': 'gzip' }, '\x1f'],
  ])('is not waited for: %s', async (_, headers, start) => {
    await using collector = await startCollector({ bytesPerSecondMin: 1_000, periodMs: 20 });
    const socket = await openConnection(collector.url);
    socket.write(headOf({ method: 'POST', path: '/collect/events', headers: { ...collector.headers, ...headers } }));
    socket.write(start);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status: 408, code: 'body_too_slow' });
  });

  test('is waited for while it keeps its pace', async () => {
    await using collector = await startCollector({ bytesPerSecondMin: 1, periodMs: 20 });
    const socket = await openConnection(collector.url);
    const head = { ...collector.headers, 'content-length': String(EVENT.length), connection: 'close' };
    socket.write(headOf({ method: 'POST', path: '/collect/events', headers: head }));
    for (const piece of EVENT) {
      socket.write(piece);
      await new Promise(setImmediate);
    }
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /);
  });

  async function startCollector(bodyPace: { bytesPerSecondMin: number; periodMs: number }) {
    const cleanup = new AsyncDisposableStack();
    const { database, dispose } = await createTestIngestion('sqlite');
    cleanup.defer(dispose);
    const server = createHttpServer(pino({ level: 'silent' }));
    cleanup.defer(() => server.close());
    const collector = new Collector({
      ingestion: { ingest: async () => emptyOutcome() },
      arrivals: new Arrivals(database, systemClock),
      queueBytesMax: 64 * MIB,
      eventsAgeDaysMax: 400,
      browserEventsAgeDaysMax: 7,
      limits: unlimitedIngest(),
      bodyPace,
    });
    addCollector(server, database, collector);
    server.listen({ port: 0, host: '127.0.0.1' });
    await once(server.server, 'listening');
    const { key } = (await createIngestKey(database, 1, systemClock))!;
    return {
      url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
    };
  }
});
