// What is known of the scheduled export on every node. Only the nodes that run the jobs have it in their configuration, so they say in the
// database what they do, and what came of it. There is nothing in it about where the export goes but the kind of target, and what was
// written is kept by website, so that whoever owns some websites is told of these alone.

import { nextCatalogChange } from '../../core/engine/catalog/catalog-changes.ts';
import { existingWebsites } from '../../core/engine/catalog/list-websites.ts';
import { type Database, placeholders, type Queries } from '../../core/foundation/database/database.ts';
import { Lease } from '../../core/foundation/database/lease.ts';
import { type Clock, isoSeconds } from '../../core/foundation/time/clock.ts';
import type { ScheduledExport, WrittenWebsite } from './exporter.ts';
import type { ExportFormat } from './targets/export-format.ts';
import type { ExportProblem } from './targets/export-target.ts';
import { kindOfTarget, type TargetKind } from './targets/open-target.ts';

const HOUR_MS = 3_600_000;
/** A run takes a while, and one that has failed is repeated. */
const LATE_MS = 2 * HOUR_MS;
/** Clocks of nodes differ by less. */
const CLOCK_DIFFERENCE_MS_MAX = HOUR_MS;
const WEBSITES_PER_STATEMENT = 500;

export interface ExportSchedule {
  readonly target: TargetKind;
  /** undefined: a database has none. */
  readonly format: ExportFormat | undefined;
  readonly everyHours: number;
  /** undefined: all websites. */
  readonly websiteIds: readonly number[] | undefined;
}

export interface ExportedWebsite {
  readonly at: string;
  readonly files: number;
  readonly rows: number;
}

export interface ExportState {
  readonly schedule: ExportSchedule;
  readonly isRunning: boolean;
  /** When the last run began that was finished. undefined: none was yet. */
  readonly lastAt: Date | undefined;
  /** The last run, if it has failed. */
  readonly failure: { readonly at: string; readonly problem: ExportProblem } | undefined;
  readonly dueAt: Date;
  readonly isLate: boolean;
}

export function scheduleOf({ to, format, everyHours, websiteIds }: ScheduledExport): ExportSchedule {
  const target = kindOfTarget(to);
  return { target, format: target === 'database' ? undefined : format, everyHours, websiteIds };
}

/** When the last export began that was finished; the epoch if there was none. */
export function lastExportAt(database: Pick<Database, 'query'>): Promise<Date> {
  return Lease.doneAt(database, 'export');
}

export function dueAfter(last: Date, everyHours: number): Date {
  return new Date(last.getTime() + everyHours * HOUR_MS);
}

/** A run of the future was dated by a clock that was ahead. It says nothing, so the next one is due at once. */
export function dueAsOf(now: Date, last: Date, everyHours: number): Date {
  return last.getTime() - now.getTime() > CLOCK_DIFFERENCE_MS_MAX ? now : dueAfter(last, everyHours);
}

export function isLate(dueAt: Date, now: Date): boolean {
  return now.getTime() - dueAt.getTime() > LATE_MS;
}

/** Says what is scheduled. It is repeated at each look of the job, so that a node that does not export cannot end it for the others. */
export async function announce(database: Pick<Database, 'transaction'>, schedule: ExportSchedule, now: Date) {
  const { target, format = null, everyHours, websiteIds } = schedule;
  const ids = websiteIds === undefined ? null : JSON.stringify(websiteIds);
  await database.transaction((tx) =>
    tx.insertMany({
      into: 'export_schedule',
      columns: ['job', 'target', 'format', 'every_hours', 'website_ids', 'announced_at'],
      rows: [['export', target, format, everyHours, ids, isoSeconds(now)]],
      onConflict: `ON CONFLICT (job) DO UPDATE SET target = excluded.target, format = excluded.format,
        every_hours = excluded.every_hours, website_ids = excluded.website_ids`,
    }),
  );
}

/** There is no scheduled export any more. */
export async function withdraw(database: Pick<Database, 'transaction'>): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('DELETE FROM export_schedule');
    await tx.query('DELETE FROM exported_websites');
  });
}

