// What arrives at the collector, for users who want to see whether their events arrive: the latest arrivals of each website,
// in memory only, and how many there were of each kind, in the database.

import type { Database } from '../../foundation/database/database.ts';
import type { Problem } from '../../foundation/problem/problem.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import type { BatchOutcome } from '../events/batch.ts';
import type { Arrival, Sender } from './arrival.ts';
import { ArrivalCounts } from './arrival-counts.ts';
import { arrivalsOfOutcome } from './arrivals-of-outcome.ts';
import { RecentArrivals } from './recent-arrivals.ts';

const FLUSH_EVERY_MS = 5_000;

export class Arrivals {
  readonly #recent: RecentArrivals;
  readonly #counts: ArrivalCounts;
  readonly #clock: Clock;
  #timer: NodeJS.Timeout | undefined;
  #onError: (error: unknown) => void = () => {};

  constructor(database: Database, clock: Clock) {
    this.#recent = new RecentArrivals(clock);
    this.#counts = new ArrivalCounts(database, clock);
    this.#clock = clock;
  }

  /** Records arrivals in memory, without I/O. */
  note(arrivals: readonly Arrival[]): void {
    for (const arrival of arrivals) {
      this.#recent.add(arrival);
      this.#counts.add(arrival);
    }
  }

  /** Records the outcome of a committed batch. The collector calls it. */
  noteOutcome(sender: Sender, outcome: BatchOutcome): void {
    this.note(arrivalsOfOutcome(sender, this.#clock(), outcome));
  }

  /** Records a refused request as one event, because the number of its events is unknown. */
  noteRefusal(sender: Sender, { status, message, options: { code } }: Problem): void {
    // The sender will retry after a server error.
    if (status >= 500) return;
    this.note([{ ...sender, at: this.#clock(), outcome: 'rejected', code: code ?? `status_${status}`, message }]);
  }

  /** Records a contact from a form. One that is stored is no event, so it is shown, but it is not in the counts of accepted events. */
  noteContact(sender: Sender, outcome: 'accepted' | 'bot'): void {
    const arrival = { ...sender, at: this.#clock(), outcome, type: 'contact' };
    if (outcome === 'accepted') this.#recent.add(arrival);
    else this.note([{ ...arrival, code: 'contact_of_bot' }]);
  }

  get recent(): RecentArrivals {
    return this.#recent;
  }

  /** Writes the counts to the database every few seconds. What could not be written is kept for the next time. */
  start(onError: (error: unknown) => void): void {
    this.#onError = onError;
    this.#timer = setInterval(() => {
      this.#recent.dropOld();
      this.flush().catch(this.#onError);
    }, FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  flush(): Promise<void> {
    return this.#counts.flush();
  }

  /** If the database is away, the counts of the last seconds are lost: that must not keep the service from ending. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush().catch(this.#onError);
  }
}
