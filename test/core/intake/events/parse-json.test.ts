// Small bodies: their structure is bounded before they are parsed, and ids may have more digits than a number can hold.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseExactJson, parseJson, VALUES_MAX } from '../../../../src/core/intake/events/parse-json.ts';
import { IS_LONG } from '../../../support/long.ts';

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

test('a string that does not end is refused without reading it once more for each of its quotes', () => {
  const body = Buffer.from(`{"id": 820982911946154508, "name": "${'\\"'.repeat(64 * 1024)}`);
  expect(() => parseExactJson(body)).toThrow('not valid');
  // It was half a minute.
}, 10_000);

test('whatever the body is, long integers become strings and everything else stays what it is', () => {
  /** JSON, and what it becomes. */
  interface Sample {
    readonly json: string;
    readonly value: unknown;
  }
  const digits = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.nat(), fc.integer({ min: 0, max: 5 }))
    .map(([first, rest, times]) => `${first}${String(rest).repeat(times)}`);
  const integer = fc
    .oneof(digits, fc.constantFrom('0', '9007199254740991', '9007199254740992', '9007199254740993'))
    .map((json): Sample => ({ json, value: Number.isSafeInteger(Number(json)) ? Number(json) : json }));
  const otherNumber = fc
    .oneof(
      digits.map((n) => `-${n}`),
      digits.map((n) => `${n}.5`),
      digits.map((n) => `${n}e2`),
      fc.constantFrom('-0', '1E+20', '123456789012345678.0'),
    )
    .map((json): Sample => ({ json, value: Number(json) }));
  const text = fc.oneof(
    fc.string(),
    digits,
    fc.constantFrom('"', '\\', '\\"9007199254740993', '{"a":9007199254740993}'),
  );
  // Names have no quotes and backslashes: Node 24 confuses names of one escaped character that follow the same names.
  const name = fc.oneof(digits, fc.stringMatching(/^[^"\\\p{C}]*$/u));
  const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
    sample: fc.oneof(
      { depthSize: 'small' },
      integer,
      otherNumber,
      text.map((value) => ({ json: JSON.stringify(value), value })),
      fc.array(tie('sample')).map((items) => ({
        json: `[${items.map(({ json }) => json).join()}]`,
        value: items.map(({ value }) => value),
      })),
      fc.uniqueArray(fc.tuple(name, tie('sample')), { selector: ([key]) => key }).map((fields) => ({
        json: `{${fields.map(([key, { json }]) => `${JSON.stringify(key)}:${json}`).join()}}`,
        value: Object.fromEntries(fields.map(([key, { value }]) => [key, value])),
      })),
    ),
  }));
  fc.assert(
    fc.property(sample, ({ json, value }) => {
      expect(parseExactJson(Buffer.from(json))).toEqual(value);
    }),
    { numRuns: IS_LONG ? 1_000 : 300 },
  );
});
