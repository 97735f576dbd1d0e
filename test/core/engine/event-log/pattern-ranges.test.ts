// The loops over visitors in WebAssembly do what a map of visitors does.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OpenRun } from '../../../../src/core/engine/event-log/counting/open-runs.ts';
import { KINDS, placeRuns } from '../../../../src/core/engine/event-log/counting/pattern-ranges.ts';
import { APPEARANCE } from '../../../../src/core/engine/event-log/counting/visitor-ranges.ts';
import { ALL_VISITORS } from '../../../../src/core/engine/event-log/format/run.ts';
import { NOBODY_LOW } from '../../../../src/core/foundation/sketches/visitor-hash.ts';

const SEED = 20_261_118;

interface Visitor {
  readonly high: number;
  readonly low: number;
  readonly kinds: readonly number[];
}

/** Few different halves, so that runs have the same visitors, and some are nobody. */
const visitor: fc.Arbitrary<Visitor> = fc.record({
  high: fc.oneof(
    fc.nat(20).map((part) => part * 0x0a00_0001),
    fc.nat(0xffff_ffff),
  ),
  low: fc.nat(3).map((part) => part * 0x2000_0001 + NOBODY_LOW),
  kinds: fc.array(fc.nat(KINDS - 1), { maxLength: 11 }),
});

const runsOfVisitors = fc.array(
  fc.uniqueArray(visitor, { maxLength: 60, selector: ({ high, low }) => `${high} ${low}` }),
  { maxLength: 8 },
);

/** As they are stored: sorted by the high half. */
function openRuns(runs: readonly (readonly Visitor[])[]) {
  const kinds: number[] = [];
  const opened = runs.map((run, day): OpenRun => {
    const sorted = run.toSorted((a, b) => a.high - b.high);
    const firstEvent = kinds.length;
    kinds.push(...sorted.flatMap((own) => own.kinds));
    const visitors = {
      high: Uint32Array.from(sorted, ({ high }) => high),
      low: Uint32Array.from(sorted, ({ low }) => low),
      counts: Uint8Array.from(sorted, (own) => own.kinds.length),
    };
    return { day, visitors, firstEvent, endEvent: kinds.length, isEarlier: false };
  });
  return { opened, kinds };
}

function place(runs: readonly (readonly Visitor[])[]) {
  const { opened, kinds } = openRuns(runs);
  return placeRuns(opened, ALL_VISITORS, (to, { firstEvent, endEvent }) => to.set(kinds.slice(firstEvent, endEvent)));
}

interface Known {
  pattern: number;
  /** The first event of each appearance, and the one after the last. */
  readonly events: [number, number][];
}

/** All visitors with their patterns, by their hashes. */
function plainVisitors(runs: readonly (readonly Visitor[])[]): Known[] {
  const known = new Map<string, Known>();
  for (const { visitors, firstEvent } of openRuns(runs).opened) {
    let event = firstEvent;
    for (const [index, count] of visitors.counts.entries()) {
      const first = event;
      event += count;
      if (visitors.low[index] === NOBODY_LOW) continue;
      const hash = `${visitors.high[index]} ${visitors.low[index]}`;
      const own = known.get(hash) ?? { pattern: 1, events: [] };
      for (const kind of openRuns(runs).kinds.slice(first, event)) own.pattern |= 1 << kind;
      own.events.push([first, event]);
      known.set(hash, own);
    }
  }
  return [...known.values()];
}

function check(property: (runs: Visitor[][]) => void): void {
  fc.assert(fc.property(runsOfVisitors, property), { seed: SEED, numRuns: 100 });
}

test('events are counted by their kinds, and visitors by their patterns', () => {
  check((runs) => {
    const placed = place(runs);
    const expected = new Map<number, number>();
    for (const { pattern } of plainVisitors(runs)) expected.set(pattern, (expected.get(pattern) ?? 0) + 1);
    expect(placed.countPatterns()).toEqual(expected);
    const { kinds } = openRuns(runs);
    expect([...placed.countKinds()]).toEqual(
      Array.from({ length: KINDS }, (_, kind) => kinds.filter((own) => own === kind).length),
    );
  });
});

test('visitors of each range are counted by kinds, and what runs have of them is linked', () => {
  const [anyOf, others] = [0xaaaa_aaaa, 0xcccc_cccc];
  check((runs) => {
    const visitors = plainVisitors(runs).filter(({ pattern }) => (pattern & anyOf) !== 0);
    let withoutOthers = 0;
    const linked: [number, number][][] = [];
    const isDone = place(runs).countRanges((range) => {
      withoutOthers += range.countVisitorsWith(anyOf, others);
      const { appearances, first } = range.linkAppearances(anyOf, others)!;
      for (const at of first) linked.push(eventsFrom(appearances, at));
      return true;
    });
    expect(isDone).toBe(true);
    expect(withoutOthers).toBe(visitors.filter(({ pattern }) => (pattern & others) === 0).length);
    const expected = visitors.filter(({ pattern }) => (pattern & others) !== 0).map(({ events }) => events);
    expect(sorted(linked)).toEqual(sorted(expected));
  });
});

function eventsFrom(appearances: Int32Array, first: number): [number, number][] {
  const events: [number, number][] = [];
  for (let at = first; at >= 0; at = appearances[at + APPEARANCE.next]!) {
    events.push([appearances[at + APPEARANCE.firstEvent]!, appearances[at + APPEARANCE.endEvent]!]);
  }
  return events;
}

function sorted(visitors: readonly [number, number][][]): string[] {
  return visitors.map((events) => JSON.stringify(events)).sort();
}

test('visitors whose hashes somebody has chosen find no room in their range', () => {
  const visitors = Array.from({ length: 3_000 }, (_, i) => ({ high: 7, low: i + 1, kinds: [1] }));
  expect(place([visitors]).countPatterns()).toBeUndefined();
});
