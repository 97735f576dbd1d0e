// The threads that run reads have a lower priority than the one that answers from memory.
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { ReadWorkers } from '../../src/api/read-runner.ts';
import { createTestIngestion } from '../support/test-ingestion.ts';

/** The niceness of each thread of this process. */
function nicenesses(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const [, fields] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ');
    return Number(fields!.split(' ')[16]);
  });
}

test.runIf(process.platform === 'linux')('read workers run with a lower priority than the main thread', async () => {
  const ingestion = await createTestIngestion('sqlite');
  const workers = new ReadWorkers(ingestion.url, { count: 1, connectionsMax: 1 });
  const own = getPriority();
  const before = nicenesses().filter((niceness) => niceness > own).length;
  const request = { operation: 'list_websites', query: {}, websites: { websiteIds: [1] }, today: 20_000 };
  await workers.run(request);
  expect(nicenesses().filter((niceness) => niceness > own)).toHaveLength(before + 1);
  expect(getPriority()).toBe(own);
  await workers.close();
  await ingestion.dispose();
});
