// AssemblyScript: the loops of pattern-ranges.ts, which says what kinds, patterns and ranges are. In WebAssembly they are fast from the
// first call on; in JavaScript they would need hundreds of questions for that.
//
// The memory begins with the arrays KIND_COUNTS, PATTERNS and TAKEN. After them, from FREE on, the caller places runs, and leaves room for
// the slots, visitors and appearances of a range. The kinds of four events are read at a time, so there are some bytes more after the last
// one.
import { Numbers } from '../../../foundation/web-assembly/numbers.as';

const KINDS: u32 = 32;

/** How many events each kind has: two numbers for each kind, which have to be added up. */
export const KIND_COUNTS = memory.data(2 * KINDS * 4, 16);

/** A pattern and how many visitors have it. */
@unmanaged
class PatternCount {
  pattern: u32;
  /** 0: the place is free. */
  visitors: u32;
}

/** A hash table of patterns: open addressing. The caller sees to it that at most half of it is taken. */
const PATTERNS_SIZE_BITS: u32 = 15;
export const PATTERNS_SIZE: u32 = 1 << PATTERNS_SIZE_BITS;
export const PATTERNS = memory.data(PATTERNS_SIZE * 8, 16);

/** The places that are taken, in the order in which their patterns were found. */
export const TAKEN = memory.data((PATTERNS_SIZE / 2) * 4, 16);

export const FREE = __heap_base;

/** A visitor of the range in a hash table: open addressing. What an earlier range left is free. */
@unmanaged
class Slot {
  hash: u64;
  /** The number of its range. Later, where the last appearance of the visitor is, as a negative number (`linkAppearances`). */
  range: i32;
  pattern: u32;
}

/** A run that the caller has placed in the memory. Its visitors are sorted by the high halves of their hashes. */
@unmanaged
class PlacedRun {
  highHalves: Numbers<u32>;
  lowHalves: Numbers<u32>;
  eventCounts: Numbers<u8>;
  visitorCount: u32;
  /** The kinds by the number of an event. The events of all runs are numbered together. */
  kinds: Numbers<u8>;
  /** The first visitor after this range, and its first event. */
  nextVisitor: u32;
  nextEvent: u32;
  /** The first visitor of this range, and its first event. */
  firstVisitor: u32;
  firstEvent: u32;
}

/** What a run has of a visitor, as in visitor-ranges.ts. */
@unmanaged
class Appearance {
  /** Not written: whoever needs the run finds it by the events. */
  run: i32;
  firstEvent: u32;
  endEvent: u32;
  /** Which number of all numbers of appearances the visitor's next one begins with; -1: there is none. */
  next: i32;
}

/** The low half of the hash that events without a visitor have. */
const NOBODY_LOW: u32 = 0;

let slots: usize = 0;
/** Bits that a place among the slots may have: it is a multiple of the size of a slot. */
let slotMask: u32 = 0;
/** The search for a visitor begins where the highest bits of a sum say: the halves of its hash, each multiplied by an odd number. */
let lowMultiplier: u32 = 1;
let highMultiplier: u32 = 1;
let sumShift: u32 = 0;

/** The number of the range, from 1 on. */
let range: i32 = 0;
/** The slots of the visitors of the range. */
let visitors: Numbers<Slot> = changetype<Numbers<Slot>>(0);
let visitorCount: u32 = 0;
let visitorsMax: u32 = 0;

let patternCount: u32 = 0;

/** There are more slots than visitors at most, and their number is a power of two. */
export function begin(
  slotsAt: usize,
  slotCount: u32,
  visitorsAt: usize,
  visitorCountMax: u32,
  lowHalfMultiplier: u32,
  highHalfMultiplier: u32,
): void {
  const slotBytes = slotCount * offsetof<Slot>();
  slots = slotsAt;
  slotMask = slotBytes - offsetof<Slot>();
  sumShift = clz(slotBytes - 1);
  lowMultiplier = lowHalfMultiplier;
  highMultiplier = highHalfMultiplier;
  visitors = changetype<Numbers<Slot>>(visitorsAt);
  visitorsMax = visitorCountMax;
  visitorCount = 0;
  range = 0;
  memory.fill(slots, 0, slotBytes);
  memory.fill(KIND_COUNTS, 0, 2 * KINDS * 4);
  forgetPatterns();
}

