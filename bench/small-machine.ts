// Whether the service works with little memory: real processes in a memory cgroup (version 1 or 2), with a million events stored, and what
// the background jobs take after an import of as many. Without swap, a process that needs more than its limit is killed, so each row of the
// table is what was answered before that. Needs root on Linux.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOfTimestampMs } from '../src/core/engine/rollups/calendar.ts';
import { openDatabase } from '../src/core/foundation/database/open/open.ts';
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
  { what: 'events and reports', mib: 192, paths: REPORTS },
  { what: 'events, reports, breakdowns and funnels', mib: 256, paths: [...REPORTS, ...BREAKDOWNS, ...FUNNELS] },
];
const IMPORT_MIB = 256;
const IMPORT_DAYS = 60;
const DEVICES = ['desktop', 'mobile', 'tablet'];
const SAMPLE_EVERY_MS = 50;
/** All that work on what was imported. */
const JOBS = ['event_log', 'intervals', 'insights', 'alerts'];
const JOBS_MS_MAX = 600_000;

export async function benchSmallMachine(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-small-'));
  try {
    const url = `sqlite:${join(folder, 'funnel.db')}`;
    await fillEventLog(url, { eventCount: EVENT_COUNT }, dayOfTimestampMs(Date.now()));
    const rows = [['what', 'limit', 'done', 'peak of its own memory', 'still there']];
    for (const journey of JOURNEYS) rows.push(await serveWithin(journey, url));
    rows.push(...(await importAndServeWithin(folder)));
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
  const { child, cgroup, peakMib } = startWithin(mib, ['serve'], env);
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
  const count = `${answered.filter(Boolean).length} of ${answered.length} answers`;
  return [what, `${mib} MiB`, count, `${peakMib()} MiB`, isThere ? 'yes' : 'NO'];
}

async function importAndServeWithin(folder: string): Promise<string[][]> {
  const url = `sqlite:${join(folder, 'import.db')}`;
  const env = serviceEnvironment(url, await freePort());
  const [catalogPath, eventsPath] = [join(folder, 'catalog.json'), join(folder, 'events.ndjson')];
  const { accounts } = catalog('2020-01-01T00:00:00Z') as { accounts: { websites: object[] }[] };
  for (const account of accounts) account.websites = account.websites.map((site) => ({ ...site, event_log: true }));
  writeFileSync(catalogPath, JSON.stringify({ accounts }));
  await writeEvents(eventsPath, EVENT_COUNT, dayOfTimestampMs(Date.now()), {
    dayCount: IMPORT_DAYS,
    fieldsOf: (number) => `,"page":"/${(number * 7) % 500}","device":"${DEVICES[number % 3]}","country":"DE"`,
  });
  execFileSync(FUNNEL, ['migrate'], { env });
  execFileSync(FUNNEL, ['import', 'catalog', catalogPath], { env });
  const importing = startWithin(IMPORT_MIB, ['import', 'events', eventsPath], env);
  await ended(importing.child);
  rmdirSync(importing.cgroup);
  const isDone = importing.child.exitCode === 0;
  const limit = `${IMPORT_MIB} MiB`;
  const what = `an import of a million events over ${IMPORT_DAYS} days`;
  const imported = [what, limit, isDone ? 'all' : 'not all', `${importing.peakMib()} MiB`, isDone ? 'yes' : 'NO'];

  const serving = startWithin(IMPORT_MIB, ['serve'], env);
  const isBuilt = await jobsDone(url, serving.child);
  const isThere = serving.child.exitCode === null && serving.child.signalCode === null;
  serving.child.kill();
  await ended(serving.child);
  rmdirSync(serving.cgroup);
  const done = isBuilt ? 'all' : 'not all';
  return [imported, ['the jobs after it', limit, done, `${serving.peakMib()} MiB`, isThere ? 'yes' : 'NO']];
}

/** Whether each job has found that nothing is left to do, before the service ended and in time. */
async function jobsDone(url: string, child: ChildProcess): Promise<boolean> {
  const database = await openDatabase(url);
  try {
    const untilMs = Date.now() + JOBS_MS_MAX;
    while (child.exitCode === null && child.signalCode === null && Date.now() < untilMs) {
      const rows = await database.query<{ job: string }>('SELECT job FROM job_leases WHERE done_at_ms > 0');
      if (JOBS.every((name) => rows.some(({ job }) => job === name))) return true;
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
    }
    return false;
  } finally {
    await database.close();
  }
}

/** The shell moves itself into the cgroup, and then becomes the command. */
function startWithin(mib: number, args: readonly string[], env: NodeJS.ProcessEnv) {
  const cgroup = `${CGROUPS}/${IS_VERSION_1 ? 'memory/' : ''}funnel-bench-${process.pid}-${mib}`;
  mkdirSync(cgroup);
  writeFileSync(`${cgroup}/${IS_VERSION_1 ? 'memory.limit_in_bytes' : 'memory.max'}`, String(mib * MIB));
  const script = `echo $$ > ${cgroup}/cgroup.procs && exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', script, FUNNEL, ...args], { env, stdio: 'ignore' });
  let peakBytes = 0;
  const sampling = setInterval(() => {
    peakBytes = Math.max(peakBytes, ownBytes(cgroup));
  }, SAMPLE_EVERY_MS);
  child.once('exit', () => clearInterval(sampling));
  return { child, cgroup, peakMib: () => Math.round(peakBytes / MIB) };
}

/** Without the pages of files that the system keeps in what is left, and gives up when memory is short. */
function ownBytes(cgroup: string): number {
  const stat = readFileSync(`${cgroup}/memory.stat`, 'utf8');
  const [, bytes] = (IS_VERSION_1 ? /^rss (\d+)$/m : /^anon (\d+)$/m).exec(stat)!;
  return Number(bytes);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => child.once('exit', resolve));
  }
}
