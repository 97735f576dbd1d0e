/**
 * An export of chosen websites to a folder, an object storage or a database of somebody else.
 *
 * THE IDEA. An export is a set of partitions: a website's events of a day, its counters of a month, its campaigns … Each has a digest of
 * what the database has, and the target keeps the digests of what it has. A run compares them, replaces the partitions that differ, and
 * removes those that are not in the database any more. So it does not matter why something differs: late events, refunds, erasure, a run
 * that was killed, a database that was restored from a backup. No version number could tell the last one.
 *
 * THE CURSOR names the export and the run. With it, a run goes on with what the target has; without it, a new export replaces that.
 *
 * A website is read as of one moment. Its partitions are staged while that lasts, and published when all are there.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { ExactBounds } from '../../core/engine/event-log/questions/unique-visitors.ts';
import { DatabaseUnavailableError, type ReadSnapshot } from '../../core/foundation/database/database.ts';
import { rootCause } from '../../core/foundation/database/root-cause.ts';
import { DamagedDataError } from '../../core/foundation/problem/damaged-data.ts';
import { catalogPartitions, contactPartition, experimentPartition } from './read-catalog.ts';
import { dailyPartitions } from './read-days.ts';
import { eventPartitions } from './read-events.ts';
import type { TableChunk } from './table-files/table.ts';
import { LAYOUT } from './targets/export-tables.ts';
import {
  ExportError,
  type ExportProblem,
  type ExportRecord,
  type ExportTarget,
  type WebsiteState,
} from './targets/export-target.ts';
import type { Digest, Partition } from './targets/partition.ts';
import { keepNames, renameBy } from './visitor-names.ts';
import { openReaders, type WebsiteReaders } from './website-readers.ts';

export interface ExportRequest {
  readonly websiteIds: readonly number[];
  /** The cursor of an earlier run. undefined: a new export. */
  readonly since?: string | undefined;
  /**
   * Whether it is the scheduled export: without a cursor, it goes on with what the target has, if there is something, and a website that
   * does not exist, or not any more, is left out, and one whose data are damaged stays in the target as it was. Otherwise one website
   * would end the export of everybody else's.
   */
  readonly isScheduled?: boolean;
  /** Whether visitors have the same names in all exports. */
  readonly hasStableVisitors: boolean;
  readonly hasContacts: boolean;
}

export interface ExportSource {
  readonly databaseUrl: string;
  readonly now: Date;
  readonly bounds: ExactBounds;
  readonly signal?: AbortSignal;
  /** Tests have their own. */
  readonly openReaders?: typeof openReaders;
  onRows?(rows: number): void;
  /** What was written of a website. */
  onWebsite?(websiteId: number, written: WrittenFiles): void;
  /** What is stored of a website is damaged. */
  onDamage?(websiteId: number, message: string): void;
  /** A website could not be read: the worker of a cluster that has it does not answer. The others go on. */
  onMissing?(missing: MissingWebsite): void;
}

export interface MissingWebsite {
  readonly websiteId: number;
  readonly code: Extract<ExportProblem, 'unreachable'>;
  /** It may name a server, so owners of the website do not see it. */
  readonly reason: string;
}

export interface WrittenFiles {
  /** Those that have not changed are not written. */
  readonly files: number;
  readonly rows: number;
}

export interface ExportResult extends WrittenFiles {
  readonly cursor: string;
  /** What the target has of them stays. A run that goes on from this one exports them. Left out: none is missing. */
  readonly missing?: readonly number[];
}

const EXPORT_ID_BYTES = 8;
const CURSOR = /^([0-9a-f]{16})-(\d{1,9})$/;

export async function runExport(
  source: ExportSource,
  request: ExportRequest,
  target: ExportTarget,
): Promise<ExportResult> {
  let readers: WebsiteReaders | undefined;
  try {
    readers = await (source.openReaders ?? openReaders)(source.databaseUrl);
    const found = await target.readRecord();
    const record = recordFor(request, found);
    const websiteIds = [...new Set(request.websiteIds)].sort((a, b) => a - b);
    // Whoever goes on with what was there before can do so until the end.
    const before = found ?? record;
    await target.begin({ ...before, websiteIds: [...new Set([...before.websiteIds, ...websiteIds])] });
    let [files, rows] = [0, 0];
    const exported: number[] = [];
    const missing: number[] = [];
    let failure: unknown;
    const continued = { ...request, exportId: record.exportId };
    for (const websiteId of websiteIds) {
      const onRows = (added: number) => source.onRows?.(rows + added);
      const written = await exportWebsite({ ...source, readers }, continued, websiteId, target, onRows).catch(
        async (error: unknown) => {
          const isDamaged = request.isScheduled && error instanceof DamagedDataError;
          if (!isDamaged && !(error instanceof DatabaseUnavailableError)) throw error;
          await target.discard();
          if (found?.websiteIds.includes(websiteId)) exported.push(websiteId);
          if (isDamaged) source.onDamage?.(websiteId, error.message);
          else {
            failure = error;
            missing.push(websiteId);
            source.onMissing?.({ websiteId, code: 'unreachable', reason: rootCause(error).message });
          }
        },
      );
      if (!written) continue;
      exported.push(websiteId);
      source.onWebsite?.(websiteId, written);
      files += written.files;
      rows += written.rows;
    }
    // Without any website there is nothing with which a later run could go on.
    if (missing.length > 0 && missing.length === websiteIds.length) throw failure;
    const others = (found?.websiteIds ?? []).filter((id) => !exported.includes(id));
    for (const websiteId of others) await removeWebsite(websiteId, target);
    const runs = record.runs + 1;
    const cursor = `${record.exportId}-${runs}`;
    await target.finish({ ...record, runs, websiteIds: exported }, { cursor, at: source.now });
    return { files, rows, cursor, ...(missing.length > 0 && { missing }) };
  } finally {
    await readers?.close();
    await target.close();
  }
}

