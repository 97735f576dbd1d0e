// Visits that wait: whatever the order they came in and the folds they leave in, each is counted once.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Subject } from '../../src/catalog/subject.ts';
import { WaitingVisits } from '../../src/ingestion/waiting-visits.ts';
import { Fold } from '../../src/rollups/fold.ts';
import { METRIC, type Metric } from '../../src/rollups/metric.ts';
import { subjectLine } from '../support/subjects.ts';

const SUBJECTS: readonly Subject[] = [subjectLine(1), subjectLine(2)].flatMap((line) => Object.values(line));

/** Subject's place, day, metric, and the halves of the visitor's hash. */
type Visit = readonly [number, number, Metric, number, number];

/** Days beyond any that has ten bits, and hashes that are negative as int32. */
const visit: fc.Arbitrary<Visit> = fc.tuple(
  fc.integer({ min: 0, max: SUBJECTS.length - 1 }),
  fc.constantFrom(0, 1, 1_023, 1_024, 20_000, 20_001, 65_536, 1_000_000),
  fc.constantFrom<Metric[]>(METRIC.views, METRIC.conversions, METRIC.subscribes),
  fc.constantFrom(-1, 0, 1, 2_147_483_647, -2_147_483_648),
  fc.constantFrom(-5, 7),
);

function waitingOf(batches: readonly (readonly Visit[])[]): WaitingVisits {
  const waiting = new WaitingVisits();
  for (const [batch, visits] of batches.entries()) waiting.addAll(batch, Int32Array.from(visits.flat()), SUBJECTS);
  return waiting;
}

function contentOf(fold: Fold): string[] {
  return [...fold.subjects()]
    .flatMap(([{ websiteId, kind, id }, days]) =>
      [...days].map(([day, { counts, visitors }]) => {
        const sketches = visitors.map((sketch) => sketch && Buffer.from(sketch.toBytes()).toString('hex'));
        return `${websiteId}/${kind}/${id}/${day}: ${counts} ${sketches}`;
      }),
    )
    .sort();
}

test('those of all batches but the ones left out are counted once, as if one by one', () => {
  fc.assert(
    fc.property(fc.array(fc.array(visit), { maxLength: 4 }), fc.nat(4), (batches, leftOut) => {
      const expected = new Fold();
      for (const [subject, day, metric, low, high] of batches.filter((_, batch) => batch !== leftOut).flat()) {
        expected.count(SUBJECTS[subject]!, day, metric, low, high);
      }
      const folds = [...waitingOf(batches).folds(new Set([leftOut]))];
      expect(folds).toHaveLength(1);
      expect(contentOf(folds[0]!)).toEqual(contentOf(expected));
    }),
    { seed: 5 },
  );
});

test('a great many leave in several folds, of which only neighbours share a subject and day', () => {
  const count = 450_000;
  const visits = Array.from({ length: count }, (_, index): Visit => [index % 10, 20_000 + (index % 7), 0, index, 1]);
  const folds = [...waitingOf([visits]).folds(new Set())];
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
  const [counted] = waitingOf([[[0, 20_000, METRIC.views, 1, 1]]]).folds(new Set(), fold);
  expect(contentOf(counted!)).toEqual([expect.stringContaining('1/1/1/20000: 1,0,0,0,0,1 ')]);
});
