// Imports what other tools have counted. A file is read as a whole before anything is stored; then one transaction stores all of it, so
// whatever goes wrong, all of a file is there or nothing. Files that were sent in requests are imported by a job (import-job.ts).
import { createHash } from 'node:crypto';
import { recordAudit } from '../../core/contract/access/audit-log.ts';
import type { Actor } from '../../core/contract/access/principal.ts';
import { markCatalogChanged, nextCatalogChange } from '../../core/engine/catalog/catalog-changes.ts';
import { readOwnHosts } from '../../core/engine/catalog/own-hosts.ts';
import { readZone } from '../../core/engine/catalog/website-zones.ts';
import { readDaysInLog } from '../../core/engine/event-log/storage/read-runs.ts';
import { isoOfDay } from '../../core/engine/rollups/calendar.ts';
import { readCountedDays } from '../../core/engine/rollups/seen-days.ts';
import type { Database, Queries } from '../../core/foundation/database/database.ts';
import { nextId } from '../../core/foundation/database/next-id.ts';
import { OwnHosts } from '../../core/foundation/dimensions/referrer.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';
import { type Clock, isoSeconds } from '../../core/foundation/time/clock.ts';
import { requireWebsite } from '../../core/manage/resources/saved-records.ts';
import {
  findHistoryImport,
  findImport,
  type HistoryImport,
  importedAmong,
  listHistoryImports,
  removeHistoryImport,
  type StoredHistoryImport,
  storeHistoryImport,
} from './days/store-history.ts';
import type { HistoryTool } from './days/traffic-day.ts';
import type { FileBytes } from './files/file-bytes.ts';
import { HistoryFileError, HistoryFileTooLargeError } from './files/file-error.ts';
import { partsOf } from './files/parts-of-file.ts';
import { type HistoryLimits, type ReadHistoryFile, readHistoryFile } from './files/read-history-file.ts';
import { deletePieces, deleteUpload, findUpload, listUploads, type Upload } from './stored-uploads.ts';

/** How many a website may have. */
export const IMPORTS_MAX = 200;
export const IMPORT_IDS = 'history_imports';
const RANGES_SHOWN = 10;

/** How a file is read. */
interface Reading {
  readonly tool: HistoryTool;
  readonly conversionEvent?: string | undefined;
  /** Only days up to this one are imported. */
  readonly lastDay?: number | undefined;
}

export interface SentHistory extends Reading {
  readonly bytes: FileBytes;
  readonly fileName: string;
  readonly limits: HistoryLimits;
}

/** A file that was stored before it is imported. */
export interface StoredUpload {
  /** The import gets it. */
  readonly id: number;
  readonly digest: string;
  /** Is called for each part of the file that was read. It throws to end the import. */
  onPart(): Promise<void>;
  /** Is called in the transaction that stores the days. */
  end(tx: Queries): Promise<void>;
}

export interface ImportedHistory extends HistoryImport {
  /** What was not read: names of files, or of tables. */
  readonly skipped: readonly string[];
  /** The same file was imported before, and nothing was changed. */
  readonly isRepeated: boolean;
}

export class HistoryImports {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  list(websiteId: number): Promise<HistoryImport[]> {
    return listHistoryImports(this.#database, websiteId);
  }

