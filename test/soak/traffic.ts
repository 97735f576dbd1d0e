// What clients do, all kinds of it at once and at a steady pace, and what must have been counted in the end.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createToken, revokeToken } from '../../src/core/contract/access/tokens.ts';
import { dayOfTimestampMs, isoOfDay } from '../../src/core/engine/rollups/calendar.ts';
import { Random } from '../../src/core/foundation/statistics/random.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { BrowserlessPerson } from '../support/browserless-person.ts';
import { OAuthClient } from '../support/oauth-client.ts';
import type { ModelEvent } from '../support/reference-model.ts';
import { LOGIN, type SoakService } from './service.ts';

const PAST_EVENTS = 400_000;
const PAST_DAYS = 60;
/** Some events come late. */
const LIVE_DAYS = 2;
const VISITORS = 100_000;
const EMAILS = 2_000;
const EVENTS_PER_BATCH = 200;
const RESENT_SHARE = 0.02;
const UNDER_WAY_MAX = 20;
const ANSWER_MS_MAX = 30_000;
const DAY_MS = 86_400_000;

export interface Counted {
  views: number;
  conversions: number;
  orders: number;
  /** The amount in cents. */
  revenue: number;
}

interface KindOfTraffic {
  readonly name: string;
  readonly perSecond: number;
  /** Throws where the answer is not the expected one. */
  send(traffic: Traffic): Promise<void>;
}

export interface KindResult {
  answered: number;
  readonly milliseconds: number[];
  readonly failures: string[];
}

class UnexpectedAnswerError extends Error {}

export class Traffic {
  readonly service: SoakService;
  readonly random = new Random(11);
  readonly counted: Counted;
  /** Counts all kinds. */
  answered = 0;
  #lastNumber: number;

  constructor(service: SoakService, before: PastTraffic) {
    this.service = service;
    this.#lastNumber = before.events;
    this.counted = { ...before.counted };
  }

  nextNumber(): number {
    return ++this.#lastNumber;
  }

  /** Sends all kinds at their pace until it is told to stop, then waits for the last answers. */
  async run(kinds: readonly KindOfTraffic[], until: number): Promise<Map<string, KindResult>> {
    const results = new Map(kinds.map(({ name }) => [name, { answered: 0, milliseconds: [], failures: [] }]));
    await Promise.all(kinds.map((kind) => this.#keepSending(kind, results.get(kind.name)!, until)));
    return results;
  }

  async #keepSending(kind: KindOfTraffic, result: KindResult, until: number): Promise<void> {
    const underWay = new Set<Promise<void>>();
    const everyMs = 1_000 / kind.perSecond;
    for (let due = performance.now(); due < until; due += everyMs) {
      await sleep(Math.max(0, due - performance.now()));
      while (underWay.size >= UNDER_WAY_MAX) await Promise.race(underWay);
      const sent: Promise<void> = this.#send(kind, result).finally(() => underWay.delete(sent));
      underWay.add(sent);
    }
    await Promise.all(underWay);
  }

  async #send(kind: KindOfTraffic, result: KindResult): Promise<void> {
    const startedAt = performance.now();
    try {
      await kind.send(this);
      result.answered++;
      this.answered++;
      result.milliseconds.push(performance.now() - startedAt);
    } catch (error) {
      result.failures.push(error instanceof UnexpectedAnswerError ? error.message : String(error));
    }
  }

  /** The answer's body, as JSON where it is. */
  async ask(path: string, status: number | readonly number[], init: RequestInit = {}): Promise<unknown> {
    const response = await fetch(this.service.url + path, { ...init, signal: AbortSignal.timeout(ANSWER_MS_MAX) });
    const text = await response.text();
    if (![status].flat().includes(response.status)) {
      throw new UnexpectedAnswerError(`${init.method ?? 'GET'} ${path}: ${response.status} ${text.slice(0, 200)}`);
    }
    return response.headers.get('content-type')?.includes('json') && text !== '' ? JSON.parse(text) : text;
  }

  get(path: string, token = this.service.tokens.rest): Promise<unknown> {
    return this.ask(path, 200, { headers: { authorization: `Bearer ${token}` } });
  }

