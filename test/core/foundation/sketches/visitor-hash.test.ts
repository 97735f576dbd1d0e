import { expect, it, test } from 'vitest';
import { Sketch } from '../../../../src/core/foundation/sketches/hyperloglog.ts';
import { type SipKey, sipKeyFromHex } from '../../../../src/core/foundation/sketches/sip-hash.ts';
import {
  dailyToken,
  hashVisitor,
  isDailyHigh,
  NOBODY_LOW,
} from '../../../../src/core/foundation/sketches/visitor-hash.ts';
import { craftedVisitors, KNOWN_KEY } from '../../../support/crafted-visitors.ts';

const KEYS = ['000102030405060708090a0b0c0d0e0f', 'c0ffee00c0ffee00c0ffee00c0ffee00'].map(sipKeyFromHex);

function hashOf(token: string, key = KEYS[0]!): number[] {
  const out = new Int32Array(2);
  hashVisitor(token, key, out);
  return [...out];
}

function estimate(visitors: readonly string[], key: SipKey): number {
  const sketch = new Sketch();
  for (const visitor of visitors) {
    const [low, high] = hashOf(visitor, key);
    sketch.add(low!, high!);
  }
  return sketch.estimate();
}

test('visitors who were made up to inflate a count inflate only one whose key was known', () => {
  const visitors = craftedVisitors();
  expect(estimate(visitors, KNOWN_KEY)).toBeGreaterThan(4 * visitors.length);
  for (const key of KEYS) {
    expect(Math.abs(estimate(visitors, key) / visitors.length - 1)).toBeLessThan(0.04);
  }
});

test('the same visitor has another hash under another key', () => {
  expect(hashOf('person@example.com', KEYS[1])).not.toEqual(hashOf('person@example.com', KEYS[0]));
});

test('the hash of nobody is no visitor’s', () => {
  // The low half of its SipHash is 0. It was searched for.
  expect(hashOf('fcf60129b')).toEqual([NOBODY_LOW + 1, 0xfe4fc625 | 0]);
});

it('hashes the UTF-8 bytes, and is not touched by the tokens before', () => {
  const before = hashOf('日本');
  hashOf('x'.repeat(5000));
  expect(hashOf('日本')).toEqual(before);
  expect(hashOf('a\ud83d')).toEqual(hashOf('a\ufffd'));
});

test('the hash says whether the id is for one day only, whoever sends it, and no register of a sketch depends on that', () => {
  const daily = dailyToken('x'.repeat(43));
  expect(isDailyHigh(hashOf(daily)[1]!)).toBe(true);
  const others = ['day-1', `${daily}x`, `x${daily.slice(1)}`, ...Array.from({ length: 5_000 }, (_, n) => `v${n}`)];
  expect(others.filter((token) => isDailyHigh(hashOf(token)[1]!))).toEqual([]);
  // In the first ones, all bits below that of daily ids are zero, so a register would count up to it if it could.
  const hashes = [[5, 0x2000], [6, 0x7fff_e000], ...others.map((token) => hashOf(token))] as [number, number][];
  const [plain, flipped] = [new Sketch(), new Sketch()];
  for (const [low, high] of hashes) {
    plain.add(low, high);
    flipped.add(low, high ^ 0x1000);
    expect(isDailyHigh(high ^ 0x1000)).toBe(true);
  }
  expect(flipped.toBytes()).toEqual(plain.toBytes());
});
