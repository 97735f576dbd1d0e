// A million invented keys against a running service: how many are registered, how long it takes compared with events of a known
// campaign, and what remains in memory. BENCH_ENGINES sets the engines (sqlite,postgres).
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/core/foundation/database/open/open.ts';
import { freePort, startOwnPostgres } from '../test/support/postgres-server.ts';
import { FUNNEL } from './measure-import.ts';
import { printTable } from './table.ts';

const ENGINES = (process.env.BENCH_ENGINES ?? 'sqlite,postgres').split(',');
const KEYS = 1_000_000;
const EVENTS_PER_BATCH = 10_000;

export async function benchInventedKeys(): Promise<void> {
  for (const engine of ENGINES) {
    await using cleanup = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
    cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
    let url = `sqlite:${join(folder, 'funnel.db')}`;
    if (engine === 'postgres') {
      const postgres = await startOwnPostgres();
      cleanup.defer(postgres.stop);
      url = postgres.url;
    }
    await benchOn(engine, url, folder, cleanup);
  }
}

async function benchOn(engine: string, url: string, folder: string, cleanup: AsyncDisposableStack): Promise<void> {
  const port = await freePort();
  const env = {
    ...process.env,
    DATABASE_URL: url,
    PORT: String(port),
    LOG_LEVEL: 'error',
    COLLECT_EVENTS_PER_MINUTE: '1000000000',
  };
  const funnel = (...args: string[]) => execFileSync(FUNNEL, args, { env, encoding: 'utf8' });
  const catalogPath = join(folder, 'catalog.json');
  const website = {
    id: 1,
    name: 'w',
    settings: { register_keys: true },
    campaigns: [{ id: 1, key: 'known', name: 'Known' }],
  };
  writeFileSync(catalogPath, JSON.stringify({ accounts: [{ id: 1, name: 'a', websites: [website] }] }));
  funnel('migrate');
  funnel('import', 'catalog', catalogPath);
  const { key } = JSON.parse(funnel('ingest-key', 'create', '--website', '1', '--json')) as { key: string };
  const server = spawn(FUNNEL, ['serve', '--only', 'collect'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  cleanup.defer(async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
  });
  await once(server.stderr, 'data');
  const database = await openDatabase(url);
  cleanup.defer(() => database.close());

  const send = async (name: string, campaign: (number: number) => string): Promise<string[]> => {
    const startedAt = performance.now();
    const counts: Record<string, number> = {};
    for (let start = 0; start < KEYS; start += EVENTS_PER_BATCH) {
      const events = Array.from({ length: EVENTS_PER_BATCH }, (_, index) => eventOf(campaign(start + index)));
      const response = await fetch(`http://127.0.0.1:${port}/collect/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
        body: events.join(''),
      });
      addTo(counts, (await response.json()) as Answer);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const [row] = await database.query<{ registered: number }>('SELECT COUNT(*) AS registered FROM campaigns');
    return [
      name,
      `${seconds.toFixed(1)} s`,
      String(counts.accepted ?? 0),
      String(counts.too_many_new_keys ?? 0),
      String(row!.registered),
      `${residentMib(server.pid!)} MiB`,
    ];
  };
  const rows = [['', 'time', 'accepted', 'too_many_new_keys', 'campaigns', 'memory']];
  rows.push(await send('events of a known campaign', () => 'known'));
  rows.push(await send('each event with a key of its own', (number) => `invented-${number}`));
  rows.push(await send('the same once more', (number) => `invented-${number}`));
  printTable(
    `${KEYS.toLocaleString('en')} events on ${engine}, ${EVENTS_PER_BATCH.toLocaleString('en')} in each batch`,
    rows,
  );
}

function eventOf(campaign: string): string {
  return `${JSON.stringify({ type: 'view', website_id: 1, visitor: 'somebody', campaign })}\n`;
}

interface Answer {
  readonly accepted: number;
  readonly rejected: readonly { readonly code: string }[];
  readonly rejected_counts?: Readonly<Record<string, number>>;
}

function addTo(counts: Record<string, number>, { accepted, rejected, rejected_counts: rejectedCounts }: Answer): void {
  counts.accepted = (counts.accepted ?? 0) + accepted;
  const listed = Object.entries(Object.groupBy(rejected, ({ code }) => code)).map(
    ([code, all]) => [code, all!.length] as const,
  );
  for (const [code, count] of rejectedCounts ? Object.entries(rejectedCounts) : listed)
    counts[code] = (counts[code] ?? 0) + count;
}

/** The memory of the whole process, threads included. The launcher replaces itself by the service. */
function residentMib(pid: number): number {
  const [, kib] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kib) / 1024);
}
