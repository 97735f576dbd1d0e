// Each loop in WebAssembly does what its plain form here does.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BYTE_PAIRS,
  countEvents,
  keepEqual,
  keepEvents,
  lookUp,
  lookUpBytePairs,
  lookUpPairs,
  lookUpSelectedPairs,
  NO_PAIR,
  numbersAt,
  pairsOf,
  placesOf,
  type StoredBits,
  selectVisitors,
  visitorsOfBits,
  visitorsOfEvents,
  writeNumbers,
} from '../../../../src/core/engine/event-log/kernels/event-loops.ts';

const SEED = 20_261_117;
const LONG = 20_000;

/** Few, as random as they come; or very many of them, one after the other. */
function numbers(below: number): fc.Arbitrary<number[]> {
  const few = fc.array(fc.nat(below - 1), { maxLength: 200 });
  return fc.oneof({ weight: 9, arbitrary: few }, few.filter((some) => some.length > 0).map(repeated));
}

function repeated(some: readonly number[]): number[] {
  return Array.from({ length: LONG }, (_, i) => some[i % some.length]!);
}

/** Words of which many bits are set, or few, or none, or all; and now and then very many of them. */
const words = fc
  .tuple(
    fc.array(fc.oneof(fc.integer(), fc.constantFrom(0, -1, 1, 1 << 31)), { maxLength: 40 }),
    fc.constantFrom(1, 1, 40),
  )
  .map(([some, times]) => Uint32Array.from({ length: some.length * times }, (_, i) => some[i % some.length]!));

function check<T extends [unknown, ...unknown[]]>(property: fc.IProperty<T>): void {
  fc.assert(property, { seed: SEED, numRuns: 100 });
}

// ---- Plain forms ------------------------------------------------------------------------------------------------

function isSet(bits: Uint32Array, place: number): boolean {
  return ((bits[place >>> 5]! >>> (place & 31)) & 1) === 1;
}

function placesSet(bits: Uint32Array): number[] {
  return Array.from({ length: 32 * bits.length }, (_, place) => place).filter((place) => isSet(bits, place));
}

/** The numbers of an array that is stored as bits. */
function plainNumbers({ bytes, wordsOfBit, bits }: StoredBits): Uint8Array {
  const words = new Uint32Array(bytes.buffer);
  const numbers = new Uint8Array(32 * wordsOfBit);
  for (let bit = 0; bit < bits; bit++) {
    for (const place of placesSet(words.subarray(bit * wordsOfBit, (bit + 1) * wordsOfBit)))
      numbers[place]! += 2 ** bit;
  }
  return numbers;
}

/** A table of pairs of bytes that has these entries for the first pairs. All others must not occur. */
function pairsTable(entries: readonly number[]): Uint8Array {
  const table = new Uint8Array(BYTE_PAIRS).fill(NO_PAIR);
  table.set(entries);
  return table;
}

/** The visitor of an event: as many visitors have begun up to it, less one. */
function visitorsByFirsts(firsts: Uint32Array): number[] {
  let visitor = -1;
  return Array.from({ length: 32 * firsts.length }, (_, event) => (isSet(firsts, event) ? ++visitor : visitor));
}

// ---- Numbers that are looked up ---------------------------------------------------------------------------------

test('numbers are looked up in a table, and indexes that it does not have are noticed', () => {
  check(
    fc.property(numbers(256), fc.array(fc.integer(), { minLength: 1, maxLength: 260 }), (indexes, entries) => {
      const isInside = indexes.every((index) => index < entries.length);
      for (const stored of [Uint8Array.from(indexes), Int32Array.from(indexes)]) {
        const to = new Int32Array(indexes.length);
        expect(lookUp(to, stored, Int32Array.from(entries))).toBe(isInside);
        if (isInside) expect(to).toEqual(Int32Array.from(indexes, (index) => entries[index]!));
      }
    }),
  );
});

test('a table may be larger than any memory that was needed before', () => {
  const table = Int32Array.from({ length: 300_000 }, (_, i) => 3 * i);
  const to = new Int32Array(2);
  expect(lookUp(to, Int32Array.of(299_999, 7), table)).toBe(true);
  expect(to).toEqual(Int32Array.of(899_997, 21));
});

