// Imports NDJSON of any size in bounded memory. It is cut into chunks of whole lines; each chunk commits together with
// the digest of everything up to its end. So an import that was killed goes on where it was when it is run again, and
// of a file that has grown since, only what is new is counted.
import { createHash, type Hash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { type BatchOutcome, emptyOutcome, type ReceiptRequest } from './batch.ts';
import type { Ingestion } from './ingestion.ts';
import { repeated } from './receipts.ts';

const CHUNK_BYTES_MAX = 16 * 1024 * 1024;
const CHUNKS_IN_FLIGHT_MAX = 2;
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
  /** Counts what was imported before once more. */
  readonly again?: boolean;
  /** After each commit, with what has been counted so far. */
  onCommit?(soFar: Readonly<ImportedEvents>): void;
}

export async function importEvents(
  database: Database,
  ingestion: Ingestion,
  source: AsyncIterable<Uint8Array>,
  options: ImportOptions = {},
): Promise<ImportedEvents> {
  const run = new ImportRun(database, ingestion, options);
  let unread: Uint8Array[] = [];
  let unreadBytes = 0;
  for await (const piece of source) {
    unread.push(piece);
    unreadBytes += piece.length;
    while (unreadBytes >= run.wantedBytes) {
      const buffer = Buffer.concat(unread);
      const taken = await run.takeChunk(buffer, false);
      unread = [buffer.subarray(taken)];
      unreadBytes -= taken;
    }
  }
  for (let rest = Buffer.concat(unread); rest.length > 0; ) rest = rest.subarray(await run.takeChunk(rest, true));
  return run.finish();
}

interface StoredChunk {
  readonly digest_after: string;
  readonly end_offset: number;
  readonly outcome: string | null;
}

class ImportRun {
  readonly chunkBytesMax: number;
  /** How much of the text is needed to go on. */
  wantedBytes: number;
  readonly #database: Database;
  readonly #ingestion: Ingestion;
  readonly #options: ImportOptions;
  readonly #imported: ImportedEvents = { accepted: 0, duplicates: 0, rejected: 0, reasons: {}, samples: [] };
  readonly #inFlight: Promise<void>[] = [];
  readonly #digest: Hash = createHash('sha256');
  #offset = 0;
  #linesBefore = 0;
  /** Of a line that is longer than a chunk, the first piece was rejected; the others say nothing new. */
  #isInsideLine = false;

  constructor(database: Database, ingestion: Ingestion, options: ImportOptions) {
    this.chunkBytesMax = options.chunkBytesMax ?? CHUNK_BYTES_MAX;
    this.wantedBytes = this.chunkBytesMax;
    this.#database = database;
    this.#ingestion = ingestion;
    this.#options = options;
  }

  /** Takes the next chunk off the start of `buffer` and says how long it was; 0: more of the text is wanted first. */
  async takeChunk(buffer: Uint8Array, isEnd: boolean): Promise<number> {
    const candidates = this.#options.again ? [] : await this.#chunksFromHere();
    const longestBytes = (candidates.at(-1)?.end_offset ?? 0) - this.#offset;
    if (!isEnd && longestBytes > buffer.length) {
      // It was imported in larger chunks before: only as much text as they held can be compared with them.
      this.wantedBytes = longestBytes;
      return 0;
    }
    this.wantedBytes = this.chunkBytesMax;
    const known = this.#knownAmong(candidates, buffer);
    const length = known?.length ?? lengthOfWholeLines(buffer.subarray(0, this.chunkBytesMax));
    const chunk = buffer.subarray(0, length);
    const counted = this.#isInsideLine ? fromFirstNewline(chunk) : chunk;
    this.#isInsideLine = chunk[length - 1] !== NEWLINE;
    const linesBefore = this.#linesBefore;
    const digestBefore = this.#currentDigest();
    this.#digest.update(chunk);
    this.#offset += length;
    this.#linesBefore += countLines(chunk);
    if (known) {
      // After those under way, so that the samples stay in the order of their lines.
      await Promise.all(this.#inFlight.splice(0));
      this.#add(known.outcome, linesBefore);
    } else await this.#submit(counted, linesBefore, digestBefore);
    return length;
  }

  async finish(): Promise<ImportedEvents> {
    await Promise.all(this.#inFlight);
    return this.#imported;
  }

  /** Chunks that began where we are, after the same text; shortest first. */
  #chunksFromHere(): Promise<StoredChunk[]> {
    return this.#database.query<StoredChunk>(
      'SELECT digest_after, end_offset, outcome FROM import_chunks WHERE digest_before = $1 ORDER BY end_offset',
      [this.#currentDigest()],
    );
  }

  /** The longest one that goes on as the text does. */
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
      // Where a line goes on by now, only its beginning was imported: it must be read again as a whole.
      if (!endsWithLine(buffer, length)) continue;
      if (digest.copy().digest('hex') !== candidate.digest_after) continue;
      const outcome: BatchOutcome = candidate.outcome ? JSON.parse(candidate.outcome) : emptyOutcome();
      longest = { length, outcome: repeated(outcome) };
    }
    return longest;
  }

  async #submit(chunk: Uint8Array, linesBefore: number, digestBefore: string): Promise<void> {
    const receipt: ReceiptRequest = {
      kind: 'chunk',
      digestBefore,
      digestAfter: this.#currentDigest(),
      endOffset: this.#offset,
    };
    const committed = this.#ingestion
      .ingest({
        bytes: new Uint8Array(chunk),
        format: 'ndjson',
        eventsMax: Number.POSITIVE_INFINITY,
        rejectionsKeptMax: SAMPLES_MAX,
        ...(!this.#options.again && { receipt }),
      })
      .then((outcome) => this.#add(outcome, linesBefore));
    // Its failure is thrown where it is waited for, below or in `finish`.
    committed.catch(() => {});
    this.#inFlight.push(committed);
    if (this.#inFlight.length >= CHUNKS_IN_FLIGHT_MAX) await this.#inFlight.shift();
  }

  #add(outcome: BatchOutcome, linesBefore: number): void {
    const imported = this.#imported;
    imported.accepted += outcome.accepted;
    imported.duplicates += outcome.duplicates;
    imported.rejected += outcome.rejected;
    for (const [code, count] of Object.entries(outcome.reasons)) {
      imported.reasons[code] = (imported.reasons[code] ?? 0) + count;
    }
    for (const { line, code, message } of outcome.rejections) {
      if (imported.samples.length < SAMPLES_MAX) imported.samples.push({ line: linesBefore + line + 1, code, message });
    }
    this.#options.onCommit?.(imported);
  }

  #currentDigest(): string {
    return this.#digest.copy().digest('hex');
  }
}

/** A last line without an end is a chunk of its own: it may not have been written to the end yet. */
function lengthOfWholeLines(readable: Uint8Array): number {
  const newline = readable.lastIndexOf(NEWLINE);
  return newline < 0 ? readable.length : newline + 1;
}

function endsWithLine(buffer: Uint8Array, length: number): boolean {
  const next = buffer[length];
  return buffer[length - 1] === NEWLINE || next === undefined || next === NEWLINE || next === CARRIAGE_RETURN;
}

function fromFirstNewline(chunk: Uint8Array): Uint8Array {
  const newline = chunk.indexOf(NEWLINE);
  return chunk.subarray(newline < 0 ? chunk.length : newline);
}

function countLines(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
