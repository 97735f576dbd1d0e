// Imports NDJSON of any size in bounded memory. The file is split into chunks of whole lines, and each chunk is committed
// together with the digest of everything up to its end. So an import that was killed resumes when it is
// run again, and of a file that has grown only the new lines are counted. Orders without a subject are counted at the end
// (deferred-orders.ts), so that the numbers do not depend on where commits fall. A commit takes as many chunks as memory and other
// writers allow: most days and subjects occur throughout a file, so fewer commits write fewer rows.
import { createHash, type Hash } from 'node:crypto';
import type { Database } from '../../foundation/database/database.ts';
import { importedEventsMax } from '../../foundation/memory/memory.ts';
import { type Clock, systemClock } from '../../foundation/time/clock.ts';
import type { AcceptedBatch } from '../accept/accept-batch.ts';
import { settleImport } from '../commit/deferred-orders.ts';
import { type Batch, type BatchOutcome, emptyOutcome, type ReceiptRequest } from '../events/batch.ts';
import { repeated } from '../events/receipts.ts';
import { CommitPace, type CommitPaceOptions } from './commit-pace.ts';
import { OtherWriters } from './other-writers.ts';

/** While others write, a commit is one chunk, so this limits how long they wait. A longer line is rejected. */
const CHUNK_BYTES_MAX = 512 * 1024;
const GROUP_BYTES_MAX = 512 * 1024 * 1024;
/** The limit of the weights (see `weightOf`) of all events in memory. */
const GROUP_WEIGHT_MAX = importedEventsMax();
const SAMPLES_MAX = 20;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export interface ImportedEvents {
  accepted: number;
  duplicates: number;
  rejected: number;
  reasons: Record<string, number>;
  samples: { line: number; code: string; message: string }[];
}

export interface ImportOptions {
  readonly chunkBytesMax?: number;
  /** How many bytes of the file a commit may take. */
  readonly commitBytesMax?: number;
  /** Counts the file again even if it was imported before. */
  readonly again?: boolean;
  /** Is called while the file is read. Commits follow later. */
  onRead?(lines: number): void;
  readonly clock?: Clock;
  /** Waits between two commits. */
  readonly pause?: CommitPaceOptions['pause'];
}

/** The stages that take a chunk into the database. */
export interface ImportStages<Events> {
  /** Once it resolves, the batch's bytes are not needed any more. */
  accept(batch: Batch): Promise<AcceptedBatch<Events>>;
  /** Commits all batches in one transaction. */
  commit(batches: readonly AcceptedBatch<Events>[]): Promise<BatchOutcome[]>;
}

export async function importEvents<Events>(
  database: Database,
  stages: ImportStages<Events>,
  source: AsyncIterable<Uint8Array>,
  options: ImportOptions = {},
): Promise<ImportedEvents> {
  const fileImport = new FileImport(database, stages, options);
  try {
    return await importWith(fileImport, source);
  } catch (error) {
    // A commit that has started is valid, whatever failed after it.
    await fileImport.committed().catch(() => {});
    throw await fileImport.stoppedBy(error as Error);
  }
}

/** An import has failed. What was committed before stays. */
export class ImportStoppedError extends Error {
  override readonly cause: Error;
  readonly imported: ImportedEvents;
  /** Websites whose worker of the cluster does not answer. */
  readonly unreachableIds: readonly number[];

  constructor(cause: Error, imported: ImportedEvents, unreachableIds: readonly number[]) {
    super(cause.message);
    this.cause = cause;
    this.imported = imported;
    this.unreachableIds = unreachableIds;
  }
}

async function importWith(fileImport: FileImport<unknown>, source: AsyncIterable<Uint8Array>): Promise<ImportedEvents> {
  let unread: Uint8Array[] = [];
  let unreadBytes = 0;
  for await (const piece of source) {
    unread.push(piece);
    unreadBytes += piece.length;
    while (unreadBytes >= fileImport.wantedBytes) {
      const rest = await fileImport.takeChunk(ownBuffer(unread), false);
      unread = [rest];
      unreadBytes = rest.length;
    }
  }
  for (let rest = ownBuffer(unread); rest.length > 0; ) rest = await fileImport.takeChunk(rest, true);
  return fileImport.finish();
}