test('pairs are looked up in a table, those that it does not have as 0', () => {
  check(
    fc.property(numbers(25), fc.integer({ min: 1, max: 12 }), (firsts, width) => {
      const seconds = Int32Array.from(firsts, (first, i) => (first + i) % width);
      const table = Uint8Array.from({ length: 20 * width }, (_, i) => i + 1);
      const to = new Uint8Array(firsts.length);
      lookUpPairs(to, Int32Array.from(firsts), seconds, width, table);
      expect(to).toEqual(Uint8Array.from(firsts, (first, i) => table[first * width + seconds[i]!] ?? 0));
    }),
  );
});

test('pairs of bytes are looked up in a table, and those that must not occur are noticed', () => {
  check(
    fc.property(numbers(256), fc.array(fc.nat(127), { minLength: 1, maxLength: 300 }), (indexes, entries) => {
      const firsts = Uint8Array.from(indexes);
      const seconds = firsts.map((index) => index * 7);
      const pairs = Array.from(firsts, (first, i) => first * 256 + seconds[i]!);
      const table = pairsTable(entries);
      const to = new Uint8Array(indexes.length);
      expect(lookUpBytePairs(to, firsts, seconds, table)).toBe(pairs.every((pair) => pair < entries.length));
      expect(to).toEqual(Uint8Array.from(pairs, (pair) => table[pair]!));
    }),
  );
});

test('pairs of bytes of selected events are looked up in a table', () => {
  check(
    fc.property(
      words,
      fc.nat(255),
      fc.array(fc.nat(127), { minLength: 1, maxLength: 3_000 }),
      (selected, factor, entries) => {
        const firsts = Uint8Array.from({ length: 32 * selected.length }, (_, i) => i % 11);
        const seconds = firsts.map((_, i) => i * factor);
        const table = pairsTable(entries);
        const pairs = placesSet(selected).map((event) => firsts[event]! * 256 + seconds[event]!);
        const to = new Uint8Array(pairs.length);
        const isInside = lookUpSelectedPairs(to, selected, firsts, seconds, table);
        expect(isInside).toBe(pairs.every((pair) => pair < entries.length));
        expect(to).toEqual(Uint8Array.from(pairs, (pair) => table[pair]!));
      },
    ),
  );
});

// ---- Small numbers that are stored as bits, and events that are selected -----------------------------------------

test('numbers that are stored as bits are compared and read', () => {
  check(
    fc.property(words, fc.nat(8), fc.nat(255), words, (kept, bits, number, others) => {
      const wordsOfBit = kept.length + 1;
      const words = Uint32Array.from({ length: bits * wordsOfBit }, (_, i) => kept[i % 7]! * i);
      const stored = { bytes: new Uint8Array(words.buffer), wordsOfBit, bits };
      const plain = plainNumbers(stored);

      const equal = kept.slice();
      keepEqual(equal, stored, number);
      const wanted = number % 2 ** bits;
      expect(placesSet(equal)).toEqual(placesSet(kept).filter((place) => plain[place] === wanted));

      const places = Int32Array.from(placesSet(others.subarray(0, wordsOfBit)));
      expect(numbersAt(stored, places)).toEqual(Uint8Array.from(places, (place) => plain[place]!));

      const written = new Uint8Array(plain.length - (number % 32));
      writeNumbers(written, stored);
      expect(written).toEqual(plain.subarray(0, written.length));
    }),
  );
});

test('places of selected events and their visitors are found', () => {
  check(
    fc.property(words, words, (selected, others) => {
      const places = placesSet(selected);
      expect(placesOf(selected)).toEqual(Int32Array.from(places));
      // The first event is the first one of its visitor.
      const firsts = selected.map((_, word) => (others[word] ?? 0) | (word === 0 ? 1 : 0));
      const visitors = visitorsByFirsts(firsts);
      const counts = new Map<number, number>();
      for (const place of places) counts.set(visitors[place]!, (counts.get(visitors[place]!) ?? 0) + 1);
      expect(visitorsOfBits(selected, firsts)).toEqual({
        visitors: Int32Array.from(counts.keys()),
        counts: Uint8Array.from(counts.values()),
      });
    }),
  );
});

// ---- Events that mean something ---------------------------------------------------------------------------------

