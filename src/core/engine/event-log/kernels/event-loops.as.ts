// AssemblyScript: loops over the events of a run and their visitors. event-loops.ts says what they are for, and places everything in
// their memory. Where 16 bytes are read or written at a time, there is room for some more after the last one.
import { Numbers } from '../../../foundation/web-assembly/numbers.as';

/** From here on, the caller places everything. */
export const FREE = __heap_base;

// ---- Numbers that are looked up in a table ------------------------------------------------------------------------

/** Writes the number that the table has for the index of each event. Returns whether there is an index that it does not have. */
export function lookUpBytes(to: usize, toEnd: usize, indexes: usize, table: Numbers<i32>, tableSize: u32): bool {
  return lookUp<u8>(to, toEnd, indexes, table, tableSize);
}

/** The same for indexes of four bytes. */
export function lookUpNumbers(to: usize, toEnd: usize, indexes: usize, table: Numbers<i32>, tableSize: u32): bool {
  return lookUp<u32>(to, toEnd, indexes, table, tableSize);
}

function lookUp<Index>(to: usize, toEnd: usize, indexes: usize, table: Numbers<i32>, tableSize: u32): bool {
  let outside: u32 = 0;
  for (; to < toEnd; to += 4) {
    const index = u32(load<Index>(indexes));
    outside |= u32(index >= tableSize);
    // Without a branch, because the processor could not guess it.
    store<i32>(to, table[select<u32>(index, 0, index < tableSize)]);
    indexes += sizeof<Index>();
  }
  return outside !== 0;
}

/**
 * Writes the byte that the table has for each pair: the first index times `width` plus the second one. It is 0 for a pair that the table
 * does not have.
 */
export function lookUpPairs(
  to: usize,
  toEnd: usize,
  firstIndexes: usize,
  secondIndexes: usize,
  width: u32,
  table: Numbers<u8>,
  tableSize: u32,
): void {
  for (; to < toEnd; to++) {
    const index = load<u32>(firstIndexes) * width + load<u32>(secondIndexes);
    const isInside = index < tableSize;
    store<u8>(to, select<u8>(table[select<u32>(index, 0, isInside)], 0, isInside));
    firstIndexes += 4;
    secondIndexes += 4;
  }
}

/**
 * A table of bytes by pairs of bytes: the first one times 256 plus the second one. It stays here, because most runs of a question have
 * the same one.
 */
export const PAIRS = memory.data(65_536, 16);
/** The bytes of pairs that must not occur have this bit. */
const MUST_NOT_OCCUR: u32 = 0x80;

/** Writes the byte that PAIRS has for each pair. Returns whether there is a pair that must not occur. */
export function lookUpBytePairs(to: usize, toEnd: usize, firstBytes: usize, secondBytes: usize): bool {
  const table = changetype<Numbers<u8>>(PAIRS);
  let allBits: u32 = 0;
  for (; to < toEnd; to++) {
    const found = table[(u32(load<u8>(firstBytes++)) << 8) | load<u8>(secondBytes++)];
    allBits |= found;
    store<u8>(to, found);
  }
  return (allBits & MUST_NOT_OCCUR) !== 0;
}

/**
 * The same for the events whose bits are set: what is written has a byte for each of these, and the two arrays of bytes have one for each
 * event.
 */
export function lookUpSelectedPairs(
  to: usize,
  selected: usize,
  selectedEnd: usize,
  firstBytes: Numbers<u8>,
  secondBytes: Numbers<u8>,
): bool {
  const table = changetype<Numbers<u8>>(PAIRS);
  let allBits: u32 = 0;
  for (let firstEvent: u32 = 0; selected < selectedEnd; firstEvent += 32) {
    for (let left = load<u32>(selected); left !== 0; left &= left - 1) {
      const event = firstEvent + ctz(left);
      const found = table[(u32(firstBytes[event]) << 8) | secondBytes[event]];
      allBits |= found;
      store<u8>(to++, found);
    }
    selected += 4;
  }
  return (allBits & MUST_NOT_OCCUR) !== 0;
}

/**
 * Writes for each event the pair of two indexes: the first one times `width` plus the second one, and a 1 for each pair that occurs.
 * Returns whether there is one that is not in the table.
 */
export function pairBytes(
  to: usize,
  toEnd: usize,
  firsts: usize,
  seconds: usize,
  width: u32,
  occur: Numbers<u8>,
  size: u32,
): bool {
  return pair<u8, u8>(to, toEnd, firsts, seconds, width, occur, size);
}