/**
 * Adds events to how many each kind has. Every other event counts in another place, because a number that was just stored is slow to
 * read.
 */
export function countKinds(kinds: usize, kindsEnd: usize): void {
  const counts = changetype<Numbers<u32>>(KIND_COUNTS);
  const otherCounts = changetype<Numbers<u32>>(KIND_COUNTS + 4 * KINDS);
  for (; kinds + 1 < kindsEnd; kinds += 2) {
    counts[load<u8>(kinds)]++;
    otherCounts[load<u8>(kinds + 1)]++;
  }
  if (kinds < kindsEnd) counts[load<u8>(kinds)]++;
}

// ---- The visitors of a range -------------------------------------------------------------------------------------------

/**
 * Goes on to the next range: visitors whose high halves are at most `lastHigh`. Finds their patterns. Returns whether there is no room
 * for them.
 */
export function addRange(runs: usize, runsEnd: usize, lastHigh: u32): bool {
  visitorCount = 0;
  range++;
  for (let run = runs; run < runsEnd; run += offsetof<PlacedRun>()) {
    if (!addRun(changetype<PlacedRun>(run), lastHigh)) return true;
  }
  return false;
}

function addRun(run: PlacedRun, lastHigh: u32): bool {
  const highHalves = run.highHalves;
  const lowHalves = run.lowHalves;
  const eventCounts = run.eventCounts;
  const kinds = run.kinds;
  const endVisitor = run.visitorCount;
  const ownRange = range;
  let visitor = run.nextVisitor;
  let event = run.nextEvent;
  let found = visitorCount;
  run.firstVisitor = visitor;
  run.firstEvent = event;
  for (; visitor < endVisitor; visitor++) {
    const high = highHalves[visitor];
    if (high > lastHigh) break;
    const low = lowHalves[visitor];
    const endEvent = event + eventCounts[visitor];
    if (low !== NOBODY_LOW) {
      if (found >= visitorsMax) return false;
      const hash = hashOf(high, low);
      let place = firstPlace(high, low);
      let slot = slotAt(place);
      let isNew = u32(slot.range !== ownRange);
      // Neither this search nor what follows it has a branch for new visitors, because the processor could not guess who is new.
      while ((isNew | u32(slot.hash === hash)) === 0) {
        place = placeAfter(place);
        slot = slotAt(place);
        isNew = u32(slot.range !== ownRange);
      }
      slot.hash = hash;
      slot.range = ownRange;
      visitors[found] = slot;
      found += isNew;
      slot.pattern = (slot.pattern & (isNew - 1)) | patternOf(changetype<usize>(kinds) + event, endEvent - event);
    }
    event = endEvent;
  }
  run.nextVisitor = visitor;
  run.nextEvent = event;
  visitorCount = found;
  return true;
}

function hashOf(high: u32, low: u32): u64 {
  return (u64(high) << 32) | low;
}

/** Where the search for a visitor begins among the slots. */
function firstPlace(high: u32, low: u32): u32 {
  return ((low * lowMultiplier + high * highMultiplier) >>> sumShift) & slotMask;
}

function placeAfter(place: u32): u32 {
  return (place + offsetof<Slot>()) & slotMask;
}

function slotAt(place: u32): Slot {
  return changetype<Slot>(slots + place);
}

/** Bit 0, and those of the kinds. Four events at a time, without a branch for each: what comes after the last one counts as kind 0. */
function patternOf(kinds: usize, eventCount: u32): u32 {
  let pattern: u32 = 1;
  let left = eventCount;
  do {
    const count = min<u32>(left, 4);
    const four = load<u32>(kinds) & u32((u64(1) << (8 * count)) - 1);
    pattern |= bitOf(four) | bitOf(four >>> 8) | (bitOf(four >>> 16) | bitOf(four >>> 24));
    kinds += count;
    left -= count;
  } while (left !== 0);
  return pattern;
}

