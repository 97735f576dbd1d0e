// AssemblyScript: the loops of retention-days.ts, which says what the days of a visitor are. A time is in seconds since the beginning of
// the first day.
import { Numbers } from '../../../core/foundation/web-assembly/numbers.as';

/** From here on, the caller places everything. */
export const FREE = __heap_base;

/** Stand in place of a second, if there is no such event. */
const NO_FIRST: i32 = i32.MAX_VALUE;
const NO_LAST: i32 = i32.MIN_VALUE;

/** The low half of the hash that events without a visitor have. */
const NOBODY_LOW: u32 = 0;

// ---- The days of the visitors of a run -----------------------------------------------------------------------------------

/** Writes seconds of which there are three arrays of bytes, one after the other: the lowest byte of each, the next one, and the highest. */
export function writeSeconds(to: usize, toEnd: usize, bytes: usize): void {
  const count = (toEnd - to) >>> 2;
  for (; to < toEnd; to += 4) {
    const low = (u32(load<u8>(bytes)) << 8) | (u32(load<u8>(bytes + count)) << 16);
    // The sign is in the highest bit that was written.
    store<i32>(to, i32(low | (u32(load<u8>(bytes + 2 * count)) << 24)) >> 8);
    bytes++;
  }
}

/** What visitors did on a day, an array for each field. Nobody, and visitors without events that matter, are left out. */
@unmanaged
class VisitorDays {
  highHalves: Numbers<u32>;
  lowHalves: Numbers<u32>;
  /** The second of the first event with which a visitor can begin. */
  firstSeconds: Numbers<i32>;
  /** The second of the last event with which a visitor can come back. */
  lastSeconds: Numbers<i32>;
}

/** The visitors of a run, and its events. */
@unmanaged
class RunEvents {
  highHalves: Numbers<u32>;
  lowHalves: Numbers<u32>;
  eventCounts: Numbers<u8>;
  visitorCount: u32;
  seconds: Numbers<i32>;
  /** Numbers that say what the events are. */
  kinds: usize;
  /** A number for each kind: 1 if a visitor can begin with it, plus 2 if one can come back with it. */
  meanings: Numbers<u8>;
  kindCount: u32;
}

/** Writes the days of the visitors of a run. Returns how many there are. Kinds are bytes. */
export function addDaysOfBytes(run: RunEvents, days: VisitorDays): u32 {
  return addDays<u8>(run, days);
}

/** The same for kinds of four bytes. */
export function addDaysOfNumbers(run: RunEvents, days: VisitorDays): u32 {
  return addDays<u32>(run, days);
}

function addDays<Kind>(run: RunEvents, days: VisitorDays): u32 {
  const highHalves = run.highHalves;
  const lowHalves = run.lowHalves;
  const eventCounts = run.eventCounts;
  const meanings = run.meanings;
  const kindCount = run.kindCount;
  const visitorCount = run.visitorCount;
  const ownHighHalves = days.highHalves;
  const ownLowHalves = days.lowHalves;
  const firstSeconds = days.firstSeconds;
  const lastSeconds = days.lastSeconds;
  let kind = run.kinds;
  let second = changetype<usize>(run.seconds);
  let place: u32 = 0;
  let visitor: u32 = 0;
  let left: u32 = eventCounts[0];
  let first = NO_FIRST;
  let last = NO_LAST;
  // Without a branch for the end of a visitor, because the processor could not guess how many events the visitor has.
  while (visitor < visitorCount) {
    const own = u32(load<Kind>(kind));
    const meaning = select<u32>(meanings[select<u32>(own, 0, own < kindCount)], 0, own < kindCount);
    const seconds = load<i32>(second);
    first = select<i32>(min(first, seconds), first, (meaning & 1) !== 0);
    last = select<i32>(max(last, seconds), last, (meaning & 2) !== 0);
    kind += sizeof<Kind>();
    second += 4;
    const low = lowHalves[visitor];
    // It is written over by the next event or visitor, unless it is to stay.
    ownHighHalves[place] = highHalves[visitor];
    ownLowHalves[place] = low;
    firstSeconds[place] = first;
    lastSeconds[place] = last;
    const isEnd = --left === 0;
    place += u32(isEnd) & u32(low !== NOBODY_LOW) & (u32(first !== NO_FIRST) | u32(last !== NO_LAST));
    visitor += u32(isEnd);
    left = select<u32>(eventCounts[visitor], left, isEnd);
    first = select<i32>(NO_FIRST, first, isEnd);
    last = select<i32>(NO_LAST, last, isEnd);
  }
  return place;
}

