// The collector holds a bounded number of bytes: past that it asks senders to wait, and it always finds back.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { eventWith, ndjson } from '../support/events.ts';
import { collect, startTestApp, type TestApp } from '../support/test-app.ts';

/** The largest body that is allowed; one whose length is not known beforehand is taken for as large. */
const LARGEST = 8 * 1024 * 1024;
const ROOM_BESIDE = 5_000;
const EVENT = ndjson([eventWith()]);
const TOO_LARGE_BESIDE = EVENT.padEnd(ROOM_BESIDE + 1);
const ATTEMPTS_MAX = 500;

let app: TestApp;
let sockets: Socket[];

beforeEach(async () => {
  app = await startTestApp('sqlite', { collectQueueBytesMax: LARGEST + ROOM_BESIDE });
  sockets = [];
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await app.dispose();
});

/** Sends the head of a request and no more than the first byte of its body. */
async function beginUpload(bodyHeaders: readonly string[], firstByte = ' '): Promise<Socket> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  await once(socket, 'connect');
  const head = [
    'POST /collect/events HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${app.key}`,
    'content-type: application/x-ndjson',
    ...bodyHeaders,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${firstByte}`);
  return socket;
}

/** The server takes notice of other connections in its own time: asks until it gives the answer. */
async function untilStatus(status: number, body: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    if ((await collect(app, body)).status === status) return;
  }
  throw new Error(`never got ${status}`);
}

test('a body that does not fit beside the others waits outside, and is welcome later', async () => {
  const upload = await beginUpload([`content-length: ${LARGEST}`]);
  await untilStatus(503, TOO_LARGE_BESIDE);
  const refused = await collect(app, TOO_LARGE_BESIDE);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(refused.body).toMatchObject({ status: 503, code: 'busy', detail: expect.any(String) });
  expect((await collect(app, EVENT)).status).toBe(200);

  upload.write(EVENT.padEnd(LARGEST - 1));
  const [answer] = await once(upload, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  await untilStatus(200, TOO_LARGE_BESIDE);
});

describe('a sender that goes away in the middle of its upload leaves the queue free:', () => {
  it.each([
    ['of known length', [`content-length: ${LARGEST}`], ' '],
    ['of unknown length', ['transfer-encoding: chunked'], '1\r\n \r\n'],
    ['packed', ['content-length: 100', 'content-encoding: gzip'], '\x1f'],
  ])('%s', async (_, bodyHeaders, firstByte) => {
    const upload = await beginUpload(bodyHeaders, firstByte);
    await untilStatus(503, TOO_LARGE_BESIDE);
    upload.destroy();
    await untilStatus(200, TOO_LARGE_BESIDE);
  });
});

test('refused requests leave the queue as it was', async () => {
  expect((await collect(app, '['.padEnd(LARGEST))).status).toBe(400);
  expect((await collect(app, EVENT.padEnd(LARGEST + 1))).status).toBe(413);
  expect((await collect(app, EVENT.padEnd(LARGEST), { 'content-type': 'text/html' })).status).toBe(415);
  expect((await collect(app, EVENT.padEnd(LARGEST), { authorization: 'Bearer x' })).status).toBe(401);
  expect((await collect(app, EVENT, { 'content-encoding': 'gzip' })).status).toBe(400);
  expect((await collect(app, EVENT.padEnd(LARGEST))).status).toBe(200);
});
