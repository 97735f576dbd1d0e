// What clients do with the websites of a cluster, all at once: events come in, contacts and tokens are made, reports are read.
// A request that fails is sent again until it is answered well, so in the end everything was acknowledged once; what became of
// each attempt is noted, by the worker that has the website.
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { BrowserlessPerson } from '../support/browserless-person.ts';
import { OAuthClient } from '../support/oauth-client.ts';
import { createUser } from '../support/users.ts';
import { LOGIN } from './authorizations.ts';
import { type FaultClient, NoAnswerError, RefusedError } from './fault-client.ts';

const WEBSITES = 6;
const EVENTS_PER_BATCH = 5;
const REFUSED_PAUSE_MS = 50;
const JSON_TYPE = { 'content-type': 'application/json' };

export interface ClusterWebsite {
  readonly id: number;
  /** The port of the worker that has its shard. */
  readonly workerPort: number;
  readonly token: string;
  readonly ingestKey: string;
}

/** `database` must have the current schema and nothing else. */
export async function prepareWebsites(database: Database): Promise<ClusterWebsite[]> {
  const ids = Array.from({ length: WEBSITES }, (_, index) => index + 1);
  const websites = ids.map((id) => ({ id, name: `site-${id}.example`, created_at: '2024-01-01T00:00:00Z' }));
  await importCatalog(database, { accounts: [{ id: 1, name: 'Acme', websites }] }, systemClock);
  await createUser(database, { ...LOGIN, accountIds: [1] }, systemClock);
  const prepared: ClusterWebsite[] = [];
  for (const id of ids) {
    const scopes = ['reports', 'contacts:read', 'contacts:write'] as const;
    const { token } = await createToken(database, { websiteIds: [id], scopes, audience: 'rest' }, systemClock);
    const ingestKey = (await createIngestKey(database, id, systemClock))!.key;
    prepared.push({ id, token, ingestKey, workerPort: await workerPortOf(database, id) });
  }
  return prepared;
}

async function workerPortOf(database: Database, websiteId: number): Promise<number> {
  const [row] = await database.query<{ port: number }>(
    `SELECT nodeport AS port FROM citus_shards
     WHERE shardid = get_shard_id_for_distribution_column('website_activity', $1::bigint)`,
    [websiteId],
  );
  return row!.port;
}

