// Receives a file of another tool, and stores it in pieces while it comes. An account may have few files that are received or wait, so that
// nobody fills the disk, or keeps the others waiting. If the sender is gone, so is what came of the file.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../core/contract/access/principal.ts';
import type { Database, Queries } from '../../core/foundation/database/database.ts';
import { lockIds, nextId } from '../../core/foundation/database/next-id.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';
import { type Clock, isoSeconds } from '../../core/foundation/time/clock.ts';
import { type BodyPace, streamBody } from '../../core/intake/collector/read-body.ts';
import { findHistoryImport } from './days/store-history.ts';
import type { HistoryTool } from './days/traffic-day.ts';
import { digestHead, emptyFile, IMPORT_IDS, requireRoom } from './history-imports.ts';
import {
  countUploads,
  deletePieces,
  deleteUpload,
  endReceiving,
  findWaiting,
  insertUpload,
  PIECE_BYTES,
  storePiece,
  type UploadKey,
  type UploadState,
} from './stored-uploads.ts';

export const UPLOAD_BYTES_MAX = 64 * 1024 * 1024;
export const UPLOADS_OF_ACCOUNT_MAX = 4;
/** The largest file takes at most 17 minutes. */
const PACE: BodyPace = { bytesPerSecondMin: 64 * 1024, periodMs: 15_000 };

export interface SentUpload {
  readonly websiteId: number;
  readonly tool: HistoryTool;
  readonly fileName: string;
  readonly conversionEvent: string | undefined;
  readonly lastDay: number | undefined;
  readonly actor: Actor;
}

export interface ReceivedUpload extends UploadKey {
  readonly digest: string;
  readonly byteCount: number;
}

/** What became of a file, or of the same one that was sent before. */
export interface KeptUpload {
  readonly id: number;
  readonly state: UploadState | 'done';
}

interface UploadOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** What is left is deleted by the sweep. */
  onFailure(error: unknown): void;
}

export class HistoryUploads {
  readonly #options: UploadOptions;
  /** Those whose requests have not ended, by id. */
  readonly #open = new Map<number, { isKept: boolean }>();

  constructor(options: UploadOptions) {
    this.#options = options;
  }

  /** Until `keep`, the file goes when the request ends. Throws a problem of status 400, 404, 408, 413, 415, 422 or 503. */
  async receive(
    payload: IncomingMessage,
    sent: SentUpload,
    onClose: (callback: () => void) => void,
  ): Promise<ReceivedUpload> {
    const upload = await this.#begin(sent);
    const request = { isKept: false };
    this.#open.set(upload.id, request);
    const end = async () => {
      if (this.#open.delete(upload.id) && !request.isKept) await this.#discard(upload);
    };
    onClose(() => void end());
    try {
      const stored = await this.#store(payload, upload, digestHead(sent));
      if (stored.byteCount === 0) throw emptyFile();
      return { ...upload, ...stored };
    } catch (error) {
      await end();
      throw error;
    }
  }

  /** From now on the file waits for the job. Throws a problem of status 404. */
  async keep(upload: ReceivedUpload): Promise<KeptUpload> {
    const { database, clock } = this.#options;
    const kept = await database.transaction(async (tx) => {
      // Uploads take turns from here on, so the same file does not wait twice.
      await lockIds(tx, IMPORT_IDS);
      const same = await findSame(tx, upload);
      if (same) return same;
      if (!(await endReceiving(tx, upload, upload, clock().getTime()))) throw noSuchWebsite();
      return { id: upload.id, state: 'waiting' as const };
    });
    const request = this.#open.get(upload.id);
    if (request) request.isKept = kept.id === upload.id;
    return kept;
  }

  #begin({ conversionEvent, lastDay, ...sent }: SentUpload): Promise<UploadKey> {
    const { database, clock } = this.#options;
    return database.transaction(async (tx) => {
      // Uploads take turns from here on, so they are counted one after the other.
      const id = await nextId(tx, IMPORT_IDS);
      const { websiteId } = sent;
      const [website] = await tx.query<{ account_id: number }>('SELECT account_id FROM websites WHERE id = $1', [
        websiteId,
      ]);
      if (!website) throw noSuchWebsite();
      await requireRoom(tx, websiteId);
      const { account_id: accountId } = website;
      const now = clock();
      if ((await countUploads(tx, accountId, now.getTime())) >= UPLOADS_OF_ACCOUNT_MAX) throw busy();
      const added = { ...sent, conversionEvent: conversionEvent ?? null, lastDay: lastDay ?? null };
      await insertUpload(tx, { ...added, id, accountId, createdAt: isoSeconds(now) }, now.getTime());
      return { websiteId, id };
    });
  }

  async #store(payload: IncomingMessage, upload: UploadKey, head: string) {
    const hash = createHash('sha256').update(head);
    const piece = Buffer.alloc(PIECE_BYTES);
    let byteCount = 0;
    let filled = 0;
    const storeFilled = async () => {
      const number = Math.ceil(byteCount / PIECE_BYTES) - 1;
      await this.#storePiece(upload, { number, content: piece.subarray(0, filled) });
      filled = 0;
    };
    await streamBody(payload, { bytesMax: UPLOAD_BYTES_MAX, pace: PACE }, async (bytes) => {
      hash.update(bytes);
      for (let place = 0; place < bytes.length; ) {
        const copied = bytes.copy(piece, filled, place);
        place += copied;
        filled += copied;
        byteCount += copied;
        if (filled === PIECE_BYTES) await storeFilled();
      }
    });
    if (filled > 0) await storeFilled();
    return { digest: hash.digest('hex'), byteCount };
  }

  async #storePiece(upload: UploadKey, piece: Parameters<typeof storePiece>[2]): Promise<void> {
    const { database, clock } = this.#options;
    const startMs = performance.now();
    if (!(await storePiece(database, upload, piece, clock().getTime()))) throw noSuchWebsite();
    // This thread stores it if the database is SQLite. Requests of others have their turn for as long.
    await sleep(performance.now() - startMs);
  }

  async #discard(upload: UploadKey): Promise<void> {
    const { database, onFailure } = this.#options;
    try {
      await database.transaction((tx) => deleteUpload(tx, upload));
      await deletePieces(database, upload);
    } catch (error) {
      onFailure(error);
    }
  }
}

async function findSame(tx: Queries, { websiteId, digest }: ReceivedUpload): Promise<KeptUpload | undefined> {
  const earlier = await findHistoryImport(tx, websiteId, digest);
  if (earlier) return { id: earlier.id, state: 'done' };
  const waiting = await findWaiting(tx, websiteId, digest);
  return waiting && { id: waiting.id, state: waiting.state };
}

/** It was erased meanwhile. */
function noSuchWebsite(): Problem {
  return new Problem(404, 'There is no such website.');
}

function busy(): Problem {
  const detail =
    `An account may have ${UPLOADS_OF_ACCOUNT_MAX} files that are received, or wait until they are imported. ` +
    'This one was not stored: try again when another is imported.';
  return new Problem(503, detail, { code: 'busy', headers: { 'retry-after': '10' } });
}
