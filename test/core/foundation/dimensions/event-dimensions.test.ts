// The dimensions of an event, from its own fields and from what is known about its visit.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type DimensionValues, STORED_DIMENSIONS } from '../../../../src/core/foundation/dimensions/dimension.ts';
import { dimensionsAt } from '../../../../src/core/foundation/dimensions/dimension-rows.ts';
import { DimensionReader, type VisitDimensions } from '../../../../src/core/foundation/dimensions/event-dimensions.ts';
import { DIMENSION_FIELDS, type DimensionFields } from '../../../../src/core/foundation/dimensions/fields.ts';
import { OwnHosts } from '../../../../src/core/foundation/dimensions/referrer.ts';

const OWN = new OwnHosts('shop.example', []);
const VISIT: VisitDimensions = {
  source: { utm_source: 'newsletter', utm_medium: 'email' },
  ...{ device: 'mobile', browser: 'Safari', os: 'iOS', country: 'DE', page: '/landing' },
};

function dimensionsOf(
  fields: DimensionFields,
  visit: VisitDimensions,
  own: OwnHosts,
  read = new DimensionReader(),
): DimensionValues {
  return dimensionsAt(read.dimensions, read.add(fields, visit, own));
}

describe('dimensions', () => {
  test.each<[DimensionFields, VisitDimensions]>([
    [{}, {}],
    [{ page: '', device: '', utm_source: null, referrer: null }, {}],
    [{ country: 'DE', language: 'de' }, {}],
    [{}, { country: 'DE' }],
  ])('of an event that says nothing about its visit have no channel: %j, %j', (fields, visit) => {
    expect(dimensionsOf(fields, visit, OWN).channel).toBeUndefined();
  });

  test.each<[DimensionFields, VisitDimensions]>([
    [{ page: '/a' }, {}],
    [{ device: 'mobile' }, {}],
    [{ browser: 'Safari' }, {}],
    [{ os: 'iOS' }, {}],
    [{ utm_source: '' }, {}],
    [{ referrer: 'https://shop.example/a' }, {}],
    [{}, { page: '/a' }],
    [{}, { device: 'mobile' }],
    [{}, { source: {} }],
  ])('of a visit without a source are those of a direct one: %j, %j', (fields, visit) => {
    expect(dimensionsOf(fields, visit, OWN).channel).toBe('direct');
  });

  test('come from its fields', () => {
    const fields: DimensionFields = {
      ...{
        utm_source: 'Google',
        utm_medium: ' CPC ',
        utm_campaign: 'Spring',
        referrer: 'https://www.google.de/search?q=a',
      },
      ...{ device: 'Tablet', browser: 'Firefox', os: 'Android', country: 'at', page: 'https://shop.example/a?b=c' },
    };
    expect(dimensionsOf(fields, {}, OWN)).toEqual({
      ...{
        channel: 'paid_search',
        utm_source: 'google',
        utm_medium: 'cpc',
        utm_campaign: 'spring',
        referrer: 'google.de',
      },
      ...{ device: 'tablet', browser: 'Firefox', os: 'Android', country: 'AT', page: '/a' },
    });
  });

  test('come from the visit where the event says nothing', () => {
    const { source, ...others } = VISIT;
    expect(dimensionsOf({}, VISIT, OWN)).toEqual({ channel: 'email', ...source, ...others });
    expect(dimensionsOf({ page: '/thanks', device: 'desktop' }, VISIT, OWN)).toMatchObject({
      ...{ channel: 'email', page: '/thanks', device: 'desktop', browser: 'Safari' },
    });
  });

  it.each<[string, DimensionFields, string]>([
    ['one of its tags', { utm_source: 'partner' }, 'other'],
    ['a referrer', { referrer: 'blog.example.com' }, 'referral'],
    ['that it came from nowhere', { referrer: '' }, 'direct'],
  ])('do not mix two sources: the event says %s', (_, fields, channel) => {
    const { utm_medium, ...dimensions } = dimensionsOf(fields, VISIT, OWN);
    expect(dimensions.channel).toBe(channel);
    expect(utm_medium).toBeUndefined();
  });

  it.each<[string, DimensionFields]>([
    ['the website', { referrer: 'https://www.shop.example/before' }],
    ['a subdomain of the website', { referrer: 'blog.shop.example' }],
    ['the page', { referrer: 'https://www.other.example/a', page: 'https://other.example/b' }],
  ])('have no referrer if it is on the host of %s', (_, fields) => {
    expect(dimensionsOf(fields, {}, OWN)).toMatchObject({ channel: 'direct' });
    expect(dimensionsOf(fields, {}, OWN).referrer).toBeUndefined();
  });

  /** Fields that are accepted, with some of these texts. */
  const fieldsWith = (text: fc.Arbitrary<string>) =>
    fc.record(
      {
        ...Object.fromEntries(DIMENSION_FIELDS.map((name) => [name, fc.option(text)])),
        device: fc.constantFrom('desktop', ' Mobile', '', null),
        country: fc.constantFrom('DE', 'us ', '', null),
      },
      { requiredKeys: [] },
    );

  test('are strings that fit, whatever was accepted', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme', maxLength: 400 }), fc.webUrl());
    const property = fc.property(fieldsWith(text), (sent) => {
      for (const [name, value] of Object.entries(dimensionsOf(sent, VISIT, OWN))) {
        expect(STORED_DIMENSIONS).toContain(name);
        if (value === undefined) continue;
        expect([...value].length).toBeLessThanOrEqual(name === 'page' ? 200 : 100);
        expect(value).not.toBe('');
        expect(value).not.toBe('(none)');
      }
    });
    fc.assert(property);
  });

  test('do not depend on the other events of a batch, which may be of other websites', () => {
    const few = fc.constantFrom('', 'undefined', 'a', 'A', 'a\nb', 'shop.example', 'https://a/b', 'google', 'email');
    const event = fc.record({ fields: fieldsWith(few), own: fc.constantFrom(OWN, new OwnHosts('a', [])) });
    const property = fc.property(fc.array(event, { minLength: 2, maxLength: 30 }), (batch) => {
      const read = new DimensionReader();
      for (const { fields, own } of batch) {
        expect(dimensionsOf(fields, VISIT, own, read)).toEqual(dimensionsOf(fields, VISIT, own));
      }
    });
    fc.assert(property);
  });
});