// ---- The visitors of a range ---------------------------------------------------------------------------------------------

/** The days that a run has of visitors. They are sorted by the high halves of the hashes. */
@unmanaged
class RunDays {
  /** The first place after the last range, and after the last one of the run. */
  nextPlace: u32;
  endPlace: u32;
  /** The first place of this range. */
  firstPlace: u32;
  /** The time at which seconds of the run begin. */
  startTime: i32;
  /** The number of its week or month. */
  period: i32;
  /** Whether a visitor who begins on this day is counted. */
  isCounted: u32;
}

/** A visitor of the range in a hash table: open addressing. What an earlier range left is free. */
@unmanaged
class Slot {
  hash: u64;
  /** The number of its range. */
  range: i32;
  /** When the visitor has begun, on the day of which run, and in which period. */
  beganAt: i32;
  began: RunDays;
  period: i32;
  /** A bit for each period in which the visitor has come back, from that of the beginning on. */
  seen: u32;
  unused: u32;
}

const NEVER = i32.MAX_VALUE;

const SLOT_BITS: u32 = 5;

/** Where everything is, and for how many there is room. */
@unmanaged
class Layout {
  days: VisitorDays;
  runs: usize;
  runsEnd: usize;
  slots: usize;
  /** One less than the number of slots, which is a power of two and more than there are visitors. */
  slotMask: u32;
  /** The slot of each visitor of the range. */
  visitors: Numbers<Slot>;
  visitorsMax: u32;
  /** The slot of each day of the range, run after run. */
  ofDays: Numbers<Slot>;
  daysMax: u32;
  /** The search for a visitor begins where the highest bits of a sum say: the halves of its hash, each multiplied by an odd number. */
  lowMultiplier: u32;
  highMultiplier: u32;
  /** The bit of the high half that visitors have whose ids are for one day only. */
  dailyBit: u32;
  firstPeriod: i32;
  /** How many later periods are counted, below 31. */
  laterPeriods: i32;
  /** For each period from the first one on: the visitors, and how many have come back in it and in each later one. */
  counts: Numbers<u32>;
  followable: u32;
  unfollowable: u32;
}

/** The number of the range, from 1 on. */
let range: i32 = 0;

export function begin(layout: Layout): void {
  memory.fill(layout.slots, 0, (usize(layout.slotMask) + 1) << SLOT_BITS);
  range = 0;
}

/** Counts the visitors whose high halves are at most `lastHigh`, and not in an earlier range. Returns whether there is no room for them. */
export function countRange(layout: Layout, lastHigh: u32): bool {
  range++;
  const visitorCount = findBeginnings(layout, lastHigh);
  if (visitorCount < 0) return true;
  seeReturns(layout);
  countVisitors(layout, visitorCount);
  return false;
}

