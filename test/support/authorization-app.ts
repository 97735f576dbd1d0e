// The whole service with a person who can log in, on a port that is also its own name.
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { type App, startApp } from '../../src/app.ts';
import { createUser } from '../../src/authorization-server/users.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import type { Clock } from '../../src/clock.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { Database, Engine } from '../../src/database/database.ts';
import type { Part } from '../../src/parts.ts';
import { createTestDatabase } from './databases.ts';
import { freePort } from './postgres-server.ts';
import { SAMPLE_CATALOG } from './sample-catalog.ts';

export const EMAIL = 'ada@example.com';
export const PASSWORD = 'correct horse battery staple';
export const INTROSPECTION = { id: 'tool-server', secret: 'a-secret-for-introspection' };

export interface AuthorizationApp {
  readonly baseUrl: string;
  readonly config: Config;
  readonly database: Database;
  /** Everything that was logged so far. */
  logs(): string;
  /** A moved clock: the authorization server's library goes by the machine's. */
  readonly clock: { offsetMs: number };
  close(): Promise<void>;
}

export interface AuthorizationAppOptions {
  readonly variables?: Readonly<Record<string, string>>;
  readonly parts?: readonly Part[];
}

/** The person has the websites 1 and 2 of account 1, and not website 3 of account 2. */
export async function startAuthorizationApp(
  engine: Engine,
  { variables = {}, parts = ['rest', 'mcp', 'auth'] }: AuthorizationAppOptions = {},
): Promise<AuthorizationApp> {
  const { url, database, dispose } = await createTestDatabase(engine);
  const moved = { offsetMs: 0 };
  const clock: Clock = () => new Date(Date.now() + moved.offsetMs);
  await importCatalog(database, SAMPLE_CATALOG, clock);
  await createUser(database, { email: EMAIL, password: PASSWORD, accountIds: [1] }, clock);
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: url,
    LOG_LEVEL: 'trace',
    INTROSPECTION_CLIENT_ID: INTROSPECTION.id,
    INTROSPECTION_CLIENT_SECRET: INTROSPECTION.secret,
    ...variables,
  });
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app: App = await startApp(config, new Set(parts), pino({ level: 'trace' }, sink), clock);
  return {
    baseUrl: config.baseUrl,
    config,
    database,
    logs: () => lines.join(''),
    clock: moved,
    close: async () => {
      await app.close();
      await dispose();
    },
  };
}
