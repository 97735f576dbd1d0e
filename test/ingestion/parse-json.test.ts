// Small bodies: their structure is bounded before they are parsed, and ids may have more digits than a number can hold.
import { describe, expect, it, test } from 'vitest';
import { parseExactJson, parseJson, VALUES_MAX } from '../../src/ingestion/parse-json.ts';

describe.each([
  ['parseJson', parseJson],
  ['parseExactJson', parseExactJson],
])('%s', (_, parseBytes) => {
  const parse = (json: string) => parseBytes(Buffer.from(json));

  it('gives what JSON.parse gives', () => {
    for (const json of ['{"id": 5678901234567, "price": 1.5, "big": 1e300}', '[]', '"x"', ' [1, {"a": [null]}]\n']) {
      expect(parse(json)).toEqual(JSON.parse(json));
    }
  });

  it('refuses what is not JSON in UTF-8', () => {
    for (const json of ['', '{"id": ', '{}{}']) expect(() => parse(json)).toThrow('not valid UTF-8 JSON');
    expect(() => parseBytes(Buffer.from([0x22, 0xff, 0x22]))).toThrow('not valid UTF-8 JSON');
  });

  it('refuses what is nested very deep', () => {
    for (const depth of [65, 5_000]) expect(() => parse('['.repeat(depth) + ']'.repeat(depth))).toThrow('64 levels');
    expect(parse('['.repeat(64) + ']'.repeat(64))).toBeInstanceOf(Array);
  });

  it('refuses very many values, which take long in few bytes', () => {
    for (const value of ['{}', '1', '[]', '{"a":1}']) {
      expect(() =>
        parse(
          `[${Array(VALUES_MAX + 1)
            .fill(value)
            .join()}]`,
        ),
      ).toThrow('values');
    }
    expect(parse(`[${Array(VALUES_MAX).fill(1).join()}]`)).toHaveLength(VALUES_MAX);
    expect(parse(JSON.stringify([','.repeat(VALUES_MAX + 1)]))).toHaveLength(1);
  });
});

test('integers of many digits stay what they are', () => {
  const parse = (json: string) => parseExactJson(Buffer.from(json));
  expect(parse('{"id": 820982911946154508, "price": 1.5}')).toEqual({ id: '820982911946154508', price: 1.5 });
  expect(parse('{"id": 9007199254740991, "big": 1e300}')).toEqual({ id: 9007199254740991, big: 1e300 });
});
