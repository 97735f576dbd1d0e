// When the coordinator is asked about its workers, and what is known in between. What it answers can only be seen on a cluster.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClusterNode } from '../../../src/foundation/database/citus/citus.ts';
import { ClusterWorkers } from '../../../src/foundation/database/citus/cluster-workers.ts';
import type { Database } from '../../../src/foundation/database/database.ts';

const SECOND_MS = 1_000;
/** Website 1 is on worker 1, website 2 on worker 2. */
const WEBSITES = [1, 2];

let answering: Set<number>;
let asked: number;
const never = new Promise<never>(() => {});
let answer: Promise<unknown>;
/** How long the coordinator takes to say where websites are. */
let locateMs: number;
let workers: ClusterWorkers;

const ask = async (): Promise<ClusterNode[]> => {
  asked++;
  await answer;
  return [1, 2].map((group) => ({ group, name: `worker-${group}`, shards: 4, answers: answering.has(group) }));
};

/** Where a website is. The first parameters are the workers that don't answer. */
const locate = async (sql: string, params: readonly unknown[] = []) => {
  if (locateMs > 0) await new Promise((resolve) => setTimeout(resolve, locateMs));
  const silent = params.slice(0, params.length - (sql.match(/CAST/g) ?? []).length);
  return params.slice(silent.length).map((id) => ({ id, is_unreachable: silent.includes(id) }));
};

beforeEach(() => {
  vi.useFakeTimers();
  answering = new Set([1, 2]);
  asked = 0;
  answer = Promise.resolve();
  locateMs = 0;
  workers = new ClusterWorkers(ask, { query: locate as Database['query'], isDistributed: async () => true });
});

afterEach(() => {
  workers.close();
  vi.useRealTimers();
});

const unreachable = async () => [...(await workers.unreachable(WEBSITES))];

test('while all answer, they are asked every five seconds, and only while there are requests', async () => {
  expect(await unreachable()).toEqual([]);
  await vi.advanceTimersByTimeAsync(60 * SECOND_MS);
  expect(asked).toBe(1);
  for (let second = 0; second < 10; second++) {
    await unreachable();
    await vi.advanceTimersByTimeAsync(SECOND_MS);
  }
  expect(asked).toBe(3);
});

test('a worker that does not answer is asked again at once, so that its websites are served as soon as it does', async () => {
  answering.delete(2);
  expect(await workers.someDoNotAnswer()).toBe(true);
  expect(await unreachable()).toEqual([2]);
  await vi.advanceTimersByTimeAsync(60 * SECOND_MS);
  expect(await unreachable()).toEqual([2]);
  answering.add(2);
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  const before = asked;
  expect(await unreachable()).toEqual([]);
  await vi.advanceTimersByTimeAsync(60 * SECOND_MS);
  expect(asked).toBe(before);
});

test('websites that are being located while the workers are checked again are not taken for reachable', async () => {
  answering.delete(2);
  expect(await workers.someDoNotAnswer()).toBe(true);
  locateMs = 2 * SECOND_MS;
  const located = unreachable();
  await vi.advanceTimersByTimeAsync(locateMs);
  expect(await located).toEqual([2]);
});

test('a caller that was delayed waits for a check, unless a worker is known not to answer', async () => {
  await unreachable();
  await vi.advanceTimersByTimeAsync(2 * SECOND_MS);
  answering.delete(2);
  expect(await unreachable()).toEqual([]);
  expect([...(await workers.unreachable(WEBSITES, { isDelayed: true }))]).toEqual([2]);
  // The next check would never end.
  answer = never;
  await vi.advanceTimersByTimeAsync(2 * SECOND_MS);
  expect([...(await workers.unreachable(WEBSITES, { isDelayed: true }))]).toEqual([2]);
});

test('without Citus, the server is asked once', async () => {
  const notCluster = vi.fn(async () => undefined);
  workers = new ClusterWorkers(notCluster, { query: locate as Database['query'], isDistributed: async () => false });
  for (let statement = 0; statement < 3; statement++) {
    expect(await workers.someDoNotAnswer()).toBe(false);
    await vi.advanceTimersByTimeAsync(60 * SECOND_MS);
  }
  expect(notCluster).toHaveBeenCalledOnce();
  expect(await unreachable()).toEqual([]);
  expect(await workers.shards()).toBeUndefined();
});

test('nobody is asked any more once the database is closed', async () => {
  answering.delete(2);
  await workers.someDoNotAnswer();
  workers.close();
  const before = asked;
  await vi.advanceTimersByTimeAsync(60 * SECOND_MS);
  expect(asked).toBe(before);
});
