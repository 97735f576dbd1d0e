// The latest arrivals of each website, kept in memory for some minutes and never stored. Bounded in every direction, because
// whoever has a key decides how much arrives.
import type { Clock } from '../clock.ts';
import type { Arrival } from './arrival.ts';

export const KEPT_MS = 10 * 60 * 1000;
export const ENTRIES_PER_WEBSITE_MAX = 200;
export const BYTES_PER_WEBSITE_MAX = 64 * 1024;
/** The websites that were noted last. With the bytes of each, this bounds the memory to about 19 MiB. */
export const WEBSITES_MAX = 300;
/** The dashboard asks every few seconds. */
export const WATCHED_MS = 15_000;
/** Longer texts are cut. */
const MESSAGE_LENGTH_MAX = 300;
const NAME_LENGTH_MAX = 200;
/** Of an entry besides its texts, about. */
const ENTRY_BYTES = 200;

export interface RecentArrival extends Arrival {
  /** Ascending in the order of arrival. */
  readonly number: number;
}

interface Ring {
  entries: RecentArrival[];
  bytes: number;
}

export class RecentArrivals {
  readonly #clock: Clock;
  /** In the order of their latest arrival. */
  readonly #rings = new Map<number, Ring>();
  /** By website: until when somebody is watching it. */
  readonly #watchedUntilMs = new Map<number, number>();
  #lastNumber = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Of the latest arrival, whichever website it was for. */
  get lastNumber(): number {
    return this.#lastNumber;
  }

  add(arrival: Arrival): void {
    const { websiteId } = arrival;
    const ring = this.#rings.get(websiteId) ?? { entries: [], bytes: 0 };
    this.#rings.delete(websiteId);
    this.#rings.set(websiteId, ring);
    const entry = { ...withShortTexts(arrival), number: ++this.#lastNumber };
    ring.entries.push(entry);
    ring.bytes += bytesOf(entry);
    while (ring.entries.length > ENTRIES_PER_WEBSITE_MAX || ring.bytes > BYTES_PER_WEBSITE_MAX) dropFirst(ring);
    if (this.#rings.size > WEBSITES_MAX) this.#rings.delete(this.#rings.keys().next().value!);
  }

  /** Somebody looks at the arrivals of this website, and will look again soon. */
  watch(websiteId: number): void {
    this.#watchedUntilMs.set(websiteId, this.#clock().getTime() + WATCHED_MS);
  }

  /** Whether it is worth the work to find out what each event is about. */
  isWatched(websiteId: number): boolean {
    const untilMs = this.#watchedUntilMs.get(websiteId);
    return untilMs !== undefined && untilMs > this.#clock().getTime();
  }

  /** Those that came after this one, oldest first. */
  after(websiteId: number, number: number): RecentArrival[] {
    const oldest = this.#clock().getTime() - KEPT_MS;
    const { entries = [] } = this.#rings.get(websiteId) ?? {};
    return entries.filter((entry) => entry.number > number && entry.at.getTime() > oldest);
  }

  /** Of websites to which nothing comes in any more. */
  dropOld(): void {
    const oldest = this.#clock().getTime() - KEPT_MS;
    for (const [websiteId, ring] of this.#rings) {
      while (ring.entries.length > 0 && ring.entries[0]!.at.getTime() <= oldest) dropFirst(ring);
      if (ring.entries.length === 0) this.#rings.delete(websiteId);
    }
    for (const websiteId of this.#watchedUntilMs.keys()) {
      if (!this.isWatched(websiteId)) this.#watchedUntilMs.delete(websiteId);
    }
  }
}

function dropFirst(ring: Ring): void {
  ring.bytes -= bytesOf(ring.entries.shift()!);
}

function withShortTexts(arrival: Arrival): Arrival {
  return {
    ...arrival,
    code: arrival.code?.slice(0, NAME_LENGTH_MAX),
    message: arrival.message?.slice(0, MESSAGE_LENGTH_MAX),
    type: arrival.type?.slice(0, NAME_LENGTH_MAX),
    subject: typeof arrival.subject === 'string' ? arrival.subject.slice(0, NAME_LENGTH_MAX) : arrival.subject,
    origin: arrival.origin?.slice(0, NAME_LENGTH_MAX),
  };
}

function bytesOf({ code, message, type, subject, origin }: Arrival): number {
  const texts = [code, message, type, typeof subject === 'string' ? subject : '', origin];
  return ENTRY_BYTES + 2 * texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}