/** Returns how many visitors there are; -1: there is no room for them. */
function findBeginnings(layout: Layout, lastHigh: u32): i32 {
  const highHalves = layout.days.highHalves;
  const lowHalves = layout.days.lowHalves;
  const firstSeconds = layout.days.firstSeconds;
  const lowMultiplier = layout.lowMultiplier;
  const highMultiplier = layout.highMultiplier;
  const slots = layout.slots;
  const slotMask = layout.slotMask;
  const sumShift = clz(slotMask);
  const visitors = layout.visitors;
  const visitorsMax = layout.visitorsMax;
  const ofDays = layout.ofDays;
  const daysMax = layout.daysMax;
  const ownRange = range;
  let visitorCount: u32 = 0;
  let dayCount: u32 = 0;
  for (let runAt = layout.runs; runAt < layout.runsEnd; runAt += offsetof<RunDays>()) {
    const run = changetype<RunDays>(runAt);
    const startTime = run.startTime;
    const period = run.period;
    const endPlace = run.endPlace;
    let place = run.nextPlace;
    run.firstPlace = place;
    for (; place < endPlace; place++) {
      const high = highHalves[place];
      if (high > lastHigh) break;
      if (dayCount >= daysMax || visitorCount >= visitorsMax) return -1;
      const low = lowHalves[place];
      const hash = (u64(high) << 32) | low;
      let number = (low * lowMultiplier + high * highMultiplier) >>> sumShift;
      let slot = changetype<Slot>(slots + (usize(number) << SLOT_BITS));
      let isNew = slot.range !== ownRange;
      // Neither this search nor what follows it has a branch for new visitors, because the processor could not guess who is new.
      while ((u32(isNew) | u32(slot.hash === hash)) === 0) {
        number = (number + 1) & slotMask;
        slot = changetype<Slot>(slots + (usize(number) << SLOT_BITS));
        isNew = slot.range !== ownRange;
      }
      slot.hash = hash;
      slot.range = ownRange;
      visitors[visitorCount] = slot;
      visitorCount += u32(isNew);
      ofDays[dayCount++] = slot;
      const beganAt = select<i32>(NEVER, slot.beganAt, isNew);
      const first = firstSeconds[place];
      const time = select<i32>(NEVER, startTime + first, first === NO_FIRST);
      // Runs are in the order of days, so of two equal times the first one stays.
      const isFirst = (u32(isNew) | u32(time < beganAt)) !== 0;
      slot.beganAt = min(time, beganAt);
      slot.began = changetype<RunDays>(select<usize>(runAt, changetype<usize>(slot.began), isFirst));
      slot.period = select<i32>(period, slot.period, isFirst);
      slot.seen = select<u32>(0, slot.seen, isNew);
    }
    run.nextPlace = place;
  }
  return visitorCount;
}

function seeReturns(layout: Layout): void {
  const lastSeconds = layout.days.lastSeconds;
  const laterPeriods = u32(layout.laterPeriods);
  const ofDays = layout.ofDays;
  let day: u32 = 0;
  for (let runAt = layout.runs; runAt < layout.runsEnd; runAt += offsetof<RunDays>()) {
    const run = changetype<RunDays>(runAt);
    const startTime = run.startTime;
    const period = run.period;
    const nextPlace = run.nextPlace;
    for (let place = run.firstPlace; place < nextPlace; place++) {
      const slot = ofDays[day++];
      const last = lastSeconds[place];
      // An earlier period is a very large number.
      const later = u32(period - slot.period);
      const isLater = u32(last !== NO_LAST) & u32(startTime + last > slot.beganAt);
      slot.seen |= (isLater & u32(later <= laterPeriods)) << (later & 31);
    }
  }
}

function countVisitors(layout: Layout, visitorCount: u32): void {
  for (let visitor: u32 = 0; visitor < visitorCount; visitor++) {
    const slot = layout.visitors[visitor];
    if (slot.beganAt === NEVER || slot.began.isCounted === 0) continue;
    if ((u32(slot.hash >> 32) & layout.dailyBit) !== 0) {
      layout.unfollowable++;
      continue;
    }
    layout.followable++;
    const first = u32(slot.began.period - layout.firstPeriod) * (layout.laterPeriods + 2);
    layout.counts[first]++;
    for (let seen = slot.seen; seen !== 0; seen &= seen - 1) layout.counts[first + 1 + ctz(seen)]++;
  }
}