const pairIndexes = fc.array(fc.tuple(fc.nat(5), fc.nat(9)), { maxLength: 200 });

test('pairs of indexes say which of them occur, and one outside of the table is noticed', () => {
  const asBytes = (some: readonly number[]) => Uint8Array.from(some);
  const asWords = (some: readonly number[]) => Int32Array.from(some);
  const as = fc.constantFrom(asBytes, asWords);
  check(
    fc.property(
      pairIndexes,
      as,
      as,
      fc.integer({ min: 1, max: 11 }),
      fc.nat(70),
      (pairs, first, second, width, size) => {
        const occur = new Uint8Array(size);
        const expected = pairs.map(([a, b]) => a * width + b);
        const isInside = pairs.every(([, b], place) => b < width && expected[place]! < size);
        const found = pairsOf(first(pairs.map(([a]) => a)), second(pairs.map(([, b]) => b)), width, occur);
        expect(found && [...found]).toEqual(isInside ? expected : undefined);
        if (isInside)
          expect([...occur.keys()].filter((pair) => occur[pair] === 1)).toEqual(
            [...new Set(expected)].sort((a, b) => a - b),
          );
      },
    ),
  );
});

/** Visitors of a run, by how many events each has. */
const eventCounts = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 60 });

function visitorsWith(counts: readonly number[]) {
  return {
    high: Uint32Array.from(counts, (_, visitor) => 2 ** 31 + visitor),
    low: Uint32Array.from(counts, (_, visitor) => 7 * visitor),
    counts: Uint8Array.from(counts),
  };
}

/** Three bytes of each: the lowest ones of all, then the next ones. */
function storedSeconds(seconds: Int32Array): Uint8Array {
  return Uint8Array.from([0, 8, 16].flatMap((shift) => Array.from(seconds, (second) => (second >> shift) & 255)));
}

test('the events of visitors are counted, and a visitor without events is noticed', () => {
  check(
    fc.property(fc.array(fc.nat(255), { maxLength: 300 }), (counts) => {
      const expected = counts.includes(0) ? -1 : counts.reduce((sum, count) => sum + count, 0);
      expect(countEvents(Uint8Array.from(counts))).toBe(expected);
    }),
  );
});

test('the visitors of events are found, each once', () => {
  check(
    fc.property(eventCounts, fc.func(fc.boolean()), (counts, isChosen) => {
      const visitors = counts.flatMap((count, visitor) => Array.from({ length: count }, () => visitor));
      const events = [...visitors.keys()].filter((event) => isChosen(event));
      const { high, low } = visitorsWith(counts);
      const found = visitorsOfEvents(visitorsWith(counts), Int32Array.from(events));
      const expected = [...new Set(events.map((event) => visitors[event]!))];
      expect([...found.high]).toEqual(expected.map((visitor) => high[visitor]));
      expect([...found.low]).toEqual(expected.map((visitor) => low[visitor]));
    }),
  );
});

