// An export as files: a file for each partition, a file with the digests of each website, and a manifest. Where they are kept is the
// store's business.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import { ParquetWriter } from '../table-files/parquet-writer.ts';
import type { TableChunk, TableColumn } from '../table-files/table.ts';
import { ndjsonOf } from '../table-files/write-ndjson.ts';
import { EXPORT_FORMATS, type ExportFormat } from './export-format.ts';
import { EXPORT_TABLES, LAYOUT } from './export-tables.ts';
import {
  ExportError,
  type ExportRecord,
  type ExportTarget,
  type WebsiteChange,
  type WebsiteState,
} from './export-target.ts';
import type { PartitionName } from './partition.ts';

/** Names have slashes, and no others than the letters, digits, dots and hyphens of this file. */
export interface FileStore {
  /** undefined: there is no such file. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** A folder of this machine, in which files are written before they are put into their place. */
  staging(): Promise<string>;
  /** Readers find either the file as it was or as it is now. It may be moved from its path. */
  put(name: string, path: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** When it returns, all of that lasts, even if the power fails. */
  flush(): Promise<void>;
  /** Removes the staging folder. */
  close(): Promise<void>;
}

/** Whoever reads the export finds here what it is. */
const MANIFEST = 'manifest.json';
/** The next run reads it. */
const RECORD = 'state/export.json';

const SYNCING_MAX = 8;
const FILES_PER_CHECKPOINT = 50;

const STORED_RECORD = z.object({
  export_id: z.string().regex(/^[0-9a-f]{16}$/),
  runs: z.int().nonnegative(),
  website_ids: z.array(z.int().positive()).readonly(),
});
const STORED_STATE = z.record(z.string(), z.string());

interface Manifest {
  readonly cursor: string;
  readonly exported_at: string;
  readonly format: ExportFormat;
  readonly layout: number;
  readonly website_ids: readonly number[];
}

export class FileTarget implements ExportTarget {
  readonly #store: FileStore;
  readonly #format: ExportFormat;
  /** The paths of staged files by their names. */
  readonly #staged = new Map<string, string>();
  /** Staged files that are not yet safe on the disk: the ones after them are written meanwhile. */
  #syncing: Promise<void>[] = [];
  #written = 0;

  constructor(store: FileStore, format: ExportFormat) {
    this.#store = store;
    this.#format = format;
  }

  nameOf({ table, websiteId, period }: PartitionName): string {
    if (!period) return `${table}/website-${websiteId}.${this.#format}`;
    const first = isoOfDay(period.firstDay);
    return `${table}/website-${websiteId}/${period.kind === 'day' ? first : first.slice(0, -3)}.${this.#format}`;
  }

  async readRecord(): Promise<ExportRecord | undefined> {
    const record = await this.#readJson(RECORD, STORED_RECORD);
    return record && { exportId: record.export_id, runs: record.runs, websiteIds: record.website_ids };
  }

  async begin({ exportId, runs, websiteIds }: ExportRecord): Promise<void> {
    const record: z.input<typeof STORED_RECORD> = { export_id: exportId, runs, website_ids: websiteIds };
    await this.#putJson(RECORD, record);
  }

