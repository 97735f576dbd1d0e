// How long each kind of data of a website is kept, and when the oldest of it goes.
import { readWebsiteSettings } from '../../core/engine/catalog/website-settings.ts';
import { dayOfTimestampMs, firstDayOfMonth, isoOfDay, monthOfDay } from '../../core/engine/rollups/calendar.ts';
import { DATA_KINDS, type DataKind, type KEPT_UNTIL, type KeptKind } from '../../core/engine/sweeps/kept-data.ts';
import type { Database } from '../../core/foundation/database/database.ts';
import { isWebsiteErased } from '../../core/manage/erasure/erasure-turns.ts';

const DAY_MS = 86_400_000;

export interface Kept {
  readonly kind: DataKind;
  readonly until: (typeof KEPT_UNTIL)[number];
  /** null: no age ends it. */
  readonly kept_days: number | null;
  readonly setting: string | null;
  readonly oldest: string | null;
  /** The sweep of this day deletes the oldest. */
  readonly goes_on: string | null;
}

export class KeptData {
  readonly #database: Pick<Database, 'query'>;
  readonly #kinds: readonly KeptKind[];

  constructor(database: Pick<Database, 'query'>, kinds: readonly KeptKind[]) {
    this.#database = database;
    this.#kinds = kinds.toSorted((a, b) => DATA_KINDS.indexOf(a.kind) - DATA_KINDS.indexOf(b.kind));
  }

  isBeingErased(websiteId: number): Promise<boolean> {
    return isWebsiteErased(this.#database, websiteId);
  }

  async list(websiteId: number): Promise<Kept[]> {
    const settings = await readWebsiteSettings(this.#database, websiteId);
    const ageOf = ({ days, ...rule }: KeptKind): KeptAge => ({
      ...rule,
      keptDays: typeof days === 'function' ? days(settings ?? { credit_window_days: 0 }) : days,
    });
    const counters = this.#kinds.filter(({ kind }) => kind === 'counters');
    return Promise.all(
      this.#kinds.map((kind) =>
        this.#read(kind, [kind, ...(kind.goesWithCounters ? counters : [])].map(ageOf), websiteId),
      ),
    );
  }

  async #read({ kind, until, oldest: sql }: KeptKind, ages: readonly KeptAge[], websiteId: number): Promise<Kept> {
    const oldest = sql === undefined ? undefined : await this.#readOldest(sql, websiteId);
    const age = ages.filter(({ keptDays }) => keptDays !== undefined).toSorted((a, b) => a.keptDays! - b.keptDays!)[0];
    const end = oldest && age && endOf(oldest, age);
    return {
      kind,
      until: until === 'age' && !age ? 'erased' : until,
      kept_days: age?.keptDays ?? null,
      setting: (age ?? ages[0])?.setting ?? null,
      oldest: oldest === undefined ? null : isoOfDay(oldest.day),
      goes_on: end === undefined ? null : isoOfDay(end),
    };
  }

  async #readOldest(sql: string, websiteId: number): Promise<Oldest | undefined> {
    const [row] = await this.#database.query<{ oldest: number | string | null }>(sql, [websiteId]);
    const oldest = row?.oldest ?? null;
    if (oldest === null) return undefined;
    if (typeof oldest === 'string') return { day: dayOfTimestampMs(Date.parse(oldest)), hasTime: true };
    return oldest > DAY_MS ? { day: dayOfTimestampMs(oldest), hasTime: true } : { day: oldest, hasTime: false };
  }
}

interface Oldest {
  readonly day: number;
  /** Its age is counted from a time of the day. */
  readonly hasTime: boolean;
}

interface KeptAge extends Pick<KeptKind, 'byMonth' | 'countsToday'> {
  readonly keptDays: number | undefined;
  readonly setting?: string | undefined;
}

/** The day on which it is deleted. */
function endOf({ day, hasTime }: Oldest, { keptDays = 0, byMonth, countsToday }: KeptAge): number {
  if (byMonth) return firstDayOfMonth(monthOfDay(day) + 1) + keptDays;
  return day + keptDays + (hasTime || countsToday ? 0 : 1);
}
