// Small numbers as bits: the lowest bit of each number, then the next bit of each, and so on. Indexes of a small dictionary take no more
// bytes than compressed ones, and which of them are equal to one is known 32 at a time, without reading the numbers.
//
// Bits are gathered from four bytes at a time: multiplied by GATHER, the lowest bits of four bytes are the four highest bits of the
// product, each of which comes from one place alone, so nothing is carried.

import { keepEqual, numbersAt, type StoredBits, writeNumbers } from '../kernels/event-loops.ts';
import type { ByteReader, ByteWriter, StoredNumbers } from './bytes.ts';

const GATHER = 0x10204080;
const LOWEST_BITS = 0x01010101;
const WORD_BITS = 32;
const WORD_BYTES = 4;

/** A dictionary with more entries has indexes of several bytes. */
export const BIT_ARRAY_SIZE_MAX = 2 ** 8;

/** How many bits each number takes in an array of numbers below `size`. */
function bitsOf(size: number): number {
  return WORD_BITS - Math.clz32(size - 1);
}

/** How many words have the same bit of all numbers. */
export function wordsOf(count: number): number {
  return Math.ceil(count / WORD_BITS);
}

/** `numbers` are below `size`. */
export function writeBits(writer: ByteWriter, numbers: ArrayLike<number>, size: number): void {
  const words = wordsOf(numbers.length);
  const bytes = new Uint8Array(words * WORD_BITS);
  bytes.set(numbers);
  const fours = new Uint32Array(bytes.buffer);
  const ofBit = new Uint32Array(words);
  for (let bit = 0; bit < bitsOf(size); bit++) {
    gatherBit(ofBit, fours, bit);
    writer.bytes(new Uint8Array(ofBit.buffer));
  }
}

/** Each of `fours` has four numbers, a byte for each. */
function gatherBit(to: Uint32Array, fours: Uint32Array, bit: number): void {
  const [gather, lowestBits, words] = [GATHER, LOWEST_BITS, to.length];
  for (let word = 0, at = 0; word < words; word++) {
    let bits = 0;
    for (let shift = 0; shift < 32; shift += 4) {
      bits |= (Math.imul((fours[at++]! >>> bit) & lowestBits, gather) >>> 28) << shift;
    }
    to[word] = bits;
  }
}

export class BitArray implements StoredNumbers {
  readonly #bits: StoredBits;
  readonly #count: number;

  /** An array of numbers below `size`. */
  constructor(reader: ByteReader, count: number, size: number) {
    const [bits, wordsOfBit] = [bitsOf(size), wordsOf(count)];
    this.#count = count;
    this.#bits = { bytes: reader.bytes(WORD_BYTES * bits * wordsOfBit), wordsOfBit, bits };
  }

  get byteLength(): number {
    return this.#bits.bytes.length;
  }

  numbers(count = this.#count): Uint8Array {
    const numbers = new Uint8Array(count);
    writeNumbers(numbers, this.#bits);
    return numbers;
  }

  numbersAt(places: Int32Array): Uint8Array {
    return numbersAt(this.#bits, places);
  }

  keepEqual(kept: Uint32Array, number: number): void {
    keepEqual(kept, this.#bits, number);
  }
}
