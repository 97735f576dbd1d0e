import { existsSync } from 'node:fs';
import { zoneNamesInUse } from '../../../engine/catalog/website-zones.ts';
import { isCopyUnfinished } from '../../../foundation/database/copy/progress.ts';
import type { Database } from '../../../foundation/database/database.ts';
import { tellingUnreachable } from '../../../foundation/database/left-out-websites.ts';
import { explainedError, isPostgresUrl, openDatabase, sqlitePath } from '../../../foundation/database/open/open.ts';
import { migrationsToServe } from '../../../foundation/database/schema/migrations.ts';
import { createMailer, type MailConfig } from '../../../foundation/mail/mailer.ts';
import { systemClock } from '../../../foundation/time/clock.ts';
import { findZone } from '../../../foundation/time/zone.ts';
import { type Arguments, type Command, CommandError, UsageError } from '../../command/command.ts';
import { type Config, describeConfig } from '../../config/config.ts';
import { type Check, check, warning } from '../../extension/check.ts';
import type { ServerHalf } from '../../extension/server-half.ts';
import { citusCheck } from './citus-check.ts';
import { clockCheck } from './clock-check.ts';
import { eventLogCheck } from './event-log-check.ts';
import { baseUrlCheck, contentChecks, countryTableCheck, variablesCheck } from './installation-checks.ts';
import { intervalsCheck } from './intervals-check.ts';
import { diskCheck, fileAccessCheck, missingFileCheck, unusableFileCheck } from './sqlite-file-checks.ts';
import { synchronousCommitCheck } from './synchronous-commit-check.ts';
import { touchesCheck } from './touches-check.ts';
import { postgresWritesCheck, sqliteWritesCheck } from './writes-check.ts';

type Depth = 'ordinary' | 'deep' | 'repair';

function depthFrom(args: Arguments): Depth {
  if (args.flag('repair') && !args.flag('deep')) throw new UsageError('--repair needs --deep');
  if (args.flag('repair')) return 'repair';
  return args.flag('deep') ? 'deep' : 'ordinary';
}

const NO_MAIL =
  'not configured (SMTP_URL, MAIL_FROM): invitations, links for forgotten passwords and notifications are not sent by email';

export const doctorCommand: Command = {
  name: 'doctor',
  summary:
    'Prints the effective configuration, and checks the database, the mail server, single sign-on and what is missing.',
  options: {
    deep: {
      type: 'boolean',
      help: 'also look for damage, and compute derived data again and compare it with what is stored',
    },
    repair: { type: 'boolean', help: 'with --deep: build what differs again, and remove damaged touches' },
  },
  details:
    'Exit codes: 0 if nothing failed (there may be warnings), 1 if a check failed or the configuration is invalid, 2 if the\n' +
    'command was called incorrectly.\n\n' +
    'Derived data are the visitors of intervals of days, which the service builds from the days. --deep reads all of them, and\n' +
    'compares the event logs with what was counted. It reads everything that is stored with a checksum, and names what is damaged.\n' +
    'It can run while the service is running.',
  async run(args, { config, sections, ignoredVariables, loadParts, print }) {
    const depth = depthFrom(args);
    const { halves } = await loadParts();
    const outside = await Promise.all(halves.map((half) => half.outsideChecks?.(config, systemClock) ?? []));
    const database = await databaseChecks(config, depth, halves);
    const countries = await countryTableCheck(config, systemClock());
    const checks = [
      nodeCheck(),
      variablesCheck(ignoredVariables),
      baseUrlCheck(config),
      countries,
      ...database,
      await mailCheck(config.mail),
      ...outside.flat(),
    ];
    const configuration = describeConfig(config, sections);
    print({ configuration, checks }, () => describe(configuration, checks));
    if (checks.some(({ ok }) => !ok)) throw new CommandError('At least one check failed, see above.');
  },
};

function nodeCheck(): Check {
  const major = Number(process.versions.node.split('.')[0]);
  return { name: 'node', ok: major >= 24, detail: process.version };
}

async function databaseChecks(config: Config, depth: Depth, halves: readonly ServerHalf[]): Promise<Check[]> {
  const { databaseUrl: url } = config;
  if (isPostgresUrl(url)) return openedDatabaseChecks(config, depth, halves);
  const path = sqlitePath(url);
  // This precedes opening it, which needs some space, too.
  const disk = diskCheck(path);
  if (!existsSync(path)) return [missingFileCheck(url, path), disk];
  const unusable = unusableFileCheck(path);
  return [...(unusable ? [unusable] : await openedDatabaseChecks(config, depth, halves)), disk];
}

