// The threads that run reads: when they start, and their priority, which is lower than that of the thread that answers from memory.
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, expect, test } from 'vitest';
import { ReadWorkers } from '../../../../src/core/server/api/read-runner.ts';
import { PARTS } from '../../../support/operations.ts';
import { createTestIngestion } from '../../../support/test-ingestion.ts';

/** The niceness of each thread of this process. */
function nicenesses(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const [, fields] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ');
    return Number(fields!.split(' ')[16]);
  });
}

const request = { operation: 'list_websites', query: {}, websites: { websiteIds: [1] }, nowMs: 20_000 * 86_400_000 };

describe.runIf(process.platform === 'linux')('read workers', () => {
  test('run with a lower priority than the main thread', async () => {
    const ingestion = await createTestIngestion('sqlite');
    const workers = new ReadWorkers(PARTS.scripts.reads, ingestion.url, {
      count: 1,
      connectionsMax: 1,
      queryEventsMax: 1_000,
      exactEventsMax: 1_000,
      keptBytesMax: 2 ** 20,
    });
    const own = getPriority();
    const before = nicenesses().filter((niceness) => niceness > own).length;
    await workers.run(request);
    expect(nicenesses().filter((niceness) => niceness > own)).toHaveLength(before + 1);
    expect(getPriority()).toBe(own);
    await workers.close();
    await ingestion.dispose();
  });

  test('one read starts one of them; two at a time start all, so that the next tenant need not wait for its worker to start', async () => {
    const ingestion = await createTestIngestion('sqlite');
    const workers = new ReadWorkers(PARTS.scripts.reads, ingestion.url, {
      count: 3,
      connectionsMax: 1,
      queryEventsMax: 1_000,
      exactEventsMax: 1_000,
      keptBytesMax: 2 ** 20,
    });
    const own = getPriority();
    const started = () => nicenesses().filter((niceness) => niceness > own).length;
    const before = started();
    await workers.run(request);
    await workers.run(request);
    expect(started()).toBe(before + 1);
    await Promise.all([workers.run(request), workers.run(request)]);
    await expect.poll(started).toBe(before + 3);
    await workers.close();
    await ingestion.dispose();
  });
});
