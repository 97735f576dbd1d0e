// The number of events of each kind per day. They are counted in memory and added to the database every few seconds, so that the
// counts of all nodes add up. If a node crashes, its counts since the last write are lost.
// Why: docs/decisions/events.md, "Arrivals are counted by reason".
import { existingWebsites } from '../../engine/catalog/list-websites.ts';
import { readToday, readZones } from '../../engine/catalog/website-zones.ts';
import { dayOfTimestampMs } from '../../engine/rollups/calendar.ts';
import { keepWebsites, removeWebsiteRows } from '../../engine/rollups/store.ts';
import { oneAtATime } from '../../foundation/calls/one-at-a-time.ts';
import { WebsiteShards } from '../../foundation/database/citus/website-shards.ts';
import type { Database, Queries, SqlValue } from '../../foundation/database/database.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import type { Arrival, ArrivalOutcome, ArrivalSource } from './arrival.ts';

export const ARRIVAL_COUNTS_KEPT_DAYS = 90;
/** How many codes a website can add in a day. Codes beyond this are counted as OTHER_CODE. */
export const CODES_PER_DAY_MAX = 100;
const OTHER_CODE = 'other';
const CODE = /^[a-z][a-z0-9_]{0,63}$/;

/** In every time zone, days begin at whole quarters of a UTC hour. */
const QUARTER_MS = 15 * 60 * 1000;

/**
 * The columns of the table, in order, with the quarter of an hour since 1970 in place of the day: the zone of the website is read with the
 * flush.
 */
type Count = [websiteId: number, quarter: number, source: string, outcome: string, code: string, events: number];

