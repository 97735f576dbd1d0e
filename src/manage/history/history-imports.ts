// Imports what other tools have counted. A file is read as a whole before anything is stored; then one transaction stores all of it, so
// whatever goes wrong, all of a file is there or nothing.
import { createHash } from 'node:crypto';
import { recordAudit } from '../../contract/access/audit-log.ts';
import type { Actor } from '../../contract/access/principal.ts';
import { markCatalogChanged, nextCatalogChange } from '../../engine/catalog/catalog-changes.ts';
import { readOwnHosts } from '../../engine/catalog/own-hosts.ts';
import { readZone } from '../../engine/catalog/website-zones.ts';
import { readDaysInLog } from '../../engine/event-log/storage/read-runs.ts';
import {
  findHistoryImport,
  type HistoryImport,
  importedAmong,
  listHistoryImports,
  removeHistoryImport,
  storeHistoryImport,
} from '../../engine/history/store-history.ts';
import type { HistoryTool } from '../../engine/history/traffic-day.ts';
import { isoOfDay } from '../../engine/rollups/calendar.ts';
import { readCountedDays } from '../../engine/rollups/seen-days.ts';
import type { Database, Queries } from '../../foundation/database/database.ts';
import { nextId } from '../../foundation/database/next-id.ts';
import { OwnHosts } from '../../foundation/dimensions/referrer.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { type Clock, isoSeconds } from '../../foundation/time/clock.ts';
import { HistoryFileError, HistoryFileTooLargeError } from '../../intake/history/file-error.ts';
import { partsOf } from '../../intake/history/parts-of-file.ts';
import { type HistoryLimits, type ReadHistoryFile, readHistoryFile } from '../../intake/history/read-history-file.ts';
import { requireWebsite } from '../resources/saved-records.ts';

/** How many a website may have. */
export const IMPORTS_MAX = 200;
const IDS = 'history_imports';
const RANGES_SHOWN = 10;

export interface SentHistory {
  readonly tool: HistoryTool;
  readonly bytes: Blob;
  readonly fileName: string;
  readonly conversionEvent?: string | undefined;
  /** Only days up to this one are imported. */
  readonly lastDay?: number | undefined;
  readonly limits: HistoryLimits;
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
  async add(websiteId: number, sent: SentHistory, actor: Actor): Promise<ImportedHistory> {
    const digest = await digestOf(sent);
    const repeated = await findHistoryImport(this.#database, websiteId, digest);
    if (repeated) return { ...repeated, skipped: [], isRepeated: true };
    const { days, skipped } = await this.#read(websiteId, sent);
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
        id: await nextId(tx, IDS),
        tool: sent.tool,
        fileName: sent.fileName,
        conversionEvent: sent.conversionEvent ?? null,
        firstDay: numbers[0]!,
        lastDay: numbers.at(-1)!,
        dayCount: numbers.length,
        createdAt: isoSeconds(this.#clock()),
      };
      await storeHistoryImport(tx, websiteId, { ...added, digest, days });
      // Reports have history in them, and are kept until the website changes.
      await markCatalogChanged(tx, websiteId, change);
      await recordAudit(tx, { websiteId, actor, action: 'history_imported', subject: subjectOf(added) }, this.#clock);
      return { ...added, skipped, isRepeated: false };
    });
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

  async #read(websiteId: number, sent: SentHistory): Promise<ReadHistoryFile> {
    const { zone } = await readZone(this.#database, websiteId);
    const ownHosts = (await readOwnHosts(this.#database, [websiteId])).get(websiteId) ?? new OwnHosts('', []);
    const { fileName: name, ...file } = sent;
    const today = zone.dayAt(this.#clock().getTime());
    try {
      return await readHistoryFile({ ...file, name, zone, ownHosts, today });
    } catch (error) {
      if (!(error instanceof HistoryFileError)) throw error;
      const isTooLarge = error instanceof HistoryFileTooLargeError;
      throw new Problem(isTooLarge ? 413 : 422, `${error.message}. Nothing was imported.`, {
        code: isTooLarge ? 'file_too_large' : 'invalid_file',
      });
    }
  }
}

export function noSuchImport(): Problem {
  return new Problem(404, 'There is no such import.');
}

/** Of the bytes, and of what decides how they are read. */
async function digestOf({ tool, bytes, conversionEvent, lastDay }: SentHistory): Promise<string> {
  const hash = createHash('sha256').update(`${JSON.stringify([tool, conversionEvent ?? null, lastDay ?? null])}\n`);
  for await (const part of partsOf(bytes)) hash.update(part);
  return hash.digest('hex');
}

function subjectOf({ id, tool, firstDay, lastDay }: HistoryImport): string {
  return `${id} (${tool}, ${rangeOf([firstDay, lastDay])})`;
}

async function requireRoom(tx: Queries, websiteId: number): Promise<void> {
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
