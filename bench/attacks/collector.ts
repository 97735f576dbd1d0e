// Attacks with one ingest key, or without any.
import { spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { dayOfTimestampMs } from '../../src/core/engine/rollups/calendar.ts';
import { FUNNEL } from '../measure-import.ts';
import { CAMPAIGN_COUNT, writeEvents } from '../reports-data.ts';
import {
  ATTACKER_ADDRESS,
  ATTACKER_WEBSITE_ID,
  type Attack,
  type AttackRequest,
  holdConnections,
  keepSending,
  PUBLIC_KEY_ORIGIN,
  sendSteadily,
  type Target,
} from './attack.ts';

const MIB = 1024 * 1024;
const IMPORTED_EVENTS = 300_000;
const ROW_HELD_MS = 10_000;
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

export const COLLECTOR_ATTACKS: readonly Attack[] = [
  {
    name: '32 bodies of 8 MiB at one byte per second',
    run: (target, signal) =>
      holdConnections(target, signal, {
        count: 32,
        onOpen: (socket) => {
          socket.write(`${headOf(target)}content-length: ${8 * MIB}\r\n\r\n`);
          const drip = setInterval(() => socket.write(' '), 1_000);
          socket.once('close', () => clearInterval(drip));
        },
      }),
  },
  {
    name: '10,000 invalid lines in 57 bytes of gzip',
    run: (target, signal) => {
      const body = gzipSync('1\n'.repeat(10_000));
      return keepSending(target, signal, {
        concurrency: 4,
        next: () => ({
          path: '/collect/events',
          headers: { ...keyHeaders(target), 'content-encoding': 'gzip', 'idempotency-key': randomUUID() },
          body,
        }),
      });
    },
  },
  {
    name: 'malformed batches and reused idempotency keys',
    run: async (target, signal) => {
      // There are enough requests that every group commit contains one.
      const agent = new Agent({ keepAlive: true, localAddress: ATTACKER_ADDRESS });
      await keepSending(target, signal, {
        concurrency: 16,
        agent,
        next: (number) => ({
          path: '/collect/events',
          headers: { ...keyHeaders(target), ...(number % 2 === 0 && { 'idempotency-key': 'the same each time' }) },
          body: number % 2 === 0 ? `${event(number)}\n` : '[',
        }),
      });
      agent.destroy();
    },
  },
  {
    name: 'a file import during live events of the same website',
    run: async (target, signal) => {
      const live = keepSending(target, signal, {
        concurrency: 2,
        next: (number) => ({ path: '/collect/events', headers: keyHeaders(target), body: `${event(number)}\n` }),
      });
      const path = join(target.folder, 'imported.ndjson');
      await writeEvents(path, IMPORTED_EVENTS, dayOfTimestampMs(Date.now()));
      while (!signal.aborted) await importFile(path, target, signal);
      await live;
    },
  },
  {
    name: 'a row that is held for 10 s',
    // SQLite locks no rows.
    engine: 'postgres',
    run: async (target, signal) => {
      const live = sendSteadily(target, signal, {
        perSecond: 20,
        next: (number) => ({ path: '/collect/events', headers: keyHeaders(target), body: `${event(number)}\n` }),
      });
      while (!signal.aborted) await holdRow(target, signal);
      await live;
    },
  },
  {
    name: '6,000 idle connections',
    run: (target, signal) => holdConnections(target, signal, { count: 6_000, onOpen: () => {} }),
  },
  {
    name: 'batches with 2,000 subject days',
    run: (target, signal) =>
      keepSending(target, signal, {
        concurrency: 4,
        next: () => ({ path: '/collect/events', headers: keyHeaders(target), body: manyDays(2_000) }),
      }),
  },
  {
    name: 'batches with 10,000 different fields',
    run: (target, signal) =>
      keepSending(target, signal, {
        concurrency: 4,
        next: () => ({ path: '/collect/events', headers: keyHeaders(target), body: manyFields(10_000) }),
      }),
  },
  {
    name: '10,000 invented keys in each batch',
    run: (target, signal) =>
      keepSending(target, signal, {
        concurrency: 4,
        next: () => ({ path: '/collect/events', headers: keyHeaders(target), body: inventedKeys(10_000) }),
      }),
  },
  {
    name: 'one invented key in each request',
    run: (target, signal) =>
      keepSending(target, signal, {
        concurrency: 16,
        next: () => ({ path: '/collect/events', headers: keyHeaders(target), body: inventedKeys(1) }),
      }),
  },
  {
    name: 'a flood of a public key from one address',
    run: (target, signal) => floodFromBrowsers(target, signal, () => ATTACKER_ADDRESS),
  },
  {
    name: 'a flood of a public key from 250 addresses',
    run: (target, signal) => floodFromBrowsers(target, signal, (number) => `127.0.1.${1 + (number % 250)}`),
  },
  {
    name: 'batches of 2,400 events',
    run: (target, signal) =>
      keepSending(target, signal, {
        concurrency: 8,
        next: () => ({ path: '/collect/events', headers: keyHeaders(target), body: freshEvents(2_400) }),
      }),
  },
  {
    name: 'Segment bodies with a public key',
    // One address may send as many.
    run: (target, signal) => sendSteadily(target, signal, { perSecond: 20, next: () => segmentBody(target) }),
  },
  {
    name: 'signed webhooks',
    run: (target, signal) =>
      keepSending(target, signal, { concurrency: 4, next: (number) => signedWebhook(target, number) }),
  },
];

/** Does what a transaction does that is stuck: every commit has to lock this row. */
async function holdRow({ env }: Target, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT version FROM website_activity WHERE website_id = $1 FOR UPDATE', [ATTACKER_WEBSITE_ID]);
  await delay(ROW_HELD_MS, undefined, { signal }).catch(() => {});
  await client.end();
}

/** Is about as large and as rich in values as a body may be: 512 KiB and 50,000 values. */
export function segmentBody({ publicKey }: Target): AttackRequest {
  const properties = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`name_${index}`, index]));
  const batch = Array.from({ length: 2_000 }, (_, index) => ({
    ...{ type: 'track', event: 'Unknown', messageId: `message-${index}`, anonymousId: 'somebody' },
    properties,
  }));
  return {
    path: '/v1/batch',
    headers: {
      authorization: `Basic ${Buffer.from(`${publicKey}:`).toString('base64')}`,
      origin: PUBLIC_KEY_ORIGIN,
      'user-agent': USER_AGENT,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ batch }),
  };
}

