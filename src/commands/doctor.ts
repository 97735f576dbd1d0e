import { existsSync } from 'node:fs';
import { type Config, describeConfig, type MailConfig } from '../config.ts';
import { isCopyUnfinished } from '../database/copy/progress.ts';
import type { Database } from '../database/database.ts';
import { pendingMigrations } from '../database/migrations.ts';
import { isPostgresUrl, openDatabase, sqlitePath } from '../database/open.ts';
import { isOpenToOthers, openToOthersAdvice } from '../database/sqlite-files.ts';
import { createMailer } from '../mail/mailer.ts';
import { isoOfDay } from '../rollups/calendar.ts';
import {
  type CheckedIntervals,
  checkIntervals,
  type IntervalDifference,
  repairIntervals,
} from '../rollups/check-intervals.ts';
import { type Arguments, type Command, CommandError, UsageError } from './command.ts';
import { formatCount, ProgressBar } from './progress-bar.ts';

const DIFFERENCES_SHOWN_MAX = 5;
const DIFFERENCES_LISTED_MAX = 1_000;

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** Only of the intervals. */
  readonly differences?: readonly ListedDifference[];
}

interface ListedDifference {
  readonly website_id: number;
  readonly subject: string;
  readonly subject_id: number;
  readonly metric: string;
  readonly first_day: string;
  readonly last_day: string;
  readonly problem: string;
}

type Depth = 'ordinary' | 'deep' | 'repair';

function depthFrom(args: Arguments): Depth {
  if (args.flag('repair') && !args.flag('deep')) throw new UsageError('--repair needs --deep');
  if (args.flag('repair')) return 'repair';
  return args.flag('deep') ? 'deep' : 'ordinary';
}

export const doctorCommand: Command = {
  name: 'doctor',
  summary:
    'Prints the effective configuration, and checks the database and the mail server. Exits with 1 if a check fails.',
  options: {
    deep: { type: 'boolean', help: 'also compute derived data again and compare it with what is stored' },
    repair: { type: 'boolean', help: 'with --deep: build what differs again' },
  },
  details:
    'Derived data are the visitors of intervals of days, which the service builds from the days. --deep reads all of them. It\n' +
    'can run while the service is running.',
  async run(args, { config, print }) {
    const depth = depthFrom(args);
    const mail = config.mail ? [await mailCheck(config.mail)] : [];
    const checks = [nodeCheck(), ...(await databaseChecks(config, depth)), ...mail];
    const configuration = describeConfig(config);
    print({ configuration, checks }, () => describe(configuration, checks));
    if (checks.some(({ ok }) => !ok)) throw new CommandError('At least one check failed, see above.');
  },
};

function nodeCheck(): Check {
  const major = Number(process.versions.node.split('.')[0]);
  return { name: 'node', ok: major >= 24, detail: process.version };
}

async function databaseChecks(config: Config, depth: Depth): Promise<Check[]> {
  const { databaseUrl: url } = config;
  if (!isPostgresUrl(url) && !existsSync(sqlitePath(url))) {
    return [{ name: 'database', ok: true, detail: 'no file yet; "funnel serve" or "funnel migrate" creates it' }];
  }
  const database = await openDatabase(url);
  try {
    const engine = await engineCheck(database);
    if (!engine.ok) return [engine];
    const schema = await schemaCheck(database);
    const contents = schema.ok ? [await copyCheck(database), await visitorKeyCheck(database)] : [];
    const derived = schema.ok && depth !== 'ordinary' ? [await intervalsCheck(database, depth === 'repair')] : [];
    return [engine, ...(await engineChecks(database, config)), schema, ...contents, ...derived];
  } finally {
    await database.close();
  }
}

async function engineCheck(database: Database): Promise<Check> {
  const sql = database.engine === 'sqlite' ? 'SELECT sqlite_version() AS version' : 'SHOW server_version';
  return check('database', async () => {
    const [row] = await database.query(sql);
    return { ok: true, detail: `${database.engine} ${Object.values(row ?? {})[0]}` };
  });
}

async function engineChecks(database: Database, config: Config): Promise<Check[]> {
  if (database.engine === 'sqlite') return [fileAccessCheck(sqlitePath(config.databaseUrl))];
  const hll = await check('hll extension', async () => {
    const [row] = await database.query("SELECT extversion FROM pg_extension WHERE extname = 'hll'");
    return row ? { ok: true, detail: String(row.extversion) } : { ok: false, detail: 'missing; run: funnel migrate' };
  });
  const citus = await check('citus extension', async () => {
    const [row] = await database.query("SELECT extversion FROM pg_extension WHERE extname = 'citus'");
    return { ok: true, detail: row ? `${row.extversion}, tables are distributed` : 'not installed, not needed' };
  });
  return [hll, citus, await connectionCheck(database, config.databaseConnectionsMax)];
}

