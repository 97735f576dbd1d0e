// How long each kind of request keeps the thread that answers all requests, in processor time. Other threads may work for it as
// long as they need. `npm run bench -- main-thread WORDS` only measures kinds whose name contains these words.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ATTACKER_WEBSITE_ID, type AttackRequest, PUBLIC_KEY_ORIGIN, send, type Target } from './attacks/attack.ts';
import { freshEvents, keyHeaders, segmentBody, signedWebhook } from './attacks/collector.ts';
import { appDocument, heavyReport } from './attacks/reports.ts';
import { openApiDocument } from './attacks/strangers.ts';
import { type Service, startService } from './neighbours.ts';
import { printTable } from './table.ts';

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 20);
/** The first ones also compile and fill caches. */
const WARM_UP_REQUESTS = 5;
const GOAL_MS = 5;
const KIB = 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Each is as large as it may be, or as expensive. */
const KINDS: Readonly<Record<string, (target: Target, number: number) => AttackRequest>> = {
  'a report, cached': ({ tokens }) => ({
    path: '/api/v1/reports/website?timeframe=last_7_days',
    headers: { authorization: `Bearer ${tokens.rest}` },
  }),
  'a report of 400 days by day, not cached': heavyReport,
  'a report with 1,000 website ids': ({ tokens }) => ({
    path: `/api/v1/reports/account/performance?${Array.from({ length: 1_000 }, (_, index) => `website_ids=${index + 1}`).join('&')}`,
    headers: { authorization: `Bearer ${tokens.rest}` },
  }),
  'OpenAPI documents': (_target, number) => openApiDocument(number),
  'the document for chats': appDocument,
  'a tool call of 32 KiB': ({ tokens }) => ({
    path: '/mcp',
    headers: { ...JSON_TYPE, authorization: `Bearer ${tokens.tools}` },
    body: toolCall(450, 31 * KIB),
  }),
  'a list of tools': ({ tokens }) => ({
    path: '/mcp',
    headers: { ...JSON_TYPE, authorization: `Bearer ${tokens.tools}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  }),
  'events: one': (target) => ({ path: '/collect/events', headers: keyHeaders(target), body: freshEvents(1) }),
  'events: 2,400': (target) => ({ path: '/collect/events', headers: keyHeaders(target), body: freshEvents(2_400) }),
  'events: 8 MiB': (target) => ({ path: '/collect/events', headers: keyHeaders(target), body: largeBatch() }),
  'events of a browser: 64 KiB': ({ publicKey }) => ({
    path: '/e',
    headers: { 'content-type': 'text/plain', origin: PUBLIC_KEY_ORIGIN, 'user-agent': 'Mozilla/5.0 Firefox/145.0' },
    body: `{"key":"${publicKey}","events":[{"type":"view","properties":{"a":[${'1,'.repeat(30_000)}1]}}]}`,
  }),
  'Segment: 512 KiB, 50,000 values': segmentBody,
  'Segment: 64 KiB, key in the body': ({ publicKey }) => ({
    path: '/v1/track',
    headers: { ...JSON_TYPE, origin: PUBLIC_KEY_ORIGIN, 'user-agent': 'Mozilla/5.0 Firefox/145.0' },
    body: `{"writeKey":"${publicKey}","event":"x","properties":{"a":[${'1,'.repeat(30_000)}1]}}`,
  }),
  'a signed webhook, 50,000 values': signedWebhook,
  'a forged webhook of 1 MiB': () => ({
    path: `/webhooks/shopify/${ATTACKER_WEBSITE_ID + 1}`,
    headers: JSON_TYPE,
    body: 'x'.repeat(1024 * KIB),
  }),
  'registration of a client': () => ({
    path: '/oauth/register',
    headers: JSON_TYPE,
    body: JSON.stringify({ redirect_uris: Array.from({ length: 20 }, (_, index) => `https://a.example/${index}`) }),
  }),
  'metadata of the authorization server': () => ({ path: '/.well-known/oauth-authorization-server', headers: {} }),
  'an unknown URL': () => ({ path: '/nowhere', headers: {} }),
  '/healthz': () => ({ path: '/healthz', headers: {} }),
  '/readyz': () => ({ path: '/readyz', headers: {} }),
  '/metrics': () => ({ path: '/metrics', headers: {} }),
};

export async function benchMainThread(words = ''): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const service = await startService(`sqlite:${join(folder, 'funnel.db')}`, folder, {
    RATE_LIMIT_PER_MINUTE: '10000000',
    ADDRESS_REQUESTS_PER_MINUTE: '10000000',
  });
  cleanup.defer(service.stop);
  const rows = [['', 'status', 'median', 'longest', `at most ${GOAL_MS} ms`]];
  for (const [name, request] of Object.entries(KINDS)) {
    if (name.includes(words)) rows.push([name, ...(await measure(service, request))]);
  }
  printTable(`Processor time of the main thread for one request, of ${REQUESTS}, one after the other, on sqlite`, rows);
}

async function measure(service: Service, request: (target: Target, number: number) => AttackRequest) {
  const times: number[] = [];
  let status = 0;
  for (let number = 0; number < WARM_UP_REQUESTS + REQUESTS; number++) {
    const sending = request(service.target, number);
    const beforeMs = await service.mainThreadMs();
    status = await send(service.target, sending);
    times.push((await service.mainThreadMs()) - beforeMs);
  }
  const sorted = times.slice(WARM_UP_REQUESTS).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  return [
    String(status),
    `${median.toFixed(1)} ms`,
    `${sorted.at(-1)!.toFixed(1)} ms`,
    median <= GOAL_MS ? 'yes' : 'NO',
  ];
}

function toolCall(names: number, bytes: number): string {
  const args = Object.fromEntries(
    Array.from({ length: names }, (_, index) => [`a${index}`, 'x'.repeat(bytes / names - 12)]),
  );
  return JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_websites', arguments: args },
  });
}

/** Few events of many bytes: what is measured is the way of the body. */
function largeBatch(): string {
  const event = {
    type: 'view',
    website_id: ATTACKER_WEBSITE_ID,
    visitor: 'v',
    properties: { text: 'x'.repeat(30 * KIB) },
  };
  return `${JSON.stringify(event)}\n`.repeat(270);
}