  /** Throws a problem of status 404, 409, 413 or 422. */
  async add(websiteId: number, sent: SentHistory, actor: Actor, upload?: StoredUpload): Promise<ImportedHistory> {
    const digest = upload?.digest ?? (await digestOf(sent));
    const repeated = await findHistoryImport(this.#database, websiteId, digest);
    if (repeated) return { ...repeated, skipped: [], isRepeated: true };
    const { days, skipped } = await this.#read(websiteId, sent, upload);
    const numbers = days.map(({ day }) => day);
    return this.#database.transaction(async (tx) => {
      // Changes take turns from here on, so nobody else adds days meanwhile.
      const change = await nextCatalogChange(tx);
      await requireWebsite(tx, websiteId);
      const earlier = await findHistoryImport(tx, websiteId, digest);
      if (earlier) return { ...earlier, skipped: [], isRepeated: true };
      await requireRoom(tx, websiteId);
      await refuseCounted(tx, websiteId, numbers);
      await refuseImported(tx, websiteId, numbers);
      const added: HistoryImport = {
        id: upload?.id ?? (await nextId(tx, IMPORT_IDS)),
        tool: sent.tool,
        fileName: sent.fileName,
        conversionEvent: sent.conversionEvent ?? null,
        firstDay: numbers[0]!,
        lastDay: numbers.at(-1)!,
        dayCount: numbers.length,
        createdAt: isoSeconds(this.#clock()),
      };
      await storeHistoryImport(tx, websiteId, { ...added, digest, skipped, days });
      await upload?.end(tx);
      // Reports have history in them, and are kept until the website changes.
      await markCatalogChanged(tx, websiteId, change);
      await recordAudit(tx, { websiteId, actor, action: 'history_imported', subject: subjectOf(added) }, this.#clock);
      return { ...added, skipped, isRepeated: false };
    });
  }

  /** Newest first: files that wait, are imported or could not be imported. */
  listUploads(websiteId: number): Promise<Upload[]> {
    return listUploads(this.#database, websiteId);
  }

  /** An import, or a file that is not imported. Throws a problem of status 404. */
  async find(websiteId: number, id: number): Promise<StoredHistoryImport | Upload> {
    // In this order: the file of an import goes in the moment in which the import is there.
    const upload = await findUpload(this.#database, { websiteId, id });
    const found = upload ?? (await findImport(this.#database, websiteId, id));
    if (!found) throw noSuchImport();
    return found;
  }

  /** Removes an import, or a file that is not imported: if it is being imported, that ends. Throws a problem of status 404. */
  async removeOrCancel(websiteId: number, id: number, actor: Actor): Promise<void> {
    const isUpload = await this.#database.transaction((tx) => deleteUpload(tx, { websiteId, id }));
    if (isUpload) await deletePieces(this.#database, { websiteId, id });
    else await this.remove(websiteId, id, actor);
  }

  /** Throws a problem of status 404. */
  remove(websiteId: number, id: number, actor: Actor): Promise<HistoryImport> {
    return this.#database.transaction(async (tx) => {
      const change = await nextCatalogChange(tx);
      const removed = await removeHistoryImport(tx, websiteId, id);
      if (!removed) throw noSuchImport();
      await markCatalogChanged(tx, websiteId, change);
      await recordAudit(tx, { websiteId, actor, action: 'history_removed', subject: subjectOf(removed) }, this.#clock);
      return removed;
    });
  }

  async #read(websiteId: number, sent: SentHistory, upload?: StoredUpload): Promise<ReadHistoryFile> {
    const { zone } = await readZone(this.#database, websiteId);
    const ownHosts = (await readOwnHosts(this.#database, [websiteId])).get(websiteId) ?? new OwnHosts('', []);
    const { fileName: name, ...file } = sent;
    const today = zone.dayAt(this.#clock().getTime());
    try {
      return await readHistoryFile({ ...file, name, zone, ownHosts, today, onPart: upload?.onPart });
    } catch (error) {
      if (!(error instanceof HistoryFileError)) throw error;
      const isTooLarge = error instanceof HistoryFileTooLargeError;
      throw new Problem(isTooLarge ? 413 : 422, `${error.message}. Nothing was imported.`, {
        code: isTooLarge ? 'file_too_large' : 'invalid_file',
      });
    }
  }
}

export function emptyFile(): Problem {
  return new Problem(422, 'The file is empty. Nothing was imported.', { code: 'invalid_file' });
}

export function noSuchImport(): Problem {
  return new Problem(404, 'There is no such import.');
}

/** A digest is that of what decides how a file is read, and of its bytes. */
export function digestHead({ tool, conversionEvent, lastDay }: Reading): string {
  return `${JSON.stringify([tool, conversionEvent ?? null, lastDay ?? null])}\n`;
}

async function digestOf({ bytes, ...reading }: SentHistory): Promise<string> {
  const hash = createHash('sha256').update(digestHead(reading));
  for await (const part of partsOf(bytes)) hash.update(part);
  return hash.digest('hex');
}

function subjectOf({ id, tool, firstDay, lastDay }: HistoryImport): string {
  return `${id} (${tool}, ${rangeOf([firstDay, lastDay])})`;
}

export async function requireRoom(tx: Queries, websiteId: number): Promise<void> {
  if ((await listHistoryImports(tx, websiteId)).length < IMPORTS_MAX) return;
  const detail = `A website may have at most ${IMPORTS_MAX} imports: remove one first.`;
  throw new Problem(422, detail, { code: 'too_many_imports' });
}

/** A day with events of ours has numbers of its own. */
async function refuseCounted(tx: Queries, websiteId: number, days: readonly number[]): Promise<void> {
  const window = { firstDay: days[0]!, lastDay: days.at(-1)! };
  const counted = new Set([
    ...(await readCountedDays(tx, websiteId, window)),
    ...(await readDaysInLog(tx, websiteId, window)),
  ]);
  const taken = days.filter((day) => counted.has(day));
  if (taken.length === 0) return;
  const detail =
    `The website has events of its own on days of this file: ${daysOf(taken)}. Nothing was imported. ` +
    `Import only the days up to ${isoOfDay(taken[0]! - 1)}.`;
  throw new Problem(409, detail, { code: 'days_counted', param: 'last_day' });
}

async function refuseImported(tx: Queries, websiteId: number, days: readonly number[]): Promise<void> {
  const taken = await importedAmong(tx, websiteId, days);
  if (taken.length === 0) return;
  const detail =
    `Another import has days of this file: ${daysOf(taken)}. Nothing was imported. ` +
    'Remove that import first, or leave these days out.';
  throw new Problem(409, detail, { code: 'days_imported' });
}

/** Returns text such as `2026-01-03 to 2026-01-05, 2026-01-09`. The days are in the order of time. */
function daysOf(days: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last?.[1] === day - 1) last[1] = day;
    else ranges.push([day, day]);
  }
  const more = ranges.length - RANGES_SHOWN;
  return ranges.slice(0, RANGES_SHOWN).map(rangeOf).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function rangeOf([first, last]: readonly [number, number]): string {
  return first === last ? isoOfDay(first) : `${isoOfDay(first)} to ${isoOfDay(last)}`;
}