/** The same for second indexes of four bytes. */
export function pairBytesWithWords(
  to: usize,
  toEnd: usize,
  firsts: usize,
  seconds: usize,
  width: u32,
  occur: Numbers<u8>,
  size: u32,
): bool {
  return pair<u8, u32>(to, toEnd, firsts, seconds, width, occur, size);
}

/** The same for first indexes of four bytes. */
export function pairWordsWithBytes(
  to: usize,
  toEnd: usize,
  firsts: usize,
  seconds: usize,
  width: u32,
  occur: Numbers<u8>,
  size: u32,
): bool {
  return pair<u32, u8>(to, toEnd, firsts, seconds, width, occur, size);
}

/** The same for indexes of four bytes. */
export function pairWords(
  to: usize,
  toEnd: usize,
  firsts: usize,
  seconds: usize,
  width: u32,
  occur: Numbers<u8>,
  size: u32,
): bool {
  return pair<u32, u32>(to, toEnd, firsts, seconds, width, occur, size);
}

function pair<First, Second>(
  to: usize,
  toEnd: usize,
  firsts: usize,
  seconds: usize,
  width: u32,
  occur: Numbers<u8>,
  size: u32,
): bool {
  let outside: u32 = 0;
  for (; to < toEnd; to += 4) {
    const second = u32(load<Second>(seconds));
    const own = u32(load<First>(firsts)) * width + second;
    const isOutside = u32(second >= width) | u32(own >= size);
    outside |= isOutside;
    const number = select<u32>(0, own, isOutside !== 0);
    store<u32>(to, number);
    occur[number] = 1;
    firsts += sizeof<First>();
    seconds += sizeof<Second>();
  }
  return outside !== 0;
}

// ---- Events and visitors that are needed ---------------------------------------------------------------------------------

/** Writes the places of the numbers for which the table has a 1. Returns the place after the last byte that stays written. */
export function writePlacesOfBytes(
  to: usize,
  numbers: usize,
  numbersEnd: usize,
  table: Numbers<u8>,
  tableSize: u32,
): usize {
  return writePlacesOfNumbers<u8>(to, numbers, numbersEnd, table, tableSize);
}

/** The same for numbers of four bytes. */
export function writePlacesOfWords(
  to: usize,
  numbers: usize,
  numbersEnd: usize,
  table: Numbers<u8>,
  tableSize: u32,
): usize {
  return writePlacesOfNumbers<u32>(to, numbers, numbersEnd, table, tableSize);
}

function writePlacesOfNumbers<Number>(
  to: usize,
  numbers: usize,
  numbersEnd: usize,
  table: Numbers<u8>,
  tableSize: u32,
): usize {
  for (let place: u32 = 0; numbers < numbersEnd; place++) {
    const number = u32(load<Number>(numbers));
    const isInside = number < tableSize;
    store<u32>(to, place);
    to += 4 * (u32(table[select<u32>(number, 0, isInside)]) & u32(isInside));
    numbers += sizeof<Number>();
  }
  return to;
}

/** A bit stands for the highest bits of a visitor's hash. They stay here while one run after the other is asked for the same visitors. */
const VISITOR_BITS = memory.data(2_097_152, 16);

/** Clears all bits of this shift. The number of a bit is the high half of a hash, shifted. */
export function clearVisitorBits(shift: u32): void {
  const words = usize(((u64(1) << (32 - shift)) + 31) >>> 5);
  memory.fill(VISITOR_BITS, 0, 4 * words);
}

/** Sets the bits of visitors with these high halves of their hashes. */
export function setVisitorBits(highHalves: usize, highHalvesEnd: usize, shift: u32): void {
  const bits = changetype<Numbers<u32>>(VISITOR_BITS);
  for (; highHalves < highHalvesEnd; highHalves += 4) {
    const bit = load<u32>(highHalves) >>> shift;
    bits[bit >>> 5] |= u32(1) << (bit & 31);
  }
}

/** How many events visitors have; -1: one has none. */
export function countEvents(eventCounts: usize, eventCountsEnd: usize): i32 {
  let events: i32 = 0;
  let isMissing: u32 = 0;
  for (; eventCounts < eventCountsEnd; eventCounts++) {
    const count = load<u8>(eventCounts);
    events += count;
    isMissing |= u32(count === 0);
  }
  return isMissing ? -1 : events;
}