/** Serves to make tokens. The service must be well. */
export async function dashboardToken(address: string): Promise<string> {
  const client = await OAuthClient.known(address, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
  const redirect = { redirect_uri: `${address}/callback` };
  const websiteIds = Array.from({ length: WEBSITES }, (_, index) => index + 1);
  return (await client.obtain(new BrowserlessPerson(address), websiteIds, LOGIN, redirect)).access_token;
}

const KINDS = ['events', 'contacts', 'reports', 'tokens'] as const;
type Kind = (typeof KINDS)[number];

/** One request, once it has ended. */
export interface Attempt {
  readonly kind: Kind;
  readonly workerPort: number;
  readonly startedMs: number;
  readonly endedMs: number;
  /** undefined: it was answered well. */
  readonly failure: string | undefined;
}

interface ClusterLoadOptions {
  readonly client: FaultClient;
  readonly websites: readonly ClusterWebsite[];
  readonly dashboardToken: string;
  /** Makes what it sends different from what other loads have sent. */
  readonly name: string;
}

interface Sent {
  readonly website: ClusterWebsite;
  readonly number: number;
}

export class ClusterLoad {
  readonly attempts: Attempt[] = [];
  /** Answers that were neither good nor a clean refusal. */
  readonly unclean: string[] = [];
  readonly #options: ClusterLoadOptions;
  readonly #requests: Readonly<Record<Kind, (sent: Sent) => Promise<unknown>>>;
  readonly #acknowledged = new Map<string, number>();
  #running: Promise<unknown> = Promise.resolve();
  #isStopping = false;

  constructor(options: ClusterLoadOptions) {
    this.#options = options;
    this.#requests = {
      events: (sent) => this.#postEvents(sent),
      contacts: (sent) => this.#postContact(sent),
      reports: ({ website }) => options.client.get('/api/v1/reports/website?timeframe=all_time', website.token),
      tokens: ({ website }) => this.#makeToken(website),
    };
  }

  start(): void {
    const { websites } = this.#options;
    const loops = websites.flatMap((website) =>
      ['events', 'contacts', 'reports'].map((kind) => this.#repeat(kind as Kind, website)),
    );
    // Tokens take turns on the coordinator, whatever website they are for.
    const ofEachWorker = Map.groupBy(websites, ({ workerPort }) => workerPort).values();
    const tokens = Array.from(ofEachWorker, ([website]) => this.#repeat('tokens', website!));
    this.#running = Promise.all([...loops, ...tokens]);
    // `stop` reports the error.
    this.#running.catch(() => {});
  }

  /** What was sent is sent until it is acknowledged: the service must be well. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  acknowledged(kind: Kind, websiteId: number): number {
    return this.#acknowledged.get(`${kind} ${websiteId}`) ?? 0;
  }

  /** Until so many more requests of each kind have ended, for each website that `concerns`; or until time is up. */
  async until(ended: number, concerns: (website: ClusterWebsite) => boolean, msMax: number): Promise<void> {
    const ports = new Set(this.#options.websites.filter(concerns).map(({ workerPort }) => workerPort));
    const first = this.attempts.length;
    const isEnough = () =>
      [...ports].every((port) =>
        KINDS.every(
          (kind) =>
            this.attempts.slice(first).filter((one) => one.kind === kind && one.workerPort === port).length >= ended,
        ),
      );
    const until = performance.now() + msMax;
    while (!isEnough() && performance.now() < until) {
      await Promise.race([this.#running, delay(REFUSED_PAUSE_MS)]);
    }
  }

  async #repeat(kind: Kind, website: ClusterWebsite): Promise<void> {
    for (let number = 0; !this.#isStopping; number++) {
      while (!(await this.#attempt(kind, { website, number }))) await delay(REFUSED_PAUSE_MS);
      const key = `${kind} ${website.id}`;
      this.#acknowledged.set(key, (this.#acknowledged.get(key) ?? 0) + 1);
    }
  }

  async #attempt(kind: Kind, sent: Sent): Promise<boolean> {
    const startedMs = performance.now();
    const note = (failure?: string) => {
      const { workerPort } = sent.website;
      this.attempts.push({ kind, workerPort, startedMs, endedMs: performance.now(), failure });
      return failure === undefined;
    };
    try {
      await this.#requests[kind](sent);
      return note();
    } catch (error) {
      if (error instanceof RefusedError) return note(error.code);
      if (error instanceof NoAnswerError) return note('no answer');
      this.unclean.push(String(error));
      return note('unclean');
    }
  }

  /** With an idempotency key or with an id in each event: it can be sent again. */
  #postEvents({ website: { id, ingestKey }, number }: Sent): Promise<unknown> {
    const batch = `${this.#options.name}-${id}-${number}`;
    const hasKey = number % 2 === 0;
    const events = Array.from({ length: EVENTS_PER_BATCH }, (_, index) =>
      JSON.stringify({
        type: 'view',
        website_id: id,
        visitor: `visitor-${index}`,
        ...(!hasKey && { id: `${batch}-${index}` }),
      }),
    );
    const headers = { authorization: `Bearer ${ingestKey}`, 'content-type': 'application/x-ndjson' };
    return this.#options.client.send(
      '/collect/events',
      {
        method: 'POST',
        headers: { ...headers, ...(hasKey && { 'idempotency-key': batch }) },
        body: events.join('\n'),
      },
      [200],
    );
  }

  #postContact({ website: { token }, number }: Sent): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}`, ...JSON_TYPE };
    const body = JSON.stringify({ email: `person-${number}@${this.#options.name}.example` });
    return this.#options.client.send('/api/v1/contacts', { method: 'POST', headers, body }, [200, 201]);
  }

  #makeToken({ id }: ClusterWebsite): Promise<unknown> {
    const headers = { authorization: `Bearer ${this.#options.dashboardToken}`, ...JSON_TYPE };
    const body = JSON.stringify({ name: 'Load', audience: 'rest', scopes: ['reports'], website_ids: [id] });
    return this.#options.client.send('/oauth/tokens', { method: 'POST', headers, body }, [201]);
  }
}

/** After the loads have stopped: everything acknowledged is there, once. */
export async function expectAllCounted(
  client: FaultClient,
  websites: readonly ClusterWebsite[],
  loads: readonly ClusterLoad[],
): Promise<void> {
  const sum = (kind: Kind, id: number) => loads.reduce((total, load) => total + load.acknowledged(kind, id), 0);
  for (const { id, token } of websites) {
    const { body } = await client.get('/api/v1/reports/website?timeframe=all_time&count_type=total', token);
    const { views } = (body as { data: { metrics: { views: number } } }).data.metrics;
    expect(views, `events of website ${id}`).toBe(sum('events', id) * EVENTS_PER_BATCH);
    const { headers } = await client.get('/api/v1/contacts', token);
    expect(Number(headers.get('x-total-count')), `contacts of website ${id}`).toBe(sum('contacts', id));
  }
}

/** The share of requests for healthy websites that were answered well, of those that were sent while something was broken. */
export function summarizeShares(what: string, attempts: readonly Attempt[]): void {
  const parts = KINDS.map((kind) => {
    const ofKind = attempts.filter((attempt) => attempt.kind === kind);
    const good = ofKind.filter(({ failure }) => failure === undefined);
    const slowest = Math.max(0, ...ofKind.map(({ startedMs, endedMs }) => endedMs - startedMs));
    return `${kind} ${good.length} of ${ofKind.length} (slowest ${(slowest / 1_000).toFixed(1)} s)`;
  });
  const good = attempts.filter(({ failure }) => failure === undefined).length;
  const share = attempts.length === 0 ? 'none' : `${((good / attempts.length) * 100).toFixed(1)} %`;
  const failures = Map.groupBy(
    attempts.filter(({ failure }) => failure !== undefined),
    ({ failure }) => failure,
  );
  const codes = [...failures].map(([code, list]) => `${code} ${list.length}`).join(', ');
  console.info(`FAULTS ${what}: healthy websites ${share}: ${parts.join(', ')}; refused ${codes || 0}`);
}
