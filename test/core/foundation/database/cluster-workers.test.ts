// When the coordinator is asked about its workers, and what is known in between. What it answers can only be seen on a cluster.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ClusterNode, withReasons } from '../../../../src/core/foundation/database/citus/citus.ts';
import { ClusterWorkers } from '../../../../src/core/foundation/database/citus/cluster-workers.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';

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

/** Where a website is. */
const locate = async (_sql: string, params: readonly unknown[] = []) => {
  if (locateMs > 0) await new Promise((resolve) => setTimeout(resolve, locateMs));
  return params.map((id) => ({ id, groupid: id }));
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

const unreachable = async () => [...(await workers.unreachable(WEBSITES)).keys()];

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
  expect(await workers.silence()).toBe('worker-2');
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
  expect(await workers.silence()).toBe('worker-2');
  locateMs = 2 * SECOND_MS;
  const located = unreachable();
  await vi.advanceTimersByTimeAsync(locateMs);
  expect(await located).toEqual([2]);
});

test('the reason is what the coordinator warned of, beside the worker', async () => {
  const [refused, lost, asleep] = ['worker-1:5432', 'worker-2:5432', '[fd00::3]:5432'];
  const failure = (at: string) => `connection to the remote node funnel@${at} failed`;
  const reason = `connection to server at "worker-1", port 5432 failed:\n  FATAL:  password authentication failed for user "funnel"`;
  const nodes = withReasons(
    [refused, lost, asleep, 'worker-4:5432'].map((name, index) => ({
      group: index,
      name,
      shards: 1,
      answers: index === 3,
    })),
    [
      'the clocks differ',
      `${failure(refused)} with the following error: ${reason}`,
      failure(lost),
      `${failure('worker-4:5432')} with the following error: x`,
    ],
  );
  expect(nodes.map(({ reason }) => reason)).toEqual([
    ...[
      'connection to server at "worker-1", port 5432 failed: FATAL: password authentication failed for user "funnel"',
      undefined,
    ],
    ...[undefined, undefined],
  ]);
  workers = new ClusterWorkers(async () => nodes, {
    query: (async () => [
      { id: 8, groupid: 0 },
      { id: 9, groupid: 3 },
    ]) as Database['query'],
    isDistributed: async () => true,
  });
  expect(await workers.silence()).toBe(`${refused}: ${nodes[0]!.reason}; ${lost}; ${asleep}`);
  expect([...(await workers.unreachable([8, 9]))]).toEqual([[8, `${refused}: ${nodes[0]!.reason}`]]);
});

test('a caller that was delayed waits for a check, unless a worker is known not to answer', async () => {
  await unreachable();
  await vi.advanceTimersByTimeAsync(2 * SECOND_MS);
  answering.delete(2);
  expect(await unreachable()).toEqual([]);
  expect([...(await workers.unreachable(WEBSITES, { isDelayed: true })).keys()]).toEqual([2]);
  // The next check would never end.
  answer = never;
  await vi.advanceTimersByTimeAsync(2 * SECOND_MS);
  expect([...(await workers.unreachable(WEBSITES, { isDelayed: true })).keys()]).toEqual([2]);
});

test('without Citus, the server is asked once', async () => {
  const notCluster = vi.fn(async () => undefined);
  workers = new ClusterWorkers(notCluster, { query: locate as Database['query'], isDistributed: async () => false });
  for (let statement = 0; statement < 3; statement++) {
    expect(await workers.silence()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60 * SECOND_MS);
  }
  expect(notCluster).toHaveBeenCalledOnce();
  expect(await unreachable()).toEqual([]);
  expect(await workers.shards()).toBeUndefined();
});

test('nobody is asked any more once the database is closed', async () => {
  answering.delete(2);
  await workers.silence();
  workers.close();
  const before = asked;
  await vi.advanceTimersByTimeAsync(60 * SECOND_MS);
  expect(asked).toBe(before);
});
