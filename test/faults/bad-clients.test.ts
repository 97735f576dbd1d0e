// Clients that stop reading, send slowly, send half or fall silent: they cost little, hold nobody else up, are sent away in
// the end, and nothing of what they did not finish is counted.
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isoOfDay } from '../../src/core/engine/rollups/calendar.ts';
import { Random } from '../../src/core/foundation/statistics/random.ts';
import { storedTotals } from '../support/stored-days.ts';
import { waitUntil } from '../support/wait-until.ts';
import { PLAIN_WEBSITE_ID } from './collector-traffic.ts';
import { expectServed } from './expect-served.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FAULT_ROUNDS, FAULT_TEST_MS_MAX, inRounds } from './fault-rounds.ts';
import { FaultService } from './fault-service.ts';
import type { FunnelProcess } from './funnel-process.ts';
import { MixedLoad } from './mixed-load.ts';
import { headOf, openConnection } from './raw-connection.ts';
import { summarize } from './summarize.ts';

const STALLED_READERS = 60;
/** Each of them has a fifth of a megabyte. */
const ANSWERS_NOT_READ = 40;
const SLOW_HEADS = 150;
const SLOW_BODIES = 100;
const IDLE = 150;
const CONNECTIONS = STALLED_READERS + SLOW_HEADS + SLOW_BODIES + IDLE;
const MEMORY_GROWTH_BYTES_MAX = 256 * 1024 * 1024;
const ANSWERS = FAULT_ROUNDS > 1 ? 80 : 15;
const FILES_CHECKED_EVERY_MS = 100;
/** How often an upload is cut off, in each way of sending it. */
const CUTS = FAULT_ROUNDS > 1 ? 20 : 6;
/** Far from the days of all other events. */
const CUT_OFF_DAY = 10_000;

let database: FaultDatabase;
let service: FaultService;
let server: FunnelProcess | undefined;

beforeAll(async () => {
  database = await createFaultDatabase('sqlite');
  service = await database.look((opened) => FaultService.prepare(opened, database.url));
});

/** A test may have stopped it. */
beforeEach(async () => {
  server ??= await service.start();
});

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await database.dispose();
});

const { method, path } = { method: 'POST', path: '/collect/events' };

function collectHeaders(more: Readonly<Record<string, string>>): Record<string, string> {
  const authorization = `Bearer ${service.access.ingestKeys.get(PLAIN_WEBSITE_ID)}`;
  return { authorization, 'content-type': 'application/x-ndjson', ...more };
}

/** What each of them sends, and then no more. */
function* badStarts(): Generator<string> {
  const large = headOf({ path: '/api/v1/openapi.json' });
  for (let i = 0; i < STALLED_READERS; i++) yield large.repeat(ANSWERS_NOT_READ);
  for (let i = 0; i < SLOW_HEADS; i++) yield 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-slow: ';
  for (let i = 0; i < SLOW_BODIES; i++) {
    yield `${headOf({ method, path, headers: collectHeaders({ 'content-length': '1000' }) })}{"type":`;
  }
  for (let i = 0; i < IDLE; i++) yield headOf({ path: '/healthz' });
}

async function openBadConnections(): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (const start of badStarts()) {
    const socket = await openConnection(service.client.address);
    // Nobody listens for data, so nothing is read.
    socket.write(start);
    sockets.push(socket);
  }
  return sockets;
}

