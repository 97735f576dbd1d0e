// Imports a file that was sent, in the thread of the caller or in one of its own.
import type { Database } from '../../core/foundation/database/database.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';
import { Thread } from '../../core/foundation/threads/thread.ts';
import type { Clock } from '../../core/foundation/time/clock.ts';
import { UPLOAD_LIMITS } from './files/read-history-file.ts';
import { HistoryImports } from './history-imports.ts';
import { StoredFile, UploadGoneError } from './stored-file.ts';
import { deleteClaimed, deletePieces, noteReading, readClaimed, type UploadClaim } from './stored-uploads.ts';

/** Several times what a file of the largest size takes, also on a slow machine. */
export const PROCESSOR_MS_MAX = 10 * 60_000;
/** How often it is noted how much was read, and looked whether somebody has cancelled the import. */
const NOTE_EVERY_MS = 1_000;

export interface HistoryImporter {
  /** Throws a problem, which people see, if the file can not be imported. Does nothing if its upload is gone. */
  import(claim: UploadClaim): Promise<void>;
  /** Ends an import, too. It can be used again. */
  stop(): Promise<void>;
}

interface DirectOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** How much processor time this thread has taken so far. */
  readonly processorMs: () => number;
}

export class DirectHistoryImporter implements HistoryImporter {
  readonly #options: DirectOptions;

  constructor(options: DirectOptions) {
    this.#options = options;
  }

  async import(claim: UploadClaim): Promise<void> {
    try {
      await this.#import(claim);
    } catch (error) {
      if (!(error instanceof UploadGoneError)) throw error;
    }
  }

  async #import(claim: UploadClaim): Promise<void> {
    const { database, clock } = this.#options;
    const upload = await readClaimed(database, claim);
    if (!upload) return;
    const { websiteId, id, digest, tool, fileName, actor, byteCount } = upload;
    const file = new StoredFile(database, upload, byteCount);
    const sent = {
      ...{ tool, fileName, bytes: file.bytes, limits: UPLOAD_LIMITS },
      conversionEvent: upload.conversionEvent ?? undefined,
      lastDay: upload.lastDay ?? undefined,
    };
    const imported = await new HistoryImports(database, clock).add(websiteId, sent, actor, {
      ...{ id, digest },
      onPart: this.#watch(claim, file),
      end: async (tx) => {
        if (!(await deleteClaimed(tx, claim))) throw new UploadGoneError();
      },
    });
    if (imported.isRepeated) {
      const detail = `The same file was imported meanwhile, as import ${imported.id}. Nothing was changed.`;
      throw new Problem(409, detail, { code: 'already_imported' });
    }
    await deletePieces(database, claim);
  }

  /** Bounds the processor time, and notes how far the import is. */
  #watch(claim: UploadClaim, file: StoredFile): () => Promise<void> {
    const { database, processorMs } = this.#options;
    const beganMs = processorMs();
    let notedMs = beganMs;
    return async () => {
      const nowMs = processorMs();
      if (nowMs - beganMs > PROCESSOR_MS_MAX) throw takesTooLong();
      if (nowMs - notedMs < NOTE_EVERY_MS) return;
      notedMs = nowMs;
      const isClaimed = await database.transaction((tx) => noteReading(tx, claim, file.readPercent));
      if (!isClaimed) throw new UploadGoneError();
    };
  }

  async stop(): Promise<void> {}
}

function takesTooLong(): Problem {
  const detail = `It takes more than ${PROCESSOR_MS_MAX / 60_000} minutes to read: export fewer days at once. Nothing was imported.`;
  return new Problem(413, detail, { code: 'file_too_large' });
}

/** Reading a file takes up to minutes: it must not hold up the requests of the server. */
export class HistoryImportThread implements HistoryImporter {
  readonly #thread: Thread<UploadClaim, void>;

  constructor(databaseUrl: string) {
    this.#thread = new Thread(new URL('./import-worker.ts', import.meta.url), { databaseUrl });
  }

  import(claim: UploadClaim): Promise<void> {
    return this.#thread.call(claim);
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
