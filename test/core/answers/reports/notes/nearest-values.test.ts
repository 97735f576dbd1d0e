import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestValues } from '../../../../../src/core/answers/reports/notes/nearest-values.ts';
import { otherNamesOf } from '../../../../../src/core/answers/reports/notes/other-names.ts';
import type { Dimension } from '../../../../../src/core/foundation/dimensions/dimension.ts';

/** The first one is the largest. */
const known = (...values: string[]) => values.map((value, index) => ({ value, count: 100 - index }));

describe('what somebody may have meant', () => {
  test.each<[asked: string, Dimension, values: string[], nearest: string[]]>([
    ['Germany', 'country', ['US', 'DE', 'FR'], ['DE']],
    ['Deutschland', 'country', ['US', 'DE', 'FR'], ['DE']],
    ['germny', 'country', ['US', 'DE', 'FR'], ['DE']],
    ['de', 'country', ['US', 'DE', 'FR'], ['DE']],
    ['Allemagne', 'country', ['US', 'DE', 'FR'], ['DE']],
    ['German', 'language', ['en', 'de'], ['de']],
    ['newsletter', 'channel', ['direct', 'email', 'paid_search'], ['email']],
    ['Organic Search', 'channel', ['direct', 'organic_search'], ['organic_search']],
    ['Mobile', 'device', ['desktop', 'mobile'], ['mobile']],
    ['smartphone', 'device', ['desktop', 'mobile'], ['mobile']],
    ['repeat', 'visitor_type', ['new', 'returning'], ['returning']],
    ['facebok', 'utm_source', ['google', 'facebook', 'facebook_ads'], ['facebook']],
    ['face', 'utm_source', ['google', 'facebook_ads', 'facebook'], ['facebook_ads', 'facebook']],
  ])('%s of %s', (asked, dimension, values, nearest) => {
    const options = { max: 5, otherNames: otherNamesOf(dimension) };
    expect(nearestValues(asked, known(...values), options)).toEqual({ values: nearest, areNear: true });
  });

  test('of very many values, only the largest are compared', () => {
    const many = Array.from({ length: 2_000 }, (_, index) => ({ value: `page ${index}`, count: 2 }));
    const asked = (count: number) => nearestValues('checkuot', [...many, { value: 'checkout', count }], { max: 1 });
    expect(asked(3)).toEqual({ values: ['checkout'], areNear: true });
    expect(asked(1).areNear).toBe(false);
  });

  test('where nothing is near, the largest values, and those of equal size by name', () => {
    const values = [
      { value: 'b', count: 2 },
      { value: 'a', count: 2 },
      { value: 'c', count: 3 },
    ];
    expect(nearestValues('popup', values, { max: 2 })).toEqual({ values: ['c', 'a'], areNear: false });
  });

  test('the names of a country on the moon are none', () => {
    expect(otherNamesOf('country')!('(moon)')).toEqual([]);
  });
});

describe('of any values', () => {
  const value = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' });
  const values = fc.uniqueArray(fc.record({ value, count: fc.nat(5) }), { selector: (one) => one.value });

  test('some known ones are listed, each once, and never too many', () => {
    fc.assert(
      fc.property(value, values, fc.integer({ min: 1, max: 5 }), (asked, some, max) => {
        const listed = nearestValues(asked, some, { max }).values;
        expect(new Set(listed).size).toBe(listed.length);
        expect(some.map((one) => one.value)).toEqual(expect.arrayContaining([...listed]));
        expect(listed.length).toBeLessThanOrEqual(max);
        expect(listed.length === 0).toBe(some.length === 0);
      }),
    );
  });

  test('one with a single typo is found among all others', () => {
    const word = fc.stringMatching(/^[a-z]{6,20}$/);
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom('x', 'Q', '7'), values, (meant, at, typo, others) => {
        const place = at % meant.length;
        const asked = meant.slice(0, place) + typo + meant.slice(place + 1);
        const some = [...others.filter((one) => one.value.length > 20), { value: meant, count: 0 }];
        expect(nearestValues(asked, some, { max: 5 }).values).toContain(meant);
      }),
    );
  });
});
