// Deletes old rows of websites, about once a day: a round goes through all websites, one after the other, so that each statement runs on
// one shard. It takes hours where there are many rows, so it saves how far it has come, and continues there after a restart or on another
// node.
// Why: docs/decisions/operation.md, "A daily sweep continues where it was".
// Why: docs/decisions/citus.md, "Jobs go on without the websites of a silent worker".
import type { Logger } from 'pino';
import type { Database } from '../../foundation/database/database.ts';
import { Lease, LeaseLostError } from '../../foundation/database/lease.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import { reachableWebsites } from '../catalog/list-websites.ts';
import { Deletions } from './deletions.ts';
import { untilAborted } from './run-sweeps.ts';

/** Does a small piece of the work. Returns where the next piece begins, or undefined if there is none. */
export type WebsiteSweep = (
  database: Database,
  websiteId: number,
  now: Date,
  after: string,
) => Promise<string | undefined>;

/** The time from the end of a round to the next one. */
export const ROUND_EVERY_MS = 24 * 60 * 60 * 1000;
/** The progress is saved often enough to keep the lease. */
const SAVE_EVERY_MS = 5_000;

interface SweepOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Once the signal is aborted, no further piece begins. */
  readonly signal: AbortSignal;
}

/** Continues the round in progress, or begins one if it is time. Does nothing while another node does so. */
export async function sweepWebsites(sweeps: readonly WebsiteSweep[], options: SweepOptions): Promise<void> {
  const { database, clock, signal } = options;
  const lease = await Lease.take(database, clock, 'sweep');
  if (!lease) return;
  try {
    if (await isDue(database, clock())) await new Round(sweeps, options, lease).finish();
  } catch (error) {
    // If the lease was lost, the other node continues.
    if (!signal.aborted && !(error instanceof LeaseLostError)) throw error;
  } finally {
    await lease.release();
  }
}

async function isDue(database: Database, now: Date): Promise<boolean> {
  const ageMs = now.getTime() - (await Lease.doneAt(database, 'sweep')).getTime();
  // A time a little in the future is from the clock of another node. If it is far in the future, the clock was set back.
  return Math.abs(ageMs) >= ROUND_EVERY_MS;
}

/** How far a round has come: everything before it is done. */
interface Cursor {
  readonly websiteId: number;
  /** The index of the sweep. */
  readonly sweep: number;
  readonly after: string;
}

const BEGINNING: Cursor = { websiteId: 0, sweep: 0, after: '' };

class Round {
  readonly #sweeps: readonly WebsiteSweep[];
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #lease: Lease;
  readonly #deletions: Deletions;
  /** The first failure of each website. */
  readonly #failures = new Map<number, unknown>();
  #savedAtMs: number;

  constructor(sweeps: readonly WebsiteSweep[], { database, clock, logger, signal }: SweepOptions, lease: Lease) {
    this.#sweeps = sweeps;
    this.#deletions = new Deletions(logger);
    this.#database = this.#deletions.countedOf(untilAborted(database, signal));
    this.#clock = clock;
    this.#lease = lease;
    this.#savedAtMs = clock().getTime();
  }

  /** Goes on to the end. If a website fails, the others follow, and an error is thrown at the end. */
  async finish(): Promise<void> {
    const progress = await this.#lease.progress();
    const begun: Cursor = progress === '' ? BEGINNING : JSON.parse(progress);
    for await (const ids of reachableWebsites(this.#database, begun.websiteId - 1)) {
      for (const id of ids) await this.#sweepWebsite(id, begun).finally(() => this.#deletions.log({ websiteId: id }));
    }
    await this.#lease.done(this.#clock());
    if (this.#failures.size > 0) throw failureOf(this.#failures);
  }

  async #sweepWebsite(websiteId: number, begun: Cursor): Promise<void> {
    const isBegun = websiteId === begun.websiteId;
    for (let sweep = isBegun ? begun.sweep : 0; sweep < this.#sweeps.length; sweep++) {
      let after: string | undefined = isBegun && sweep === begun.sweep ? begun.after : '';
      while (after !== undefined) {
        // The worker of the website may have stopped answering since the page was read. The next round sweeps the website.
        if ((await this.#database.unreachable([websiteId])).size > 0) return;
        after = await this.#sweepPiece(websiteId, sweep, after);
        await this.#save({ websiteId, sweep: after === undefined ? sweep + 1 : sweep, after: after ?? '' });
        // On SQLite, requests run in between.
        await new Promise(setImmediate);
      }
    }
  }

  async #sweepPiece(websiteId: number, sweep: number, after: string): Promise<string | undefined> {
    try {
      return await this.#sweeps[sweep]!(this.#database, websiteId, this.#clock(), after);
    } catch (error) {
      // If the database does not answer, the round ends here: otherwise every website would wait for the same timeout.
      if (!(await answers(this.#database))) throw error;
      if (!this.#failures.has(websiteId)) this.#failures.set(websiteId, error);
      return undefined;
    }
  }

  async #save(cursor: Cursor): Promise<void> {
    const nowMs = this.#clock().getTime();
    if (Math.abs(nowMs - this.#savedAtMs) < SAVE_EVERY_MS) return;
    await this.#lease.saveProgress(JSON.stringify(cursor));
    this.#savedAtMs = nowMs;
  }
}

function failureOf(failures: ReadonlyMap<number, unknown>): Error {
  const [websiteId, first] = failures.entries().next().value!;
  return new Error(`Websites that failed: ${failures.size}. The first was website ${websiteId}: ${first}`, {
    cause: first,
  });
}

async function answers(database: Database): Promise<boolean> {
  return database.query('SELECT 1').then(
    () => true,
    () => false,
  );
}