  async collect(events: readonly ModelEvent[], idempotencyKey?: string): Promise<void> {
    const answer = (await this.ask('/collect/events', 200, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.service.ingestKey}`,
        'content-type': 'application/x-ndjson',
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      body: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    })) as { accepted: number };
    if (answer.accepted !== events.length) throw new UnexpectedAnswerError(`${answer.accepted} of ${events.length}`);
    for (const event of events) count(this.counted, event);
  }
}

function count(counted: Counted, { type, revenue = 0 }: ModelEvent): void {
  if (type === 'view') counted.views++;
  if (type === 'conversion') counted.conversions++;
  if (type === 'order') counted.orders++;
  counted.revenue += Math.round(Number(revenue) * 100);
}

/**
 * What was counted before. So much that neither the sketches nor the parts of the database that are kept in memory grow
 * any more: what grows then is not meant to.
 */
export class PastTraffic {
  readonly counted: Counted = { views: 0, conversions: 0, orders: 0, revenue: 0 };
  events = 0;

  *lines(): Iterable<string> {
    const random = new Random(10);
    while (this.events < PAST_EVENTS) {
      const event = randomEvent(random, ++this.events, PAST_DAYS);
      count(this.counted, event);
      yield `${JSON.stringify(event)}\n`;
    }
  }
}

/** An event of website 1. Each one counts on the website, but for the selections. */
function randomEvent(random: Random, number: number, days: number): ModelEvent {
  const event = {
    website_id: 1,
    id: `event-${number}`,
    visitor: `visitor-${random.between(1, VISITORS)}`,
    at: new Date(Date.now() - random.next() * days * DAY_MS).toISOString(),
  };
  if (random.chance(0.6)) return { ...event, type: 'view', step_id: random.chance(0.5) ? 1000 : 1011 };
  if (random.chance(0.7)) return { ...event, type: 'conversion', element_id: 10000 };
  if (random.chance(0.7)) {
    return { ...event, type: 'order', order_id: `order-${number}`, revenue: random.between(1, 999), element_id: 10001 };
  }
  return { ...event, type: 'selection', element_id: 10010, field: 'colour', value: `colour ${random.between(1, 300)}` };
}

function events(traffic: Traffic, count: number): ModelEvent[] {
  return Array.from({ length: count }, () => randomEvent(traffic.random, traffic.nextNumber(), LIVE_DAYS));
}

/** One of very many, so that hardly any is asked for twice. */
function randomRange({ random }: Traffic): string {
  const last = dayOfTimestampMs(Date.now()) - random.between(0, 300);
  const first = last - random.between(0, 300);
  return `timeframe=custom&range_start=${isoOfDay(first)}&range_end=${isoOfDay(last)}&previous_period=true`;
}

const COLD_PATHS = [
  '/api/v1/reports/website?',
  '/api/v1/reports/campaigns?sort=views&',
  '/api/v1/reports/campaigns/10?',
  '/api/v1/reports/variants/100?',
  '/api/v1/reports/elements/10010?',
];

export const KINDS: readonly KindOfTraffic[] = [
  {
    name: 'collector, one event',
    perSecond: 40,
    send: async (traffic) => {
      const [event] = events(traffic, 1);
      await traffic.collect([event!]);
      if (traffic.random.chance(RESENT_SHARE)) await resend(traffic, event!);
    },
  },
  {
    name: `collector, ${EVENTS_PER_BATCH} events`,
    perSecond: 2,
    send: (traffic) => traffic.collect(events(traffic, EVENTS_PER_BATCH), `batch-${traffic.nextNumber()}`),
  },
  {
    name: 'report, hot',
    perSecond: 30,
    send: async (traffic) => {
      await traffic.get('/api/v1/reports/website?previous_period=true');
    },
  },
  {
    name: 'report, cold',
    perSecond: 5,
    send: async (traffic) => {
      const path = COLD_PATHS[traffic.random.between(0, COLD_PATHS.length - 1)]!;
      await traffic.get(path + randomRange(traffic));
    },
  },
  { name: 'contacts', perSecond: 6, send: useContacts },
  { name: 'tool call', perSecond: 5, send: callTool },
  { name: 'token of an operator', perSecond: 0.5, send: makeAndRevokeToken },
  { name: 'token of a person', perSecond: 0.1, send: authorizeAndRevoke },
  { name: 'bad requests', perSecond: 5, send: misbehave },
];

async function resend(traffic: Traffic, event: ModelEvent): Promise<void> {
  await traffic.collect([event]).then(
    () => {
      throw new UnexpectedAnswerError('an event was counted twice');
    },
    (error: Error) => {
      if (error.message !== '0 of 1') throw error;
    },
  );
}

async function useContacts(traffic: Traffic): Promise<void> {
  const headers = { authorization: `Bearer ${traffic.service.tokens.rest}`, 'content-type': 'application/json' };
  const email = `person-${traffic.random.between(1, EMAILS)}@example.com`;
  if (traffic.random.chance(0.1)) {
    await traffic.ask(`/api/v1/contacts?email=${email}`, [200, 404], { method: 'DELETE', headers });
  } else if (traffic.random.chance(0.4)) {
    await traffic.get(`/api/v1/contacts?page=${traffic.random.between(1, 5)}`);
  } else {
    const body = JSON.stringify({ email, city: `City ${traffic.random.between(1, 50)}` });
    await traffic.ask('/api/v1/contacts', [200, 201], { method: 'POST', headers, body });
  }
}

async function callTool(traffic: Traffic): Promise<void> {
  const range = Object.fromEntries(new URLSearchParams(randomRange(traffic)));
  const args = traffic.random.chance(0.5) ? { previous_period: true } : { ...range, previous_period: true };
  const params = { name: 'get_website_report', arguments: args };
  const answer = (await traffic.ask('/mcp', 200, {
    method: 'POST',
    headers: { authorization: `Bearer ${traffic.service.tokens.tools}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })) as { result?: { isError?: boolean } };
  if (!answer.result || answer.result.isError) throw new UnexpectedAnswerError(JSON.stringify(answer));
}

