// Whether the service works with little memory: real processes in a memory cgroup (version 1 or 2), with a million events stored. Without
// swap, a process that needs more than its limit is killed, so each row of the table is what was answered before that. Needs root on Linux.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOfTimestampMs } from '../src/engine/rollups/calendar.ts';
import { freePort } from '../test/support/postgres-server.ts';
import { fillEventLog } from './event-log-data.ts';
import { FUNNEL } from './measure-import.ts';
import { catalog, writeEvents } from './reports-data.ts';
import { serviceEnvironment } from './service-environment.ts';
import { printTable } from './table.ts';

const EVENT_COUNT = 1_000_000;
const MIB = 1024 * 1024;
const CGROUPS = '/sys/fs/cgroup';
const IS_VERSION_1 = existsSync(`${CGROUPS}/memory/memory.limit_in_bytes`);

interface Journey {
  readonly what: string;
  readonly mib: number;
  readonly paths: readonly string[];
}

const REPORTS = [30, 90, 365].map((days) => `website?timeframe=last_${days}_days&previous_period=true`);
const DIMENSIONS = ['page', 'device', 'referrer', 'country', 'utm_source'];
const BREAKDOWNS = REPORTS.flatMap((report) => DIMENSIONS.map((by) => `${report}&break_down_by=${by}`));
const FUNNELS = ['last_30_days', 'last_365_days'].map(
  (timeframe) => `funnel?timeframe=${timeframe}&step=view&step=conversion&step=order&within_minutes=10080`,
);
const JOURNEYS: readonly Journey[] = [
  { what: 'events and reports', mib: 160, paths: REPORTS },
  { what: 'events, reports, breakdowns and funnels', mib: 256, paths: [...REPORTS, ...BREAKDOWNS, ...FUNNELS] },
];
const IMPORT_MIB = 256;

export async function benchSmallMachine(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-small-'));
  try {
    const url = `sqlite:${join(folder, 'funnel.db')}`;
    await fillEventLog(url, { eventCount: EVENT_COUNT }, dayOfTimestampMs(Date.now()));
    const rows = [['what', 'limit', 'answered', 'still there']];
    for (const journey of JOURNEYS) rows.push(await serveWithin(journey, url));
    rows.push(await importWithin(folder));
    printTable('A small machine', rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function serveWithin({ what, mib, paths }: Journey, url: string): Promise<string[]> {
  const port = await freePort();
  const env = serviceEnvironment(url, port);
  const created = (...args: string[]) =>
    JSON.parse(execFileSync(FUNNEL, [...args, '--json'], { env, encoding: 'utf8' }));
  const { token } = created('token', 'create', '--website', '1', '--scope', 'reports');
  const { key } = created('ingest-key', 'create', '--website', '1');
  const { child, cgroup } = startWithin(mib, ['serve'], env);
  const base = `http://127.0.0.1:${port}`;
  const isAnswered = (request: Promise<Response>) =>
    request.then(
      async (answer) => (await answer.arrayBuffer()).byteLength > 0 && answer.ok,
      () => false,
    );
  while (child.exitCode === null && child.signalCode === null && !(await isAnswered(fetch(`${base}/readyz`)))) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const events = Array.from({ length: 500 }, (_, visitor) =>
    JSON.stringify({ type: 'view', website_id: 1, campaign_id: 1, visitor: `small-${visitor}`, page: '/small' }),
  ).join('\n');
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
  const answered = [await isAnswered(fetch(`${base}/collect/events`, { method: 'POST', headers, body: events }))];
  for (const path of paths) {
    const request = fetch(`${base}/api/v1/reports/${path}`, { headers: { authorization: `Bearer ${token}` } });
    answered.push(await isAnswered(request));
  }
  const isThere = child.exitCode === null && child.signalCode === null;
  child.kill();
  await ended(child);
  rmdirSync(cgroup);
  return [what, `${mib} MiB`, `${answered.filter(Boolean).length} of ${answered.length}`, isThere ? 'yes' : 'NO'];
}

async function importWithin(folder: string): Promise<string[]> {
  const env = serviceEnvironment(`sqlite:${join(folder, 'import.db')}`, 0);
  const [catalogPath, eventsPath] = [join(folder, 'catalog.json'), join(folder, 'events.ndjson')];
  writeFileSync(catalogPath, JSON.stringify(catalog('2020-01-01T00:00:00Z')));
  await writeEvents(eventsPath, EVENT_COUNT, dayOfTimestampMs(Date.now()));
  execFileSync(FUNNEL, ['migrate'], { env });
  execFileSync(FUNNEL, ['import', 'catalog', catalogPath], { env });
  const { child, cgroup } = startWithin(IMPORT_MIB, ['import', 'events', eventsPath], env);
  await ended(child);
  rmdirSync(cgroup);
  const isDone = child.exitCode === 0;
  return ['an import of a million events', `${IMPORT_MIB} MiB`, isDone ? 'all' : 'not all', isDone ? 'yes' : 'NO'];
}

/** The shell moves itself into the cgroup, and then becomes the command. */
function startWithin(mib: number, args: readonly string[], env: NodeJS.ProcessEnv) {
  const cgroup = `${CGROUPS}/${IS_VERSION_1 ? 'memory/' : ''}funnel-bench-${process.pid}-${mib}`;
  mkdirSync(cgroup);
  writeFileSync(`${cgroup}/${IS_VERSION_1 ? 'memory.limit_in_bytes' : 'memory.max'}`, String(mib * MIB));
  const script = `echo $$ > ${cgroup}/cgroup.procs && exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', script, FUNNEL, ...args], { env, stdio: 'ignore' });
  return { child, cgroup };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => child.once('exit', resolve));
  }
}
