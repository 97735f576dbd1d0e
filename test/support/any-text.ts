// Text of any characters, for property tests.
import fc from 'fast-check';

const SURROGATES = { from: 0xd800, count: 0x800 };
const LAST_CODE_POINT = 0x10ffff;

/** The same characters as fast-check's unit `binary`, which needs a second of processor time to list them all. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(LAST_CODE_POINT - SURROGATES.count)
  .map((place) => String.fromCodePoint(place < SURROGATES.from ? place : place + SURROGATES.count));