type OwnBuffer = Buffer<ArrayBuffer>;

/** Copies the pieces into a buffer that can be transferred to another thread: Node's small buffers share their memory. */
function ownBuffer(pieces: readonly Uint8Array[]): OwnBuffer {
  const buffer = Buffer.allocUnsafeSlow(pieces.reduce((length, piece) => length + piece.length, 0));
  let end = 0;
  for (const piece of pieces) {
    buffer.set(piece, end);
    end += piece.length;
  }
  return buffer;
}

interface StoredChunk {
  readonly digest_after: string;
  readonly end_offset: number;
  readonly outcome: string | null;
}

class FileImport<Events> {
  readonly chunkBytesMax: number;
  /** How many bytes of the file the next chunk needs. */
  wantedBytes: number;
  readonly #database: Database;
  readonly #stages: ImportStages<Events>;
  readonly #options: ImportOptions;
  readonly #imported: ImportedEvents = { accepted: 0, duplicates: 0, rejected: 0, reasons: {}, samples: [] };
  readonly #others: OtherWriters;
  readonly #pace: CommitPace;
  #group: ChunkGroup<Events> | undefined;
  #commit: Promise<void> = Promise.resolve();
  readonly #digest: Hash = createHash('sha256');
  /** The digest of the first line: a file that has grown since is the same. */
  #importId = '';
  #offset = 0;
  #linesBefore = 0;
  /** The first piece of a line that is longer than a chunk was rejected. The other pieces are skipped. */
  #isInsideLine = false;

  constructor(database: Database, stages: ImportStages<Events>, options: ImportOptions) {
    this.chunkBytesMax = options.chunkBytesMax ?? CHUNK_BYTES_MAX;
    this.wantedBytes = this.chunkBytesMax;
    this.#database = database;
    this.#stages = stages;
    this.#options = options;
    this.#others = new OtherWriters(database);
    const { pause } = options;
    this.#pace = new CommitPace({ haveOthersWritten: () => this.#others.haveWritten(), ...(pause && { pause }) });
  }