/** The lowest five bits are the kind. */
function bitOf(kind: u32): u32 {
  return u32(1) << (kind & 31);
}

// ---- What is asked about the visitors of a range ----------------------------------------------------------------------------

export function countVisitors(): u32 {
  return visitorCount;
}

/** Adds visitors of the range to how many have each pattern. Returns how many patterns there are. */
export function countPatterns(firstVisitor: u32, endVisitor: u32): u32 {
  for (let visitor = firstVisitor; visitor < endVisitor; visitor++) {
    const pattern = visitors[visitor].pattern;
    let place = (pattern * lowMultiplier) >>> (32 - PATTERNS_SIZE_BITS);
    let entry = patternAt(place);
    let others = entry.visitors;
    while (others !== 0 && entry.pattern !== pattern) {
      place = (place + 1) & (PATTERNS_SIZE - 1);
      entry = patternAt(place);
      others = entry.visitors;
    }
    if (others === 0) addPattern(entry, pattern, place);
    entry.visitors = others + 1;
  }
  return patternCount;
}

function addPattern(entry: PatternCount, pattern: u32, place: u32): void {
  entry.pattern = pattern;
  changetype<Numbers<u32>>(TAKEN)[patternCount++] = place;
}

function patternAt(place: u32): PatternCount {
  return changetype<PatternCount>(PATTERNS + place * offsetof<PatternCount>());
}

export function forgetPatterns(): void {
  memory.fill(PATTERNS, 0, PATTERNS_SIZE * offsetof<PatternCount>());
  patternCount = 0;
}

/** How many visitors of the range have any of these kinds, and none of the others. A set of kinds is a pattern. */
export function countVisitorsWith(anyOf: u32, noneOf: u32): u32 {
  let count: u32 = 0;
  for (let visitor: u32 = 0; visitor < visitorCount; visitor++) {
    const pattern = visitors[visitor].pattern;
    count += u32((pattern & anyOf) !== 0) & u32((pattern & noneOf) === 0);
  }
  return count;
}

/**
 * Writes what each run has of the visitors of the range who have any of the first kinds and any of the second ones. The list of visitors
 * becomes a list of the first appearance of each: which number of all numbers of appearances it begins with. Returns how many visitors
 * they are, or -1 if there is no room.
 */
export function linkAppearances(
  runs: usize,
  runsEnd: usize,
  appearances: usize,
  appearancesEnd: usize,
  anyOf: u32,
  alsoAnyOf: u32,
): i32 {
  const firsts = changetype<Numbers<u32>>(visitors);
  let size: i32 = 0;
  let next = appearances;
  for (let runAt = runs; runAt < runsEnd; runAt += offsetof<PlacedRun>()) {
    const run = changetype<PlacedRun>(runAt);
    const highHalves = run.highHalves;
    const lowHalves = run.lowHalves;
    const eventCounts = run.eventCounts;
    const endVisitor = run.nextVisitor;
    let event = run.firstEvent;
    for (let visitor = run.firstVisitor; visitor < endVisitor; visitor++) {
      const firstEvent = event;
      event += eventCounts[visitor];
      const low = lowHalves[visitor];
      if (low === NOBODY_LOW) continue;
      if (next >= appearancesEnd) return -1;
      const slot = knownSlot(highHalves[visitor], low);
      const pattern = slot.pattern;
      if ((pattern & anyOf) === 0 || (pattern & alsoAnyOf) === 0) continue;
      const appearance = changetype<Appearance>(next);
      appearance.firstEvent = firstEvent;
      appearance.endEvent = event;
      appearance.next = -1;
      const number = i32(next - appearances) >>> 2;
      if (slot.range > 0) firsts[size++] = number;
      else changetype<Appearance>(-slot.range).next = number;
      slot.range = -i32(next);
      next += offsetof<Appearance>();
    }
  }
  return size;
}

/** The slot of a visitor of the range. Slots before it are those of other visitors of the range, so its hash is enough to find it. */
function knownSlot(high: u32, low: u32): Slot {
  const hash = hashOf(high, low);
  let place = firstPlace(high, low);
  while (slotAt(place).hash !== hash) place = placeAfter(place);
  return slotAt(place);
}