function recordFor({ since, isScheduled }: ExportRequest, found: ExportRecord | undefined): ExportRecord {
  if (since !== undefined) return continued(found, since);
  return (isScheduled && found) || newRecord();
}

function newRecord(): ExportRecord {
  return { exportId: randomBytes(EXPORT_ID_BYTES).toString('hex'), runs: 0, websiteIds: [] };
}

/** A cursor of an earlier run is good, too: the target knows what it has. */
function continued(found: ExportRecord | undefined, cursor: string): ExportRecord {
  const [, exportId, runs] = CURSOR.exec(cursor) ?? [];
  if (exportId === undefined) throw new ExportError(`"${cursor}" is not a cursor of an export.`);
  if (found?.exportId === exportId && Number(runs) <= found.runs) return found;
  throw new ExportError(
    found
      ? 'The target has another export than the cursor is of. Leave out --since to replace it.'
      : 'The target has no export that could be continued. Leave out --since.',
  );
}

interface ContinuedExport extends ExportRequest {
  readonly exportId: string;
}

/** undefined: the website does not exist, and is left out. */
async function exportWebsite(
  source: ExportSource & { readonly readers: WebsiteReaders },
  request: ContinuedExport,
  websiteId: number,
  target: ExportTarget,
  onRows: (rows: number) => void,
): Promise<WrittenFiles | undefined> {
  const known = await target.readState(websiteId);
  const state = new Map<string, Digest>();
  const replaced: string[] = [];
  let rows = 0;
  const reader = await source.readers.open(websiteId);
  try {
    const partitions = await partitionsOf(reader, source, request, websiteId);
    if (!partitions) {
      if (request.isScheduled) return undefined;
      throw new ExportError(`Website ${websiteId} does not exist.`);
    }
    for (const partition of partitions) {
      source.signal?.throwIfAborted();
      const name = target.nameOf(partition);
      const digest = digestOf(partition, request);
      state.set(name, digest);
      if (known.get(name) === digest) continue;
      rows += await target.stage(
        partition,
        counted(partition.read(), (added) => onRows(rows + added)),
      );
      replaced.push(name);
    }
  } finally {
    await reader.close();
  }
  const removed = [...known.keys()].filter((name) => !state.has(name));
  if (replaced.length + removed.length > 0) await target.publish({ websiteId, replaced, removed, state });
  return { files: replaced.length, rows };
}

async function removeWebsite(websiteId: number, target: ExportTarget): Promise<void> {
  const state: WebsiteState = new Map();
  const removed = [...(await target.readState(websiteId)).keys()];
  await target.publish({ websiteId, replaced: [], removed, state });
}

/** undefined: the website does not exist. */
async function partitionsOf(
  reader: ReadSnapshot,
  { now, bounds }: ExportSource,
  { hasContacts, hasStableVisitors, exportId }: ContinuedExport,
  websiteId: number,
): Promise<Partition[] | undefined> {
  const [known] = await reader.query<{ visitor_key: string }>(
    'SELECT visitor_key FROM catalog_state WHERE EXISTS (SELECT 1 FROM websites WHERE id = $1)',
    [websiteId],
  );
  if (!known) return undefined;
  const rename = hasStableVisitors ? keepNames : renameBy(known.visitor_key, exportId);
  return [
    ...(await catalogPartitions(reader, websiteId)),
    await experimentPartition(reader, websiteId, now, bounds),
    ...(hasContacts ? [await contactPartition(reader, websiteId)] : []),
    ...(await dailyPartitions(reader, websiteId)),
    ...(await eventPartitions(reader, websiteId, rename)),
  ];
}

/** Of what is written, which also depends on how. */
function digestOf({ table, digest }: Partition, { exportId, hasStableVisitors }: ContinuedExport): Digest {
  const names = table === 'events' ? [hasStableVisitors ? 'stable' : exportId] : [];
  return createHash('sha256')
    .update([LAYOUT, digest, ...names].join(' '))
    .digest('base64url');
}

async function* counted(chunks: AsyncIterable<TableChunk>, onRows: (rows: number) => void): AsyncGenerator<TableChunk> {
  let rows = 0;
  for await (const chunk of chunks) {
    rows += chunk.rows;
    yield chunk;
    onRows(rows);
  }
}
