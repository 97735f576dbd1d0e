import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Sketch } from '../../../src/foundation/sketches/hyperloglog.ts';
import { sipKeyFromHex } from '../../../src/foundation/sketches/sip-hash.ts';
import { hashVisitor, type VisitorKey } from '../../../src/foundation/sketches/visitor-hash.ts';
import { craftedVisitors } from '../../support/crafted-visitors.ts';

function hashOf(token: string): string {
  const out = new Int32Array(2);
  hashVisitor(token, null, out);
  return [out[1]!, out[0]!].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

/** MurmurHash3 x64 128 as its definition reads, with 64-bit integers: slow, and easy to compare with the paper. */
function hashByDefinition(bytes: Uint8Array): string {
  const u64 = (value: bigint) => BigInt.asUintN(64, value);
  const rotate = (value: bigint, bits: bigint) => u64((value << bits) | (value >> (64n - bits)));
  const half = (offset: number) =>
    bytes.slice(offset, offset + 8).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
  const [c1, c2] = [0x87c37b91114253d5n, 0x4cf5ad432745937fn];
  const mix1 = (k: bigint) => u64(rotate(u64(k * c1), 31n) * c2);
  const mix2 = (k: bigint) => u64(rotate(u64(k * c2), 33n) * c1);
  const avalanche = (value: bigint) => {
    const once = u64((value ^ (value >> 33n)) * 0xff51afd7ed558ccdn);
    const twice = u64((once ^ (once >> 33n)) * 0xc4ceb9fe1a85ec53n);
    return twice ^ (twice >> 33n);
  };
  let [h1, h2] = [0n, 0n];
  const whole = bytes.length - (bytes.length % 16);
  for (let offset = 0; offset < whole; offset += 16) {
    h1 = u64(u64(rotate(h1 ^ mix1(half(offset)), 27n) + h2) * 5n + 0x52dce729n);
    h2 = u64(u64(rotate(h2 ^ mix2(half(offset + 8)), 31n) + h1) * 5n + 0x38495ab5n);
  }
  h1 ^= mix1(half(whole)) ^ BigInt(bytes.length);
  h2 ^= mix2(half(whole + 8)) ^ BigInt(bytes.length);
  h1 = u64(h1 + h2);
  h2 = u64(h2 + h1);
  return u64(avalanche(h1) + avalanche(h2))
    .toString(16)
    .padStart(16, '0');
}

const SEED = 20_240_229;
const encoder = new TextEncoder();

describe('without a key', () => {
  // The first half of published results of MurmurHash3 x64 128 with seed 0.
  test.each([
    ['hello', 'cbd8a7b341bd9b02'],
    ['hello, world', '342fac623a5ebc8e'],
    ['19 Jan 2038 at 3:14:07 AM', 'b89e5988b737affc'],
    ['The quick brown fox jumps over the lazy dog.', 'cd99481f9ee902c9'],
  ])('%j', (token, hash) => {
    expect(hashOf(token)).toBe(hash);
  });

  test('0 is the hash of nobody, and so of no token', () => {
    expect(hashByDefinition(encoder.encode(''))).toBe('0000000000000000');
    expect(hashOf('')).toBe('0000000000000001');
  });

  it('follows the definition for every length from 1 to 128 characters and beyond', () => {
    for (let length = 1; length <= 128; length++) {
      const token = Array.from({ length }, (_, i) => String.fromCharCode(33 + ((i * 7 + length) % 90))).join('');
      expect(hashOf(token), token).toBe(hashByDefinition(encoder.encode(token)));
    }
    for (const token of ['x'.repeat(5000), 'é'.repeat(5000)]) {
      expect(hashOf(token)).toBe(hashByDefinition(encoder.encode(token)));
    }
  });

  it('hashes the UTF-8 bytes of any text', () => {
    const tokens = fc.string({ unit: fc.constantFrom('a', 'é', '語', '😀', '\n', '<>'), minLength: 1 });
    fc.assert(
      fc.property(tokens, (token) => {
        expect(hashOf(token)).toBe(hashByDefinition(encoder.encode(token)));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it('takes half of a surrogate pair for U+FFFD', () => {
    for (const [token, readable] of [
      ['\ud800', '\ufffd'],
      ['\udc00', '\ufffd'],
      ['a\ud83d', 'a\ufffd'],
      ['\ude00b', '\ufffdb'],
      ['\ude00\ud83d', '\ufffd\ufffd'],
    ] as const) {
      expect(hashOf(token)).toBe(hashOf(readable));
    }
  });

  it('is not touched by the tokens before', () => {
    const short = hashOf('ab');
    hashOf('a much longer token, of which nothing may be left');
    expect(hashOf('ab')).toBe(short);
    hashOf('語'.repeat(128));
    expect(hashOf('ab')).toBe(short);
  });
});

describe('with a key', () => {
  const keys = ['000102030405060708090a0b0c0d0e0f', 'c0ffee00c0ffee00c0ffee00c0ffee00'].map(sipKeyFromHex);

  function estimate(visitors: readonly string[], key: VisitorKey): number {
    const sketch = new Sketch();
    const hash = new Int32Array(2);
    for (const visitor of visitors) {
      hashVisitor(visitor, key, hash);
      sketch.add(hash[0]!, hash[1]!);
    }
    return sketch.estimate();
  }

  test('visitors who were made up to inflate a count inflate only the one without a key', () => {
    const visitors = craftedVisitors();
    expect(estimate(visitors, null)).toBeGreaterThan(4 * visitors.length);
    for (const key of keys) {
      expect(Math.abs(estimate(visitors, key) / visitors.length - 1)).toBeLessThan(0.04);
    }
  });

  test('the same visitor has another hash under another key', () => {
    const hashes = [null, ...keys].map((key) => {
      const out = new Int32Array(2);
      hashVisitor('person@example.com', key, out);
      return [...out].join(' ');
    });
    expect(new Set(hashes).size).toBe(3);
  });

  it('hashes the UTF-8 bytes, and is not touched by the tokens before', () => {
    const hashWith = (token: string) => {
      const out = new Int32Array(2);
      hashVisitor(token, keys[0]!, out);
      return [...out];
    };
    const before = hashWith('日本');
    hashWith('x'.repeat(5000));
    expect(hashWith('日本')).toEqual(before);
    expect(hashWith('a\ud83d')).toEqual(hashWith('a\ufffd'));
  });
});
