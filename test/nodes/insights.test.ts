// The weekly insights on several nodes: whoever is first writes them, and nobody writes them again.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastCompleteWeek } from '../../src/core/answers/insights/week.ts';
import { isoOfDay } from '../../src/core/engine/rollups/calendar.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { UTC } from '../../src/core/foundation/time/zone.ts';
import { ENGINES } from '../support/databases.ts';
import { batchOf, eventWith } from '../support/events.ts';
import { IS_LONG } from '../support/long.ts';
import { TestStages } from '../support/test-stages.ts';
import { type Cluster, onEach, startCluster } from './cluster.ts';

const WEBSITE_IDS = [1, 2, 3];
const MONDAY = lastCompleteWeek(systemClock(), UTC);
const MONDAY_BEFORE = MONDAY - 7;

describe.runIf(IS_LONG && ENGINES.includes('postgres'))('insights', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster({ components: ['jobs'], prepare: countSomeEvents });
  });

  afterAll(() => cluster.dispose());

  test('of the nodes that find them missing, one writes each', async () => {
    await onEach(cluster, async (url) => {
      await expect.poll(() => metric(url, 'funnel_insights_last_success_timestamp_seconds')).toBeGreaterThan(0);
    });
    const results = { written: 0, unchanged: 0, failed: 0 };
    for (const { url } of cluster.nodes) {
      for (const result of Object.keys(results) as (keyof typeof results)[]) {
        results[result] += await metric(url, `funnel_insights_snapshots_total{result="${result}"}`);
      }
    }
    expect(results).toEqual({ written: WEBSITE_IDS.length, unchanged: 0, failed: 0 });
    expect(await writtenWebsites(MONDAY)).toEqual(WEBSITE_IDS);
  });

  test('commands that run at once take turns, and the first writes', async () => {
    const week = isoOfDay(MONDAY_BEFORE);
    const results = await Promise.all(
      cluster.nodes.map(() => cluster.run<{ websites: number; written: number }>('insights', 'run', '--week', week)),
    );
    const written = results.map((result) => result.written).sort();
    expect(written).toEqual([...cluster.nodes.slice(1).map(() => 0), WEBSITE_IDS.length]);
    expect(await writtenWebsites(MONDAY_BEFORE)).toEqual(WEBSITE_IDS);
  });

  async function writtenWebsites(week: number): Promise<number[]> {
    const rows = await cluster.database.query<{ website_id: number }>(
      'SELECT website_id FROM insights_snapshots WHERE week = $1 ORDER BY website_id',
      [week],
    );
    return rows.map(({ website_id: id }) => id);
  }
});

/** Counts them on every website, in both weeks. */
async function countSomeEvents(database: Database): Promise<void> {
  const events = WEBSITE_IDS.flatMap((id) =>
    [MONDAY, MONDAY_BEFORE].map((day) => eventWith({ website_id: id, at: `${isoOfDay(day + 1)}T12:00:00Z` })),
  );
  const [outcome] = await new TestStages(database, systemClock).commitSent([batchOf(events)]);
  expect(outcome).toMatchObject({ accepted: events.length });
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}