/** Visitors of a run, or those of them that were selected. */
@unmanaged
class RunVisitors {
  highHalves: Numbers<u32>;
  lowHalves: Numbers<u32>;
  eventCounts: Numbers<u8>;
  count: u32;
}

/** Writes the halves of the hashes of the visitors of these events, whose places ascend: each visitor once. Returns how many there are. */
export function writeVisitorsOf(
  ownHigh: Numbers<u32>,
  ownLow: Numbers<u32>,
  events: usize,
  eventsEnd: usize,
  visitors: RunVisitors,
): i32 {
  const highHalves = visitors.highHalves;
  const lowHalves = visitors.lowHalves;
  const eventCounts = visitors.eventCounts;
  let visitor: u32 = 0;
  let endEvent: u32 = eventCounts[0];
  let last: u32 = u32.MAX_VALUE;
  let place: i32 = -1;
  for (; events < eventsEnd; events += 4) {
    const event = load<u32>(events);
    while (endEvent <= event) endEvent += eventCounts[++visitor];
    place += i32(visitor !== last);
    last = visitor;
    ownHigh[place] = highHalves[visitor];
    ownLow[place] = lowHalves[visitor];
  }
  return place + 1;
}

/**
 * Finds the visitors whose bits are set: the number of a visitor's bit is the high half of its hash, shifted. Writes the number of each in
 * place of its high half, and its first event in place of its low half. There is no branch, because the processor could not guess it.
 */
function findSelected(selected: RunVisitors, visitors: RunVisitors, shift: u32): void {
  const bits = changetype<Numbers<u32>>(VISITOR_BITS);
  const highHalves = visitors.highHalves;
  const eventCounts = visitors.eventCounts;
  const visitorCount = visitors.count;
  const numbers = selected.highHalves;
  const firstEvents = selected.lowHalves;
  let size: u32 = 0;
  let event: u32 = 0;
  for (let visitor: u32 = 0; visitor < visitorCount; visitor++) {
    const bit = highHalves[visitor] >>> shift;
    numbers[size] = visitor;
    firstEvents[size] = event;
    size += (bits[bit >>> 5] >>> (bit & 31)) & 1;
    event += eventCounts[visitor];
  }
  selected.count = size;
}

/** Selects the visitors whose bits are set. Writes the places of their events, and returns the place after the last byte of these. */
export function selectVisitors(selected: RunVisitors, events: usize, visitors: RunVisitors, shift: u32): usize {
  findSelected(selected, visitors, shift);
  const size = selected.count;
  for (let place: u32 = 0; place < size; place++) {
    const visitor = selected.highHalves[place];
    const eventCount = visitors.eventCounts[visitor];
    let event = selected.lowHalves[place];
    for (const endEvent = event + eventCount; event < endEvent; event++) {
      store<u32>(events, event);
      events += 4;
    }
    selected.highHalves[place] = visitors.highHalves[visitor];
    selected.lowHalves[place] = visitors.lowHalves[visitor];
    selected.eventCounts[place] = eventCount;
  }
  return events;
}

// ---- Events that mean something ------------------------------------------------------------------------------------------

/** Events of a run, and which ones of them to keep. */
@unmanaged
class SomeEvents {
  visitors: RunVisitors;
  /** Whether only visitors whose bits are set are kept: see `findSelected`. */
  hasBits: u32;
  shift: u32;
  /** The kind of each event, as bytes or as words: one of the two is null. */
  kindBytes: Numbers<u8>;
  kinds: Numbers<u32>;
  /** The place of the meaning of each kind; 0: it has none. */
  meanings: Numbers<i32>;
  kindCount: u32;
  /** The place of each event in the run. null: these are all. */
  events: Numbers<u32>;
  /** The second of each event of the run, or, as they are stored, three bytes of each: the lowest ones of all, then the next ones. */
  seconds: Numbers<i32>;
  secondBytes: Numbers<u8>;
  /** How many events the run has. Both are null: seconds are not asked for. */
  runEvents: u32;
  /** Events from this second on, and before the end, are looked at. */
  startSecond: i32;
  endSecond: i32;
  /** The places in the run of the events with revenue, and `NONE_PAID`. */
  paidEvents: Numbers<u32>;
  /** For each event of the run: only those that have this number there. null: all. */
  arePageViews: Numbers<u8>;
  wanted: u32;
  /** Whether visitors without such events are kept, too. */
  keepsVisitors: u32;
}

