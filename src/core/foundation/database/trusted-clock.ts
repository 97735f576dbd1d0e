/**
 * Whether the clock of this machine can be trusted. A clock that is ahead for a minute must not make a job delete what is not old yet, or
 * write what is written once. So these jobs get a clock from here, which throws while it is not trusted.
 *
 * A time is trusted if it is at most an hour ahead of the time that was trusted before: in this process, which knows by its monotonic clock
 * how long ago that was, and on any node, which all store what they trust. A service that was off finds its clock far ahead, too. It cannot
 * tell the one from the other, so it waits: the clock is trusted after it has run steadily for some time. It is never trusted while
 * PostgreSQL has another time, or while other nodes go on to store theirs.
 *
 * A clock that is behind deletes nothing, so it is trusted. What was stored before it was set back is replaced once no node stores such a
 * time.
 *
 * Why: docs/decisions/operation.md, "Jobs delete by a clock that is trusted".
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { duration } from '../text/wording.ts';
import { type Clock, UntrustedClockError } from '../time/clock.ts';
import type { Database } from './database.ts';

const MINUTE_MS = 60_000;
/** Clocks of nodes differ by less, and a job that runs so much too early does no harm. */
const AHEAD_MS_MAX = 60 * MINUTE_MS;
/** How long a clock that is further ahead has to run steadily: for jobs that send, merge and build, which can be repeated … */
export const LEASE_WAIT_MS = 10 * MINUTE_MS;
/** … and for those that delete, or write once. Waiting costs them nothing. */
export const DELETION_WAIT_MS = 60 * MINUTE_MS;
const CHECK_EVERY_MS = 10_000;
/** Less than any wait: nodes that wait see that others go on. */
const STORE_EVERY_MS = 2 * MINUTE_MS;
/** A clock that differs by more from the monotonic clock than before was set. */
const STEP_MS = MINUTE_MS;
const LOG_AGAIN_MS = 10 * MINUTE_MS;

interface KnownTimes {
  /** The latest time that a node has trusted; 0: none yet. */
  readonly storedMs: number;
  /** The clock of PostgreSQL. SQLite is on this machine. */
  readonly databaseMs: number | undefined;
}

export async function readKnownTimes(database: Pick<Database, 'engine' | 'query'>): Promise<KnownTimes> {
  const [stored] = await database.query<{ at_ms: number }>('SELECT at_ms FROM trusted_time WHERE id = 1');
  const storedMs = stored?.at_ms ?? 0;
  if (database.engine === 'sqlite') return { storedMs, databaseMs: undefined };
  const [row] = await database.query<{ ms: number }>(
    'SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint) AS ms',
  );
  return { storedMs, databaseMs: row!.ms };
}

/** How far a clock is ahead, if that is too far. */
export interface ClockAhead {
  readonly aheadMs: number;
  readonly aheadOf: 'the last time that the service ran' | 'the clock of PostgreSQL';
}

export function clockAhead(nowMs: number, { storedMs, databaseMs = nowMs }: KnownTimes): ClockAhead | undefined {
  if (nowMs - databaseMs > AHEAD_MS_MAX) return { aheadMs: nowMs - databaseMs, aheadOf: 'the clock of PostgreSQL' };
  if (storedMs === 0 || nowMs - storedMs <= AHEAD_MS_MAX) return undefined;
  return { aheadMs: nowMs - storedMs, aheadOf: 'the last time that the service ran' };
}

export function describeAhead({ aheadMs, aheadOf }: ClockAhead): string {
  return `the clock of this machine is ${duration(aheadMs)} ahead of ${aheadOf}`;
}

interface TrustedClockOptions {
  readonly database: Pick<Database, 'engine' | 'query' | 'transaction'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The clock of this process, which is never set, and not affected by the system time. */
  readonly monotonicMs?: () => number;
  readonly readTimes?: () => Promise<KnownTimes>;
}

export class TrustedClock {
  readonly #options: Required<TrustedClockOptions>;
  /** undefined: not checked yet. */
  #trusted: { readonly atMs: number; readonly monotonicMs: number } | undefined;
  #known: KnownTimes = { storedMs: 0, databaseMs: undefined };
  /** Since when the clock runs beside the monotonic clock and nobody has stored another time. */
  #steady: { readonly offsetMs: number; readonly storedMs: number; readonly sinceMs: number } | undefined;
  #isContradicted = false;
  #loggedMs: number | undefined;

  constructor(options: TrustedClockOptions) {
    const { database } = options;
    this.#options = { monotonicMs: () => performance.now(), readTimes: () => readKnownTimes(database), ...options };
  }

  /** The clock of jobs that only take a lease. */
  readonly forLeases: Clock = () => this.#nowAfter(LEASE_WAIT_MS);

  /** The clock of jobs that delete, or that write what is never written again. */
  readonly forDeletions: Clock = () => this.#nowAfter(DELETION_WAIT_MS);