/** An order of Shopify with about 50,000 values. */
export function signedWebhook({ webhookSecret }: Target, number: number): AttackRequest {
  const lines = Array.from({ length: 4_500 }, (_, index) => ({
    ...{ id: Number.MAX_SAFE_INTEGER - index, sku: `sku-${index}`, price: '1.00', quantity: 1, total_discount: '0.00' },
    ...{ a: 1, b: 2, c: 3, d: 4, e: 5 },
  }));
  const body = JSON.stringify({
    ...{ id: Date.now() * 1_000 + number, financial_status: 'paid', total_price: '10.00', currency: 'USD' },
    line_items: lines,
  });
  const signature = createHmac('sha256', webhookSecret).update(body).digest('base64');
  return {
    path: `/webhooks/shopify/${ATTACKER_WEBSITE_ID}`,
    headers: { 'content-type': 'application/json', 'x-shopify-hmac-sha256': signature },
    body,
  };
}

async function floodFromBrowsers(
  target: Target,
  signal: AbortSignal,
  addressOf: (number: number) => string,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  await keepSending(target, signal, {
    concurrency: 16,
    agent,
    next: (number) => ({
      path: '/e',
      headers: { origin: PUBLIC_KEY_ORIGIN, 'user-agent': USER_AGENT, 'content-type': 'text/plain' },
      body: JSON.stringify({ key: target.publicKey, events: [{ id: randomUUID(), type: 'view' }] }),
      fromAddress: addressOf(number),
    }),
  });
  agent.destroy();
}

function headOf({ ingestKey }: Target): string {
  return `POST /collect/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${ingestKey}\r\ncontent-type: application/x-ndjson\r\n`;
}

export function keyHeaders({ ingestKey }: Target): Record<string, string> {
  return { authorization: `Bearer ${ingestKey}`, 'content-type': 'application/x-ndjson' };
}

function event(number: number): string {
  return JSON.stringify({ type: 'view', website_id: ATTACKER_WEBSITE_ID, visitor: `visitor-${number}` });
}

async function importFile(path: string, { env }: Target, signal: AbortSignal): Promise<void> {
  const child = spawn(FUNNEL, ['import', 'events', path, '--again', '--json'], { env, stdio: 'ignore' });
  const stop = () => child.kill();
  signal.addEventListener('abort', stop, { once: true });
  await once(child, 'exit');
  signal.removeEventListener('abort', stop);
}

function manyDays(count: number): string {
  return bodyOf(count, (number) => ({
    type: 'conversion',
    element_id: 1 + Math.floor(number / 400),
    at: new Date(Date.now() - (number % 400) * 86_400_000).toISOString(),
  }));
}

function manyFields(count: number): string {
  return bodyOf(count, () => ({ type: 'selection', element_id: 1, field: randomUUID(), value: 'x' }));
}

/** What a server sends: events of all campaigns, of today, each with an id. */
export function freshEvents(count: number): string {
  return bodyOf(count, (number) => ({
    ...{ type: number % 4 === 0 ? 'conversion' : 'view', step_id: 1 + (number % CAMPAIGN_COUNT) },
    ...{ visitor: randomUUID(), id: randomUUID() },
  }));
}

function inventedKeys(count: number): string {
  return bodyOf(count, () => ({ type: 'view', campaign: `c-${randomUUID()}`, step: 'form' }));
}

function bodyOf(count: number, event: (number: number) => object): string {
  const common = { website_id: ATTACKER_WEBSITE_ID, visitor: randomUUID() };
  return Array.from({ length: count }, (_, number) => `${JSON.stringify({ ...common, ...event(number) })}\n`).join('');
}
