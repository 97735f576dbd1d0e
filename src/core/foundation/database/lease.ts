// Only the node that holds the lease writes. The lease expires unless it is renewed, so another node can take over from
// one that died. Every write renews it in the same transaction, so a node that lost the lease can't write any more.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../time/clock.ts';
import type { Database, Queries } from './database.ts';

/** Much longer than one website takes. */
export const LEASE_MS = 30_000;

/** A lease that expires later than this was taken before the clock was set back. It would block the job. */
const CLOCK_DIFFERENCE_MS_MAX = 60 * 60 * 1000;

export class LeaseLostError extends Error {
  constructor() {
    super('another node has taken over the job');
  }
}

/** A row of the table for each job that only one node runs at a time. */
export type LeasedJob =
  | 'insights'
  | 'intervals'
  | 'alerts'
  | 'outbox'
  | 'sweep'
  | 'event_log'
  | 'reports'
  | 'export'
  | 'history';

export class Lease {
  readonly #holder = randomUUID();
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #job: LeasedJob;

  private constructor(database: Database, clock: Clock, job: LeasedJob) {
    this.#database = database;
    this.#clock = clock;
    this.#job = job;
  }

  /** Undefined: another node holds it. */
  static async take(database: Database, clock: Clock, job: LeasedJob): Promise<Lease | undefined> {
    const lease = new Lease(database, clock, job);
    return (await lease.#take()) ? lease : undefined;
  }

  #take(): Promise<boolean> {
    const nowMs = this.#clock().getTime();
    return this.#database.transaction(async (tx) => {
      const taken = await tx.query(
        `UPDATE job_leases SET holder = $1, expires_at_ms = $2
         WHERE job = $5 AND (holder IS NULL OR expires_at_ms <= $3 OR expires_at_ms > $4) RETURNING job`,
        [this.#holder, nowMs + LEASE_MS, nowMs, nowMs + LEASE_MS + CLOCK_DIFFERENCE_MS_MAX, this.#job],
      );
      return taken.length > 0;
    });
  }

  /** Throws if the lease was lost. Nobody else can take it until the transaction ends. */
  async renew(tx: Queries): Promise<void> {
    const renewed = await tx.query(
      'UPDATE job_leases SET expires_at_ms = $2 WHERE job = $3 AND holder = $1 RETURNING job',
      [this.#holder, this.#clock().getTime() + LEASE_MS, this.#job],
    );
    if (renewed.length === 0) throw new LeaseLostError();
  }

  /** Renews the lease in the same transaction. Throws if it was lost: then nothing is written. */
  async write(work: (tx: Queries) => Promise<void>): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await this.renew(tx);
      await work(tx);
    });
  }

  /** What was saved last, by any node; empty if nothing was saved since `done`. */
  async progress(): Promise<string> {
    const [row] = await this.#database.query<{ progress: string }>('SELECT progress FROM job_leases WHERE job = $1', [
      this.#job,
    ]);
    return row?.progress ?? '';
  }

  /** Renews the lease. Throws if it was lost. */
  async saveProgress(progress: string): Promise<void> {
    await this.write(async (tx) => {
      await tx.query('UPDATE job_leases SET progress = $2 WHERE job = $1', [this.#job, progress]);
    });
  }

  /** Nothing is left to do, as of this time. */
  async done(at: Date): Promise<void> {
    await this.#database.transaction((tx) =>
      tx.query("UPDATE job_leases SET done_at_ms = $3, progress = '' WHERE job = $2 AND holder = $1", [
        this.#holder,
        this.#job,
        at.getTime(),
      ]),
    );
  }

  /** When a node last found nothing left to do; the epoch if none ever did. */
  static async doneAt(database: Pick<Database, 'query'>, job: LeasedJob): Promise<Date> {
    const [row] = await database.query<{ done_at_ms: number }>('SELECT done_at_ms FROM job_leases WHERE job = $1', [
      job,
    ]);
    return new Date(row?.done_at_ms ?? 0);
  }

  /** Whether a node is doing the job. */
  static async isHeld(database: Pick<Database, 'query'>, now: Date, job: LeasedJob): Promise<boolean> {
    const sql = 'SELECT 1 FROM job_leases WHERE job = $1 AND holder IS NOT NULL AND expires_at_ms > $2';
    return (await database.query(sql, [job, now.getTime()])).length > 0;
  }

  async release(): Promise<void> {
    await this.#database.transaction((tx) =>
      tx.query('UPDATE job_leases SET holder = NULL WHERE job = $2 AND holder = $1', [this.#holder, this.#job]),
    );
  }
}
