// DuckDB, for the tests that read Parquet with it.
import { installedPackage } from './installed-package.ts';

interface Package {
  readonly DuckDBInstance: { create(path: string): Promise<Instance> };
}

interface Instance {
  connect(): Promise<Connection>;
  closeSync(): void;
}

interface Connection {
  runAndReadAll(sql: string): Promise<{ getRowObjectsJS(): Record<string, unknown>[] }>;
  closeSync(): void;
}

export interface DuckDb extends Disposable {
  /** The rows of the last statement. */
  query(sql: string): Promise<Record<string, unknown>[]>;
}

/** undefined: it can not be installed. */
export async function startDuckDb(): Promise<DuckDb | undefined> {
  const found = installedPackage<Package>('@duckdb/node-api', '1.5.5-r.5');
  if (!found) return undefined;
  const instance = await found.DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  return {
    query: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJS(),
    [Symbol.dispose]() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
