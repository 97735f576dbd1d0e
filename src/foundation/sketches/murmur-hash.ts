/**
 * The first half of MurmurHash3 x64 128 (seed 0). For the UTF-8 bytes of a string it equals `hll_hash_text` of PostgreSQL's
 * `hll` extension.
 *
 * JavaScript has no 64-bit integer that does not allocate, so every 64-bit value is a pair of int32 halves, low and
 * high. Nothing here allocates: the state is a buffer that every call reuses.
 */

const BLOCK_BYTES = 16;

// The two multipliers of the algorithm, c1 = 0x87c37b91114253d5 and c2 = 0x4cf5ad432745937f.
const C1_LOW = 0x114253d5;
const C1_HIGH = 0x87c37b91 | 0;
const C2_LOW = 0x2745937f;
const C2_HIGH = 0x4cf5ad43;

/** h1 low, h1 high, h2 low, h2 high. */
const state = new Int32Array(4);

/** The last bytes of the input, padded with zeros to a whole block. */
const tail = new Uint8Array(BLOCK_BYTES);
const tailView = new DataView(tail.buffer);

/** Hashes the bytes from `start` to `end`: `out[0]` = low 32 bits, `out[1]` = high 32 bits. */
export function murmurHash(bytes: DataView, start: number, end: number, out: Int32Array): void {
  const length = end - start;
  state[0] = state[1] = state[2] = state[3] = 0;

  let offset = start;
  for (; offset + BLOCK_BYTES <= end; offset += BLOCK_BYTES) {
    absorbFirst(bytes, offset);
    stir(0, 27, 2, 0x52dce729);
    absorbSecond(bytes, offset + 8);
    stir(2, 31, 0, 0x38495ab5);
  }
  // The tail is padded with zeros and absorbed without stirring. A half that is all zeros changes nothing.
  if (offset < end) {
    for (let at = 0; at < BLOCK_BYTES; at += 4) tailView.setInt32(at, 0);
    for (let at = 0; offset < end; ) tail[at++] = bytes.getUint8(offset++);
    absorbFirst(tailView, 0);
    absorbSecond(tailView, 8);
  }
  finish(length);

  out[0] = state[0]!;
  out[1] = state[1]!;
}

/** h1 ^= rotate(k * c1, 31) * c2 */
function absorbFirst(bytes: DataView, offset: number): void {
  const low = bytes.getInt32(offset, true);
  const high = bytes.getInt32(offset + 4, true);
  const productLow = Math.imul(low, C1_LOW);
  const productHigh = multiplyHigh(low, high, C1_LOW, C1_HIGH);
  const rotatedLow = (productLow << 31) | (productHigh >>> 1);
  const rotatedHigh = (productHigh << 31) | (productLow >>> 1);
  state[0]! ^= Math.imul(rotatedLow, C2_LOW);
  state[1]! ^= multiplyHigh(rotatedLow, rotatedHigh, C2_LOW, C2_HIGH);
}

/** h2 ^= rotate(k * c2, 33) * c1, where a rotation by 33 is a swap of the halves and a rotation by 1. */
function absorbSecond(bytes: DataView, offset: number): void {
  const low = bytes.getInt32(offset, true);
  const high = bytes.getInt32(offset + 4, true);
  const productLow = Math.imul(low, C2_LOW);
  const productHigh = multiplyHigh(low, high, C2_LOW, C2_HIGH);
  const rotatedLow = (productHigh << 1) | (productLow >>> 31);
  const rotatedHigh = (productLow << 1) | (productHigh >>> 31);
  state[2]! ^= Math.imul(rotatedLow, C1_LOW);
  state[3]! ^= multiplyHigh(rotatedLow, rotatedHigh, C1_LOW, C1_HIGH);
}

/** h = (rotate(h, bits) + other h) * 5 + constant */
function stir(half: number, bits: number, other: number, constant: number): void {
  const low = state[half]!;
  const high = state[half + 1]!;
  const otherLow = state[other]!;
  const rotatedLow = (low << bits) | (high >>> (32 - bits));
  const rotatedHigh = (high << bits) | (low >>> (32 - bits));
  const sumLow = (rotatedLow + otherLow) | 0;
  const sumHigh = (rotatedHigh + state[other + 1]! + carryOf(sumLow, otherLow)) | 0;
  const fivefoldLow = Math.imul(sumLow, 5);
  const fivefoldHigh = multiplyHigh(sumLow, sumHigh, 5, 0);
  const resultLow = (fivefoldLow + constant) | 0;
  state[half] = resultLow;
  state[half + 1] = (fivefoldHigh + carryOf(resultLow, constant)) | 0;
}

function finish(length: number): void {
  state[0]! ^= length;
  state[2]! ^= length;
  add(0, 2);
  add(2, 0);
  avalanche(0);
  avalanche(2);
  add(0, 2);
}

function add(half: number, other: number): void {
  const low = state[other]!;
  const sum = (state[half]! + low) | 0;
  state[half] = sum;
  state[half + 1] = (state[half + 1]! + state[other + 1]! + carryOf(sum, low)) | 0;
}

/** Makes every input bit affect every output bit. A shift by 33 is the high half shifted by 1. */
function avalanche(half: number): void {
  const high = state[half + 1]!;
  const low = state[half]! ^ (high >>> 1);
  const middleHigh = multiplyHigh(low, high, 0xed558ccd | 0, 0xff51afd7 | 0);
  const middleLow = Math.imul(low, 0xed558ccd) ^ (middleHigh >>> 1);
  const lastHigh = multiplyHigh(middleLow, middleHigh, 0x1a85ec53, 0xc4ceb9fe | 0);
  state[half] = Math.imul(middleLow, 0x1a85ec53) ^ (lastHigh >>> 1);
  state[half + 1] = lastHigh;
}

/** 1 if a 32-bit sum wrapped around: it is then less than the addend. */
function carryOf(sum: number, addend: number): number {
  return sum >>> 0 < addend >>> 0 ? 1 : 0;
}

/** The high half of a 64-bit product; the low half is `Math.imul(aLow, bLow)`. */
function multiplyHigh(aLow: number, aHigh: number, bLow: number, bHigh: number): number {
  const a0 = aLow & 0xffff;
  const a1 = aLow >>> 16;
  const b0 = bLow & 0xffff;
  const b1 = bLow >>> 16;
  const cross = Math.imul(a1, b0) + (Math.imul(a0, b0) >>> 16);
  const carry = Math.imul(a0, b1) + (cross & 0xffff);
  const lowTimesLow = Math.imul(a1, b1) + (cross >>> 16) + (carry >>> 16);
  return (lowTimesLow + Math.imul(aLow, bHigh) + Math.imul(aHigh, bLow)) | 0;
}