  /** Takes the next chunk from the start of `buffer`, and returns the rest. Don't use the buffer after it. */
  async takeChunk(buffer: OwnBuffer, isEnd: boolean): Promise<OwnBuffer> {
    if (this.#importId === '') this.#importId = digestOfFirstLine(buffer);
    const candidates = this.#options.again ? [] : await this.#chunksFromHere();
    const longestBytes = (candidates.at(-1)?.end_offset ?? 0) - this.#offset;
    if (!isEnd && longestBytes > buffer.length) {
      // The file was imported in larger chunks before, and only chunks of the same length can be compared.
      this.wantedBytes = longestBytes;
      return buffer;
    }
    this.wantedBytes = this.chunkBytesMax;
    const known = this.#knownAmong(candidates, buffer);
    const length = known?.length ?? lengthOfWholeLines(buffer.subarray(0, this.chunkBytesMax));
    const rest = ownBuffer([buffer.subarray(length)]);
    const chunk = buffer.subarray(0, length);
    const counted = this.#isInsideLine ? fromFirstNewline(chunk) : chunk;
    this.#isInsideLine = chunk[length - 1] !== NEWLINE;
    const linesBefore = this.#linesBefore;
    const digestBefore = this.#currentDigest();
    this.#digest.update(chunk);
    this.#offset += length;
    this.#linesBefore += countLines(chunk);
    if (known) this.#add(known.outcome, linesBefore);
    else await this.#submit(counted, linesBefore, digestBefore);
    this.#options.onRead?.(this.#linesBefore);
    return rest;
  }

  async finish(): Promise<ImportedEvents> {
    await this.#commitGroup();
    await this.#commit;
    await settleImport(this.#database, this.#options.clock ?? systemClock, this.#importId);
    return this.#imported;
  }

  async stoppedBy(error: Error): Promise<ImportStoppedError> {
    // The database itself may not answer.
    const unreachable = await this.#unreachable().catch(() => []);
    return new ImportStoppedError(error, this.#imported, unreachable);
  }

  /** Asks about all websites: a chunk that can't be accepted does not say which ones it has. */
  async #unreachable(): Promise<readonly number[]> {
    if (!(await this.#database.isDistributed())) return [];
    const websites = await this.#database.query<{ id: number }>('SELECT id FROM websites ORDER BY id');
    const ids = websites.map(({ id }) => id);
    return [...(await this.#database.unreachable(ids, { isDelayed: true })).keys()];
  }

  /** Resolves when the commit in progress, if any, has ended. */
  committed(): Promise<void> {
    return this.#commit;
  }

  /** Returns the earlier chunks that started here, after the same bytes. The shortest comes first. */
  #chunksFromHere(): Promise<StoredChunk[]> {
    return this.#database.query<StoredChunk>(
      'SELECT digest_after, end_offset, outcome FROM import_chunks WHERE digest_before = $1 ORDER BY end_offset',
      [this.#currentDigest()],
    );
  }

  /** Returns the longest of these chunks that equals the next bytes of the file. */
  #knownAmong(
    candidates: readonly StoredChunk[],
    buffer: Uint8Array,
  ): { length: number; outcome: BatchOutcome } | undefined {
    const digest = this.#digest.copy();
    let digested = 0;
    let longest: { length: number; outcome: BatchOutcome } | undefined;
    for (const candidate of candidates) {
      const length = candidate.end_offset - this.#offset;
      if (length > buffer.length) break;
      digest.update(buffer.subarray(digested, length));
      digested = length;
      // A line that has grown since was imported only in part. It must be read again.
      if (!endsWithLine(buffer, length)) continue;
      if (digest.copy().digest('hex') !== candidate.digest_after) continue;
      const outcome: BatchOutcome = candidate.outcome ? JSON.parse(candidate.outcome) : emptyOutcome();
      longest = { length, outcome: repeated(outcome) };
    }
    return longest;
  }

  async #submit(chunk: OwnBuffer, linesBefore: number, digestBefore: string): Promise<void> {
    const receipt: ReceiptRequest = {
      kind: 'chunk',
      digestBefore,
      digestAfter: this.#currentDigest(),
      endOffset: this.#offset,
    };
    const group = this.#group ?? new ChunkGroup(this.#stages, this.#others);
    this.#group = group;
    await group.add(linesBefore, {
      bytes: chunk,
      format: 'ndjson',
      eventsMax: Number.POSITIVE_INFINITY,
      rejectionsKeptMax: SAMPLES_MAX,
      importId: this.#importId,
      ...(!this.#options.again && { receipt }),
    });
    if (group.isFull(this.#options.commitBytesMax ?? GROUP_BYTES_MAX)) await this.#commitGroup();
  }

  /** Starts the commit while the next group is read. Only these two are in memory. */
  async #commitGroup(): Promise<void> {
    const group = this.#group;
    if (!group) return;
    this.#group = undefined;
    await group.allAccepted();
    await this.#commit;
    this.#commit = this.#commitInParts(group);
    // A failure is reported to the caller that awaits it.
    this.#commit.catch(() => {});
  }

  async #commitInParts(group: ChunkGroup<Events>): Promise<void> {
    while (!group.isEmpty) {
      const bytesMax = await this.#pace.nextCommitBytes();
      const startedAt = performance.now();
      const bytes = await group.commitNext(bytesMax, (outcome, linesBefore) => this.#add(outcome, linesBefore));
      this.#pace.noteCommit(bytes, performance.now() - startedAt);
    }
  }

  #add(outcome: BatchOutcome, linesBefore: number): void {
    const imported = this.#imported;
    imported.accepted += outcome.accepted;
    imported.duplicates += outcome.duplicates;
    imported.rejected += outcome.rejected;
    for (const [code, count] of Object.entries(outcome.reasons)) {
      imported.reasons[code] = (imported.reasons[code] ?? 0) + count;
    }
    const { samples } = imported;
    for (const { line, code, message } of outcome.rejections) {
      samples.push({ line: linesBefore + line + 1, code, message });
    }
    // Known chunks are added before those that are not committed yet.
    samples.sort((a, b) => a.line - b.line).splice(SAMPLES_MAX);
  }

  #currentDigest(): string {
    return this.#digest.copy().digest('hex');
  }
}

interface Chunk<Events> {
  readonly linesBefore: number;
  readonly bytes: number;
  readonly accepted: Promise<AcceptedBatch<Events>>;
}

/** Chunks that are in memory together, and are committed together if nobody else has to wait. */
class ChunkGroup<Events> {
  readonly #stages: ImportStages<Events>;
  readonly #others: OtherWriters;
  /** The chunks that are not committed yet, in file order: of two events with the same id, the first in the file counts. */
  readonly #chunks: Chunk<Events>[] = [];
  #latest: Promise<unknown> = Promise.resolve();
  #bytes = 0;
  #weight = 0;

  constructor(stages: ImportStages<Events>, others: OtherWriters) {
    this.#stages = stages;
    this.#others = others;
  }

  /** Waits only for the chunk before, so that the next one is read while this one is accepted. */
  async add(linesBefore: number, batch: Batch): Promise<void> {
    const bytes = batch.bytes.length;
    const accepted = this.#accept(batch);
    accepted.catch(() => {});
    this.#chunks.push({ linesBefore, bytes, accepted });
    this.#bytes += bytes;
    const before = this.#latest;
    this.#latest = accepted;
    await before;
  }

  async #accept(batch: Batch): Promise<AcceptedBatch<Events>> {
    const accepted = await this.#stages.accept(batch);
    this.#weight += accepted.weight;
    await this.#others.watch(accepted.websiteIds);
    return accepted;
  }

  isFull(bytesMax: number): boolean {
    return this.#bytes >= bytesMax || this.#weight >= GROUP_WEIGHT_MAX;
  }

  get isEmpty(): boolean {
    return this.#chunks.length === 0;
  }

  async allAccepted(): Promise<void> {
    await Promise.all(this.#chunks.map(({ accepted }) => accepted));
  }

  /**
   * Commits as many chunks as fit into `bytesMax`, but at least one. Calls `add` with the outcome of each, and returns how many bytes they
   * have.
   */
  async commitNext(bytesMax: number, add: (outcome: BatchOutcome, linesBefore: number) => void): Promise<number> {
    const first = this.#chunks.shift()!;
    const chunks = [first];
    let { bytes } = first;
    while (this.#chunks.length > 0 && bytes + this.#chunks[0]!.bytes <= bytesMax) {
      const chunk = this.#chunks.shift()!;
      chunks.push(chunk);
      bytes += chunk.bytes;
    }
    const batches = await Promise.all(chunks.map(({ accepted }) => accepted));
    const outcomes = await this.#stages.commit(batches);
    this.#others.noteOwnCommit(new Set(batches.flatMap(({ websiteIds }) => websiteIds)));
    for (const [at, { linesBefore }] of chunks.entries()) add(outcomes[at]!, linesBefore);
    return bytes;
  }
}

/** A last line without a newline is a separate chunk, because it may not be complete yet. */
function lengthOfWholeLines(readable: Uint8Array): number {
  const newline = readable.lastIndexOf(NEWLINE);
  return newline < 0 ? readable.length : newline + 1;
}

function digestOfFirstLine(buffer: Uint8Array): string {
  const newline = buffer.indexOf(NEWLINE);
  const end = newline < 0 ? buffer.length : newline;
  return createHash('sha256').update(buffer.subarray(0, end)).digest('hex');
}

function endsWithLine(buffer: Uint8Array, length: number): boolean {
  const next = buffer[length];
  return buffer[length - 1] === NEWLINE || next === undefined || next === NEWLINE || next === CARRIAGE_RETURN;
}

function fromFirstNewline(chunk: OwnBuffer): OwnBuffer {
  const newline = chunk.indexOf(NEWLINE);
  return chunk.subarray(newline < 0 ? chunk.length : newline);
}

function countLines(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
