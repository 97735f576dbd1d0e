import { describe, expect, it } from 'vitest';
import { sipHash, sipKeyFromHex } from '../../../../src/core/foundation/sketches/sip-hash.ts';

const KEY = '000102030405060708090a0b0c0d0e0f';

/** The reference implementation by the authors of SipHash has them: of 0, 1, 2 … 15 bytes 00 01 02 …, in their order in memory. */
const VECTORS = [
  '310e0edd47db6f72',
  'fd67dc93c539f874',
  '5a4fa9d909806c0d',
  '2d7efbd796666785',
  'b7877127e09427cf',
  '8da699cd64557618',
  'cee3fe586e46c9cb',
  '37d1018bf50002ab',
  '6224939a79f5f593',
  'b0e4a90bdf82009e',
  'f3b9dd94c5bb5d7a',
  'a7ad6b22462fb3f4',
  'fbe50e86bc8f1e75',
  '903d84c02756ea14',
  'eef27a8e90ca23f7',
  'e545be4961ca29a1',
];

function hashOf(keyHex: string, bytes: Uint8Array): bigint {
  const out = new Int32Array(2);
  // Among others, to see that nothing beside them is read.
  const among = Uint8Array.from([0xff, ...bytes, 0xff, 0xff]);
  sipHash(sipKeyFromHex(keyHex), new DataView(among.buffer), 1, 1 + bytes.length, out);
  return (BigInt(out[1]! >>> 0) << 32n) | BigInt(out[0]! >>> 0);
}

function inMemoryOrder(hash: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(hash);
  return bytes.toString('hex');
}

/** Computes it as the paper defines it, with 64-bit integers. */
function hashByDefinition(keyHex: string, bytes: Uint8Array): bigint {
  const u64 = (value: bigint) => BigInt.asUintN(64, value);
  const rotate = (value: bigint, bits: bigint) => u64((value << bits) | (value >> (64n - bits)));
  const key = Buffer.from(keyHex, 'hex');
  const [k0, k1] = [key.readBigUInt64LE(0), key.readBigUInt64LE(8)];
  const padded = Buffer.alloc(Math.floor(bytes.length / 8) * 8 + 8);
  padded.set(bytes);
  padded[padded.length - 1] = bytes.length & 0xff;
  let v0 = k0 ^ 0x736f6d6570736575n;
  let v1 = k1 ^ 0x646f72616e646f6dn;
  let v2 = k0 ^ 0x6c7967656e657261n;
  let v3 = k1 ^ 0x7465646279746573n;
  const round = () => {
    v0 = u64(v0 + v1);
    v2 = u64(v2 + v3);
    v1 = rotate(v1, 13n) ^ v0;
    v3 = rotate(v3, 16n) ^ v2;
    v0 = rotate(v0, 32n);
    v2 = u64(v2 + v1);
    v0 = u64(v0 + v3);
    v1 = rotate(v1, 17n) ^ v2;
    v3 = rotate(v3, 21n) ^ v0;
    v2 = rotate(v2, 32n);
  };
  for (let offset = 0; offset < padded.length; offset += 8) {
    const m = padded.readBigUInt64LE(offset);
    v3 ^= m;
    round();
    round();
    v0 ^= m;
  }
  v2 ^= 0xffn;
  for (let count = 0; count < 4; count++) round();
  return v0 ^ v1 ^ v2 ^ v3;
}

describe('SipHash-2-4', () => {
  it.each([...VECTORS.entries()])('of %i bytes gives what the authors publish', (length, expected) => {
    const bytes = Uint8Array.from({ length }, (_, index) => index);
    expect(inMemoryOrder(hashOf(KEY, bytes))).toBe(expected);
    expect(inMemoryOrder(hashByDefinition(KEY, bytes))).toBe(expected);
  });

  it('follows the definition for every length up to 600 bytes and for other keys', () => {
    for (let length = 0; length <= 600; length++) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 167 + length * 13) & 0xff);
      const key = Buffer.from(Array.from({ length: 16 }, (_, index) => (index * 31 + length * 17 + 255) & 0xff));
      expect(hashOf(key.toString('hex'), bytes), `${length} bytes`).toBe(hashByDefinition(key.toString('hex'), bytes));
    }
  });

  it.each(['', '00', KEY.toUpperCase(), `${KEY}00`, KEY.replace('0', 'g')])('takes no key %j', (key) => {
    expect(() => sipKeyFromHex(key)).toThrow('32 hexadecimal digits');
  });
});