function connectionCheck(database: Database, connectionsMax: number): Promise<Check> {
  return check('connections', async () => {
    const [row] = await database.query<{ max: number }>(
      `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS max`,
    );
    const detail = `DATABASE_CONNECTIONS_MAX is ${connectionsMax}, PostgreSQL allows ${row!.max}`;
    if (connectionsMax <= row!.max) return { ok: true, detail };
    return { ok: false, detail: `${detail}: lower DATABASE_CONNECTIONS_MAX or raise max_connections` };
  });
}

function fileAccessCheck(path: string): Check {
  const ok = !isOpenToOthers(path);
  return { name: 'file access', ok, detail: ok ? 'not open to other users' : openToOthersAdvice(path) };
}

function schemaCheck(database: Database): Promise<Check> {
  return check('schema', async () => {
    const pending = await pendingMigrations(database);
    if (pending.length === 0) return { ok: true, detail: 'current' };
    return { ok: false, detail: `not current (${pending.join(', ')}); run: funnel migrate` };
  });
}

function copyCheck(database: Database): Promise<Check> {
  return check('copy', async () => {
    if (!(await isCopyUnfinished(database))) return { ok: true, detail: 'no unfinished copy' };
    return {
      ok: false,
      detail: 'a copy into this database is unfinished; run the same "funnel copy" command again',
    };
  });
}

function visitorKeyCheck(database: Database): Promise<Check> {
  return check('visitor hash', async () => {
    const [state] = await database.query('SELECT visitor_key FROM catalog_state WHERE id = 1');
    if (state?.visitor_key) return { ok: true, detail: 'keyed' };
    return { ok: true, detail: 'not keyed: the database was created before visitor keys existed' };
  });
}

function mailCheck(mail: MailConfig): Promise<Check> {
  return check('mail', async () => {
    await createMailer(mail).verify();
    return { ok: true, detail: 'the mail server accepts the login' };
  });
}

function intervalsCheck(database: Database, isRepairing: boolean): Promise<Check> {
  return check('intervals', async () => {
    const bar = new ProgressBar('intervals');
    const checked = await checkIntervals(database, (share, done) => bar.update({ share, done })).finally(() =>
      bar.finish(),
    );
    const { differences } = checked;
    if (isRepairing) for (const difference of differences) await repairIntervals(database, difference);
    return {
      ok: isRepairing || differences.length === 0,
      detail: describeIntervals(checked, isRepairing),
      differences: differences.slice(0, DIFFERENCES_LISTED_MAX).map(listed),
    };
  });
}

function describeIntervals({ websites, intervals, differences }: CheckedIntervals, isRepairing: boolean): string {
  const count = `${formatCount(intervals)} of ${formatCount(websites)} websites`;
  if (differences.length === 0) return `${count} equal their days`;
  const shown = differences.slice(0, DIFFERENCES_SHOWN_MAX).map((difference) => {
    const { website_id, subject, subject_id, metric, first_day, last_day, problem } = listed(difference);
    return `website ${website_id}, ${subject} ${subject_id}, ${metric} of ${first_day} to ${last_day}: ${problem}`;
  });
  const more = differences.length > shown.length ? ` and ${formatCount(differences.length - shown.length)} more` : '';
  const advice = isRepairing ? 'built again' : 'to build them again, run: funnel doctor --deep --repair';
  return `${formatCount(differences.length)} of ${count} do not equal their days (${shown.join('; ')}${more}); ${advice}`;
}

function listed({ websiteId, subject, subjectId, metric, window, problem }: IntervalDifference): ListedDifference {
  return {
    website_id: websiteId,
    subject,
    subject_id: subjectId,
    metric,
    first_day: isoOfDay(window.firstDay),
    last_day: isoOfDay(window.lastDay),
    problem,
  };
}

async function check(name: string, work: () => Promise<Omit<Check, 'name'>>): Promise<Check> {
  try {
    return { name, ...(await work()) };
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message };
  }
}

function describe(configuration: Record<string, string>, checks: readonly Check[]): string {
  const width = Math.max(...Object.keys(configuration).map((name) => name.length));
  const settings = Object.entries(configuration).map(([name, value]) => `  ${name.padEnd(width)} ${value}`);
  const results = checks.map(({ name, ok, detail }) => `  ${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(17)} ${detail}`);
  return ['Configuration', ...settings, '', 'Checks', ...results].join('\n');
}
