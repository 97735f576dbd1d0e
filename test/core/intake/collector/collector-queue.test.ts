// The collector holds a bounded number of bytes: past that it asks senders to wait, and it always finds back.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { systemClock } from '../../../../src/core/foundation/time/clock.ts';
import { createIngestKey } from '../../../../src/core/intake/ingest-keys/ingest-keys.ts';
import { eventWith, ndjson } from '../../../support/events.ts';
import { type JsonAnswer, TestService } from '../../../support/test-service.ts';
import { waitUntil } from '../../../support/wait-until.ts';

/** The largest body that is allowed. */
const LARGEST = 8 * 1024 * 1024;
const ROOM_BESIDE = 5_000;
const EVENT = ndjson([eventWith()]);
const TOO_LARGE_BESIDE = EVENT.padEnd(ROOM_BESIDE + 2);
const SPACES = ' '.repeat(LARGEST - 1);
/** Asking without a pause would take the time that the server needs for what is waited for. */
const PAUSE_MS = 10;

let app: TestService;
let ingestKey: string;
let otherKey: string;
let sockets: Socket[];

beforeEach(async () => {
  app = await TestService.start('sqlite', { config: { collectQueueBytesMax: LARGEST + ROOM_BESIDE } });
  ingestKey = await app.ingestKey(1);
  otherKey = (await createIngestKey(app.database, 2, systemClock))!.key;
  sockets = [];
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await app.dispose();
});

/** Sends the head of a request, and its body but for the end; all of that has arrived when it resolves. */
async function beginUpload(bodyHeaders: readonly string[], start: string | Uint8Array): Promise<Socket> {
  // A body that does not go on is cut off after some seconds. On a busy machine that may be before it is seen here.
  let socket = await sendStart(bodyHeaders, start);
  const isHeld = async () => {
    if (socket.closed) socket = await sendStart(bodyHeaders, start);
    return (await heldBytes()) === LARGEST - 1;
  };
  await waitUntil('all but the end of the upload has arrived', isHeld, { pauseMs: PAUSE_MS });
  return socket;
}

async function sendStart(bodyHeaders: readonly string[], start: string | Uint8Array): Promise<Socket> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname).resume();
  sockets.push(socket);
  await once(socket, 'connect');
  const head = [
    'POST /collect/events HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${ingestKey}`,
    'content-type: application/x-ndjson',
    ...bodyHeaders,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(start);
  return socket;
}

function heldBytes(): Promise<number> {
  return metric('funnel_collector_queue_bytes');
}

async function metric(name: string): Promise<number> {
  // They are rendered once a second.
  app.clock.advance(1_000);
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
}

/** By another website, whose share is free. */
function collectBeside(body: string): Promise<JsonAnswer> {
  return app.collect(otherKey, body);
}

/** The server takes notice of other connections in its own time: asks until it gives the answer. */
async function untilStatus(status: number, body: string): Promise<void> {
  const isGiven = async () => (await collectBeside(body)).status === status;
  await waitUntil(`the answer is ${status}`, isGiven, { pauseMs: PAUSE_MS });
}

test('a body that does not fit beside the others waits outside, and is welcome later', async () => {
  const upload = await beginUpload([`content-length: ${LARGEST}`], EVENT.padEnd(LARGEST - 1));
  await untilStatus(503, TOO_LARGE_BESIDE);
  const refused = await collectBeside(TOO_LARGE_BESIDE);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(refused.body).toMatchObject({ status: 503, code: 'busy', detail: expect.any(String) });
  expect((await collectBeside(EVENT)).status).toBe(200);

  upload.write('\n');
  const [answer] = await once(upload, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  await untilStatus(200, TOO_LARGE_BESIDE);
});

describe('a sender that goes away in the middle of its upload leaves the queue free:', () => {
  it.each([
    ['of known length', [`content-length: ${LARGEST}`], SPACES],
    ['of unknown length', ['transfer-encoding: chunked'], `${SPACES.length.toString(16)}\r\n${SPACES}`],
    ['packed', ['content-length: 100000', 'content-encoding: gzip'], gzipSync(SPACES).subarray(0, -4)],
  ])('%s', async (_, bodyHeaders, start) => {
    const upload = await beginUpload(bodyHeaders, start);
    await untilStatus(503, TOO_LARGE_BESIDE);
    upload.destroy();
    await untilStatus(200, TOO_LARGE_BESIDE);
  });
});

test('a batch whose sender has gone takes room until it is counted', async () => {
  // Nothing is counted meanwhile.
  await app.database.transaction(async () => {
    const upload = await beginUpload([`content-length: ${LARGEST}`], EVENT.padEnd(LARGEST - 1));
    upload.write('\n');
    await expect.poll(heldBytes, { interval: PAUSE_MS }).toBe(LARGEST);
    upload.destroy();
    // The request that asks is one itself.
    await waitUntil('the sender is gone', async () => (await metric('funnel_http_requests_in_progress')) === 1, {
      pauseMs: PAUSE_MS,
    });
    expect(await heldBytes()).toBe(LARGEST);
    expect((await collectBeside(TOO_LARGE_BESIDE)).status).toBe(503);
  });
  await untilStatus(200, TOO_LARGE_BESIDE);
});

test('refused requests leave the queue as it was', async () => {
  expect((await app.collect(ingestKey, '['.padEnd(LARGEST))).status).toBe(400);
  expect((await app.collect(ingestKey, EVENT.padEnd(LARGEST + 1))).status).toBe(413);
  expect((await app.collect(ingestKey, EVENT.padEnd(LARGEST), { 'content-type': 'text/html' })).status).toBe(415);
  expect((await app.collect(ingestKey, EVENT.padEnd(LARGEST), { authorization: 'Bearer x' })).status).toBe(401);
  expect((await app.collect(ingestKey, EVENT, { 'content-encoding': 'gzip' })).status).toBe(400);
  expect((await app.collect(ingestKey, EVENT.padEnd(LARGEST))).status).toBe(200);
});
