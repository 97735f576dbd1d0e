// The latest arrivals of each website, kept in memory for some minutes and never stored. Everything is limited, because
// senders decide how much arrives.
// Why: docs/decisions/events.md, "Live events come from memory, by polling".
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../foundation/time/clock.ts';
import type { Arrival } from './arrival.ts';

export const KEPT_MS = 10 * 60 * 1000;
/** Counted and other events have separate lists, so that many accepted events don't push out rejected ones. */
export const ENTRIES_PER_LIST_MAX = 200;
export const BYTES_PER_LIST_MAX = 64 * 1024;
/** Only websites with the latest arrivals are kept. With the bytes of their lists, this bounds the memory to about 19 MiB. */
export const WEBSITES_MAX = 150;
/** A website counts as watched for this long after a request. The dashboard asks every few seconds. */
export const WATCHED_MS = 15_000;
/** While nobody watches, the accepted events of a sender in this period become one entry. */
const MERGED_MS = 1_000;
/** Longer strings are truncated. */
const MESSAGE_LENGTH_MAX = 300;
const NAME_LENGTH_MAX = 200;
/** The approximate size of an entry without its strings. */
const ENTRY_BYTES = 200;

export interface RecentArrival extends Arrival {
  /** Numbers ascend in the order of arrival. Each website has its own, because common numbers would tell how much arrives for others. */
  readonly number: number;
}

/**
 * Numbers of a website that is new, or was forgotten, begin at the time multiplied by this. So they are higher than all that the
 * website had before, unless it had more arrivals than this in each millisecond.
 */
const NUMBERS_PER_MS = 100;

interface WebsiteArrivals {
  readonly counted: ArrivalList;
  readonly notCounted: ArrivalList;
  /** The number of the latest arrival. */
  lastNumber: number;
  /** The last number that was shown to anyone. */
  shownNumber: number;
}

export class RecentArrivals {
  readonly #clock: Clock;
  /** Only an arrival counts as a use of its website. */
  readonly #websites = new LRUCache<number, WebsiteArrivals>({ max: WEBSITES_MAX });
  /** The time until which each website is being watched. */
  readonly #watchedUntilMs = new Map<number, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the number of the latest arrival, or undefined if there is none. */
  lastNumberOf(websiteId: number): number | undefined {
    return this.#websites.peek(websiteId)?.lastNumber;
  }

  add(arrival: Arrival): void {
    const website = this.#latest(arrival.websiteId);
    const isCounted = arrival.outcome === 'accepted' || arrival.outcome === 'duplicate';
    const list = isCounted ? website.counted : website.notCounted;
    const entry = { ...withShortTexts(arrival), number: ++website.lastNumber };
    if (!list.mergeWithLast(entry, website.shownNumber)) list.add(entry);
  }

  /** The website is then dropped last. */
  #latest(websiteId: number): WebsiteArrivals {
    const known = this.#websites.get(websiteId);
    if (known) return known;
    const website = newWebsite(this.#clock().getTime() * NUMBERS_PER_MS);
    this.#websites.set(websiteId, website);
    return website;
  }

  /** Notes that someone is watching the arrivals of this website. */
  watch(websiteId: number): void {
    this.#watchedUntilMs.set(websiteId, this.#clock().getTime() + WATCHED_MS);
  }

  /** Whether to list each event with its subject. */
  isWatched(websiteId: number): boolean {
    const untilMs = this.#watchedUntilMs.get(websiteId);
    return untilMs !== undefined && untilMs > this.#clock().getTime();
  }

  /** Returns the arrivals after this number, oldest first. */
  after(websiteId: number, number: number): RecentArrival[] {
    const website = this.#websites.peek(websiteId);
    if (!website) return [];
    website.shownNumber = website.lastNumber;
    const oldestMs = this.#clock().getTime() - KEPT_MS;
    return [...website.counted.entries, ...website.notCounted.entries]
      .filter((entry) => entry.number > number && entry.at.getTime() > oldestMs)
      .sort((a, b) => a.number - b.number);
  }

  /** Drops old arrivals, also of websites without new ones. */
  dropOld(): void {
    const oldestMs = this.#clock().getTime() - KEPT_MS;
    for (const [websiteId, { counted, notCounted }] of [...this.#websites]) {
      counted.dropUntil(oldestMs);
      notCounted.dropUntil(oldestMs);
      if (counted.entries.length + notCounted.entries.length === 0) this.#websites.delete(websiteId);
    }
    for (const websiteId of this.#watchedUntilMs.keys()) {
      if (!this.isWatched(websiteId)) this.#watchedUntilMs.delete(websiteId);
    }
  }
}

function newWebsite(lastNumber: number): WebsiteArrivals {
  return { counted: new ArrivalList(), notCounted: new ArrivalList(), lastNumber, shownNumber: 0 };
}

class ArrivalList {
  readonly entries: RecentArrival[] = [];
  #bytes = 0;

  add(entry: RecentArrival): void {
    this.entries.push(entry);
    this.#bytes += bytesOf(entry);
    while (this.entries.length > ENTRIES_PER_LIST_MAX || this.#bytes > BYTES_PER_LIST_MAX) this.#dropFirst();
  }

  /** Merges only with an entry that was not shown yet. */
  mergeWithLast(entry: RecentArrival, shownNumber: number): boolean {
    const last = this.entries.at(-1);
    if (!last || last.number <= shownNumber || !areAlike(last, entry)) return false;
    this.entries[this.entries.length - 1] = {
      ...last,
      number: entry.number,
      count: (last.count ?? 1) + (entry.count ?? 1),
    };
    return true;
  }

  dropUntil(ms: number): void {
    while (this.entries.length > 0 && this.entries[0]!.at.getTime() <= ms) this.#dropFirst();
  }

  #dropFirst(): void {
    this.#bytes -= bytesOf(this.entries.shift()!);
  }
}

/** Whether both entries only say that events were accepted. */
function areAlike(a: Arrival, b: Arrival): boolean {
  return (
    isBare(a) &&
    isBare(b) &&
    a.keyId === b.keyId &&
    a.source === b.source &&
    a.origin === b.origin &&
    b.at.getTime() - a.at.getTime() < MERGED_MS
  );
}

function isBare({ outcome, type, subject }: Arrival): boolean {
  return outcome === 'accepted' && type === undefined && subject === undefined;
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