async function makeAndRevokeToken(traffic: Traffic): Promise<void> {
  const { database } = traffic.service;
  const newToken = { websiteIds: [1], scopes: ['reports'] as const, audience: 'rest' as const };
  const { id, token } = await createToken(database, newToken, systemClock);
  await traffic.get('/api/v1/reports/website', token);
  await revokeToken(database, id, systemClock);
  await traffic.ask('/api/v1/reports/website', 401, { headers: { authorization: `Bearer ${token}` } });
}

async function authorizeAndRevoke(traffic: Traffic): Promise<void> {
  const { url } = traffic.service;
  const client = await OAuthClient.register(url);
  const issued = await client.obtain(new BrowserlessPerson(url), [1], LOGIN);
  await traffic.get('/api/v1/reports/website', issued.access_token);
  const refreshed = await client.refresh(issued.refresh_token);
  await client.revoke(refreshed.refresh_token!);
  const headers = { authorization: `Bearer ${refreshed.access_token}` };
  await traffic.ask('/api/v1/reports/website', 401, { headers });
}

async function misbehave(traffic: Traffic): Promise<void> {
  const { url, tokens, ingestKey } = traffic.service;
  const number = traffic.nextNumber();
  const json = { authorization: `Bearer ${tokens.rest}`, 'content-type': 'application/json' };
  const collector = { authorization: `Bearer ${ingestKey}`, 'content-type': 'application/x-ndjson' };
  const mistakes = [
    () => traffic.ask(`/nothing/${number}`, 404),
    () => traffic.ask('/api/v1/reports/website', 401, { headers: { authorization: `Bearer wrong-${number}` } }),
    () => traffic.ask(`/api/v1/reports/website?timeframe=${number}`, 422, { headers: json }),
    () => traffic.ask('/api/v1/contacts', 400, { method: 'POST', headers: json, body: '{' }),
    () => traffic.ask('/api/v1/contacts', 413, { method: 'POST', headers: json, body: ' '.repeat(70_000) }),
    () => traffic.ask('/collect/events', 400, { method: 'POST', headers: collector, body: '' }),
    () =>
      traffic.ask('/collect/events', 415, {
        method: 'POST',
        headers: { ...collector, 'content-type': 'a/b' },
        body: 'x',
      }),
    () => sendRaw(url, 'NOT HTTP AT ALL\r\n\r\n', '400'),
    () => sendRaw(url, `POST /collect/events HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n${number}`, '401'),
  ];
  await mistakes[number % mistakes.length]!();
}

/** Goes away after the first bytes of the answer. */
function sendRaw(url: string, bytes: string, status: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('error', reject);
    socket.once('data', (answer) => {
      socket.destroy();
      if (answer.toString('latin1', 9, 12) === status) resolve();
      else reject(new UnexpectedAnswerError(`raw: ${answer.toString('latin1', 0, 100)}`));
    });
  });
}
