/**
 * SipHash-2-4 with a result of 64 bits (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012): a hash with a
 * secret key. Without the key, nobody can construct inputs with similar hashes or check a guess of an input.
 *
 * Four 64-bit numbers v0 … v3 start from the key. Each block m of 8 bytes, the last one padded with zeros and the length,
 * is mixed in: v3 ^= m, two rounds, v0 ^= m. At the end v2 ^= 0xff and four rounds; the result is v0 ^ v1 ^ v2 ^ v3.
 *
 * JavaScript has no 64-bit integer that does not allocate, so each number is a pair of int32 halves, low and high.
 */

const BLOCK_BYTES = 8;
const ROUNDS_PER_BLOCK = 2;
const ROUNDS_AT_END = 4;

/** 16 bytes as four int32 in little-endian order. */
export type SipKey = Int32Array;

export function sipKeyFromHex(hex: string): SipKey {
  if (!/^[0-9a-f]{32}$/.test(hex)) throw new Error('a key must have 32 hexadecimal digits');
  const bytes = Buffer.from(hex, 'hex');
  return Int32Array.from([0, 4, 8, 12], (offset) => bytes.readInt32LE(offset));
}

/** Hashes the bytes from `start` to `end`: `out[0]` = low 32 bits, `out[1]` = high 32 bits. */
export function sipHash(key: SipKey, bytes: DataView, start: number, end: number, out: Int32Array): void {
  // "somepseudorandomlygeneratedbytes"
  let v0Low = key[0]! ^ 0x70736575;
  let v0High = key[1]! ^ 0x736f6d65;
  let v1Low = key[2]! ^ 0x6e646f6d;
  let v1High = key[3]! ^ 0x646f7261;
  let v2Low = key[0]! ^ 0x6e657261;
  let v2High = key[1]! ^ 0x6c796765;
  let v3Low = key[2]! ^ 0x79746573;
  let v3High = key[3]! ^ 0x74656462;

  const lastBlock = start + Math.floor((end - start) / BLOCK_BYTES) * BLOCK_BYTES;
  // One extra iteration: the finalization is a block of zeros with more rounds.
  for (let offset = start; offset <= lastBlock + BLOCK_BYTES; offset += BLOCK_BYTES) {
    let mLow = 0;
    let mHigh = 0;
    let rounds = ROUNDS_PER_BLOCK;
    if (offset < lastBlock) {
      mLow = bytes.getInt32(offset, true);
      mHigh = bytes.getInt32(offset + 4, true);
    } else if (offset === lastBlock) {
      for (let at = offset; at < end; at++) {
        const index = at - offset;
        if (index < 4) mLow |= bytes.getUint8(at) << (8 * index);
        else mHigh |= bytes.getUint8(at) << (8 * (index - 4));
      }
      mHigh |= (end - start) << 24;
    } else {
      rounds = ROUNDS_AT_END;
      v2Low ^= 0xff;
    }

    v3Low ^= mLow;
    v3High ^= mHigh;
    for (let round = 0; round < rounds; round++) {
      // v0 += v1; v1 = rotate(v1, 13) ^ v0; v0 = rotate(v0, 32)
      let low = (v0Low + v1Low) | 0;
      let high = (v0High + v1High + carryOf(v0Low, v1Low, low)) | 0;
      let rotated = (v1Low << 13) | (v1High >>> 19);
      v1High = ((v1High << 13) | (v1Low >>> 19)) ^ high;
      v1Low = rotated ^ low;
      v0Low = high;
      v0High = low;
      // v2 += v3; v3 = rotate(v3, 16) ^ v2
      low = (v2Low + v3Low) | 0;
      high = (v2High + v3High + carryOf(v2Low, v3Low, low)) | 0;
      rotated = (v3Low << 16) | (v3High >>> 16);
      v3High = ((v3High << 16) | (v3Low >>> 16)) ^ high;
      v3Low = rotated ^ low;
      v2Low = low;
      v2High = high;
      // v0 += v3; v3 = rotate(v3, 21) ^ v0
      low = (v0Low + v3Low) | 0;
      high = (v0High + v3High + carryOf(v0Low, v3Low, low)) | 0;
      rotated = (v3Low << 21) | (v3High >>> 11);
      v3High = ((v3High << 21) | (v3Low >>> 11)) ^ high;
      v3Low = rotated ^ low;
      v0Low = low;
      v0High = high;
      // v2 += v1; v1 = rotate(v1, 17) ^ v2; v2 = rotate(v2, 32)
      low = (v2Low + v1Low) | 0;
      high = (v2High + v1High + carryOf(v2Low, v1Low, low)) | 0;
      rotated = (v1Low << 17) | (v1High >>> 15);
      v1High = ((v1High << 17) | (v1Low >>> 15)) ^ high;
      v1Low = rotated ^ low;
      v2Low = high;
      v2High = low;
    }
    v0Low ^= mLow;
    v0High ^= mHigh;
  }
  out[0] = v0Low ^ v1Low ^ v2Low ^ v3Low;
  out[1] = v0High ^ v1High ^ v2High ^ v3High;
}

/** 1 if the sum of two 32-bit numbers wrapped around. Without a branch, which would be mispredicted half of the time. */
function carryOf(a: number, b: number, sum: number): number {
  return ((a & b) | ((a | b) & ~sum)) >>> 31;
}
