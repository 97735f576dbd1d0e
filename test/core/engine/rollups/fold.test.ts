// Folding in memory: an event counts on its subject and on every ancestor; that of a holdout not on its campaign.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Subject } from '../../../../src/core/engine/catalog/subject.ts';
import { Fold } from '../../../../src/core/engine/rollups/fold.ts';
import { METRIC, METRIC_COUNT, type Metric, VISITOR_METRICS } from '../../../../src/core/engine/rollups/metric.ts';
import { type SubjectLine, subjectLine } from '../../../support/subjects.ts';

const DAY = 20_000;
const LINE = subjectLine();
const NAMES = Object.keys(LINE) as (keyof SubjectLine)[];

function namesWith(fold: Fold): string[] {
  const found = new Set([...fold.subjects()].map(([subject]) => subject));
  return NAMES.filter((name) => found.has(LINE[name]));
}

describe('a view counts', () => {
  const whereViewsCount: Record<keyof SubjectLine, (keyof SubjectLine)[]> = {
    website: ['website'],
    campaign: ['website', 'campaign'],
    variant: ['website', 'campaign', 'variant'],
    firstStep: ['website', 'campaign', 'variant', 'firstStep'],
    element: ['element'],
    laterStep: ['laterStep'],
    laterElement: ['laterElement'],
    holdout: ['website', 'holdout'],
    holdoutStep: ['website', 'holdout', 'holdoutStep'],
  };

  it.each(NAMES)('of the %s on the right subjects alone', (name) => {
    const fold = new Fold();
    fold.count(LINE[name], DAY, METRIC.views, 1, 1);
    fold.rollUp();
    expect(namesWith(fold)).toEqual(whereViewsCount[name]);
  });
});

test('a day with views and more hands on all but the views', () => {
  const fold = new Fold();
  fold.count(LINE.element, DAY, METRIC.views, 1, 1);
  fold.count(LINE.element, DAY, METRIC.conversions, 1, 1);
  fold.rollUp();
  const days = new Map([...fold.subjects()].map(([subject, cells]) => [subject, cells.get(DAY)!]));
  expect(days.get(LINE.element)!.counts).toEqual([1, 1, 0, 0, 0, 0]);
  for (const ancestor of [LINE.firstStep, LINE.variant, LINE.campaign, LINE.website]) {
    expect(days.get(ancestor)!.counts).toEqual([0, 1, 0, 0, 0, 0]);
    expect(days.get(ancestor)!.visitors[METRIC.views]).toBeUndefined();
  }
});

describe('everything but a view counts on the subject and all its ancestors, but not on the campaign of a holdout', () => {
  const ancestry: Record<keyof SubjectLine, (keyof SubjectLine)[]> = {
    website: ['website'],
    campaign: ['website', 'campaign'],
    variant: ['website', 'campaign', 'variant'],
    firstStep: ['website', 'campaign', 'variant', 'firstStep'],
    element: ['website', 'campaign', 'variant', 'firstStep', 'element'],
    laterStep: ['website', 'campaign', 'variant', 'laterStep'],
    laterElement: ['website', 'campaign', 'variant', 'laterStep', 'laterElement'],
    holdout: ['website', 'holdout'],
    holdoutStep: ['website', 'holdout', 'holdoutStep'],
  };

  it.each(NAMES)('a conversion of the %s', (name) => {
    const fold = new Fold();
    fold.count(LINE[name], DAY, METRIC.conversions, 1, 1);
    fold.rollUp();
    expect(namesWith(fold)).toEqual(ancestry[name]);
    for (const [, days] of fold.subjects()) expect(days.get(DAY)?.counts).toEqual([0, 1, 0, 0, 0, 0]);
  });

  it.each(NAMES)('an order of the %s, with its revenue and without visitors', (name) => {
    const fold = new Fold();
    fold.countOrder(LINE[name], DAY, 12_500);
    fold.rollUp();
    expect(namesWith(fold)).toEqual(ancestry[name]);
    for (const [, days] of fold.subjects()) {
      expect(days.get(DAY)).toMatchObject({ counts: [0, 0, 0, 0, 0, 1], revenue: 12_500 });
      expect(days.get(DAY)?.visitors.every((sketch) => sketch === undefined)).toBe(true);
    }
  });

  test('an order of nothing still counts as an order', () => {
    const fold = new Fold();
    fold.count(LINE.element, DAY, METRIC.views, 1, 1);
    fold.countOrder(LINE.element, DAY, 0);
    fold.rollUp();
    expect(namesWith(fold)).toEqual(ancestry.element);
  });
});

test('a value, null and the text "null" are kept apart', () => {
  const fold = new Fold();
  fold.valueCell(LINE.element, DAY, 'field', null).selections++;
  fold.valueCell(LINE.element, DAY, 'field', 'null').selections += 2;
  const [list] = fold.valueLists();
  expect([...list!.values].map(([value, { selections }]) => [value, selections])).toEqual([
    [null, 1],
    ['null', 2],
  ]);
});

interface FoldedEvent {
  readonly name: keyof SubjectLine;
  readonly day: number;
  readonly metric: number;
  readonly visitor: number;
}

const events = fc.array(
  fc.record({
    name: fc.constantFrom(...NAMES),
    day: fc.integer({ min: DAY, max: DAY + 2 }),
    metric: fc.integer({ min: 0, max: METRIC_COUNT }),
    visitor: fc.integer({ min: 1, max: 5 }),
  }),
  { maxLength: 60 },
);

/** The number after the last metric stands for a chosen value. */
function addTo(fold: Fold, { name, day, metric, visitor }: FoldedEvent): void {
  const subject: Subject = LINE[name];
  if (metric === METRIC.orders) fold.countOrder(subject, day, visitor);
  else if (metric === METRIC_COUNT) fold.valueCell(subject, day, 'field', String(visitor)).selections++;
  else fold.count(subject, day, metric as Metric, visitor, visitor);
}

function foldOf(stream: readonly FoldedEvent[]): Fold {
  const fold = new Fold();
  for (const event of stream) addTo(fold, event);
  return fold;
}

describe('for any stream', () => {
  test('there are never more visitors than events, nor cells without events', () => {
    fc.assert(
      fc.property(events, (stream) => {
        const fold = foldOf(stream);
        fold.rollUp();
        for (const [, days] of fold.subjects()) {
          for (const { counts, visitors } of days.values()) {
            expect(counts.some((count) => count > 0)).toBe(true);
            for (const metric of VISITOR_METRICS.keys()) {
              const distinct = visitors[metric]?.estimate() ?? 0;
              expect(distinct).toBeLessThanOrEqual(counts[metric]!);
              expect(distinct > 0).toBe(counts[metric]! > 0);
            }
          }
        }
      }),
      { seed: 12 },
    );
  });
});