export class ArrivalCounts {
  readonly #database: Database;
  readonly #shards: WebsiteShards;
  readonly #counts = new Map<string, Count>();
  /** The codes of the current UTC day, by website. */
  readonly #codes = new Map<number, Set<string>>();
  #codesDay = 0;
  readonly #inTurn = oneAtATime();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#shards = new WebsiteShards(database, clock);
  }

  add({ websiteId, at, source, outcome, code = '', count = 1 }: Arrival): void {
    if (count === 0) return;
    const quarter = Math.floor(at.getTime() / QUARTER_MS);
    const utcDay = dayOfTimestampMs(at.getTime());
    this.#add([websiteId, quarter, source, outcome, this.#boundedCode(websiteId, utcDay, code), count]);
  }

  #add(count: Count): void {
    const key = count.slice(0, -1).join('/');
    const known = this.#counts.get(key);
    if (known) known[5] += count[5];
    else this.#counts.set(key, count);
  }

  #boundedCode(websiteId: number, utcDay: number, code: string): string {
    if (code === '') return code;
    if (utcDay !== this.#codesDay) this.#codes.clear();
    this.#codesDay = utcDay;
    const known = this.#codes.get(websiteId) ?? new Set();
    this.#codes.set(websiteId, known);
    if (known.has(code)) return code;
    if (known.size >= CODES_PER_DAY_MAX || !CODE.test(code)) return OTHER_CODE;
    known.add(code);
    return code;
  }

  /** Writes the counts. Flushes run one at a time, and each also takes what the one before could not write. */
  flush(): Promise<void> {
    return this.#inTurn(() => this.#write());
  }

  /** Each shard has a transaction of its own, so that a shard that can't be reached holds up its own websites only. */
  async #write(): Promise<void> {
    if (this.#counts.size === 0) return;
    const websiteIds = new Set(Array.from(this.#counts.values(), ([websiteId]) => websiteId));
    const failures: unknown[] = [];
    for (const group of await this.#shards.group([...websiteIds])) {
      // These counts wait for a later flush. Every attempt would take seconds, the other shards would have to wait, and the service could
      // not stop in time.
      if ((await this.#database.unreachable(group)).size > 0) continue;
      const counts = this.#take(new Set(group));
      try {
        await this.#database.transaction((tx) => addCounts(tx, counts));
      } catch (error) {
        for (const count of counts) this.#add(count);
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  #take(websiteIds: ReadonlySet<number>): Count[] {
    const taken = [...this.#counts].filter(([, [websiteId]]) => websiteIds.has(websiteId));
    for (const [key] of taken) this.#counts.delete(key);
    return taken.map(([, count]) => count);
  }
}

async function addCounts(tx: Queries, counts: readonly Count[]): Promise<void> {
  const websiteIds = await keepExisting(tx, [...new Set(counts.map(([websiteId]) => websiteId))]);
  const zoneOf = await readZones(tx, [...websiteIds]);
  const perDay = new Map<string, SqlValue[]>();
  for (const [websiteId, quarter, source, outcome, code, events] of counts) {
    if (!websiteIds.has(websiteId)) continue;
    const key = [websiteId, zoneOf(websiteId).zone.dayAt(quarter * QUARTER_MS), source, outcome, code];
    const row = perDay.get(key.join('/'));
    if (row) row[5] = (row[5] as number) + events;
    else perDay.set(key.join('/'), [...key, events]);
  }
  // Rows are written in the same order on every node, to avoid deadlocks.
  const rows = [...perDay.values()].sort(byKey);
  await tx.insertMany({
    into: 'arrival_counts',
    columns: ['website_id', 'day', 'source', 'outcome', 'code', 'events'],
    rows,
    onConflict: `ON CONFLICT (website_id, day, source, outcome, code)
      DO UPDATE SET events = arrival_counts.events + excluded.events`,
  });
}

/** Counts refunds whose order has never come as ignored: one for each of the sources. */
export async function countUnknownOrders(
  tx: Queries,
  websiteId: number,
  sources: readonly ArrivalSource[],
  now: Date,
): Promise<void> {
  if (sources.length === 0) return;
  const quarter = Math.floor(now.getTime() / QUARTER_MS);
  await addCounts(
    tx,
    sources.map((source) => [websiteId, quarter, source, 'ignored', 'unknown_order', 1]),
  );
}

/** Returns the websites that are not erased, and locks them: an erasure waits until the counts are written, and erases them too. */
async function keepExisting(tx: Queries, websiteIds: readonly number[]): Promise<Set<number>> {
  const kept = await keepWebsites(tx, websiteIds);
  const existing = await existingWebsites(tx, kept);
  await removeWebsiteRows(
    tx,
    kept.filter((id) => !existing.has(id)),
  );
  return existing;
}

function byKey(a: readonly SqlValue[], b: readonly SqlValue[]): number {
  if (a[0] !== b[0]) return (a[0] as number) - (b[0] as number);
  const [keyA, keyB] = [a.join('/'), b.join('/')];
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0;
}

/** Deletes old days. */
export async function sweepArrivalCounts(database: Database, websiteId: number, now: Date): Promise<undefined> {
  const firstKept = (await readToday(database, websiteId, now)) - ARRIVAL_COUNTS_KEPT_DAYS + 1;
  const old = 'website_id = $1 AND day < $2';
  const params = [websiteId, firstKept];
  const [row] = await database.query(`SELECT 1 FROM arrival_counts WHERE ${old} LIMIT 1`, params);
  // Usually there is nothing to do, and a transaction would make others wait.
  if (row) await database.transaction((tx) => tx.query(`DELETE FROM arrival_counts WHERE ${old}`, params));
}

export interface CountedArrivals {
  readonly day: number;
  readonly source: ArrivalSource;
  readonly outcome: ArrivalOutcome;
  readonly code: string;
  readonly events: number;
}

export function readArrivalCounts(
  database: Pick<Database, 'query'>,
  websiteId: number,
  firstDay: number,
): Promise<CountedArrivals[]> {
  return database.query<CountedArrivals>(
    'SELECT day, source, outcome, code, events FROM arrival_counts WHERE website_id = $1 AND day >= $2',
    [websiteId, firstDay],
  );
}
