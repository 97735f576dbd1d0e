import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneAtATime } from '../../../../src/core/foundation/calls/one-at-a-time.ts';
import { type RepeatedJob, startRepeatedJob } from '../../../../src/core/foundation/jobs/repeated-job.ts';

const SECOND_MS = 1_000;
const logged: string[] = [];
const logger = pino({}, { write: (line: string) => logged.push(JSON.parse(line).err.message) });
let stop = async () => {};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2025-03-10T00:00:00.500Z') });
  logged.length = 0;
});
afterEach(async () => {
  await stop();
  vi.useRealTimers();
});

function start(run: RepeatedJob['run'], options: Partial<RepeatedJob> = {}): void {
  stop = startRepeatedJob({ name: 'the test job', schedule: '*/2 * * * * *', logger, run, ...options });
}

test('runs at startup and by its schedule, until it is stopped', async () => {
  const run = vi.fn(async () => {});
  start(run);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(4 * SECOND_MS);
  expect(run).toHaveBeenCalledTimes(3);
  await stop();
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS);
  expect(run).toHaveBeenCalledTimes(3);
});

test('runs by its schedule alone', async () => {
  const run = vi.fn(async () => {});
  start(run, { runsAtStartup: false });
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  expect(run).toHaveBeenCalledTimes(1);
});

test('a run that takes long is the only one, and stopping tells it and waits for it', async () => {
  const signals: AbortSignal[] = [];
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  start((signal) => {
    signals.push(signal);
    return promise;
  });
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(isStopped).toBe(false);
  finish();
  await stopped;
});

test('an error is logged once, until the job succeeds or fails with another one', async () => {
  const results = ['database away', 'database away', 'out of memory', '', 'out of memory'];
  start(async () => {
    const message = results.shift();
    if (message) throw new Error(message);
  });
  await vi.advanceTimersByTimeAsync(20 * SECOND_MS);
  expect(results).toEqual([]);
  expect(logged).toEqual(['database away', 'out of memory', 'out of memory']);
});

test('an error that lasts is logged again after half an hour', async () => {
  start(
    async () => {
      throw new Error('database away');
    },
    { schedule: '*/10 * * * *' },
  );
  await vi.advanceTimersByTimeAsync(59 * 60 * SECOND_MS);
  expect(logged).toEqual(['database away', 'database away']);
});

test('jobs that share a turn run one at a time, and one that is stopped while it waits never starts', async () => {
  const inTurn = oneAtATime();
  const finish: (() => void)[] = [];
  const started: string[] = [];
  const startNamed = (name: string) =>
    startRepeatedJob({
      ...{ name, schedule: '0 0 * * * *', logger, inTurn },
      run: () => {
        started.push(name);
        return new Promise((resolve) => finish.push(resolve));
      },
    });
  const [stopFirst, stopSecond, stopThird] = ['first', 'second', 'third'].map(startNamed);
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  expect(started).toEqual(['first']);
  const stoppedSecond = stopSecond!();
  finish[0]!();
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  expect(started).toEqual(['first', 'third']);
  finish[1]!();
  await Promise.all([stoppedSecond, stopFirst!(), stopThird!()]);
});
