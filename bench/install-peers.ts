// DuckDB, ClickHouse and Apache Arrow are only needed by some benchmarks, so they are no dependencies: those benchmarks install them.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The part of the package's types that the benchmarks use. */
export interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<Instance> };
}

interface Instance {
  connect(): Promise<Connection>;
  closeSync(): void;
}

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowObjects(): Record<string, unknown>[] }>;
  closeSync(): void;
}

/** ClickHouse in the process. */
export interface ChDb {
  readonly Session: new (path: string) => { query(sql: string, format?: string): string; cleanup(): void };
}

/** Only what is needed to write and read a column of texts. */
export interface Arrow {
  readonly CompressionType: { readonly ZSTD: number };
  readonly compressionRegistry: {
    set(type: number, codec: { encode(bytes: Uint8Array): Uint8Array; decode(bytes: Uint8Array): Uint8Array }): void;
  };
  readonly Dictionary: new (values: object, indexes: object) => object;
  readonly Utf8: new () => object;
  readonly Uint16: new () => object;
  readonly Table: new (columns: Record<string, ArrowColumn>) => object;
  vectorFromArray(values: readonly string[], type: object): ArrowColumn;
  tableToIPC(table: object, type: 'stream', compression: number | null): Uint8Array;
  tableFromIPC(bytes: Uint8Array): { getChildAt(index: number): ArrowColumn | null };
}

interface ArrowColumn {
  readonly data: readonly { readonly values: Uint16Array; readonly dictionary?: { toArray(): Iterable<string> } }[];
}

export function installArrow(folder: string): Promise<Arrow> {
  return install<Arrow>(folder, 'apache-arrow', '21.2.0');
}

export function installDuckDb(folder: string): Promise<DuckDb> {
  return install<DuckDb>(folder, '@duckdb/node-api', '1.5.5-r.5');
}

/** undefined: its package has no library for this kind of machine. */
export async function installChDb(folder: string): Promise<ChDb | undefined> {
  try {
    return await install<ChDb>(folder, 'chdb', '3.4.0');
  } catch (error) {
    if ((error as { code?: string }).code !== 'CHDB_PLATFORM') throw error;
    console.log(`chdb has no library for ${process.platform} on ${process.arch}.`);
    return undefined;
  }
}

async function install<Package>(folder: string, name: string, version: string): Promise<Package> {
  if (!existsSync(join(folder, 'node_modules', name))) installPackage(folder, `${name}@${version}`);
  const entry = createRequire(join(folder, 'package.json')).resolve(name);
  return (await import(pathToFileURL(entry).href)) as Package;
}

function installPackage(folder: string, name: string): void {
  console.log(`Installing ${name} …`);
  try {
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', name], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch (cause) {
    throw new Error(`This benchmark compares with ${name}, which could not be installed from the npm registry.`, {
      cause,
    });
  }
}
