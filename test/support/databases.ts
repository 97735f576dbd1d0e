// A fresh, migrated database per call, on either engine.
import { accessSync, constants, copyFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Database, Engine } from '../../src/core/foundation/database/database.ts';
import { openDatabase, sqlitePath } from '../../src/core/foundation/database/open/open.ts';
import { CITUS_SHARDS, createOnNodes, type NodesDatabase } from './citus-cluster.ts';
import { IS_LONG } from './long.ts';

/** For `describe.each`: both engines, or only SQLite if there is no PostgreSQL (the global setup logs that). */
export const ENGINES: readonly Engine[] = inject('postgresUrl') === '' ? ['sqlite'] : ['sqlite', 'postgres'];

const TEMPLATE = inject('templateDatabase');
const TEMPLATE_FILE = inject('templateFile');
/** All tests on PostgreSQL run on this cluster then. */
export const ON_CITUS = inject('isCitus');

/**
 * In place of `ENGINES` where the rules under test are not about storage. One engine is enough there: every operation also runs on both, in
 * `test/security/roles.test.ts`. `npm run test:long` takes both.
 */
export const ANY_ENGINE: readonly Engine[] = IS_LONG || ON_CITUS ? ENGINES : ['sqlite'];

/** Committing to a file in memory waits for no disk, and takes a tenth of the processor time. Containers may have little of it. */
const MEMORY_FOLDER = '/dev/shm';
const MEMORY_BYTES_MIN = 1024 ** 3;
const SQLITE_FOLDER = hasRoomInMemory() ? MEMORY_FOLDER : tmpdir();

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  dispose(): Promise<void>;
}

export async function createTestDatabase(engine: Engine): Promise<TestDatabase> {
  const { url, dispose } = await createMigratedDatabase(engine);
  const database = await openDatabase(url, { connectionsMax: 5 });
  return {
    url,
    database,
    dispose: async () => {
      await database.close();
      await dispose();
    },
  };
}

/** A copy of the template. */
export async function createMigratedDatabase(engine: Engine): Promise<{ url: string; dispose(): Promise<void> }> {
  if (engine === 'postgres') return createPlainDatabase(TEMPLATE);
  const empty = await createEmptyDatabase(engine);
  copyFileSync(TEMPLATE_FILE, sqlitePath(empty.url));
  return empty;
}

/** Has no schema yet. */
export async function createEmptyDatabase(engine: Engine): Promise<{ url: string; dispose(): Promise<void> }> {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(SQLITE_FOLDER, 'funnel-test-'));
    return { url: `sqlite:${folder}/funnel.db`, dispose: async () => rmSync(folder, { recursive: true, force: true }) };
  }
  const database = await createPlainDatabase();
  if (ON_CITUS) await database.addCitus();
  return database;
}

/** Creates one on PostgreSQL, and also on the workers of a cluster, but without Citus yet. */
export function createPlainDatabase(template?: string): Promise<NodesDatabase> {
  return createOnNodes(inject('postgresUrl'), ON_CITUS, CITUS_SHARDS, template);
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= MEMORY_BYTES_MIN;
  } catch {
    return false;
  }
}
