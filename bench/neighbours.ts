// What one tenant can do to another: the response times of a neighbour during each attack, and just before it. Attacks are
// listed in attacks/. `npm run bench -- neighbours WORDS` only runs attacks whose name contains these words. BENCH_SECONDS
// sets how long each takes, BENCH_ENGINES which engines are measured (sqlite,postgres).
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dayOfTimestampMs, isoOfDay } from '../src/core/engine/rollups/calendar.ts';
import { freePort, startOwnPostgres } from '../test/support/postgres-server.ts';
import { ATTACKER_WEBSITE_ID, type Attack, PUBLIC_KEY_ORIGIN, type Target } from './attacks/attack.ts';
import { COLLECTOR_ATTACKS } from './attacks/collector.ts';
import { REPORT_ATTACKS } from './attacks/reports.ts';
import { STRANGERS_ATTACKS } from './attacks/strangers.ts';
import type { LoadRequest } from './http-load.ts';
import { FUNNEL } from './measure-import.ts';
import { Neighbour, type NeighbourTimes } from './neighbour.ts';
import { catalog, DAY_COUNT, writeEvents } from './reports-data.ts';
import { printTable } from './table.ts';

const ATTACKS: readonly Attack[] = [...COLLECTOR_ATTACKS, ...REPORT_ATTACKS, ...STRANGERS_ATTACKS];

const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const ENGINES = (process.env.BENCH_ENGINES ?? 'sqlite,postgres').split(',');
const PER_SECOND = 20;
/** An attack runs this long before the neighbour is measured. */
const HEAD_START_MS = 2_000;
const EVENT_COUNT = 100_000;
const NEIGHBOUR_WEBSITE_ID = 2;

export interface Service {
  readonly port: number;
  readonly target: Target;
  readonly requests: Readonly<Record<string, LoadRequest>>;
  /** Throws if the process has exited, with what it has logged. */
  requireRunning(): void;
  /** The processor time of its main thread since it started. */
  mainThreadMs(): Promise<number>;
  stop(): Promise<void>;
}

export async function benchNeighbours(words = ''): Promise<void> {
  const attacks = ATTACKS.filter(({ name }) => name.includes(words));
  for (const engine of ENGINES) {
    await using cleanup = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
    cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
    const possible = attacks.filter((attack) => (attack.engine ?? engine) === engine);
    await benchOn(engine, await databaseUrlOf(engine, folder, cleanup), folder, possible);
  }
}

async function databaseUrlOf(engine: string, folder: string, cleanup: AsyncDisposableStack): Promise<string> {
  if (engine === 'sqlite') return `sqlite:${join(folder, 'funnel.db')}`;
  const postgres = await startOwnPostgres();
  cleanup.defer(postgres.stop);
  return postgres.url;
}

async function benchOn(engine: string, databaseUrl: string, folder: string, attacks: readonly Attack[]): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  // The limit is what the neighbour sends with its token, and some more.
  const service = await startService(databaseUrl, folder, { RATE_LIMIT_PER_MINUTE: '2000' });
  cleanup.defer(service.stop);
  using neighbour = new Neighbour();
  const { port, requests } = service;
  const measure = async (what: string) => {
    // The whole run takes minutes. If it ends early, this shows where.
    console.error(`${engine}: ${what} …`);
    const times = await neighbour.call({ port, requests, perSecond: PER_SECOND, seconds: SECONDS });
    service.requireRunning();
    return times;
  };
  const rows = [['', ...Object.keys(requests).flatMap((name) => [name, 'p50', '', 'p99', ''])]];
  await measure('warming up');
  for (const attack of attacks) {
    // Just before each attack, because the machine may have other work from time to time.
    const calm = await measure(`before: ${attack.name}`);
    const ended = new AbortController();
    const running = attack.run(service.target, ended.signal);
    try {
      await delay(HEAD_START_MS);
      rows.push([attack.name, ...figures(calm, await measure(attack.name))]);
    } finally {
      ended.abort();
      await running;
    }
    await delay(HEAD_START_MS);
  }
  const rate = `${PER_SECOND} requests of each kind per second for ${SECONDS} seconds`;
  printTable(
    `Requests of a neighbour on ${engine}: ${rate}; before -> during; a failed one counts as the slowest`,
    rows,
  );
}

type Measured = Readonly<Record<string, NeighbourTimes>>;

function figures(before: Measured, during: Measured): string[] {
  return Object.entries(during).flatMap(([name, { sent, failed, p50Ms, p99Ms }]) => [
    failed === 0 ? `${sent} succeeded` : `${failed} of ${sent} failed`,
    ...change(before[name]!.p50Ms, p50Ms),
    ...change(before[name]!.p99Ms, p99Ms),
  ]);
}

