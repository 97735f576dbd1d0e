// JSON whose ids may have more digits than a number can hold.
import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../../src/ingestion/parse-exact-json.ts';

describe('ids of many digits', () => {
  it('stay what they are', () => {
    const parse = (json: string) => parseExactJson(Buffer.from(json));
    expect(parse('{"id": 820982911946154508}')).toEqual({ id: '820982911946154508' });
    expect(parse('{"id": 5678901234567, "price": 1.5, "big": 1e300}')).toEqual({
      id: 5678901234567,
      price: 1.5,
      big: 1e300,
    });
    expect(() => parse('['.repeat(5_000) + ']'.repeat(5_000))).toThrow('64 levels');
    expect(() => parse(`{"id": 820982911946154508, "deep": ${'['.repeat(65)}${']'.repeat(65)}}`)).toThrow('64 levels');
    expect(() => parse('{"id": ')).toThrow('not valid UTF-8 JSON');
    expect(() => parseExactJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow('not valid UTF-8 JSON');
  });
});
