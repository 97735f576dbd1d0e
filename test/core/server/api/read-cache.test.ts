import { describe, expect, test } from 'vitest';
import { type CachedResult, ReadCache } from '../../../../src/core/server/api/read-cache.ts';

const MIB = 1024 * 1024;
const NOW_MS = 100;

function resultOf(characters: number, name = 'a'): CachedResult {
  const result = { json: name.repeat(characters), etag: `"${name}"` };
  return { result, version: '1', counter: undefined, fromMs: 100, untilMs: 200 };
}

describe('the cache of results', () => {
  test('returns what was stored under a key', () => {
    const cache = new ReadCache();
    const [first, second] = [resultOf(1), resultOf(2)];
    cache.set('first', first);
    cache.set('second', second);
    expect(cache.get('first', NOW_MS)).toBe(first);
    expect(cache.get('second', NOW_MS)).toBe(second);
    expect(cache.get('third', NOW_MS)).toBeUndefined();
  });

  test('returns a result only in the time in which it holds', () => {
    const cache = new ReadCache();
    cache.set('a', resultOf(1));
    const times = [99, 100, 199, 200].filter((nowMs) => cache.get('a', nowMs));
    expect(times).toEqual([100, 199]);
  });

  test('holds at most 32 Mi characters and evicts the least recently used', () => {
    const cache = new ReadCache();
    for (const name of ['a', 'b', 'c']) cache.set(name, resultOf(10 * MIB, name));
    cache.get('a', NOW_MS);
    cache.set('d', resultOf(10 * MIB, 'd'));
    expect(['a', 'b', 'c', 'd'].filter((name) => cache.get(name, NOW_MS))).toEqual(['a', 'c', 'd']);
  });

  test('counts the keys too', () => {
    const cache = new ReadCache();
    const long = (name: string) => name.repeat(12 * MIB);
    for (const name of ['a', 'b', 'c']) cache.set(long(name), resultOf(1));
    expect(['a', 'b', 'c'].filter((name) => cache.get(long(name), NOW_MS))).toEqual(['b', 'c']);
  });
});