/** What is kept: the visitors, and the events as gather-visitors.as.ts reads them. */
@unmanaged
class KeptEvents {
  visitors: RunVisitors;
  places: Numbers<i32>;
  seconds: Numbers<i32>;
  count: u32;
  /** Which ones of the events with revenue are kept. */
  paid: Numbers<u32>;
  paidCount: u32;
  /** Whether there is an event whose kind has no place. */
  hasOutside: u32;
}

export function keepEvents(kept: KeptEvents, some: SomeEvents): void {
  const visitors = some.visitors;
  const highHalves = visitors.highHalves;
  const lowHalves = visitors.lowHalves;
  const eventCounts = visitors.eventCounts;
  const kindBytes = some.kindBytes;
  const kinds = some.kinds;
  const meanings = some.meanings;
  const kindCount = some.kindCount;
  const areBytes = changetype<usize>(kindBytes) !== 0;
  const events = some.events;
  const seconds = some.seconds;
  const lowBytes = some.secondBytes;
  const middleBytes = changetype<Numbers<u8>>(changetype<usize>(lowBytes) + some.runEvents);
  const highBytes = changetype<Numbers<i8>>(changetype<usize>(middleBytes) + some.runEvents);
  const startSecond = some.startSecond;
  const endSecond = some.endSecond;
  const paidEvents = some.paidEvents;
  const arePageViews = some.arePageViews;
  const hasEvents = changetype<usize>(events) !== 0;
  const hasBytes = changetype<usize>(lowBytes) !== 0;
  const hasSeconds = hasBytes || changetype<usize>(seconds) !== 0;
  const hasPageViews = changetype<usize>(arePageViews) !== 0;
  const keepsVisitors = some.keepsVisitors !== 0;
  const hasBits = some.hasBits !== 0;
  const own = kept.visitors;
  const ownPlaces = kept.places;
  const ownSeconds = kept.seconds;
  let event: u32 = 0;
  let added: u32 = 0;
  let size: u32 = 0;
  let paid: u32 = 0;
  let nextPaid = paidEvents[0];
  let paidCount: u32 = 0;
  let hasOutside: u32 = 0;
  if (hasBits) findSelected(own, visitors, some.shift);
  const count = hasBits ? own.count : visitors.count;
  for (let place: u32 = 0; place < count; place++) {
    // What is read of a selected visitor is at or after what is written.
    const visitor = hasBits ? own.highHalves[place] : place;
    if (hasBits) event = own.lowHalves[place];
    const before = added;
    const endEvent = event + eventCounts[visitor];
    let isLookedAt = !hasPageViews;
    for (; event < endEvent; event++) {
      const kind = areBytes ? u32(kindBytes[event]) : kinds[event];
      const isOutside = kind >= kindCount;
      hasOutside |= u32(isOutside);
      const meaning = isOutside ? 0 : meanings[kind];
      const ofRun = hasEvents ? events[event] : event;
      while (nextPaid < ofRun) nextPaid = paidEvents[++paid];
      if (hasPageViews) {
        if (arePageViews[ofRun] !== some.wanted) continue;
        isLookedAt = true;
      }
      if (meaning === 0) continue;
      if (hasSeconds) {
        const second = hasBytes
          ? i32(lowBytes[ofRun]) | (i32(middleBytes[ofRun]) << 8) | (i32(highBytes[ofRun]) << 16)
          : seconds[ofRun];
        if (second < startSecond || second >= endSecond) continue;
        ownSeconds[added] = second;
      }
      if (nextPaid === ofRun) {
        kept.paid[paidCount++] = paid;
        ownPlaces[added++] = ~meaning;
      } else ownPlaces[added++] = meaning;
    }
    if (added === before && !(keepsVisitors && isLookedAt)) continue;
    own.highHalves[size] = highHalves[visitor];
    own.lowHalves[size] = lowHalves[visitor];
    own.eventCounts[size++] = u8(added - before);
  }
  own.count = size;
  kept.count = added;
  kept.paidCount = paidCount;
  kept.hasOutside = hasOutside;
}

// ---- Small numbers that are stored as bits ---------------------------------------------------------------------------
//
// The words at `bits` have the lowest bit of each number; `stride` bytes later there is the next bit of each, and so on, `bitCount` in all.

