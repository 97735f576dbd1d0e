// DuckDB has 70 MB and only one benchmark needs it, so it is not a dependency: that benchmark installs it.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const NAME = '@duckdb/node-api';
const VERSION = '1.5.5-r.5';

/** The part of the package's types that the bench uses. */
export interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<Instance> };
}

interface Instance {
  connect(): Promise<Connection>;
  closeSync(): void;
}

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowObjects(): unknown }>;
  closeSync(): void;
}

export async function installDuckDb(folder: string): Promise<DuckDb> {
  console.log(`Installing ${NAME} ${VERSION} into a temporary folder …`);
  try {
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `${NAME}@${VERSION}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch (cause) {
    throw new Error('This benchmark compares with DuckDB, which could not be installed from the npm registry.', {
      cause,
    });
  }
  const entry = createRequire(join(folder, 'package.json')).resolve(NAME);
  return (await import(pathToFileURL(entry).href)) as DuckDb;
}
