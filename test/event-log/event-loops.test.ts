import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BYTE_PAIRS,
  lookUp,
  lookUpBytePairs,
  lookUpBytePairsInJavaScript,
  lookUpInJavaScript,
  lookUpPairs,
  lookUpPairsInJavaScript,
  NO_PAIR,
  selectVisitors,
  selectVisitorsInJavaScript,
} from '../../src/event-log/event-loops.ts';

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

test('visitors are selected as in JavaScript', () => {
  check(
    fc.property(
      fc.array(fc.oneof(fc.nat(4), fc.nat(255)), { maxLength: 60 }),
      fc.infiniteStream(fc.integer()),
      (counts, bits) => {
        const events = counts.reduce((sum, count) => sum + count, 0);
        const selected = Uint32Array.from(
          { length: Math.ceil(events / 32) },
          () => bits.next().value! & bits.next().value!,
        );
        const visitors = {
          high: Uint32Array.from(counts, (_, visitor) => visitor),
          low: Uint32Array.from(counts, (_, visitor) => 2 ** 32 - 1 - visitor),
          counts: Uint8Array.from(counts),
        };
        expect(selectVisitors(visitors, selected)).toEqual(selectVisitorsInJavaScript(visitors, selected));
      },
    ),
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
