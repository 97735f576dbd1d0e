import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dimension } from '../../../../src/core/foundation/dimensions/dimension.ts';
import {
  type Counted,
  type CountedSegment,
  explainMove,
  type Part,
} from '../../../../src/extensions/changes/segments/explain-move.ts';

/** The hits of each value of a dimension: now, then in each window before. */
type Table = Readonly<Record<string, readonly number[]>>;

/** A move of a count: each value is expected to have its usual share. `expected`: of all values. */
function countMove(dimensions: Readonly<Partial<Record<Dimension, Table>>>, expected?: number) {
  const tables = Object.entries(dimensions) as [Dimension, Table][];
  const totals = sums(Object.values(tables[0]![1]));
  const usual = expected ?? totals.slice(1).reduce((sum, hits) => sum + hits, 0) / (totals.length - 1);
  const counted = (hits: number, window: number): Counted => ({ hits, trials: window === 0 ? usual : totals[window]! });
  return {
    whole: partOf(totals.map(counted)),
    segments: tables.flatMap(([dimension, table]) =>
      Object.entries(table).map(([value, hits]): CountedSegment => {
        const others = hits.map((count, window) => totals[window]! - count);
        return { dimension, value, own: partOf(hits.map(counted)), others: partOf(others.map(counted)) };
      }),
    ),
  };
}

function sums(rows: readonly (readonly number[])[]): number[] {
  return rows[0]!.map((_, index) => rows.reduce((sum, row) => sum + row[index]!, 0));
}

function partOf([now, ...before]: readonly Counted[]): Part {
  return { now: now!, before };
}

function explain(dimensions: Readonly<Partial<Record<Dimension, Table>>>, expected?: number) {
  const { whole, segments } = countMove(dimensions, expected);
  return explainMove(whole, segments);
}

const DESKTOP = [398, 400, 410, 390, 400];

describe('a segment is named', () => {
  test('that fell while the others are stable, with the numbers', () => {
    const named = explain({ device: { mobile: [150, 500, 490, 510, 500], desktop: DESKTOP } });
    expect(named).toEqual({
      dimension: 'device',
      value: 'mobile',
      share: expect.closeTo(350 / 352, 2),
      own: { observed: 150, expected: 500 },
      others: { observed: 398, expected: 400 },
    });
  });

  test('that rose, also if it is new', () => {
    const named = explain({
      utm_source: { launch: [300, 0, 0, 0, 0], newsletter: [100, 95, 105, 100, 100], other: DESKTOP },
    });
    expect(named).toMatchObject({ value: 'launch', own: { observed: 300, expected: 0 } });
  });

  test('that is gone', () => {
    expect(explain({ referrer: { 'blog.example': [0, 80, 75, 85, 80], other: DESKTOP } })).toMatchObject({
      value: 'blog.example',
      own: { observed: 0 },
    });
  });

  test('the part of a segment that fell rather than the whole, and the whole if all of it fell', () => {
    const ios = { device: { mobile: [250, 500, 500, 500, 500], desktop: DESKTOP } };
    const part = { iOS: [50, 300, 300, 300, 300], Android: [200, 200, 200, 200, 200], Windows: DESKTOP };
    expect(explain({ ...ios, os: part })).toMatchObject({ dimension: 'os', value: 'iOS' });
    const whole = { iOS: [150, 300, 300, 300, 300], Android: [100, 200, 200, 200, 200], Windows: DESKTOP };
    expect(explain({ ...ios, os: whole })).toMatchObject({ dimension: 'device', value: 'mobile' });
  });

  test('by its rate, not by how many of it came', () => {
    const counted = (hits: number, trials: number): Counted => ({ hits, trials });
    const usual = (hits: number, trials: number) => Array.from({ length: 4 }, () => counted(hits, trials));
    // As many desktops convert as before, though only half as many come.
    const mobile = { now: counted(20, 1_000), before: usual(100, 1_000) };
    const desktop = { now: counted(50, 500), before: usual(100, 1_000) };
    const whole = { now: counted(70, 1_500), before: usual(200, 2_000) };
    const segments: CountedSegment[] = [
      { dimension: 'device', value: 'mobile', own: mobile, others: desktop },
      { dimension: 'device', value: 'desktop', own: desktop, others: mobile },
    ];
    expect(explainMove(whole, segments)).toMatchObject({
      value: 'mobile',
      own: { observed: 20, expected: 100 },
      others: { observed: 50, expected: 50 },
    });
  });
});

