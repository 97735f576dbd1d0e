// Lists of touches against a model of plain arrays.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SubjectKind } from '../../../../src/core/engine/catalog/subject.ts';
import { visitorText } from '../../../../src/core/foundation/sketches/visitor-text.ts';
import { secondsOf, type Touch, type VisitorTouch } from '../../../../src/core/intake/events/touches.ts';
import {
  bytesOf,
  divide,
  firstDayOf,
  join,
  listIn,
  since,
  TOUCHES_MAX,
  touchesByVisitor,
  touchList,
  without,
} from '../../../../src/core/intake/orders/touch-list.ts';

const DAY = 20_000;
/** In the middle of the touches, so that some are dated ahead. */
const NOW_MS = (DAY * 86_400 + 20_000) * 1_000;

/** Few visitors, seconds and subjects, so that some are the same. Two visitors differ only in one half, and two hashes begin alike. */
const visitors = fc.constantFrom([1, 1], [1, -1], [2, 1], [-1, -1], [7, 0x1000_0001], [7, 0x1000_0002]);
const touches = fc.record({
  visitor: visitors,
  // The website's day begins before that of UTC, or after it.
  day: fc.constantFrom(DAY - 1, DAY, DAY + 1),
  second: fc.oneof(fc.integer({ min: -40_000, max: 40_000 }), fc.constantFrom(0, 1)),
  kind: fc.constantFrom<SubjectKind>(2, 3, 4, 5),
  id: fc.constantFrom(1, 2, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER),
});
const lists = fc.array(touches, { maxLength: 120 }).map((some) =>
  some.map(({ visitor: [visitorLow, visitorHigh], ...touch }): VisitorTouch => {
    return { ...touch, visitorLow: visitorLow!, visitorHigh: visitorHigh! };
  }),
);

/** The touches of a visitor that count: each once, and the latest ones first. */
function expected(all: readonly VisitorTouch[], of: Pick<VisitorTouch, 'visitorLow' | 'visitorHigh'>): Touch[] {
  const isOf = (touch: VisitorTouch) => touch.visitorLow === of.visitorLow && touch.visitorHigh === of.visitorHigh;
  const texts = all.filter(isOf).map(({ day, second, kind, id }) => JSON.stringify({ day, second, kind, id }));
  const sorted = [...new Set(texts)]
    .map((text) => JSON.parse(text) as Touch)
    .sort((a, b) => secondsOf(b) - secondsOf(a) || b.kind - a.kind || a.id - b.id || a.day - b.day);
  const ahead = sorted.filter((touch) => secondsOf(touch) > NOW_MS / 1_000);
  const days = Map.groupBy(sorted.slice(ahead.length), (touch) => Math.floor(secondsOf(touch) / 86_400));
  return [...ahead.slice(-TOUCHES_MAX), ...Array.from(days.values(), (ofDay) => ofDay.slice(0, TOUCHES_MAX)).flat()];
}

test('the touches of a visitor are the latest ones of all lists, however these were joined before', () => {
  fc.assert(
    fc.property(fc.array(lists, { minLength: 1, maxLength: 5 }), (sent) => {
      const packed = sent.map(touchList);
      const stored = listIn(bytesOf(join(packed.slice(0, 2), NOW_MS)));
      const rejoined = join([...packed.slice(2), stored, ...packed.slice(0, 1)], NOW_MS);
      expect(rejoined).toEqual(join(packed, NOW_MS));
      const highs = new Set(sent.flat().map(({ visitorHigh }) => visitorHigh));
      const all = new Map(
        sent
          .flat()
          .map((visitor) => [visitorText(visitor.visitorLow, visitor.visitorHigh), expected(sent.flat(), visitor)]),
      );
      expect(touchesByVisitor(packed, highs, NOW_MS)).toEqual(all);
      expect(touchesByVisitor([rejoined], highs, NOW_MS)).toEqual(all);
      const ofOne = [...touchesByVisitor(packed, new Set([-1]), NOW_MS).keys()];
      expect(ofOne.sort()).toEqual([...all.keys()].filter((visitor) => visitor.startsWith('ffffffff')).sort());
    }),
  );
});