async function openedDatabaseChecks(config: Config, depth: Depth, halves: readonly ServerHalf[]): Promise<Check[]> {
  const { databaseUrl: url } = config;
  let database: Database | undefined;
  try {
    database = await openDatabase(url);
    const engine = await engineCheck(database);
    const schema = await schemaCheck(database);
    const contents = schema.ok
      ? [
          ...(database.engine === 'sqlite' ? [await sqliteWritesCheck(database, url)] : []),
          await copyCheck(database),
          await clockCheck(database, systemClock()),
          await timezoneCheck(database),
          ...(await contentChecks(database, config)),
          ...(await extensionChecks(database, config, halves)),
        ]
      : [];
    const derived = schema.ok && depth !== 'ordinary' ? await deepChecks(database, depth === 'repair') : [];
    return [engine, ...(await engineChecks(database, config)), schema, ...contents, ...derived];
  } catch (error) {
    return [{ name: 'database', ok: false, detail: (explainedError(error, url) as Error).message }];
  } finally {
    await database?.close();
  }
}

async function extensionChecks(
  database: Database,
  config: Config,
  halves: readonly ServerHalf[],
): Promise<readonly Check[]> {
  const checks = await Promise.all(halves.map((half) => half.checks?.(database, config, systemClock) ?? []));
  return checks.flat();
}

async function deepChecks(database: Database, isRepairing: boolean): Promise<Check[]> {
  const left = new Map<number, string>();
  const reachable = tellingUnreachable(database, (unreachable) => {
    for (const [id, reason] of unreachable) left.set(id, reason);
  });
  const checks = [
    await intervalsCheck(reachable, isRepairing),
    await eventLogCheck(reachable),
    await touchesCheck(reachable, isRepairing),
  ];
  if (left.size === 0) return checks;
  const reasons = [...new Set(left.values())].join('; ');
  const detail = `websites ${[...left.keys()].join(', ')}: a worker of the cluster does not answer: ${reasons}; run it again`;
  return [...checks, { name: 'not checked', ok: false, detail }];
}

/** Throws if the database cannot be reached. */
async function engineCheck(database: Database): Promise<Check> {
  const sql = database.engine === 'sqlite' ? 'SELECT sqlite_version() AS version' : 'SHOW server_version';
  const [row] = await database.query(sql);
  return { name: 'database', ok: true, detail: `${database.engine} ${Object.values(row ?? {})[0]}` };
}

async function engineChecks(database: Database, config: Config): Promise<Check[]> {
  if (database.engine === 'sqlite') return [fileAccessCheck(sqlitePath(config.databaseUrl))];
  const hll = await check('hll extension', async () => {
    const [row] = await database.query("SELECT extversion FROM pg_extension WHERE extname = 'hll'");
    return row ? { ok: true, detail: String(row.extversion) } : { ok: false, detail: 'missing; run: funnel migrate' };
  });
  return [
    await postgresWritesCheck(database, config.databaseUrl),
    await pageChecksumsCheck(database),
    await synchronousCommitCheck(database),
    hll,
    await citusCheck(database),
    await connectionCheck(database, config.databaseConnectionsMax),
  ];
}

/** The service has checksums of its own for the event log and for touches; sketches and counters have none. */
function pageChecksumsCheck(database: Database): Promise<Check> {
  const name = 'data checksums';
  return check(name, async () => {
    const [row] = await database.query<{ data_checksums: string }>('SHOW data_checksums');
    if (row?.data_checksums === 'on') return { ok: true, detail: 'on' };
    return warning(
      name,
      'off: PostgreSQL does not notice if the disk changes what is stored; to switch them on, stop the server and run: ' +
        'pg_checksums --enable',
    );
  });
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

function schemaCheck(database: Database): Promise<Check> {
  return check('schema', async () => {
    const pending = await migrationsToServe(database);
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

function timezoneCheck(database: Database): Promise<Check> {
  return check('time zones', async () => {
    const names = await zoneNamesInUse(database);
    const unknown = names.filter((name) => findZone(name) === undefined);
    if (unknown.length === 0) return { ok: true, detail: `${names.length} in use, all known` };
    const list = unknown.join(', ');
    const detail = `Node ${process.version} does not know ${list}; events of these websites are counted on UTC days; update Node`;
    return { ok: false, detail };
  });
}

function mailCheck(mail: MailConfig | undefined): Promise<Check> {
  return check('mail', async () => {
    if (!mail) return { ok: true, detail: NO_MAIL };
    await createMailer(mail).verify();
    return { ok: true, detail: 'the mail server accepts the login' };
  });
}

function describe(configuration: Record<string, string>, checks: readonly Check[]): string {
  const width = Math.max(...Object.keys(configuration).map((name) => name.length));
  const settings = Object.entries(configuration).map(([name, value]) => `  ${name.padEnd(width)} ${value}`);
  const results = checks.map((one) => `  ${stateOf(one)} ${one.name.padEnd(17)} ${one.detail}`);
  return ['Configuration', ...settings, '', 'Checks', ...results].join('\n');
}

function stateOf({ ok, warning }: Check): string {
  if (!ok) return 'FAIL';
  return warning ? 'warn' : 'ok  ';
}
