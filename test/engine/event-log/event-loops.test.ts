import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BYTE_PAIRS,
  keepEqual,
  keepEqualInJavaScript,
  lookUp,
  lookUpBytePairs,
  lookUpBytePairsInJavaScript,
  lookUpInJavaScript,
  lookUpPairs,
  lookUpPairsInJavaScript,
  lookUpSelectedPairs,
  lookUpSelectedPairsInJavaScript,
  NO_PAIR,
  numbersAt,
  numbersAtInJavaScript,
  placesInJavaScript,
  placesOf,
  visitorsOfBits,
  visitorsOfBitsInJavaScript,
  writeNumbers,
  writeNumbersInJavaScript,
} from '../../../src/engine/event-log/kernels/event-loops.ts';

const SEED = 20_261_117;
/** More than are looked up at once. */
const LONG = 20_000;

/** Few, as random as they come; or very many of them, one after the other. */
function numbers(below: number): fc.Arbitrary<number[]> {
  const few = fc.array(fc.nat(below - 1), { maxLength: 200 });
  return fc.oneof({ weight: 9, arbitrary: few }, few.filter((some) => some.length > 0).map(repeated));
}

function repeated(some: readonly number[]): number[] {
  return Array.from({ length: LONG }, (_, i) => some[i % some.length]!);
}

function check<T extends [unknown, ...unknown[]]>(property: fc.IProperty<T>): void {
  fc.assert(property, { seed: SEED, numRuns: 200 });
}

test('numbers are looked up as in JavaScript, and indexes that a table does not have are noticed', () => {
  check(
    fc.property(numbers(256), fc.array(fc.integer(), { minLength: 1, maxLength: 260 }), (indexes, entries) => {
      const table = Int32Array.from(entries);
      for (const stored of [Uint8Array.from(indexes), Int32Array.from(indexes)]) {
        const [expected, actual] = [new Int32Array(indexes.length), new Int32Array(indexes.length)];
        const isInside = lookUpInJavaScript(expected, stored, table);
        expect(lookUp(actual, stored, table)).toBe(isInside);
        expect(isInside).toBe(indexes.every((index) => index < entries.length));
        if (isInside) expect(actual).toEqual(expected);
      }
    }),
  );
});

test('pairs are looked up as in JavaScript, those that a table does not have as 0', () => {
  check(
    fc.property(numbers(25), fc.integer({ min: 1, max: 12 }), (firsts, width) => {
      const seconds = Int32Array.from(firsts, (first, i) => (first + i) % width);
      const table = Uint8Array.from({ length: 20 * width }, (_, i) => i + 1);
      const [expected, actual] = [new Uint8Array(firsts.length), new Uint8Array(firsts.length)];
      lookUpPairsInJavaScript(expected, Int32Array.from(firsts), seconds, width, table);
      lookUpPairs(actual, Int32Array.from(firsts), seconds, width, table);
      expect(actual).toEqual(expected);
    }),
  );
});

/** Words of which many bits are set, or few, or none, or all; and now and then more of them than the memory is for. */
const words = fc
  .tuple(
    fc.array(fc.oneof(fc.integer(), fc.constantFrom(0, -1, 1, 1 << 31)), { maxLength: 40 }),
    fc.constantFrom(1, 1, 40),
  )
  .map(([some, times]) => Uint32Array.from({ length: some.length * times }, (_, i) => some[i % some.length]!));

test('numbers that are stored as bits are compared and read as in JavaScript', () => {
  check(
    fc.property(words, fc.nat(8), fc.nat(255), words, (kept, bits, number, places) => {
      const wordsOfBit = kept.length + 1;
      const stored = {
        words: Uint32Array.from({ length: bits * wordsOfBit }, (_, i) => kept[i % 7]! * i),
        wordsOfBit,
        bits,
      };
      const [expected, actual] = [kept.slice(), kept.slice()];
      keepEqualInJavaScript(expected, stored, number);
      keepEqual(actual, stored, number);
      expect(actual).toEqual(expected);
      const some = placesInJavaScript(places.subarray(0, wordsOfBit));
      expect(numbersAt(stored, some)).toEqual(numbersAtInJavaScript(stored, some));
      const count = 32 * wordsOfBit - (number % 32);
      const [written, asInJavaScript] = [new Uint8Array(count), new Uint8Array(count)];
      writeNumbers(written, stored);
      writeNumbersInJavaScript(asInJavaScript, stored);
      expect(written).toEqual(asInJavaScript);
    }),
  );
});

test('more numbers than the memory is for are read piece by piece', () => {
  const wordsOfBit = 2_200;
  const stored = { words: Uint32Array.from({ length: 3 * wordsOfBit }, (_, i) => i * 0x9e3779b1), wordsOfBit, bits: 3 };
  const [written, asInJavaScript] = [new Uint8Array(70_001), new Uint8Array(70_001)];
  writeNumbers(written, stored);
  writeNumbersInJavaScript(asInJavaScript, stored);
  expect(written).toEqual(asInJavaScript);
});

test('places of events and their visitors are found as in JavaScript', () => {
  check(
    fc.property(words, words, (selected, others) => {
      const places = placesInJavaScript(selected);
      expect(placesOf(selected)).toEqual(places);
      // The first event is the first one of its visitor.
      const firsts = selected.map((_, word) => (others[word] ?? 0) | (word === 0 ? 1 : 0));
      expect(visitorsOfBits(selected, firsts)).toEqual(visitorsOfBitsInJavaScript(selected, firsts));
    }),
  );
});

test('pairs of bytes are looked up as in JavaScript, and those that must not occur are noticed', () => {
  check(
    fc.property(numbers(256), fc.array(fc.nat(127), { minLength: 1, maxLength: 300 }), (indexes, entries) => {
      const firsts = Uint8Array.from(indexes);
      const seconds = firsts.map((index) => index * 7);
      const pairs = Array.from(firsts, (first, i) => first * 256 + seconds[i]!);
      const table = Uint8Array.from({ length: BYTE_PAIRS }, (_, pair) => entries[pair] ?? NO_PAIR);
      const [expected, actual] = [new Uint8Array(indexes.length), new Uint8Array(indexes.length)];
      const isInside = lookUpBytePairsInJavaScript(expected, firsts, seconds, table);
      expect(lookUpBytePairs(actual, firsts, seconds, table)).toBe(isInside);
      expect(isInside).toBe(pairs.every((pair) => pair < entries.length));
      expect(actual).toEqual(expected);
    }),
  );
});

test('pairs of selected events are looked up as in JavaScript', () => {
  check(
    fc.property(
      words,
      fc.nat(255),
      fc.array(fc.nat(127), { minLength: 1, maxLength: 3_000 }),
      (selected, factor, entries) => {
        const count = placesInJavaScript(selected).length;
        const firsts = Uint8Array.from({ length: 32 * selected.length }, (_, i) => i % 11);
        const seconds = firsts.map((_, i) => i * factor);
        const table = Uint8Array.from({ length: BYTE_PAIRS }, (_, pair) => entries[pair] ?? NO_PAIR);
        const [expected, actual] = [new Uint8Array(count), new Uint8Array(count)];
        const isInside = lookUpSelectedPairsInJavaScript(expected, selected, firsts, seconds, table);
        expect(lookUpSelectedPairs(actual, selected, firsts, seconds, table)).toBe(isInside);
        expect(actual).toEqual(expected);
      },
    ),
  );
});
