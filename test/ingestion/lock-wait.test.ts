// How long a commit waits for the websites of another one.
import { expect, test } from 'vitest';
import { LockWaitByCommits } from '../../src/ingestion/lock-wait.ts';

function waitAfter(...commitMs: number[]): number {
  const wait = new LockWaitByCommits();
  for (const ms of commitMs) wait.noteCommit(ms);
  return wait.ms;
}

function many(ms: number): number[] {
  return Array<number>(100).fill(ms);
}

test('the wait is as long as four commits, from 25 to 100 ms', () => {
  expect(waitAfter()).toBe(100);
  expect(waitAfter(...many(10))).toBe(40);
  expect(waitAfter(...many(2))).toBe(25);
  expect(waitAfter(...many(60))).toBe(100);
});

test('a single slow commit, or a clock that is set, hardly changes it', () => {
  expect(waitAfter(...many(10), 60_000)).toBeLessThan(90);
  expect(waitAfter(...many(10), -3_600_000)).toBeGreaterThanOrEqual(35);
  expect(waitAfter(...many(60_000), ...many(10))).toBe(40);
});