  /** Never throws: while the clock is not trusted, the last trusted time, as it has gone on since. */
  readonly earliest: Clock = () => {
    const now = this.#options.clock();
    if (!this.#trusted) return new Date(0);
    return this.#ahead(now.getTime()) ? new Date(this.#trustedNowMs(this.#trusted)) : now;
  };

  /** undefined: the clock is trusted. */
  ahead(): ClockAhead | undefined {
    return this.#ahead(this.#options.clock().getTime());
  }

  /**
   * Compares the clock with what others have stored, again and again until the signal. Without the database, the monotonic clock has to do.
   */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(CHECK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) await this.check().catch(() => {});
    }
  }

  async check(): Promise<void> {
    const { clock, monotonicMs, readTimes } = this.#options;
    const known = await readTimes();
    const nowMs = clock().getTime();
    const { storedMs, databaseMs } = known;
    this.#known = known;
    this.#trusted ??= { atMs: storedMs || (databaseMs ?? nowMs), monotonicMs: monotonicMs() };
    this.#isContradicted = clockAhead(nowMs, { storedMs: 0, databaseMs }) !== undefined;
    this.#noteSteady(nowMs, storedMs);
    const ahead = this.#ahead(nowMs);
    if (ahead && !this.#isSteadyFor(DELETION_WAIT_MS, nowMs)) this.#logAhead(ahead);
    else await this.#trust(nowMs);
  }

  #nowAfter(waitMs: number): Date {
    const now = this.#options.clock();
    if (!this.#trusted) throw new UntrustedClockError('the clock was not compared with the database yet');
    const ahead = this.#ahead(now.getTime());
    if (ahead && !this.#isSteadyFor(waitMs, now.getTime())) throw new UntrustedClockError(describeAhead(ahead));
    return now;
  }

  #ahead(nowMs: number): ClockAhead | undefined {
    if (!this.#trusted) return undefined;
    const { storedMs, databaseMs } = this.#known;
    const lastMs = Math.max(this.#trustedNowMs(this.#trusted), storedMs);
    return clockAhead(nowMs, { storedMs: lastMs, databaseMs: this.#isContradicted ? databaseMs : undefined });
  }

  #trustedNowMs({ atMs, monotonicMs }: { readonly atMs: number; readonly monotonicMs: number }): number {
    return atMs + this.#options.monotonicMs() - monotonicMs;
  }

  #noteSteady(nowMs: number, storedMs: number): void {
    const monotonicMs = this.#options.monotonicMs();
    const isSame = this.#isBesideMonotonic(nowMs) && this.#steady?.storedMs === storedMs;
    if (!isSame) this.#steady = { offsetMs: nowMs - monotonicMs, storedMs, sinceMs: monotonicMs };
  }

  #isBesideMonotonic(nowMs: number): boolean {
    if (!this.#steady) return false;
    return Math.abs(nowMs - this.#options.monotonicMs() - this.#steady.offsetMs) <= STEP_MS;
  }

  #isSteadyFor(waitMs: number, nowMs: number): boolean {
    if (this.#isContradicted || !this.#isBesideMonotonic(nowMs)) return false;
    return this.#options.monotonicMs() - this.#steady!.sinceMs >= waitMs;
  }

  async #trust(nowMs: number): Promise<void> {
    const { database, logger, monotonicMs } = this.#options;
    const { storedMs } = this.#known;
    this.#trusted = { atMs: nowMs, monotonicMs: monotonicMs() };
    if (this.#loggedMs !== undefined) logger.info('the clock of this machine is trusted again');
    this.#loggedMs = undefined;
    // A stored time in the future may be right, and this node behind: then others go on to store theirs.
    const isSetBack = storedMs - nowMs > AHEAD_MS_MAX && this.#isSteadyFor(DELETION_WAIT_MS, nowMs);
    if (nowMs - storedMs < STORE_EVERY_MS && !isSetBack) return;
    await database.transaction((tx) =>
      tx.query(
        `INSERT INTO trusted_time (id, at_ms) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms WHERE trusted_time.at_ms = $2`,
        [nowMs, storedMs],
      ),
    );
    this.#known = { ...this.#known, storedMs: nowMs };
  }

  #logAhead(ahead: ClockAhead): void {
    const nowMs = this.#options.monotonicMs();
    if (this.#loggedMs !== undefined && nowMs - this.#loggedMs < LOG_AGAIN_MS) return;
    this.#loggedMs = nowMs;
    const aheadSeconds = Math.round(ahead.aheadMs / 1000);
    const wait =
      ahead.aheadOf === 'the clock of PostgreSQL'
        ? 'no background job runs until the two agree: correct the clock that is wrong'
        : `if the clock is wrong, correct it; if the service was off for so long, jobs run after ${duration(LEASE_WAIT_MS)}, and ` +
          `those that delete after ${duration(DELETION_WAIT_MS)}`;
    this.#options.logger.error({ aheadSeconds }, `${describeAhead(ahead)}: ${wait}`);
  }
}
