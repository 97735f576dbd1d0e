// Where a killed service exports to, as readers of the export see it.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { createPlainDatabase } from '../support/databases.ts';
import { type ExportedRow, readTable } from '../support/exported.ts';
import { startOurStorage } from '../support/s3-server.ts';

const STATE = 'state/website-1.json';
const MANIFEST = 'manifest.json';
const STAGED = /^(\.staging-|funnel-export-)/;

export interface FaultTarget extends AsyncDisposable {
  readonly to: string;
  /** Another place of the same kind, where nothing is yet. */
  readonly beside: string;
  readonly variables: Readonly<Record<string, string>>;
  /** All rows of a table; throws if a part of it can't be read. */
  rows(table: string, place?: string): Promise<ExportedRow[]>;
  /** undefined: no run was finished yet. */
  cursor(): Promise<string | undefined>;
  /** What runs know to be there. */
  state(): Promise<string>;
  /** Runs that are writing, and what those that were killed have left aside. */
  staged(): Promise<string[]>;
  /** Waits until nothing holds what a killed run has held. */
  released(): Promise<void>;
}

export async function folderTarget(): Promise<FaultTarget> {
  const parent = mkdtempSync(join(tmpdir(), 'funnel-killed-'));
  const to = join(parent, 'export');
  return {
    to,
    beside: join(parent, 'beside'),
    variables: {},
    rows: (table, place = to) => readTable(place, table),
    cursor: async () => cursorIn(textOf(join(to, MANIFEST))),
    state: async () => textOf(join(to, STATE)) ?? '',
    staged: async () => stagedIn(to),
    released: async () => {},
    [Symbol.asyncDispose]: async () => rmSync(parent, { recursive: true }),
  };
}

/** Its objects are copied to a folder to be read. */
export async function storageTarget(): Promise<FaultTarget> {
  const storage = await startOurStorage();
  const parent = mkdtempSync(join(tmpdir(), 'funnel-killed-'));
  const { accessKeyId, secretAccessKey, region } = storage.credentials;
  const to = 's3://bucket/export';
  const keyOf = (name: string) => `export/${name}`;
  const object = (name: string) => (storage.keys().includes(keyOf(name)) ? storage.text(keyOf(name)) : undefined);
  return {
    to,
    beside: 's3://bucket/beside',
    variables: {
      S3_ENDPOINT: storage.origin,
      ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_REGION: region },
      TMPDIR: parent,
    },
    rows: async (table, place = to) => {
      const prefix = `${place.slice('s3://bucket/'.length)}/`;
      const copy = mkdtempSync(join(parent, 'copy-'));
      for (const key of storage.keys().filter((name) => name.startsWith(`${prefix}${table}/`))) {
        const path = join(copy, key.slice(prefix.length));
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, storage.bytes(key));
      }
      const rows = await readTable(copy, table);
      rmSync(copy, { recursive: true });
      return rows;
    },
    cursor: async () => cursorIn(object(MANIFEST)),
    state: async () => object(STATE) ?? '',
    staged: async () => stagedIn(parent),
    released: async () => {},
    [Symbol.asyncDispose]: async () => {
      await storage.close();
      rmSync(parent, { recursive: true });
    },
  };
}

export async function databaseTarget(): Promise<FaultTarget> {
  const database = await createPlainDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const to = `${database.url}?schema=exported`;
  const tableIn = (place: string, table: string) => `${URL.parse(place)!.searchParams.get('schema')}.${table}`;
  const rows = async (table: string, place = to) => {
    const { rows: found } = await client.query<ExportedRow>(`SELECT * FROM ${tableIn(place, table)}`);
    return found;
  };
  const sessions = async () => {
    const { rows: found } = await client.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'funnel export'",
    );
    return found.map(({ pid }) => String(pid));
  };
  /** There are none before the tables are created. */
  const rowsIfThere = (table: string) => rows(table).catch(() => []);
  return {
    to,
    beside: `${database.url}?schema=beside`,
    variables: {},
    rows,
    cursor: async () => ((await rowsIfThere('export_record'))[0]?.cursor as string | null) ?? undefined,
    state: async () => JSON.stringify(await rowsIfThere('export_state')),
    staged: sessions,
    // PostgreSQL notices the death of a client only when it next talks to it.
    released: () => expect.poll(sessions).toEqual([]),
    [Symbol.asyncDispose]: async () => {
      await client.end();
      await database.dispose();
    },
  };
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function cursorIn(manifest: string | undefined): string | undefined {
  return manifest === undefined ? undefined : (JSON.parse(manifest) as { cursor: string }).cursor;
}

function stagedIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => STAGED.test(name)) : [];
}