export interface EndedRun {
  readonly websites: readonly WrittenWebsite[];
  /** They could not be reached: what is known of them stays. */
  readonly missing?: readonly number[];
  readonly begun: Date;
}

/** Belongs into the transaction that ends the run. */
export async function recordDone(tx: Queries, { websites, missing = [], begun }: EndedRun): Promise<void> {
  // Erasing a website takes its turn, too: otherwise it could not see the row of that website, nor remove the website that has it.
  await nextCatalogChange(tx);
  await tx.query('UPDATE export_schedule SET failed_at = NULL, problem = NULL');
  if (missing.length > 0) await recordFailure(tx, 'unreachable', begun);
  const kept = await readWritten(tx, missing);
  await tx.query('DELETE FROM exported_websites');
  const rows = new Map([
    ...kept,
    ...websites.map(({ websiteId, files, rows }) => [websiteId, { at: isoSeconds(begun), files, rows }] as const),
  ]);
  // One may have been erased meanwhile.
  const existing = await existingWebsites(tx, [...rows.keys()]);
  await tx.insertMany({
    into: 'exported_websites',
    columns: ['website_id', 'exported_at', 'files', 'rows_written'],
    rows: [...rows]
      .filter(([websiteId]) => existing.has(websiteId))
      .map(([websiteId, { at, files, rows: written }]) => [websiteId, at, files, written]),
  });
}

export async function recordFailure(tx: Queries, problem: ExportProblem, now: Date): Promise<void> {
  await tx.query('UPDATE export_schedule SET failed_at = $1, problem = $2', [isoSeconds(now), problem]);
}

interface StoredSchedule {
  readonly target: TargetKind;
  readonly format: ExportFormat | null;
  readonly every_hours: number;
  readonly website_ids: string | null;
  readonly announced_at: string;
  readonly failed_at: string | null;
  readonly problem: ExportProblem | null;
}

export class ExportStates {
  readonly #database: Pick<Database, 'query'>;
  readonly #clock: Clock;

  constructor(database: Pick<Database, 'query'>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** undefined: nothing is exported by a schedule. */
  async read(): Promise<ExportState | undefined> {
    const [stored] = await this.#database.query<StoredSchedule>(
      'SELECT target, format, every_hours, website_ids, announced_at, failed_at, problem FROM export_schedule',
    );
    if (!stored) return undefined;
    const now = this.#clock();
    const last = await lastExportAt(this.#database);
    const lastAt = last.getTime() === 0 ? undefined : last;
    const { failed_at: failedAt, problem, every_hours: everyHours } = stored;
    const dueAt = lastAt ? dueAsOf(now, lastAt, everyHours) : new Date(stored.announced_at);
    return {
      schedule: {
        ...{ target: stored.target, format: stored.format ?? undefined, everyHours },
        websiteIds: stored.website_ids === null ? undefined : JSON.parse(stored.website_ids),
      },
      isRunning: await Lease.isHeld(this.#database, now, 'export'),
      lastAt,
      failure: failedAt !== null && problem !== null ? { at: failedAt, problem } : undefined,
      dueAt,
      isLate: isLate(dueAt, now),
    };
  }

  /** What the last finished run wrote of these websites, without those that it did not have. */
  written(websiteIds: readonly number[]): Promise<ReadonlyMap<number, ExportedWebsite>> {
    return readWritten(this.#database, websiteIds);
  }
}

async function readWritten(
  queries: Pick<Queries, 'query'>,
  websiteIds: readonly number[],
): Promise<ReadonlyMap<number, ExportedWebsite>> {
  const found = new Map<number, ExportedWebsite>();
  for (let start = 0; start < websiteIds.length; start += WEBSITES_PER_STATEMENT) {
    const some = websiteIds.slice(start, start + WEBSITES_PER_STATEMENT);
    const rows = await queries.query<{ website_id: number } & ExportedWebsite>(
      `SELECT website_id, exported_at AS at, files, rows_written AS rows FROM exported_websites
       WHERE website_id IN (${placeholders(some.length)})`,
      some,
    );
    for (const { website_id: id, at, files, rows: written } of rows) found.set(id, { at, files, rows: written });
  }
  return found;
}