test('events are kept that mean something, in a time, with their revenue', () => {
  const any = fc.record({
    ...{
      counts: eventCounts,
      places: fc.func(fc.nat(3)),
      seconds: fc.func(fc.oneof(fc.integer({ min: -20, max: 100 }), fc.constantFrom(-(2 ** 23), 2 ** 23 - 1, 70_000))),
      ...{ areStored: fc.boolean(), areBytes: fc.boolean() },
      isPaid: fc.func(fc.boolean()),
      isNeeded: fc.option(fc.func(fc.boolean()), { nil: undefined }),
    },
    ...{ hasTimes: fc.boolean(), hasPageViews: fc.boolean(), arePageViews: fc.func(fc.constantFrom(0, 1)) },
    ...{ wanted: fc.constantFrom<(0 | 1)[]>(0, 1), keepsVisitors: fc.boolean(), isSome: fc.boolean() },
    ...{
      startSecond: fc.constantFrom(Number.NEGATIVE_INFINITY, 0, 40),
      endSecond: fc.constantFrom(Number.POSITIVE_INFINITY, 60),
    },
  });
  check(
    fc.property(any, ({ counts, hasTimes, hasPageViews, wanted, keepsVisitors, startSecond, endSecond, ...asked }) => {
      const highOf = (_: number, visitor: number) => 2 ** 31 * (visitor % 2) + visitor;
      const visitors = { ...visitorsWith(counts), high: Uint32Array.from(counts, highOf) };
      const all = counts.flatMap((count, visitor) => Array.from({ length: count }, () => visitor));
      // Those of a run of which others were left out have other places in it.
      const ofRun = (event: number) => (asked.isSome ? 2 * event + 1 : event);
      const events = all.map((visitor, event) => ({
        ...{ visitor, place: asked.places(event), second: asked.seconds(event), isPaid: asked.isPaid(event) },
        isSeen: !hasPageViews || asked.arePageViews(ofRun(event)) === wanted,
      }));
      const paidEvents = events.flatMap(({ isPaid }, event) => (isPaid ? [ofRun(event)] : []));
      // There is a bit for each half of all hashes.
      const neededHalves = [0, 1].filter((half) => asked.isNeeded?.(half));
      const highHalves = neededHalves.map((half) => Uint32Array.of(2 ** 31 * half + 5, 2 ** 31 * half + 7));
      const areNeeded = visitors.high.map((high) => Number(!asked.isNeeded || neededHalves.includes(high >>> 31)));
      const expected = events.filter(
        ({ visitor, isSeen, place, second }) =>
          areNeeded[visitor] === 1 &&
          isSeen &&
          place !== 0 &&
          (!hasTimes || (startSecond <= second && second < endSecond)),
      );
      const runEvents = 2 * all.length + 1;
      const secondsOfRun = new Int32Array(runEvents);
      for (const [event, { second }] of events.entries()) secondsOfRun[ofRun(event)] = second;
      // Every other kind means nothing.
      const kinds = events.map(({ place }) => 2 * place);
      const some = {
        ...{ visitors, startSecond, endSecond, wanted, keepsVisitors, paidEvents: Int32Array.from(paidEvents) },
        needed: asked.isNeeded && { highHalves, shift: 31 },
        kinds: asked.areBytes ? Uint8Array.from(kinds) : Int32Array.from(kinds),
        meanings: Int32Array.of(0, 0, 1, 0, 2, 0, 3),
        events: asked.isSome ? Int32Array.from(events.keys(), ofRun) : undefined,
        seconds: hasTimes && !asked.areStored ? secondsOfRun : undefined,
        secondBytes: hasTimes && asked.areStored ? storedSeconds(secondsOfRun) : undefined,
        runEvents,
        arePageViews: hasPageViews
          ? Uint8Array.from({ length: runEvents }, (_, event) => asked.arePageViews(event))
          : undefined,
      };
      const kept = keepEvents(some)!;
      expect([...kept.places]).toEqual(expected.map(({ place, isPaid }) => (isPaid ? -1 - place : place)));
      expect([...kept.seconds]).toEqual(hasTimes ? expected.map(({ second }) => second) : []);
      const paid = events.filter(({ isPaid }) => isPaid);
      expect([...kept.paid]).toEqual(expected.flatMap((event) => (event.isPaid ? [paid.indexOf(event)] : [])));
      const left = [...counts.keys()].filter((visitor) =>
        (keepsVisitors ? events.filter((event) => event.isSeen && areNeeded[event.visitor] === 1) : expected).some(
          (event) => event.visitor === visitor,
        ),
      );
      expect([...kept.visitors.high]).toEqual(left.map((visitor) => visitors.high[visitor]));
      expect([...kept.visitors.counts]).toEqual(
        left.map((visitor) => expected.filter((event) => event.visitor === visitor).length),
      );
      const isLookedAt = events.some(({ visitor, place }) => areNeeded[visitor] === 1 && place === 3);
      expect(keepEvents({ ...some, meanings: some.meanings.subarray(0, 6) }) === undefined).toBe(isLookedAt);
    }),
  );
});

test('the bits of visitors are also there after a call that needs more memory than is kept', () => {
  const needed = { highHalves: [Uint32Array.of(2 ** 31)], shift: 31 };
  const visitors = { high: Uint32Array.of(0, 2 ** 31), low: Uint32Array.of(1, 2), counts: Uint8Array.of(1, 1) };
  const selected = (roomForEvents: number) => [...selectVisitors(visitors, roomForEvents, needed).events];
  expect([selected(2), selected(10_000_000), selected(2)]).toEqual([[1], [1], [1]]);
});
