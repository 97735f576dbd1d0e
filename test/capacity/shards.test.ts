import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BalanceQuestion, balanceOf } from '../../capacity/shards.ts';
import { powerSum } from '../../capacity/sizes.ts';

const QUESTION: BalanceQuestion = {
  websites: 100_000,
  zipfExponent: 1,
  shards: 64,
  workers: 4,
  goalTimes: 1.25,
  seed: 1,
};

const anyQuestion = fc.record({
  websites: fc.integer({ min: 100, max: 10_000_000 }),
  zipfExponent: fc.double({ min: 0.7, max: 1.2, noNaN: true }),
  shards: fc.constantFrom(32, 64, 128),
  workers: fc.integer({ min: 1, max: 30 }),
  goalTimes: fc.constant(1.25),
  seed: fc.integer({ min: 1, max: 1_000 }),
});

test('the same seed gives the same shards, another one others', () => {
  expect(balanceOf(QUESTION)).toEqual(balanceOf(QUESTION));
  expect(balanceOf({ ...QUESTION, seed: 2 })).not.toEqual(balanceOf(QUESTION));
});

test('nothing is hotter than everything, nor the hottest cooler than the average', () => {
  fc.assert(
    fc.property(anyQuestion, (question) => {
      const balance = balanceOf(question);
      for (const [hottest, parts] of [
        [balance.hottestShardTimes, question.shards],
        [balance.busiestWorkerTimes, question.workers],
        [balance.busiestWorkerTimesThen, question.workers],
      ] as const) {
        expect(hottest).toBeGreaterThanOrEqual(1 - 1e-9);
        expect(hottest).toBeLessThanOrEqual(parts + 1e-9);
      }
      expect(balance.hottestShardTimesP95).toBeGreaterThanOrEqual(balance.hottestShardTimes);
    }),
    { numRuns: 10 },
  );
});

test('isolating websites helps, and those as large as a worker get one', () => {
  fc.assert(
    fc.property(anyQuestion, (question) => {
      const { toIsolate, ownWorkers, busiestWorkerTimes, busiestWorkerTimesThen } = balanceOf(question);
      const shareOf = (rank: number) =>
        rank ** -question.zipfExponent / powerSum(1, question.websites, question.zipfExponent);
      if (ownWorkers > 0) expect(shareOf(ownWorkers) * question.workers).toBeGreaterThanOrEqual(1);
      if (ownWorkers < question.workers - 1) expect(shareOf(ownWorkers + 1) * question.workers).toBeLessThan(1);
      if (toIsolate === undefined) expect(busiestWorkerTimesThen).toBeGreaterThan(question.goalTimes);
      else expect(busiestWorkerTimesThen).toBeLessThanOrEqual(question.goalTimes);
      // Where nothing is far from even, moving shards by their size may be worse by a hair than taking turns.
      const worst = Math.max(busiestWorkerTimes, question.goalTimes);
      if (question.workers > 1 && ownWorkers === 0) expect(busiestWorkerTimesThen).toBeLessThanOrEqual(worst);
    }),
    { numRuns: 10 },
  );
});