describe('no segment is named', () => {
  test('if the others fell, too', () => {
    const mobile = [150, 500, 500, 500, 500];
    expect(explain({ device: { mobile, desktop: [300, 400, 400, 400, 400] } })).toBeUndefined();
  });

  test('if it carries too little of the move', () => {
    const steady = [1_000, 1_000, 1_000, 1_000, 1_000];
    const table = { US: [880, 1_000, 1_000, 1_000, 1_000], DE: [40, 100, 100, 100, 100], FR: steady };
    expect(explain({ country: table })).toBeUndefined();
  });

  test('if the others are stable together and not one by one', () => {
    const table = {
      US: [1_000, 1_500, 1_500, 1_500, 1_500],
      DE: [100, 200, 200, 200, 200],
      FR: [1_100, 1_000, 1_000, 1_000, 1_000],
    };
    expect(explain({ country: table })).toBeUndefined();
  });

  test('if there is too little of it', () => {
    expect(explain({ device: { mobile: [1, 10, 10, 10, 10], desktop: [40, 40, 40, 40, 40] } })).toBeUndefined();
  });

  test('if it swings like that anyway', () => {
    const steady = explain({ channel: { email: [80, 200, 190, 210, 200], direct: DESKTOP } });
    expect(steady).toMatchObject({ value: 'email' });
    expect(explain({ channel: { email: [80, 350, 90, 300, 60], direct: DESKTOP } })).toBeUndefined();
  });

  test('if there is nothing before, or nothing at all', () => {
    expect(explain({ device: { mobile: [100, 0, 0, 0, 0], desktop: [0, 0, 0, 0, 0] } })).toBeUndefined();
    expect(explainMove({ now: { hits: 10, trials: 100 }, before: [] }, [])).toBeUndefined();
  });
});

const count = fc.integer({ min: 0, max: 2_000 });
const table = fc
  .array(fc.tuple(count, count, count, count, count), { minLength: 2, maxLength: 6 })
  .map((rows): Table => Object.fromEntries(rows.map((row, index) => [`value ${index}`, row])));

describe('whatever was counted', () => {
  test('a named segment moved as the whole did, carries most of it, and is one of those that were given', () => {
    fc.assert(
      fc.property(table, table, (device, country) => {
        const { whole, segments } = countMove({ device, country });
        const named = explainMove(whole, segments);
        if (!named) return;
        const found = segments.find((one) => one.dimension === named.dimension && one.value === named.value);
        expect(found?.own.now.hits).toBe(named.own.observed);
        expect(named.share).toBeGreaterThanOrEqual(0.7);
        expect(named.share).toBeLessThanOrEqual(1 / 0.7);
        const move = whole.now.hits - whole.now.trials;
        expect(Math.sign(named.own.observed - named.own.expected)).toBe(Math.sign(move));
      }),
    );
  });

  test('the order of the segments does not matter', () => {
    fc.assert(
      fc.property(table, (device) => {
        const { whole, segments } = countMove({ device });
        expect(explainMove(whole, segments.toReversed())).toEqual(explainMove(whole, segments));
      }),
    );
  });

  test('a move that is the same for all segments is not explained by one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 0, max: 30 }),
        (sizes, tenths) => {
          const rows = sizes.map((size) => [size * tenths, ...Array.from({ length: 4 }, () => size * 10)]);
          const device = Object.fromEntries(rows.map((row, index) => [`value ${index}`, row]));
          expect(explain({ device })).toBeUndefined();
        },
      ),
    );
  });

  test('a large segment that alone has changed a lot is named, with all of the move', () => {
    const size = fc.integer({ min: 200, max: 2_000 });
    fc.assert(
      fc.property(fc.array(size, { minLength: 2, maxLength: 6 }), fc.constantFrom(0, 0.2, 3), (sizes, factor) => {
        const rows = sizes.map((usual, index) => [
          index === 0 ? Math.round(usual * factor) : usual,
          ...Array.from({ length: 4 }, () => usual),
        ]);
        const device = Object.fromEntries(rows.map((row, index) => [`value ${index}`, row]));
        expect(explain({ device })).toMatchObject({
          value: 'value 0',
          share: expect.closeTo(1, 9),
        });
      }),
    );
  });
});
