// What the overview of an agency asks for, over 200 websites in one answer: from memory, and after something has changed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOfTimestampMs, isoOfDay } from '../src/core/engine/rollups/calendar.ts';
import type { Database } from '../src/core/foundation/database/database.ts';
import { openDatabase } from '../src/core/foundation/database/open/open.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { FUNNEL } from './measure-import.ts';
import { ask, median, type ReportService, startReportService, timeMs } from './report-service.ts';
import { serviceEnvironment } from './service-environment.ts';
import { cellsOf, printTable } from './table.ts';

const WEBSITES = 200;
const DAYS = 60;
const EVENTS_PER_DAY = 20;
const VISITORS = 400;
const WEBSITES_WITH_ALERTS = 50;
const ROUNDS = 9;
const CACHED_MS_MAX = 100;
const UNCACHED_MS_MAX = 1_000;

const PATHS = [
  '/api/v1/reports/account/performance?timeframe=last_30_days',
  '/api/v1/reports/account/trends?timeframe=last_30_days',
  '/api/v1/reports/account/overview',
  '/api/v1/reports/websites/first-days',
];

export async function benchOverview(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startPostgres();
  cleanup.defer(postgres.stop);
  await benchOn('SQLite', `sqlite:${join(folder, 'overview.db')}`, folder);
  await benchOn('PostgreSQL', postgres.url, folder);
}

async function benchOn(engine: string, databaseUrl: string, folder: string): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const today = dayOfTimestampMs(Date.now());
  fill(folder, databaseUrl, today);
  const database = await openDatabase(databaseUrl);
  cleanup.defer(() => database.close());
  await writeAlerts(database, today);
  const service = await startReportService(databaseUrl, today);
  cleanup.defer(() => void service.process.kill('SIGTERM'));
  const all = { ...service, token: tokenOfAll(databaseUrl, service) };
  const rows = [];
  for (const path of PATHS) rows.push(...(await measure(all, path, database)));
  printTable(`${engine}: the overview of ${WEBSITES} websites, each request in one answer`, [
    ['request', 'time and size', 'goal'],
    ...rows.map(cellsOf),
  ]);
}

async function measure(service: ReportService, path: string, database: Database) {
  const { length } = await ask(service, path);
  const uncached: number[] = [];
  const cached: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Nothing that was answered before is true any more.
    await database.transaction((tx) => tx.query('UPDATE catalog_state SET version = version + 1'));
    uncached.push(await timeMs(() => ask(service, path)));
    cached.push(await timeMs(() => ask(service, path)));
  }
  const row = (what: string, ms: number, max: number) => ({
    ...{ what: `${path}, ${what}`, value: `${ms.toFixed(1)} ms, ${Math.round(length / 1024)} KiB` },
    ...{ goal: `at most ${max} ms`, met: ms <= max },
  });
  return [row('cached', median(cached), CACHED_MS_MAX), row('not cached', median(uncached), UNCACHED_MS_MAX)];
}

function fill(folder: string, databaseUrl: string, today: number): void {
  const env = serviceEnvironment(databaseUrl, 0);
  const created_at = `${isoOfDay(today - DAYS)}T00:00:00Z`;
  const websites = Array.from({ length: WEBSITES }, (_, index) => {
    const id = index + 1;
    const steps = [{ id, elements: [{ id, element_type: 'form' }] }];
    const campaigns = [{ id, name: 'Popup', created_at, variants: [{ id, variation: 'A', steps }] }];
    const currency = index % 3 === 0 ? 'EUR' : 'USD';
    return { id, name: `shop-${id}.example`, currency, group_name: `Group ${index % 10}`, created_at, campaigns };
  });
  const catalogPath = join(folder, 'catalog.json');
  writeFileSync(catalogPath, JSON.stringify({ accounts: [{ id: 1, name: 'Agency', websites }] }));
  execFileSync(FUNNEL, ['migrate'], { env, stdio: 'ignore' });
  execFileSync(FUNNEL, ['import', 'catalog', catalogPath], { env, stdio: 'ignore' });
  const eventsPath = join(folder, 'events.ndjson');
  writeFileSync(eventsPath, eventLines(today));
  execFileSync(FUNNEL, ['import', 'events', eventsPath], { env, stdio: 'ignore' });
}

/** Each tenth event is an order. */
function eventLines(today: number): string {
  const lines: string[] = [];
  for (let day = today - DAYS + 1; day <= today; day++) {
    for (let number = 0; number < WEBSITES * EVENTS_PER_DAY; number++) {
      const website = 1 + (number % WEBSITES);
      const visitor = `v${(number * 31 + day * 17) % VISITORS}`;
      const order = (number + day) % 10 === 0 ? { type: 'order', revenue: 40 } : { type: 'view' };
      const at = `${isoOfDay(day)}T00:00:00Z`;
      lines.push(JSON.stringify({ ...order, website_id: website, campaign_id: website, visitor, at }));
    }
  }
  return `${lines.join('\n')}\n`;
}

async function writeAlerts(database: Database, today: number): Promise<void> {
  const values = { change: { percent: 0.5 }, noun: { code: 'orders' }, day: { day: isoOfDay(today - 1) } };
  const rows = Array.from({ length: WEBSITES_WITH_ALERTS }, (_, index) => {
    const title = { code: 'fewer', values: { ...values, count: 10, expected: 20 + index } };
    const id = index + 1;
    return [
      ...[id, id, 'drop', `drop:${today - 1}`, today - 1, JSON.stringify(title), '[]', `/websites/${id}`],
      `${isoOfDay(today)}T00:00:00Z`,
    ];
  });
  const columns = ['website_id', 'id', 'kind', 'cause', 'day', 'title', 'details', 'path', 'created_at'];
  await database.transaction((tx) => tx.insertMany({ into: 'alerts', columns, rows }));
}

function tokenOfAll(databaseUrl: string, { port }: ReportService): string {
  const websites = Array.from({ length: WEBSITES }, (_, index) => ['--website', String(index + 1)]).flat();
  const args = ['token', 'create', ...websites, '--scope', 'reports', '--json'];
  const created = execFileSync(FUNNEL, args, { env: serviceEnvironment(databaseUrl, port), encoding: 'utf8' });
  return JSON.parse(created).token;
}