function change(beforeMs: number, duringMs: number): [string, string] {
  return [`${beforeMs.toFixed(0)} -> ${duringMs.toFixed(0)} ms`, `${(duringMs / beforeMs).toFixed(1)} x`];
}

/** The limits are the defaults, because they are what is measured, except for those of `settings`. */
export async function startService(
  databaseUrl: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<Service> {
  const port = await freePort();
  const env = { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port), LOG_LEVEL: 'error' };
  const funnel = (...args: string[]) => execFileSync(FUNNEL, args, { env, encoding: 'utf8' });
  const created = (websiteId: number, ...args: string[]) =>
    JSON.parse(funnel(...args, '--website', String(websiteId), '--json'));
  await fill(funnel, folder);
  const tokenOf = (id: number, audience: string) =>
    created(id, 'token', 'create', '--scope', 'reports', '--for', audience).token as string;
  const neighbourKey = created(NEIGHBOUR_WEBSITE_ID, 'ingest-key', 'create').key;
  const webhookSecret = randomBytes(24).toString('base64url');
  const forWebhooks = ['webhook', 'create', '--website', String(ATTACKER_WEBSITE_ID), '--provider', 'shopify'];
  execFileSync(FUNNEL, [...forWebhooks, '--secret-stdin'], { env, input: webhookSecret });
  const target: Target = {
    port,
    webhookSecret,
    folder,
    env,
    ingestKey: created(ATTACKER_WEBSITE_ID, 'ingest-key', 'create').key,
    publicKey: created(ATTACKER_WEBSITE_ID, 'ingest-key', 'create', '--public', '--origin', PUBLIC_KEY_ORIGIN).key,
    tokens: { rest: tokenOf(ATTACKER_WEBSITE_ID, 'rest'), tools: tokenOf(ATTACKER_WEBSITE_ID, 'tools') },
  };
  const served = spawn(FUNNEL, ['serve'], {
    env: { ...env, ...settings, NODE_OPTIONS: `--import ${new URL('./report-main-thread.ts', import.meta.url)}` },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let logged = '';
  served.stderr!.setEncoding('utf8').on('data', (text: string) => {
    logged += text;
  });
  const requireRunning = () => {
    const { exitCode, signalCode } = served;
    if (exitCode === null && signalCode === null) return;
    throw new Error(`The service exited (${signalCode ?? `code ${exitCode}`}):\n${logged}`);
  };
  // It logs a line when it is ready, or why it can't start.
  await Promise.race([once(served.stderr!, 'data'), once(served, 'exit')]);
  requireRunning();
  return {
    port,
    target,
    requests: {
      event: {
        path: '/collect/events',
        headers: { authorization: `Bearer ${neighbourKey}`, 'content-type': 'application/x-ndjson' },
        body: `{"type":"view","website_id":${NEIGHBOUR_WEBSITE_ID},"visitor":"somebody"}\n`,
      },
      report: {
        path: '/api/v1/reports/website?timeframe=last_7_days',
        headers: { authorization: `Bearer ${tokenOf(NEIGHBOUR_WEBSITE_ID, 'rest')}` },
      },
    },
    requireRunning,
    mainThreadMs: async () => {
      served.send('report');
      const [ms] = await once(served, 'message');
      return ms;
    },
    stop: async () => {
      if (!served.kill('SIGTERM')) return;
      await once(served, 'exit');
    },
  };
}

/** The attacker's website has data for a year, the neighbour's is empty. */
async function fill(funnel: (...args: string[]) => string, folder: string): Promise<void> {
  const today = dayOfTimestampMs(Date.now());
  const createdAt = `${isoOfDay(today - DAY_COUNT)}T00:00:00Z`;
  const { accounts } = catalog(createdAt) as { accounts: object[] };
  const neighbour = { id: NEIGHBOUR_WEBSITE_ID, name: 'neighbour.example', created_at: createdAt };
  const catalogPath = join(folder, 'catalog.json');
  const eventsPath = join(folder, 'events.ndjson');
  writeFileSync(
    catalogPath,
    JSON.stringify({ accounts: [...accounts, { id: 2, name: 'Neighbour', websites: [neighbour] }] }),
  );
  await writeEvents(eventsPath, EVENT_COUNT, today);
  funnel('migrate');
  funnel('import', 'catalog', catalogPath);
  funnel('website', 'settings', '--website', String(ATTACKER_WEBSITE_ID), '--register-keys', 'on');
  funnel('import', 'events', eventsPath);
}
