import { describe, expect, test } from 'vitest';
import { type CachedResult, ReadCache } from '../../src/api/read-cache.ts';

const MIB = 1024 * 1024;

function resultOf(characters: number, name = 'a'): CachedResult {
  return { result: { json: name.repeat(characters), etag: `"${name}"` }, version: '1', counter: undefined };
}

describe('the cache of results', () => {
  test('returns what was stored under a key', () => {
    const cache = new ReadCache();
    const [first, second] = [resultOf(1), resultOf(2)];
    cache.set('first', first);
    cache.set('second', second);
    expect(cache.get('first')).toBe(first);
    expect(cache.get('second')).toBe(second);
    expect(cache.get('third')).toBeUndefined();
  });

  test('holds at most 32 Mi characters and evicts the least recently used', () => {
    const cache = new ReadCache();
    for (const name of ['a', 'b', 'c']) cache.set(name, resultOf(10 * MIB, name));
    cache.get('a');
    cache.set('d', resultOf(10 * MIB, 'd'));
    expect(['a', 'b', 'c', 'd'].filter((name) => cache.get(name))).toEqual(['a', 'c', 'd']);
  });

  test('counts the keys too', () => {
    const cache = new ReadCache();
    const long = (name: string) => name.repeat(12 * MIB);
    for (const name of ['a', 'b', 'c']) cache.set(long(name), resultOf(1));
    expect(['a', 'b', 'c'].filter((name) => cache.get(long(name)))).toEqual(['b', 'c']);
  });
});
