// A query is parsed as Node does it, once, and is nobody's to change.
import { parse } from 'node:querystring';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryParser } from '../../../src/surfaces/http/parse-query.ts';

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '=', '&', '+', '%', '%20', '%zz', '%c3%a9', '[', ']', '__proto__') }),
  fc.string(),
);

test('the first time and any later time, as Node reads it', () => {
  const parseQuery = queryParser();
  fc.assert(
    fc.property(text, (query) => {
      const expected = parse(query, '&', '=', { maxKeys: 0 });
      expect(parseQuery(query)).toEqual(expected);
      expect(parseQuery(query)).toEqual(expected);
    }),
    { seed: 11 },
  );
});

test('what one request was given can not be changed for the next', () => {
  const parseQuery = queryParser();
  const query = parseQuery('id=1&id=2&name=x') as Record<string, string | string[]>;
  expect(() => {
    query.name = 'y';
  }).toThrow(TypeError);
  expect(() => (query.id as string[]).push('3')).toThrow(TypeError);
  expect(parseQuery('id=1&id=2&name=x')).toEqual({ id: ['1', '2'], name: 'x' });
});

test('a name that every object has is only a name', () => {
  const query = queryParser()('__proto__=1&constructor=2');
  expect(Object.keys(query)).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(query)).toBeNull();
});

test('more different queries than are kept are all answered', () => {
  const parseQuery = queryParser();
  const numbers = Array.from({ length: 2_500 }, (_, number) => String(number));
  expect(numbers.map((number) => parseQuery(`n=${number}`).n)).toEqual(numbers);
  const manyNames = numbers.map((number) => `n${number}=x`).join('&');
  expect(Object.keys(parseQuery(manyNames))).toHaveLength(numbers.length);
});