describe('of a visitor with many touches', () => {
  const many = (day: number, from: number) =>
    Array.from({ length: 100 }, (_, second) => ({
      ...{ visitorLow: 1, visitorHigh: 1, day, kind: 2 as const, id: 1 },
      second: from + ((second * 37) % 100),
    }));
  const kept = (touches: readonly VisitorTouch[]) =>
    touchesByVisitor([join([touchList(touches)], NOW_MS)], new Set([1]), NOW_MS).get(visitorText(1, 1))!;

  test('the latest ones of each day are kept', () => {
    const of = (day: number) => Array.from({ length: TOUCHES_MAX }, (_, place) => [day, 99 - place]);
    const touchesOfVisitor = kept([...many(DAY, 0), ...many(DAY - 3, 0)]);
    expect(touchesOfVisitor.map(({ day, second }) => [day, second])).toEqual([...of(DAY), ...of(DAY - 3)]);
  });

  test('those that are dated ahead take the place of no others, and the earliest ones of them are kept', () => {
    const real = { visitorLow: 1, visitorHigh: 1, day: DAY, second: 19_999, kind: 2 as const, id: 7 };
    const touchesOfVisitor = kept([real, ...many(DAY, 20_001), ...many(DAY, 60_000)]);
    expect(touchesOfVisitor.map(({ second }) => second)).toEqual([
      ...Array.from({ length: TOUCHES_MAX }, (_, place) => 20_000 + TOUCHES_MAX - place),
      real.second,
    ]);
  });
});

test('a joined list is divided by a digit of the hashes, and nothing is lost', () => {
  const hashes = fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { maxLength: 200 });
  fc.assert(
    fc.property(hashes, fc.integer({ min: 0, max: 6 }), (highs, digit) => {
      // The digits before are the same in all of them.
      const isAlike = (high: number) => (high >>> 4) >>> (28 - 4 * digit) === (highs[0]! >>> 4) >>> (28 - 4 * digit);
      const all = (digit === 0 ? highs : highs.filter(isAlike)).map((visitorHigh) => ({
        ...{ visitorHigh, visitorLow: 1, day: DAY, second: 0, kind: 2 as const, id: 1 },
      }));
      const joined = join([touchList(all)], NOW_MS);
      const divided = divide(joined, digit);
      expect(divided).toHaveLength(16);
      expect(divided.flatMap((list) => [...list])).toEqual([...joined]);
      for (const [value, list] of divided.entries()) {
        for (let at = 0; at < list.length; at += 6) {
          expect(list[at]!.toString(16).padStart(8, '0')[digit]).toBe(value.toString(16));
        }
      }
    }),
  );
});

test('a list that is not joined is not divided', () => {
  const ofVisitor = (visitorHigh: number) => ({
    visitorHigh,
    visitorLow: 1,
    day: DAY,
    second: 0,
    kind: 2 as const,
    id: 1,
  });
  expect(() => divide(touchList([ofVisitor(0x2000_0000), ofVisitor(0x1000_0000)]), 0)).toThrow('must be joined');
});

test('touches before a day, and those of a visitor, are left out', () => {
  fc.assert(
    fc.property(lists, (sent) => {
      const list = touchList(sent);
      expect(since(list, DAY)).toEqual(touchList(sent.filter(({ day }) => day >= DAY)));
      const [visitor] = sent;
      if (!visitor) return;
      const isOther = (touch: VisitorTouch) =>
        touch.visitorLow !== visitor.visitorLow || touch.visitorHigh !== visitor.visitorHigh;
      expect(without(list, visitor)).toEqual(touchList(sent.filter(isOther)));
      expect(firstDayOf(list)).toBe(Math.min(...sent.map(({ day }) => day)));
    }),
  );
});
