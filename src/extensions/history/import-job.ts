// The background job that imports files of history: one after the other, on one node at a time. Accounts take turns, so however many files
// one of them sends, each of the others waits for one file of it. A node that is killed leaves the file as it was, and the job begins
// again with it; a file with which that happens every time is given up.
// Why: docs/decisions/imports.md, "Files of history are stored first and imported by a job".
import type { Logger } from 'pino';
import type { Database } from '../../core/foundation/database/database.ts';
import { LEASE_MS, Lease, LeaseLostError } from '../../core/foundation/database/lease.ts';
import { startRepeatedJob } from '../../core/foundation/jobs/repeated-job.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';
import type { Clock } from '../../core/foundation/time/clock.ts';
import type { HistoryImporter } from './importer.ts';
import {
  claimUpload,
  deletePieces,
  failUpload,
  listWaiting,
  type UploadClaim,
  type UploadKey,
  type UploadProblem,
  unclaimUpload,
} from './stored-uploads.ts';

const EVERY_TWO_SECONDS = '*/2 * * * * *';
const RENEWED_EVERY_MS = LEASE_MS / 3;
/** A file that ends the process has taken so many of them with it. */
const ATTEMPTS_MAX = 3;

const GIVEN_UP: UploadProblem = {
  ...{ status: 500, code: 'import_failed' },
  detail: 'The service could not import the file. Nothing was imported. The log of the service says why.',
};

export interface HistoryJob {
  readonly database: Database;
  readonly importer: HistoryImporter;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Returns a function that stops the job, and an import that is in progress. */
export function startHistoryJob(job: HistoryJob): () => Promise<void> {
  return startRepeatedJob({
    name: 'importing history',
    schedule: EVERY_TWO_SECONDS,
    logger: job.logger,
    run: (signal) => importWaiting(job, signal),
  });
}

/** Imports what waits, unless another node does. */
export async function importWaiting(job: HistoryJob, signal?: AbortSignal): Promise<void> {
  const { database, importer, clock } = job;
  if ((await listWaiting(database)).length === 0 || signal?.aborted) return;
  const lease = await Lease.take(database, clock, 'history');
  if (!lease) return;
  const stop = () => void importer.stop();
  signal?.addEventListener('abort', stop);
  // Whoever has lost the lease ends the import: another node begins it again.
  const renewing = setInterval(() => void database.transaction((tx) => lease.renew(tx)).catch(stop), RENEWED_EVERY_MS);
  try {
    await new HistoryTurns(job, lease).run(signal);
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  } finally {
    clearInterval(renewing);
    signal?.removeEventListener('abort', stop);
    await importer.stop();
    await lease.release();
  }
}

class HistoryTurns {
  readonly #job: HistoryJob;
  readonly #lease: Lease;
  /** Files that could not be imported for a reason that may pass. The next run tries them again. */
  readonly #postponed = new Set<number>();

  constructor(job: HistoryJob, lease: Lease) {
    this.#job = job;
    this.#lease = lease;
  }

  async run(signal: AbortSignal | undefined): Promise<void> {
    let failure: unknown;
    for (let claim = await this.#next(); claim; claim = signal?.aborted ? undefined : await this.#next()) {
      try {
        await this.#job.importer.import(claim);
      } catch (error) {
        if (!(await this.#end(claim, error, signal))) {
          this.#postponed.add(claim.id);
          failure ??= error;
        }
      }
    }
    if (failure !== undefined && !signal?.aborted) throw failure;
  }

  /** Claims a file of the account whose turn it is. */
  async #next(): Promise<UploadClaim | undefined> {
    const { database } = this.#job;
    const last = Number((await this.#lease.progress()) || 0);
    const all = (await listWaiting(database)).filter(({ id }) => !this.#postponed.has(id));
    const unreachable = await database.unreachable(all.map(({ websiteId }) => websiteId));
    const waiting = all.filter(({ websiteId }) => !unreachable.has(websiteId));
    const next = waiting.find(({ accountId }) => accountId > last) ?? waiting[0];
    if (!next) return undefined;
    await this.#lease.saveProgress(String(next.accountId));
    let claim: UploadClaim | undefined;
    await this.#lease.write(async (tx) => {
      claim = await claimUpload(tx, next);
    });
    if (!claim) return this.#next();
    if (claim.attempt <= ATTEMPTS_MAX) return claim;
    await this.#fail(claim, GIVEN_UP);
    return this.#next();
  }

  /** Returns whether the file has ended. */
  async #end(claim: UploadClaim, error: unknown, signal: AbortSignal | undefined): Promise<boolean> {
    const { database, logger } = this.#job;
    if (error instanceof Problem && error.status < 500) {
      const { status, message: detail, options } = error;
      const { code, param } = options;
      await this.#fail(claim, {
        status,
        detail,
        ...(code !== undefined && { code }),
        ...(param !== undefined && { param }),
      });
      return true;
    }
    // A service that stops, or a database that does not answer, says nothing about the file.
    if (signal?.aborted || error instanceof Problem) {
      await database.transaction((tx) => unclaimUpload(tx, claim));
      return false;
    }
    logger.error({ err: error, websiteId: claim.websiteId }, 'a file of history could not be imported');
    if (claim.attempt < ATTEMPTS_MAX) return false;
    await this.#fail(claim, GIVEN_UP);
    return true;
  }

  async #fail(claim: UploadClaim, problem: UploadProblem): Promise<void> {
    const { database, clock } = this.#job;
    const isFailed = await database.transaction((tx) => failUpload(tx, claim, problem, clock().getTime()));
    if (isFailed) await deletePieces(database, claim satisfies UploadKey);
  }
}
