import { describe, expect, test } from 'vitest';
import { AnswerCache, type CachedAnswer } from '../../src/api/answer-cache.ts';

const MIB = 1024 * 1024;

function answerOf(characters: number, name = 'a'): CachedAnswer {
  return { answer: { json: name.repeat(characters), etag: `"${name}"` }, version: '1', counter: undefined };
}

describe('the cache of answers', () => {
  test('gives back what was put in, under its own name', () => {
    const cache = new AnswerCache();
    const [first, second] = [answerOf(1), answerOf(2)];
    cache.set('first', first);
    cache.set('second', second);
    expect(cache.get('first')).toBe(first);
    expect(cache.get('second')).toBe(second);
    expect(cache.get('third')).toBeUndefined();
  });

  test('holds at most 32 Mi characters, and forgets what was not used for longest', () => {
    const cache = new AnswerCache();
    for (const name of ['a', 'b', 'c']) cache.set(name, answerOf(10 * MIB, name));
    cache.get('a');
    cache.set('d', answerOf(10 * MIB, 'd'));
    expect(['a', 'b', 'c', 'd'].filter((name) => cache.get(name))).toEqual(['a', 'c', 'd']);
  });

  test('counts the questions too', () => {
    const cache = new AnswerCache();
    const long = (name: string) => name.repeat(12 * MIB);
    for (const name of ['a', 'b', 'c']) cache.set(long(name), answerOf(1));
    expect(['a', 'b', 'c'].filter((name) => cache.get(long(name)))).toEqual(['b', 'c']);
  });

  test('an answer that takes the place of another frees its room', () => {
    const cache = new AnswerCache();
    cache.set('kept', answerOf(10 * MIB));
    for (let time = 0; time < 10; time++) cache.set('again', answerOf(20 * MIB));
    expect(cache.get('kept')).toBeDefined();
    expect(cache.get('again')).toBeDefined();
  });

  test('an answer that is too large is not kept, and drives out the others for nothing but a moment', () => {
    const cache = new AnswerCache();
    cache.set('large', answerOf(33 * MIB));
    expect(cache.get('large')).toBeUndefined();
    cache.set('small', answerOf(1));
    expect(cache.get('small')).toBeDefined();
  });

  test('stays bounded whatever comes', () => {
    const cache = new AnswerCache();
    for (let number = 0; number < 1_000; number++) cache.set(`question ${number}`, answerOf(MIB));
    const kept = Array.from({ length: 1_000 }, (_, number) => cache.get(`question ${number}`)).filter(Boolean);
    expect(kept.length).toBeLessThanOrEqual(32);
    expect(kept.length).toBeGreaterThanOrEqual(31);
  });
});
