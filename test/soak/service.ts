// A real server on a database of its own, with the sample catalog, somebody who can log in, and keys to everything.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import type { Database, Engine } from '../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { migrate } from '../../src/core/foundation/database/schema/migrations.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { createUser } from '../../src/core/manage/authorization-server/users/users.ts';
import { freePort, startPostgres } from '../support/postgres-server.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';

const FUNNEL = fileURLToPath(new URL('../../bin/funnel', import.meta.url));

export const LOGIN = { email: 'ada@example.com', password: 'correct horse battery staple' };

export interface SoakService {
  readonly url: string;
  readonly pid: number;
  readonly inspectorUrl: string;
  readonly database: Database;
  readonly ingestKey: string;
  readonly tokens: { readonly rest: string; readonly tools: string };
  /** Its exit code, and what it said on its way. */
  stop(): Promise<{ code: number | null; messages: string }>;
}

/** `eventsBefore`: NDJSON, counted before it serves. */
export async function startService(
  engine: Engine,
  eventsBefore: Iterable<string>,
  cleanup: AsyncDisposableStack,
): Promise<SoakService> {
  const databaseUrl = await newDatabase(engine, cleanup);
  const database = await openDatabase(databaseUrl, { connectionsMax: 2 });
  cleanup.defer(() => database.close());
  await migrate(database, systemClock());
  await importCatalog(database, SAMPLE_CATALOG, systemClock);
  await createUser(database, { ...LOGIN, accountIds: [1] }, systemClock);
  await importEvents(databaseUrl, eventsBefore);
  const { key } = (await createIngestKey(database, 1, systemClock))!;
  const scopes = ['reports', 'contacts:read', 'contacts:write', 'ctas:read'] as const;
  const rest = await createToken(database, { websiteIds: [1], scopes, audience: 'rest' }, systemClock);
  const tools = await createToken(database, { websiteIds: [1], scopes: ['reports'], audience: 'tools' }, systemClock);
  const { url, inspectorUrl, child, messages } = await serve(databaseUrl);
  cleanup.defer(() => void child.kill('SIGKILL'));
  return {
    url,
    pid: child.pid!,
    inspectorUrl,
    database,
    ingestKey: key,
    tokens: { rest: rest.token, tools: tools.token },
    stop: async () => {
      const exited = once(child, 'close');
      child.kill('SIGTERM');
      await exited;
      return { code: child.exitCode, messages: messages() };
    },
  };
}

async function newDatabase(engine: Engine, cleanup: AsyncDisposableStack): Promise<string> {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'funnel-soak-'));
    cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
    return `sqlite:${join(folder, 'funnel.db')}`;
  }
  const server = await startPostgres();
  cleanup.defer(server.stop);
  const name = `funnel_soak_${randomUUID().replaceAll('-', '')}`;
  await onServer(server.url, `CREATE DATABASE ${name}`);
  cleanup.defer(() => onServer(server.url, `DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function importEvents(databaseUrl: string, lines: Iterable<string>): Promise<void> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const importing = spawn(FUNNEL, ['import', 'events', '-', '--strict'], { env, stdio: ['pipe', 'ignore', 'inherit'] });
  const exited = once(importing, 'close');
  await pipeline(lines, importing.stdin);
  const [code] = await exited;
  if (code !== 0) throw new Error('The events could not be imported.');
}

interface Served {
  readonly url: string;
  readonly inspectorUrl: string;
  readonly child: ChildProcess;
  messages(): string;
}

async function serve(databaseUrl: string): Promise<Served> {
  const port = await freePort();
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    SHUTDOWN_GRACE_SECONDS: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '1000000',
    NODE_OPTIONS: '--inspect=127.0.0.1:0',
  };
  const child = spawn(FUNNEL, ['serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let messages = '';
  child.stderr.on('data', (text) => {
    messages += text;
  });
  while (!/^Serving on/m.test(messages)) {
    if (child.exitCode !== null) throw new Error(`It ended before it served:\n${messages}`);
    await Promise.race([once(child.stderr, 'data'), once(child, 'close')]);
  }
  // The last one: the launcher asks Node for its version first.
  const inspectorUrl = [...messages.matchAll(/^Debugger listening on (\S+)/gm)].at(-1)![1]!;
  // The URL has the name that the service gives itself.
  return { url: `http://localhost:${port}`, inspectorUrl, child, messages: () => messages };
}
