import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClusterNode } from '../../../../src/core/foundation/database/citus/citus.ts';
import { ClusterWorkers } from '../../../../src/core/foundation/database/citus/cluster-workers.ts';
import { WebsitesUnreachableError } from '../../../../src/core/foundation/database/database.ts';
import { unlessStuck } from '../../../../src/core/foundation/database/postgres/unless-stuck.ts';

const SECOND_MS = 1_000;
/** How long the coordinator waits for a worker. */
const CHECK_MS = 2 * SECOND_MS;
const SILENT: ClusterNode = { group: 1, name: 'worker', shards: 4, answers: false };

const never = new Promise<never>(() => {});

let workers: ClusterWorkers;

beforeEach(() => {
  vi.useFakeTimers();
  const ask = () => new Promise<ClusterNode[]>((resolve) => setTimeout(() => resolve([SILENT]), CHECK_MS));
  // All connections of the pool are waiting for that worker.
  workers = new ClusterWorkers(ask, { query: () => never, isDistributed: () => never });
});

afterEach(() => {
  workers.close();
  vi.useRealTimers();
});

async function expectGivenUpAfter(ms: number): Promise<void> {
  const ended = vi.fn();
  void unlessStuck(never, () => workers.silence()).catch(ended);
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledExactlyOnceWith(expect.any(WebsitesUnreachableError));
}

test('a statement that waits for a worker that does not answer is given up after three seconds', () =>
  expectGivenUpAfter(3 * SECOND_MS));

test('a statement has as long if the worker is known not to answer: it may be about another one', async () => {
  void workers.silence();
  await vi.advanceTimersByTimeAsync(CHECK_MS);
  await expectGivenUpAfter(3 * SECOND_MS);
});

test.each([
  ['all workers answer', async () => undefined],
  ['the coordinator does not say', async () => Promise.reject(new Error('no answer'))],
])('a statement that takes long goes on if %s', async (_what, giveUp) => {
  const asked = vi.fn(giveUp);
  const statement = Promise.withResolvers<string>();
  const result = unlessStuck(statement.promise, asked);
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS);
  statement.resolve('rows');
  expect(await result).toBe('rows');
  expect(asked).toHaveBeenCalled();
});

test('nobody is asked about a statement that is answered soon', async () => {
  const asked = vi.fn(async () => 'worker-1');
  expect(await unlessStuck(Promise.resolve('rows'), asked)).toBe('rows');
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS);
  expect(asked).not.toHaveBeenCalled();
});
