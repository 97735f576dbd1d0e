// What one tenant can do to another: the times of a neighbour's requests beside each attack, and without one. A new attack
// is an entry of a list in attacks/. `npm run bench -- neighbours WORDS` runs the attacks whose name has these words alone;
// BENCH_SECONDS sets how long each lasts, BENCH_ENGINES which engines are measured (sqlite,postgres).
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dayOfTimestampMs, isoOfDay } from '../src/rollups/calendar.ts';
import { freePort, startOwnPostgres } from '../test/support/postgres-server.ts';
import { ATTACKER_WEBSITE_ID, type Attack, type Target } from './attacks/attack.ts';
import { COLLECTOR_ATTACKS } from './attacks/collector.ts';
import { REPORT_ATTACKS } from './attacks/reports.ts';
import type { LoadRequest } from './http-load.ts';
import { FUNNEL } from './measure-import.ts';
import { Neighbour, type NeighbourTimes } from './neighbour.ts';
import { catalog, DAY_COUNT, writeEvents } from './reports-data.ts';
import { printTable } from './table.ts';

const ATTACKS: readonly Attack[] = [...COLLECTOR_ATTACKS, ...REPORT_ATTACKS];

const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const ENGINES = (process.env.BENCH_ENGINES ?? 'sqlite,postgres').split(',');
const PER_SECOND = 20;
/** An attack is under way when the neighbour is measured. */
const HEAD_START_MS = 2_000;
const EVENT_COUNT = 100_000;
const NEIGHBOUR_WEBSITE_ID = 2;

interface Service {
  readonly target: Target;
  readonly requests: Readonly<Record<string, LoadRequest>>;
  hasDied(): boolean;
  stop(): Promise<void>;
}

export async function benchNeighbours(words = ''): Promise<void> {
  const attacks = ATTACKS.filter(({ name }) => name.includes(words));
  for (const engine of ENGINES) {
    await using cleanup = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
    cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
    await benchOn(engine, await databaseUrlOf(engine, folder, cleanup), folder, attacks);
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
  const service = await startService(databaseUrl, folder);
  cleanup.defer(service.stop);
  using neighbour = new Neighbour();
  const measure = () =>
    neighbour.live({ port: service.target.port, requests: service.requests, perSecond: PER_SECOND, seconds: SECONDS });
  const rows = [['', ...Object.keys(service.requests).flatMap((name) => [name, 'p50', 'p99'])]];
  await measure();
  rows.push(['no attack', ...figures(await measure())]);
  for (const attack of attacks) {
    const ended = new AbortController();
    const running = attack.run(service.target, ended.signal);
    await delay(HEAD_START_MS);
    const times = await measure();
    rows.push([attack.name, ...(service.hasDied() ? ['THE SERVICE DIED'] : figures(times))]);
    ended.abort();
    await running;
    if (service.hasDied()) break;
    await delay(HEAD_START_MS);
  }
  const rate = `${PER_SECOND} of each request a second for ${SECONDS} seconds`;
  printTable(`A neighbour's requests on ${engine}: ${rate}; a failed one counts as the longest`, rows);
}

function figures(measured: Readonly<Record<string, NeighbourTimes>>): string[] {
  return Object.values(measured).flatMap(({ sent, failed, p50Ms, p99Ms }) => [
    failed === 0 ? `${sent} answered` : `${failed} of ${sent} failed`,
    `${p50Ms.toFixed(0)} ms`,
    `${p99Ms.toFixed(0)} ms`,
  ]);
}

async function startService(databaseUrl: string, folder: string): Promise<Service> {
  const port = await freePort();
  // With the limits that a service has when nobody sets any: they are what is measured.
  const env = { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port), LOG_LEVEL: 'error' };
  const funnel = (...args: string[]) => execFileSync(FUNNEL, args, { env, encoding: 'utf8' });
  const created = (websiteId: number, ...args: string[]) =>
    JSON.parse(funnel(...args, '--website', String(websiteId), '--json'));
  await fill(funnel, folder);
  const tokenOf = (id: number, audience: string) =>
    created(id, 'token', 'create', '--scope', 'reports', '--for', audience).token as string;
  const neighbourKey = created(NEIGHBOUR_WEBSITE_ID, 'ingest-key', 'create').key;
  const target: Target = {
    port,
    folder,
    env,
    ingestKey: created(ATTACKER_WEBSITE_ID, 'ingest-key', 'create').key,
    tokens: { rest: tokenOf(ATTACKER_WEBSITE_ID, 'rest'), tools: tokenOf(ATTACKER_WEBSITE_ID, 'tools') },
  };
  const served = spawn(FUNNEL, ['serve'], {
    env: { ...env, RATE_LIMIT_PER_MINUTE: '2000' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // It says so when it serves.
  await once(served.stderr, 'data');
  return {
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
    hasDied: () => hasEnded(served),
    stop: async () => {
      if (hasEnded(served)) return;
      served.kill('SIGTERM');
      await once(served, 'exit');
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** The attacker's website has data of a year, the neighbour's is empty. */
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
  funnel('import', 'events', eventsPath);
}