/** A gauge of the service's own metrics. */
async function measured(name: string): Promise<number> {
  const text = await (await fetch(`${service.client.address}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

async function untilFilesOpen(isEnough: (count: number) => boolean): Promise<void> {
  const isReached = async () => isEnough(await measured('process_open_fds'));
  await waitUntil('the number of open files is reached', isReached, { pauseMs: FILES_CHECKED_EVERY_MS });
}

// Each bound has a test of its own: bounds.test.ts, open-connections.test.ts, unread-bodies.test.ts, dripping-bodies.test.ts.
test.runIf(FAULT_ROUNDS > 1)(
  'others are served meanwhile, memory stays bounded, and nothing stays behind',
  {
    timeout: FAULT_TEST_MS_MAX,
  },
  async () => {
    const { ledger, client, access, authorizations } = service;
    await inRounds(1, async (random) => {
      await authorizations.prepare(ledger);
      const load = new MixedLoad({ ...service, random });
      load.start();
      await load.until('answers', ANSWERS);
      const before = {
        files: await measured('process_open_fds'),
        bytes: await measured('process_resident_memory_bytes'),
      };
      const sockets = await openBadConnections();
      await untilFilesOpen((count) => count >= before.files + CONNECTIONS / 2);
      await load.until('answers', ANSWERS);
      const growth = (await measured('process_resident_memory_bytes')) - before.bytes;
      expect(growth).toBeLessThan(MEMORY_GROWTH_BYTES_MAX);
      for (const socket of sockets) socket.destroy();
      await untilFilesOpen((count) => count < before.files + CONNECTIONS / 10);
      await load.until('answers', ANSWERS);
      await load.stop();
      await database.look((opened) => ledger.expectStored(opened));
      await expectServed(ledger, client, access, random);
      const figures = { connections: CONNECTIONS, 'MiB more': Math.round(growth / 1024 / 1024) };
      summarize('clients that stop reading, send slowly or fall silent', figures, service);
    });
  },
);

test.runIf(FAULT_ROUNDS >= 10)('all of them are sent away in the end', { timeout: FAULT_TEST_MS_MAX }, async () => {
  const before = await measured('process_open_fds');
  const sockets = await openBadConnections();
  await untilFilesOpen((count) => count >= before + CONNECTIONS / 2);
  await untilFilesOpen((count) => count < before + CONNECTIONS / 10);
  for (const socket of sockets) socket.destroy();
});

test('uploads that are cut off count nothing', { timeout: FAULT_TEST_MS_MAX }, async () => {
  for (const { headers, bytes } of waysToSend(manyEvents())) {
    const random = new Random(bytes.length);
    const head = headOf({ method, path, headers: collectHeaders(headers) });
    const cuts = [0, bytes.length - 1, ...Array.from({ length: CUTS }, () => random.between(1, bytes.length - 1))];
    await Promise.all(cuts.map((cut) => sendAndVanish(Buffer.concat([Buffer.from(head), bytes.subarray(0, cut)]))));
  }
  // When it has stopped, all that it was sent is done.
  await server!.stop();
  server = undefined;
  const window = { firstDay: CUT_OFF_DAY, lastDay: CUT_OFF_DAY };
  const website = { websiteId: PLAIN_WEBSITE_ID, kind: 'website', id: PLAIN_WEBSITE_ID } as const;
  const { views } = await database.look((opened) => storedTotals(opened, website, window));
  expect(views).toBe(0);
});

function manyEvents(): Buffer {
  const event = { type: 'view', website_id: PLAIN_WEBSITE_ID, at: `${isoOfDay(CUT_OFF_DAY)}T12:00:00Z` };
  const lines = Array.from({ length: 500 }, (_, index) => `${JSON.stringify({ ...event, visitor: `${index}` })}\n`);
  return Buffer.from(lines.join(''));
}

interface WayToSend {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

function waysToSend(body: Buffer): WayToSend[] {
  return [
    { content: body, encoding: {} },
    { content: gzipSync(body), encoding: { 'content-encoding': 'gzip' } },
  ].flatMap(({ content, encoding }) => [
    { headers: { ...encoding, 'content-length': String(content.length) }, bytes: content },
    { headers: { ...encoding, 'transfer-encoding': 'chunked' }, bytes: asChunk(content) },
  ]);
}

function asChunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')]);
}

async function sendAndVanish(bytes: Buffer): Promise<void> {
  const socket = await openConnection(service.client.address);
  await new Promise((sent) => socket.write(bytes, sent));
  socket.destroy();
}