/** Keeps the bits in `kept` of those numbers that are equal to this one. There is a bit for each number. 128 numbers at a time. */
export function keepEqual(kept: usize, keptEnd: usize, bits: usize, stride: usize, bitCount: u32, number: u32): void {
  for (; kept < keptEnd; kept += 16) {
    let equal = v128.load(kept);
    let ofBit = bits;
    for (let bit: u32 = 0; bit < bitCount; bit++) {
      // If the number does not have the bit, those that do not have it either are to have a 1.
      const flipped = i32x4.splat(((number >>> bit) & 1) - 1);
      equal = v128.and(equal, v128.xor(v128.load(ofBit), flipped));
      ofBit += stride;
    }
    v128.store(kept, equal);
    bits += 16;
  }
}

/** Eight numbers have their bits in one byte: each of eight bytes looks at another bit of it. */
const OWN_BIT = memory.data<u8>([1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128], 16);
const EIGHT_TIMES_EACH = memory.data<u8>([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1], 16);

/** Writes the numbers, a byte each, 16 at a time. */
export function writeNumbers(to: usize, toEnd: usize, bits: usize, stride: usize, bitCount: u32): void {
  const ownBit = v128.load(OWN_BIT);
  const eightTimesEach = v128.load(EIGHT_TIMES_EACH);
  for (; to < toEnd; to += 16) {
    let numbers = i64x2.splat(0);
    let ofBit = bits;
    for (let bit: u32 = 0; bit < bitCount; bit++) {
      const bytes = v128.swizzle(v128.load16_splat(ofBit), eightTimesEach);
      const isSet = i8x16.eq(v128.and(bytes, ownBit), ownBit);
      numbers = v128.or(numbers, v128.and(isSet, i8x16.splat(i8(u32(1) << bit))));
      ofBit += stride;
    }
    v128.store(to, numbers);
    bits += 2;
  }
}

/** Writes the numbers at these places, a byte each. */
export function writeNumbersAt(
  to: usize,
  places: usize,
  placesEnd: usize,
  bits: usize,
  stride: usize,
  bitCount: u32,
): void {
  for (; places < placesEnd; places += 4) {
    const place = load<u32>(places);
    let number: u32 = 0;
    let ofBit = bits + 4 * (place >>> 5);
    for (let bit: u32 = 0; bit < bitCount; bit++) {
      number |= ((load<u32>(ofBit) >>> place) & 1) << bit;
      ofBit += stride;
    }
    store<u8>(to++, number);
  }
}

// ---- Events that are selected: a bit for each event --------------------------------------------------------------------

/** Writes the places of the bits that are set. Returns where it ends. */
export function writePlaces(to: usize, selected: usize, selectedEnd: usize): usize {
  for (let firstPlace: u32 = 0; selected < selectedEnd; firstPlace += 32) {
    for (let left = load<u32>(selected); left !== 0; left &= left - 1) {
      store<u32>(to, firstPlace + ctz(left));
      to += 4;
    }
    selected += 4;
  }
  return to;
}

/**
 * Writes which visitors of the run have selected events, and how many of these each has. `firstEvents` has a bit for each event: whether
 * it is the first one of its visitor. Returns how many visitors they are.
 */
export function writeVisitors(
  visitors: Numbers<u32>,
  eventCounts: Numbers<u8>,
  selected: usize,
  selectedEnd: usize,
  firstEvents: usize,
): u32 {
  let visitorsBefore: u32 = 0;
  let lastVisitor: u32 = u32.MAX_VALUE;
  let eventsOfVisitor: u32 = 0;
  let size: u32 = 0;
  for (; selected < selectedEnd; selected += 4) {
    const starts = load<u32>(firstEvents);
    for (let left = load<u32>(selected); left !== 0; left &= left - 1) {
      const upToEvent = left ^ (left - 1);
      const visitor = visitorsBefore + popcnt(starts & upToEvent) - 1;
      const isNew = visitor !== lastVisitor;
      // The same is written for a new visitor and a known one, because the processor could not guess which one comes next.
      size += u32(isNew);
      eventsOfVisitor = select<u32>(1, eventsOfVisitor + 1, isNew);
      visitors[size - 1] = visitor;
      eventCounts[size - 1] = u8(eventsOfVisitor);
      lastVisitor = visitor;
    }
    visitorsBefore += popcnt(starts);
    firstEvents += 4;
  }
  return size;
}
