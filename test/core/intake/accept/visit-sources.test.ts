// Where visits without consent came from: remembered by the visitor of the day, for as long as the visit lasts.
import fc from 'fast-check';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import type { Source } from '../../../../src/core/foundation/dimensions/channel.ts';
import { VisitSources } from '../../../../src/core/intake/accept/visit-sources.ts';

const MINUTE_MS = 60_000;
const NEWSLETTER: Source = { utm_source: 'newsletter', utm_medium: 'email' };
const SEARCH: Source = { referrer: 'google.com' };
const NOWHERE: Source = {};

/** On a day, the visitor has the id of that day, and had that of the day before. */
function visitorOn(day: number, name = 'ada') {
  return { yesterday: { day: day - 1, visitor: `${name} on ${day - 1}` }, otherwise: `${name} on ${day}` };
}

class Arrivals {
  nowMs = 0;
  readonly visits: VisitSources;

  constructor(visitsMax?: number) {
    this.visits = new VisitSources(() => new Date(this.nowMs), visitsMax);
  }

  from(source: Source, { day = 1, name = 'ada', websiteId = 1, hasConsent = false } = {}): Source {
    return this.visits.firstSourceOf({ websiteId, visitor: visitorOn(day, name), source, hasConsent });
  }
}

describe('the source of a visit', () => {
  test('is its first one, on all its pages', () => {
    const arrivals = new Arrivals();
    expect(arrivals.from(NEWSLETTER)).toEqual(NEWSLETTER);
    expect(arrivals.from(NOWHERE)).toEqual(NEWSLETTER);
    expect(arrivals.from(SEARCH)).toEqual(NEWSLETTER);
    expect(arrivals.from(NOWHERE, { name: 'bob' })).toEqual(NOWHERE);
  });

  test('is forgotten 30 minutes after the last event, not after the first', () => {
    const arrivals = new Arrivals();
    arrivals.from(NEWSLETTER);
    arrivals.nowMs += 29 * MINUTE_MS;
    expect(arrivals.from(NOWHERE)).toEqual(NEWSLETTER);
    arrivals.nowMs += 30 * MINUTE_MS;
    expect(arrivals.from(NOWHERE)).toEqual(NEWSLETTER);
    arrivals.nowMs += 30 * MINUTE_MS + 1;
    expect(arrivals.from(NOWHERE)).toEqual(NOWHERE);
    expect(arrivals.visits.size).toBe(0);
    expect(arrivals.from(SEARCH)).toEqual(SEARCH);
  });

  test('goes on around midnight, under the id of the new day alone', () => {
    const arrivals = new Arrivals();
    arrivals.from(NEWSLETTER, { day: 1 });
    expect(arrivals.from(NOWHERE, { day: 2 })).toEqual(NEWSLETTER);
    expect(arrivals.visits.size).toBe(1);
    expect(arrivals.from(NOWHERE, { day: 3 })).toEqual(NEWSLETTER);
    expect(arrivals.from(NOWHERE, { day: 2 })).toEqual(NOWHERE);
  });

  test('is not remembered for a visitor with consent, but one who has just agreed keeps it', () => {
    const arrivals = new Arrivals();
    expect(arrivals.from(SEARCH, { hasConsent: true })).toEqual(SEARCH);
    expect(arrivals.visits.size).toBe(0);
    arrivals.from(NEWSLETTER);
    expect(arrivals.from(NOWHERE, { hasConsent: true })).toEqual(NEWSLETTER);
    expect(arrivals.from(SEARCH, { hasConsent: true })).toEqual(SEARCH);
  });
});

describe('memory', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is bounded: further visits are not remembered, and push out nobody', () => {
    const arrivals = new Arrivals(8);
    for (let index = 0; index < 100; index++) arrivals.from(SEARCH, { name: `visitor ${index}` });
    expect(arrivals.visits.size).toBe(8);
    for (let index = 0; index < 8; index++) {
      expect(arrivals.from(NOWHERE, { name: `visitor ${index}` })).toEqual(SEARCH);
    }
    expect(arrivals.from(NOWHERE, { name: 'visitor 99' })).toEqual(NOWHERE);
    arrivals.nowMs += 31 * MINUTE_MS;
    expect(arrivals.from(SEARCH, { name: 'visitor 99' })).toEqual(SEARCH);
    expect(arrivals.visits.size).toBe(1);
  });

  test('has an equal share for each website, whatever others have filled', () => {
    const arrivals = new Arrivals(12);
    const remembered = (websiteId: number, visits: number) => {
      const names = Array.from({ length: visits }, (_, index) => `visitor ${index} of ${websiteId}`);
      return names.filter((name) => arrivals.from(NOWHERE, { websiteId, name }) === SEARCH).length;
    };
    const arrive = (websiteId: number, visits: number) => {
      for (let index = 0; index < visits; index++) {
        arrivals.from(SEARCH, { websiteId, name: `visitor ${index} of ${websiteId}` });
      }
    };
    arrive(1, 100);
    arrive(2, 100);
    // A small website, and one that floods.
    arrive(3, 2);
    arrive(4, 100);
    arrive(1, 100);
    expect(arrivals.visits.size).toBe(12);
    expect(remembered(3, 2)).toBe(2);
    for (const websiteId of [1, 2, 4]) expect(remembered(websiteId, 100)).toBeGreaterThanOrEqual(3);
  });

  it('forgets ended visits even if no events arrive any more', () => {
    vi.useFakeTimers({ now: 0 });
    const visits = new VisitSources(() => new Date());
    visits.firstSourceOf({ websiteId: 1, visitor: visitorOn(1), source: SEARCH, hasConsent: false });
    vi.advanceTimersByTime(20 * MINUTE_MS);
    visits.firstSourceOf({ websiteId: 1, visitor: visitorOn(1, 'bob'), source: SEARCH, hasConsent: false });
    vi.advanceTimersByTime(11 * MINUTE_MS);
    expect(visits.size).toBe(1);
    vi.advanceTimersByTime(60 * MINUTE_MS);
    expect(visits.size).toBe(0);
  });
});

test('equals a model that keeps everything, for any order of arrivals', () => {
  const arrival = fc.record({
    name: fc.constantFrom('ada', 'bob', 'cy'),
    source: fc.constantFrom(NOWHERE, NEWSLETTER, SEARCH),
    minutes: fc.nat({ max: 40 }),
  });
  const property = fc.property(fc.array(arrival, { maxLength: 40 }), (sent) => {
    const arrivals = new Arrivals();
    const model = new Map<string, { source: Source; atMs: number }>();
    for (const { name, source, minutes } of sent) {
      arrivals.nowMs += minutes * MINUTE_MS;
      const known = model.get(name);
      const isOn = known !== undefined && arrivals.nowMs - known.atMs <= 30 * MINUTE_MS;
      const expected = isOn && known.source !== NOWHERE ? known.source : source;
      model.set(name, { source: expected, atMs: arrivals.nowMs });
      expect(arrivals.from(source, { name })).toEqual(expected);
    }
  });
  fc.assert(property);
});
