import { existsSync } from 'node:fs';
import { type Config, describeConfig } from '../config.ts';
import { isCopyUnfinished } from '../database/copy/progress.ts';
import type { Database } from '../database/database.ts';
import { pendingMigrations } from '../database/migrations.ts';
import { isPostgresUrl, openDatabase, sqlitePath } from '../database/open.ts';
import { isOpenToOthers, openToOthersAdvice } from '../database/sqlite-files.ts';
import { type Command, CommandError } from './command.ts';

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Prints the effective configuration and checks the database. Exits with 1 if a check fails.',
  async run(_args, { config, print }) {
    const checks = [nodeCheck(), ...(await databaseChecks(config))];
    const configuration = describeConfig(config);
    print({ configuration, checks }, () => describe(configuration, checks));
    if (checks.some(({ ok }) => !ok)) throw new CommandError('At least one check failed, see above.');
  },
};

function nodeCheck(): Check {
  const major = Number(process.versions.node.split('.')[0]);
  return { name: 'node', ok: major >= 24, detail: process.version };
}

async function databaseChecks(config: Config): Promise<Check[]> {
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
    return [engine, ...(await engineChecks(database, config)), schema, ...contents];
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
