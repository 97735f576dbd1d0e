// The checksum of stored bytes covers each bit of them, their length, and each number of their row.
import { expect, test } from 'vitest';
import { checksumOf, isIntact } from '../../../../src/core/foundation/database/checksum.ts';

const BYTES = Uint8Array.from({ length: 40 }, (_, place) => place * 7);
const ROW = [3, 20_157, 0, 2, 16_384, 2 ** 32];

test('every flipped bit and every cut changes it', () => {
  const checksum = checksumOf(BYTES, ROW);
  for (let bit = 0; bit < 8 * BYTES.length; bit++) {
    const at = bit >>> 3;
    expect(isIntact(BYTES.with(at, BYTES[at]! ^ (1 << (bit & 7))), ROW, checksum)).toBe(false);
  }
  for (let length = 0; length < BYTES.length; length++) {
    expect(isIntact(BYTES.slice(0, length), ROW, checksum)).toBe(false);
  }
  expect(isIntact(BYTES, ROW, checksum)).toBe(true);
});

test('every flipped bit of a number of the row changes it, and so do two numbers that change places', () => {
  const checksum = checksumOf(BYTES, ROW);
  for (const [place, number] of ROW.entries()) {
    for (let bit = 0; bit < 40; bit++) {
      const isSet = Math.floor(number / 2 ** bit) % 2 === 1;
      const changed = number + (isSet ? -1 : 1) * 2 ** bit;
      expect(isIntact(BYTES, ROW.with(place, changed), checksum)).toBe(false);
    }
  }
  expect(isIntact(BYTES, [ROW[1]!, ROW[0]!, ...ROW.slice(2)], checksum)).toBe(false);
  expect(checksum).toBe(checksum | 0);
});
