// Events that wait: whatever the order they came in and the folds they leave in, each that counts is counted once.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Subject } from '../../src/catalog/subject.ts';
import { EventDraft } from '../../src/ingestion/event.ts';
import { EventPacker } from '../../src/ingestion/packed-events.ts';
import { REVENUE_MAX } from '../../src/ingestion/revenue.ts';
import { WaitingEvents } from '../../src/ingestion/waiting-events.ts';
import { Fold } from '../../src/rollups/fold.ts';
import { METRIC, REVENUE_PARTS } from '../../src/rollups/metric.ts';
import { subjectLine } from '../support/subjects.ts';

const SUBJECTS: readonly Subject[] = [subjectLine(1), subjectLine(2)].flatMap((line) => Object.values(line));

interface Sent {
  readonly draft: EventDraft;
  readonly isClaimed: boolean;
  /** If its claim holds; without one it counts with its batch. */
  readonly holds: boolean;
}

function draftOf(fields: Partial<EventDraft>): EventDraft {
  return Object.assign(new EventDraft(), fields);
}

/** Days beyond any that has ten bits, hashes that are negative as int32, revenues of more than 32 bits. */
const sent: fc.Arbitrary<Sent> = fc.record({
  draft: fc
    .record({
      subject: fc.constantFrom(...SUBJECTS),
      day: fc.constantFrom(0, 1, 1_023, 1_024, 20_000, 20_001, 65_536, 1_000_000),
      metric: fc.constantFrom(undefined, METRIC.views, METRIC.conversions, METRIC.subscribes, METRIC.orders),
      visitorLow: fc.constantFrom(-1, 0, 1, 2_147_483_647, -2_147_483_648),
      visitorHigh: fc.constantFrom(-5, 7),
      revenue: fc.oneof(
        fc.constantFrom(0, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1),
        fc.integer({ min: 0, max: REVENUE_MAX * REVENUE_PARTS }),
      ),
      list: fc.constantFrom('', 'size', 'colour'),
      value: fc.constantFrom(null, '', 'null', 'size', '__proto__'),
    })
    .map(draftOf),
  isClaimed: fc.boolean(),
  holds: fc.boolean(),
});

/** `holds` has the conditions of every batch one after the other: that it counts, and that each of its claims does. */
function waitingOf(batches: readonly (readonly Sent[])[], leftOut?: number): [WaitingEvents, holds: Uint8Array] {
  const waiting = new WaitingEvents();
  const holds: boolean[] = [];
  for (const [number, batch] of batches.entries()) {
    const packer = new EventPacker();
    for (const { draft, isClaimed } of batch) packer.add(draft, isClaimed);
    const packed = packer.packed();
    // As it would come from another thread: the subjects are found again by what names them.
    const subjects = packed.subjects.map(
      ([websiteId, kind, id]) =>
        SUBJECTS.find((subject) => subject.websiteId === websiteId && subject.kind === kind && subject.id === id)!,
    );
    waiting.addAll(packed, subjects, holds.length);
    const claims = batch.filter(({ isClaimed }) => isClaimed);
    expect(packed.claimCount).toBe(claims.length);
    const counts = number !== leftOut;
    holds.push(counts, ...claims.map((claim) => counts && claim.holds));
  }
  return [waiting, Uint8Array.from(holds, Number)];
}

function countOneByOne(fold: Fold, draft: EventDraft): void {
  const { subject, day, metric, visitorLow, visitorHigh, revenue, list, value } = draft;
  if (metric === undefined) fold.valueCell(subject!, day, list, value).selections++;
  else if (metric === METRIC.orders) fold.countOrder(subject!, day, revenue);
  else fold.count(subject!, day, metric, visitorLow, visitorHigh);
}

function contentOf(fold: Fold): string[] {
  const cells = [...fold.subjects()].flatMap(([{ websiteId, kind, id }, days]) =>
    [...days].map(([day, { counts, revenue, visitors }]) => {
      const sketches = visitors.map((sketch) => sketch && Buffer.from(sketch.toBytes()).toString('hex'));
      return `${websiteId}/${kind}/${id}/${day}: ${counts} ${revenue} ${sketches}`;
    }),
  );
  const lists = [...fold.valueLists()].map(({ websiteId, elementId, day, list, values }) => {
    const sorted = [...values].map((entry) => JSON.stringify(entry)).sort();
    return `${websiteId}/${elementId}/${day}/${list}: ${sorted}`;
  });
  return [...cells, ...lists].sort();
}

test('those whose batch and claim hold are counted once, as if one by one', () => {
  fc.assert(
    fc.property(fc.array(fc.array(sent), { maxLength: 4 }), fc.nat(4), (batches, leftOut) => {
      const expected = new Fold();
      for (const { draft, isClaimed, holds } of batches.filter((_, batch) => batch !== leftOut).flat()) {
        if (holds || !isClaimed) countOneByOne(expected, draft);
      }
      const [waiting, holds] = waitingOf(batches, leftOut);
      const folds = [...waiting.folds(holds)];
      expect(folds).toHaveLength(1);
      expect(contentOf(folds[0]!)).toEqual(contentOf(expected));
    }),
    { seed: 5 },
  );
});

function viewOf(subject: Subject, day: number, visitorLow: number): Sent {
  const draft = draftOf({ subject, day, metric: METRIC.views, visitorLow, visitorHigh: 1 });
  return { draft, isClaimed: false, holds: true };
}

test('a great many leave in several folds, of which only neighbours share a subject and day', () => {
  const count = 450_000;
  const views = Array.from({ length: count }, (_, index) => viewOf(SUBJECTS[index % 10]!, 20_000 + (index % 7), index));
  const [waiting, holds] = waitingOf([views]);
  const folds = [...waiting.folds(holds)];
  expect(folds.length).toBeGreaterThan(1);
  const cells = folds.map((fold) => new Set(contentOf(fold).map((cell) => cell.slice(0, cell.indexOf(':')))));
  const total = folds
    .flatMap((fold) => [...fold.subjects()])
    .flatMap(([, days]) => [...days.values()])
    .reduce((sum, { counts }) => sum + counts[METRIC.views]!, 0);
  expect(total).toBe(count);
  for (let next = 1; next < cells.length; next++) {
    expect([...cells[next]!].filter((cell) => cells[next - 1]!.has(cell)).length).toBeLessThanOrEqual(1);
  }
});

test('what a fold holds already stays in it', () => {
  const fold = new Fold();
  fold.countOrder(SUBJECTS[0]!, 20_000, 50);
  const [waiting, holds] = waitingOf([[viewOf(SUBJECTS[0]!, 20_000, 1)]]);
  const [counted] = waiting.folds(holds, fold);
  expect(contentOf(counted!)).toEqual([expect.stringContaining('1/1/1/20000: 1,0,0,0,0,1 50 ')]);
});
