// The whole service on a port of its own, and a client for its collector.
import { type App, startApp } from '../../src/app.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { Engine } from '../../src/database/database.ts';
import { createIngestKey } from '../../src/ingestion/ingest-keys.ts';
import { createTestDatabase } from './databases.ts';
import { SAMPLE_CATALOG } from './sample-catalog.ts';

export interface TestApp extends App {
  /** An ingest key of website 1. */
  readonly key: string;
  /** Closes the app and throws the database away. */
  dispose(): Promise<void>;
}

export async function startTestApp(engine: Engine, config: Partial<Config> = {}): Promise<TestApp> {
  const { url, database, dispose } = await createTestDatabase(engine);
  await importCatalog(database, SAMPLE_CATALOG, () => new Date());
  const app = await startApp(testConfig(url, config));
  const created = await createIngestKey(app.database, 1, () => new Date());
  return { ...app, key: created!.key, dispose: () => app.close().then(dispose) };
}

/** On a free port, and without a word in the log. */
export function testConfig(databaseUrl: string, config: Partial<Config> = {}): Config {
  return { ...readConfig({ PORT: '0', DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' }), ...config };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Posts to the collector with the app's key, as NDJSON unless told otherwise; a header of '' is left out. */
export async function collect(
  app: TestApp,
  body: NonNullable<RequestInit['body']>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const all = { authorization: `Bearer ${app.key}`, 'content-type': 'application/x-ndjson', ...headers };
  const sent = Object.entries(all).filter(([, value]) => value !== '');
  return answerOf(await fetch(`${app.url}/collect/events`, { method: 'POST', body, headers: sent }));
}

export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  return { status, headers, body: JSON.parse(await response.text()) };
}