  async readState(websiteId: number): Promise<WebsiteState> {
    const state = (await this.#readJson(stateName(websiteId), STORED_STATE)) ?? {};
    // They are removed when they are not needed any more, so nothing else may be among them.
    const own = new RegExp(`^[a-z_]+/website-${websiteId}(/\\d{4}-\\d\\d(-\\d\\d)?)?\\.(${EXPORT_FORMATS.join('|')})$`);
    const wrong = Object.keys(state).find((name) => !own.test(name));
    if (wrong !== undefined)
      throw new ExportError(`${stateName(websiteId)} names "${wrong}", which no export has written.`, 'damaged_target');
    return new Map(Object.entries(state));
  }

  async stage(partition: PartitionName, chunks: AsyncIterable<TableChunk>): Promise<number> {
    const path = join(await this.#store.staging(), `${this.#written++}.${this.#format}`);
    this.#staged.set(this.nameOf(partition), path);
    const file = await open(path, 'w', 0o600);
    let rows = 0;
    try {
      for await (const piece of this.#piecesOf(EXPORT_TABLES[partition.table], chunks, (added) => (rows += added))) {
        await file.write(piece);
      }
    } catch (error) {
      await file.close();
      throw error;
    }
    const syncing = file.sync().finally(() => file.close());
    // Whoever waits for it throws the error.
    syncing.catch(() => {});
    this.#syncing.push(syncing);
    if (this.#syncing.length > SYNCING_MAX) await this.#syncing.shift();
    return rows;
  }

  async #synced(): Promise<void> {
    const syncing = this.#syncing;
    this.#syncing = [];
    await Promise.all(syncing);
  }

  async *#piecesOf(
    columns: readonly TableColumn[],
    chunks: AsyncIterable<TableChunk>,
    onRows: (rows: number) => void,
  ): AsyncGenerator<Uint8Array> {
    const parquet = this.#format === 'parquet' ? new ParquetWriter(columns) : undefined;
    if (parquet) yield parquet.start();
    for await (const chunk of chunks) {
      yield parquet ? parquet.chunk(chunk) : ndjsonOf(columns, chunk);
      onRows(chunk.rows);
    }
    if (parquet) yield parquet.end();
  }

  async publish({ websiteId, replaced, removed, state }: WebsiteChange): Promise<void> {
    // Renaming is only safe once the content is on the disk.
    await this.#synced();
    const now = new Map([...state, ...[...replaced, ...removed].map((name) => [name, ''] as const)]);
    await this.#putState(websiteId, now);
    await this.#store.flush();
    for (const [place, name] of replaced.entries()) {
      await this.#store.put(name, this.#staged.get(name)!);
      now.set(name, state.get(name)!);
      // Whoever goes on after an interruption does not begin again.
      if ((place + 1) % FILES_PER_CHECKPOINT === 0) await this.#putState(websiteId, now);
    }
    for (const name of removed) await this.#store.remove(name);
    if (state.size > 0) await this.#putState(websiteId, state);
    else {
      await this.#store.flush();
      await this.#store.remove(stateName(websiteId));
    }
    this.#staged.clear();
  }

  async #putState(websiteId: number, state: WebsiteState): Promise<void> {
    // It says of files that they are there, so they have to last.
    await this.#store.flush();
    await this.#putJson(stateName(websiteId), Object.fromEntries(state));
  }

  /** Whoever closes the store removes the files. */
  async discard(): Promise<void> {
    this.#staged.clear();
  }

  async finish(record: ExportRecord, { cursor, at }: { readonly cursor: string; readonly at: Date }): Promise<void> {
    await this.begin(record);
    const about = { cursor, exported_at: at.toISOString(), format: this.#format, layout: LAYOUT };
    const manifest: Manifest = { ...about, website_ids: record.websiteIds };
    await this.#putJson(MANIFEST, manifest);
    await this.#store.flush();
  }

  async close(): Promise<void> {
    await this.#synced().catch(() => {});
    await this.#store.close();
  }

  /** Others may write to the target, too. */
  async #readJson<Content>(name: string, content: z.ZodType<Content>): Promise<Content | undefined> {
    const bytes = await this.#store.read(name);
    if (!bytes) return undefined;
    try {
      return content.parse(JSON.parse(Buffer.from(bytes).toString()));
    } catch {
      throw new ExportError(`${name} is not a file of an export. Choose an empty folder.`, 'damaged_target');
    }
  }

  async #putJson(name: string, content: object): Promise<void> {
    const path = join(await this.#store.staging(), `${this.#written++}.json`);
    const file = await open(path, 'w', 0o600);
    try {
      await file.write(`${JSON.stringify(content, null, 1)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await this.#store.put(name, path);
  }
}

function stateName(websiteId: number): string {
  return `state/website-${websiteId}.json`;
}
