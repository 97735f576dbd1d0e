// Time zones: the local date of an instant, and the instants at which local dates begin. A local date is a day, as everywhere in this
// service: the number of days from 1970-01-01 to it, whatever the zone.
//
// THE IDEA. `Intl` knows the rules of all zones, but asking it takes longer than everything else that is done with an event. So it is
// asked for the offset at the beginning and at the end of each UTC day that occurs: if both are equal, the offset is the same all day.
// Otherwise the second at which it changes is found by halving. No zone has ever changed its offset and changed it back within one UTC day.
//
// WHAT A LOCAL DATE IS. A local date has 24 hours, but 23 or 25 where clocks change, 23.5 or 24.5 on Lord Howe Island, and none where a
// country has skipped a date (Samoa, 2011-12-30). Each instant has exactly one local date. Where clocks are set back after midnight
// (Newfoundland until 2011), the local date goes back with them: it begins when it is reached for the first time.
// Why: docs/decisions/events.md, "Offsets of time zones come from Intl".

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** It is more than any offset from UTC, in both directions. */
const OFFSET_MS_MAX = DAY_MS;
/** There are about 600, but each can be spelled in capitals and small letters. Then all are forgotten. */
const ZONES_CACHED_MAX = 1_000;
/**
 * The limit of all zones together, about 15 MB: reports can ask for millions of dates, in as many zones as there are websites. When it is
 * reached, all are forgotten.
 */
const DAYS_CACHED_MAX = 50_000;
/** More UTC days than there are up to the year 9999 and around it. */
const DAYS_PER_ZONE = 2 ** 23;

/** A time in which the offset stays the same. */
interface Stretch {
  readonly fromMs: number;
  /** Exclusive. */
  readonly untilMs: number;
  /** What is added to UTC. */
  readonly offsetMs: number;
}

/** The stretches of each day. The key is made of the number of the zone and the UTC day. */
const stretchesOfDays = new Map<number, readonly Stretch[]>();

export class Zone {
  /** The name that was given. */
  readonly name: string;
  readonly #offsetAt: (ms: number) => number;
  /** The key of the UTC day 0 in `stretchesOfDays`. */
  readonly #firstKey: number;
  #last: Stretch;

  /** `offsets`: the offset from UTC at an instant, and a number that no other zone has. undefined: the offset is 0 at any time. */
  constructor(name: string, offsets?: { readonly number: number; readonly at: (ms: number) => number }) {
    this.name = name;
    this.#firstKey = DAYS_PER_ZONE * (offsets?.number ?? 0);
    this.#offsetAt = offsets?.at ?? (() => 0);
    this.#last = offsets
      ? { fromMs: 0, untilMs: 0, offsetMs: 0 }
      : { fromMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY, offsetMs: 0 };
  }

  /** The local date of an instant, given in milliseconds since 1970. */
  dayAt(ms: number): number {
    return Math.floor(this.clockAt(ms) / DAY_MS);
  }

  /** What clocks show at an instant, as if it were UTC. */
  clockAt(ms: number): number {
    return ms + this.stretchAt(ms).offsetMs;
  }

  /** The first instant of a local date. If the zone skips that date, the first one after it. */
  startOfDay(day: number): number {
    return this.instantOf(day, 0);
  }

  /** The first instant at which clocks show this time of a local date. If they skip it, the first one after it. */
  instantOf(day: number, msOfDay: number): number {
    const localMs = day * DAY_MS + msOfDay;
    for (let ms = localMs - OFFSET_MS_MAX; ; ) {
      const { untilMs, offsetMs } = this.stretchAt(ms);
      const startMs = Math.max(ms, localMs - offsetMs);
      if (startMs < untilMs) return startMs;
      ms = untilMs;
    }
  }

  /** A time around this instant in which the offset stays the same. Consecutive events mostly have the same one. */
  stretchAt(ms: number): Stretch {
    const { fromMs, untilMs } = this.#last;
    if (ms < fromMs || ms >= untilMs) this.#last = this.#findStretch(ms);
    return this.#last;
  }

  #findStretch(ms: number): Stretch {
    const utcDay = Math.floor(ms / DAY_MS);
    let stretches = this.#knownStretchesOf(utcDay);
    if (!stretches) {
      stretches = this.#stretchesOf(utcDay);
      if (stretchesOfDays.size >= DAYS_CACHED_MAX) stretchesOfDays.clear();
      stretchesOfDays.set(this.#firstKey + utcDay, stretches);
    }
    return stretches.find(({ untilMs }) => ms < untilMs)!;
  }

  #knownStretchesOf(utcDay: number): readonly Stretch[] | undefined {
    return stretchesOfDays.get(this.#firstKey + utcDay);
  }

  #stretchesOf(utcDay: number): readonly Stretch[] {
    const [fromMs, untilMs] = [utcDay * DAY_MS, (utcDay + 1) * DAY_MS];
    // The last offset of a day is that of its end, which is where the next day begins.
    const before = this.#knownStretchesOf(utcDay - 1)?.at(-1)?.offsetMs ?? this.#offsetAt(fromMs);
    const after = this.#offsetAt(untilMs);
    if (before === after) return [{ fromMs, untilMs, offsetMs: before }];
    let [lastBefore, firstAfter] = [fromMs, untilMs];
    while (firstAfter - lastBefore > SECOND_MS) {
      const middle = lastBefore + Math.floor((firstAfter - lastBefore) / (2 * SECOND_MS)) * SECOND_MS;
      if (this.#offsetAt(middle) === before) lastBefore = middle;
      else firstAfter = middle;
    }
    return [
      { fromMs, untilMs: firstAfter, offsetMs: before },
      { fromMs: firstAfter, untilMs, offsetMs: after },
    ];
  }
}

export const UTC = new Zone('UTC');

const zones = new Map<string, Zone>();
let zoneCount = 0;

/** undefined: this version of Node does not know the name. */
export function findZone(name: string): Zone | undefined {
  if (name === UTC.name) return UTC;
  const known = zones.get(name);
  if (known) return known;
  const format = formatOf(name);
  if (!format) return undefined;
  const zone = new Zone(name, { number: zoneCount++, at: (ms) => offsetIn(format.format(ms)) });
  if (zones.size >= ZONES_CACHED_MAX) zones.clear();
  zones.set(name, zone);
  return zone;
}

/**
 * UTC if this version of Node does not know the name, which another node with newer time zones has stored. So no event is lost, and each is
 * counted on one day: that of the node that commits it. `funnel doctor` and the log of the service say that it happens.
 */
export function zoneOf(name: string): Zone {
  return findZone(name) ?? UTC;
}

/** `Intl` also takes offsets such as +05:30, which are no names. */
function formatOf(name: string): Intl.DateTimeFormat | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
}

/** Reads the end of `11/16/2026, GMT-03:30`; without numbers after GMT, the offset is 0. */
function offsetIn(text: string): number {
  const [, sign, hours, minutes, seconds = '0'] = /GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(text) ?? [];
  if (sign === undefined) return 0;
  const offsetMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * SECOND_MS;
  return sign === '-' ? -offsetMs : offsetMs;
}
