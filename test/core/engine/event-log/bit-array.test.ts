import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BIT_ARRAY_SIZE_MAX,
  BitArray,
  wordsOf,
  writeBits,
} from '../../../../src/core/engine/event-log/format/bit-array.ts';
import { ByteReader, ByteWriter } from '../../../../src/core/engine/event-log/format/bytes.ts';

const sizes = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: BIT_ARRAY_SIZE_MAX }));
const arrays = sizes.chain((size) =>
  fc.record({ size: fc.constant(size), numbers: fc.array(fc.nat(size - 1), { minLength: 1, maxLength: 200 }) }),
);

test('any numbers are read as they were written', () => {
  fc.assert(
    fc.property(arrays, fc.nat(), fc.nat(), ({ size, numbers }, some, other) => {
      const writer = new ByteWriter();
      writeBits(writer, numbers, size);
      const reader = new ByteReader(writer.written());
      const stored = new BitArray(reader, numbers.length, size);
      expect(reader.isAtEnd).toBe(true);
      expect([...stored.numbers()]).toEqual(numbers);
      const count = some % (numbers.length + 1);
      expect([...stored.numbers(count)]).toEqual(numbers.slice(0, count));
      const places = [...numbers.keys()].filter((place) => place % (1 + (other % 3)) === 0);
      expect([...stored.numbersAt(Int32Array.from(places))]).toEqual(places.map((place) => numbers[place]));
      // Of the first ones: a sample does not need the others.
      const wanted = other % size;
      const kept = new Uint32Array(wordsOf(count)).fill(0b1011);
      stored.keepEqual(kept, wanted);
      const isKept = (place: number) => ((kept[place >>> 5]! >>> (place & 31)) & 1) === 1;
      const expected = (place: number) => numbers[place] === wanted && ((0b1011 >>> (place & 31)) & 1) === 1;
      const first = [...numbers.keys()].slice(0, count);
      expect(first.filter(isKept)).toEqual(first.filter(expected));
    }),
  );
});
