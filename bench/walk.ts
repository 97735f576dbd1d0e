// The way of a request through the sources, function by function: how many files and folders it passes, and how often it changes its
// folder.
// BENCH_ROOT names another checkout to walk through.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/support/postgres-server.ts';
import { printTable } from './table.ts';
import type { Step } from './walk-hooks.ts';

const ROOT = resolve(process.env.BENCH_ROOT ?? fileURLToPath(new URL('..', import.meta.url)));
const HOOKS = fileURLToPath(new URL('walk-hooks.ts', import.meta.url));
const MAIN = join(ROOT, 'src/main.ts');
/** So long, threads write down what they have noted, and what follows an answer is done. */
const SETTLED_MS = 1_000;
const ORIGIN = 'https://shop.example';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const CATALOG = {
  accounts: [
    {
      ...{ id: 1, name: 'Shop' },
      websites: [
        {
          ...{ id: 1, name: 'shop.example', event_log: true, created_at: '2026-01-01T00:00:00Z' },
          campaigns: [{ id: 10, name: 'Popup', variants: [{ id: 100, steps: [{ id: 1000, position: 1 }] }] }],
        },
        // Reports are about this one, which keeps no events: nothing but what the specification asks for.
        { id: 2, name: 'plain.example', event_log: false, created_at: '2026-01-01T00:00:00Z' },
      ],
    },
  ],
};

export async function benchWalk(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'funnel-walk-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const env = {
    ...process.env,
    DATABASE_URL: `sqlite:${join(folder, 'funnel.db')}`,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    SHUTDOWN_GRACE_SECONDS: '0',
  };
  const funnel = (args: readonly string[], more: NodeJS.ProcessEnv = {}, loads: readonly string[] = []) =>
    execFileSync(process.execPath, [...loads, MAIN, ...args], { env: { ...env, ...more }, encoding: 'utf8' });
  const created = (...args: string[]) => JSON.parse(funnel([...args, '--json'])) as Readonly<Record<string, string>>;

  writeFileSync(join(folder, 'catalog.json'), JSON.stringify(CATALOG));
  funnel(['import', 'catalog', join(folder, 'catalog.json')]);
  const rows: string[][] = [];
  const walked = (name: string, where: string) => rows.push([name, ...describe(stepsIn(where))]);

  writeFileSync(
    join(folder, 'events.ndjson'),
    JSON.stringify({ type: 'view', website_id: 1, step_id: 1000, visitor: 'a' }),
  );
  const whileImporting = newFolder(folder, 'import');
  const noting = { WALK_ROOT: ROOT, WALK_FOLDER: whileImporting, WALK_FROM_START: 'true' };
  funnel(['import', 'events', join(folder, 'events.ndjson')], noting, ['--import', HOOKS]);

  const { token } = created('token', 'create', '--website', '2', '--scope', 'reports');
  const { token: toolToken } = created('token', 'create', '--website', '2', '--scope', 'reports', '--for', 'tools');
  const { key } = created('ingest-key', 'create', '--website', '1');
  const { key: publicKey } = created('ingest-key', 'create', '--website', '1', '--public', '--origin', ORIGIN);

  const whileServing = newFolder(folder, 'serve');
  const service = fork(MAIN, ['serve', '--only', 'rest,mcp,collect'], {
    env: { ...env, WALK_ROOT: ROOT, WALK_FOLDER: whileServing },
    execArgv: ['--import', HOOKS],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  cleanup.defer(async () => {
    service.kill('SIGTERM');
    await once(service, 'exit');
  });
  const base = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${base}/readyz`).catch(() => undefined))?.ok) await sleep(100);

  const report = (days: number) => () =>
    fetch(`${base}/api/v1/reports/website?timeframe=last_${days}_days`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const tool = (days: number) => () =>
    fetch(`${base}/mcp`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${toolToken}`, 'content-type': 'application/json' },
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'get_website_report', arguments: { timeframe: `last_${days}_days`, count_type: 'total' } },
      }),
    });
  const fromBrowser = (visitor: string) => () =>
    fetch(`${base}/e`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'user-agent': BROWSER, 'content-type': 'text/plain' },
      body: JSON.stringify({ key: publicKey, visitor, events: [{ type: 'view', step_id: 1000 }] }),
    });
  const fromServer = (event: object) => () =>
    fetch(`${base}/collect/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify([{ website_id: 1, ...event }]),
    });
  const order = (id: string) => fromServer({ type: 'order', step_id: 1000, visitor: 'b', order_id: id, revenue: 20 });
  const refund = (id: string) => fromServer({ type: 'refund', order_id: id, revenue: 5 });

  const walk = async (name: string, warmUp: readonly (() => Promise<Response>)[], asked: () => Promise<Response>) => {
    for (const request of warmUp) await answered(name, request);
    await sleep(SETTLED_MS);
    service.send('begin');
    await sleep(SETTLED_MS);
    await answered(name, asked);
    await sleep(SETTLED_MS);
    service.send('end');
    await sleep(SETTLED_MS);
    walked(name, whileServing);
  };
  await walk('website report', [report(7), report(30)], report(90));
  await walk('the same, cached', [], report(90));
  await walk('tool call', [tool(7), tool(30)], tool(90));
  await walk('event of a browser', [fromBrowser('c'), fromBrowser('d')], fromBrowser('e'));
  await walk('order', [order('1'), order('2')], order('3'));
  await walk('its refund', [refund('1'), refund('2')], refund('3'));
  walked('import of one event', whileImporting);
  printTable('The way of a request through the sources', [['', 'files', 'folders', 'changes of folder'], ...rows]);
}

async function answered(name: string, request: () => Promise<Response>): Promise<void> {
  const { status, ok } = await request();
  if (!ok) throw new Error(`${name}: ${status}`);
}

function newFolder(parent: string, name: string): string {
  const path = join(parent, name);
  mkdirSync(path);
  return path;
}

/** What all threads have noted, in the order of time. */
function stepsIn(folder: string): string[] {
  const steps = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const noted: Step[] = JSON.parse(readFileSync(path, 'utf8'));
    rmSync(path);
    return noted;
  });
  return steps.sort(([a], [b]) => Number(BigInt(a) - BigInt(b))).map(([, file]) => file);
}

function describe(steps: readonly string[]): string[] {
  const folders = steps.map((file) => dirname(file));
  const changes = folders.filter((folder, index) => index > 0 && folder !== folders[index - 1]).length;
  return [new Set(steps).size, new Set(folders).size, changes].map(String);
}
