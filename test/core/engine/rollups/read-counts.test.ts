// Any number of subjects and windows at once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUBJECT_KIND } from '../../../../src/core/engine/catalog/subject.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { NO_COUNTS } from '../../../../src/core/engine/rollups/counts.ts';
import { countsOf, readContents, readCounts, unite } from '../../../../src/core/engine/rollups/read-counts.ts';
import { readWebsiteCounts } from '../../../../src/core/engine/rollups/read-website-counts.ts';
import { ENGINES } from '../../../support/databases.ts';
import { eventWith, orderWith } from '../../../support/events.ts';
import { recordingDatabase } from '../../../support/recording-database.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

function windowOf(first: string, last = first) {
  return { firstDay: dayFromIso(first)!, lastDay: dayFromIso(last)! };
}

const FEBRUARY = windowOf('2025-02-01', '2025-02-28');
const MARCH = windowOf('2025-03-01', '2025-03-31');

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestIngestion;

  beforeAll(async () => {
    world = await createTestIngestion(engine);
    await world.count(
      eventWith({ campaign_id: 10, visitor: 'a', at: '2025-02-28T12:00:00Z' }),
      eventWith({ campaign_id: 10, visitor: 'a', at: '2025-03-01T12:00:00Z' }),
      eventWith({ campaign_id: 10, visitor: 'b', at: '2025-03-02T12:00:00Z' }),
      eventWith({ campaign_id: 11, type: 'conversion', visitor: 'b', at: '2025-03-02T12:00:00Z' }),
      orderWith({ campaign_id: 11, revenue: 1_000_000_000, at: '2025-03-02T12:00:00Z' }),
      orderWith({ campaign_id: 11, revenue: '0.0001', at: '2025-03-03T12:00:00Z' }),
      eventWith({ website_id: 2, campaign_id: 20, visitor: 'a', at: '2025-03-02T12:00:00Z' }),
    );
  });

  afterAll(() => world.dispose());

  const campaigns = { websiteId: 1, kind: SUBJECT_KIND.campaign, countType: 'distinct' } as const;

  test('windows keep their order, also where they overlap or repeat', async () => {
    const windows = [MARCH, FEBRUARY, { ...FEBRUARY, lastDay: MARCH.lastDay }, MARCH];
    const counts = await readCounts(world.database, { ...campaigns, subjectIds: [10], windows });
    expect(counts.get(10)!.map(({ views }) => views)).toEqual([2, 1, 2, 2]);
  });

  test('subjects without events have zeroes, however many there are', async () => {
    const subjectIds = Array.from({ length: 1_200 }, (_, index) => index + 1);
    const counts = await readCounts(world.database, { ...campaigns, subjectIds, windows: [MARCH] });
    expect(counts.size).toBe(1_200);
    expect(counts.get(10)![0]).toEqual({ ...NO_COUNTS, views: 2 });
    expect(counts.get(11)![0]).toEqual({ ...NO_COUNTS, conversions: 1, orders: 2, revenue: 10_000_000_000_001 });
    expect(counts.get(1_200)![0]).toEqual(NO_COUNTS);
  });

  test('a subject of another website is not seen', async () => {
    const counts = await readCounts(world.database, { ...campaigns, subjectIds: [20], windows: [MARCH] });
    expect(counts.get(20)![0]).toEqual(NO_COUNTS);
  });

  test('no subjects, no counts', async () => {
    expect(await readCounts(world.database, { ...campaigns, subjectIds: [], windows: [MARCH] })).toEqual(new Map());
  });

  test('without windows there is nothing to read, and no statement', async () => {
    const { database, statements } = recordingDatabase(world.database);
    const counts = await readCounts(database, { ...campaigns, subjectIds: [10, 11], windows: [] });
    const websites = await readWebsiteCounts(database, { websiteIds: [1, 2], windows: [], visitorMetrics: ['views'] });
    expect([counts, websites]).toEqual([
      new Map([
        [10, []],
        [11, []],
      ]),
      new Map([
        [1, []],
        [2, []],
      ]),
    ]);
    expect([...statements]).toEqual([]);
  });

  test('a window without days has zeroes, alone and beside others', async () => {
    const noDays = { firstDay: MARCH.lastDay + 1, lastDay: MARCH.lastDay };
    for (const windows of [[noDays], [noDays, MARCH]]) {
      const expected = windows.map((window) => (window === noDays ? 0 : 2));
      const counts = await readCounts(world.database, { ...campaigns, subjectIds: [10], windows });
      expect(counts.get(10)!.map(({ views }) => views)).toEqual(expected);
      const query = { websiteIds: [1], windows, visitorMetrics: ['views'] as const };
      const websites = await readWebsiteCounts(world.database, query);
      expect(websites.get(1)!.map(({ views }) => views)).toEqual(expected);
    }
  });

  test('websites without visitors to unite are counted by events', async () => {
    const query = { websiteIds: [1, 2], windows: [MARCH], visitorMetrics: [] };
    const counts = await readWebsiteCounts(world.database, query);
    expect([...counts].map(([id, [march]]) => [id, march!.views])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  test('where only some visitors are needed, the others are counted by events', async () => {
    const windows = [{ ...FEBRUARY, lastDay: MARCH.lastDay }];
    const query = { ...campaigns, subjectIds: [10], windows };
    const [all] = (await readCounts(world.database, query)).get(10)!;
    const [none] = (await readCounts(world.database, { ...query, visitorMetrics: [] })).get(10)!;
    const [others] = (await readCounts(world.database, { ...query, visitorMetrics: ['conversions'] })).get(10)!;
    expect([all, none, others].map((counts) => counts!.views)).toEqual([2, 3, 3]);
  });

  test('several websites together: sums are added, visitors united', async () => {
    const ofWebsite = async (websiteId: number) => {
      const kind = SUBJECT_KIND.website;
      const query = { websiteId, kind, subjectIds: [websiteId], windows: [MARCH], countType: 'distinct' } as const;
      return (await readContents(world.database, query)).get(websiteId)![0]!;
    };
    const contents = [await ofWebsite(1), await ofWebsite(2), await ofWebsite(3)];
    expect(contents.map((content) => countsOf(content).views)).toEqual([2, 1, 0]);
    expect(countsOf(unite(contents))).toEqual({
      ...NO_COUNTS,
      views: 2,
      conversions: 1,
      orders: 2,
      revenue: 10_000_000_000_001,
    });
    expect(countsOf(unite([]))).toEqual(NO_COUNTS);
  });
});
