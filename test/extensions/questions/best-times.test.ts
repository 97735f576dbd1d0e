// Best times of websites that have more events than a question may read: they come from samples of two pieces of the weeks.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bestTimesReport } from '../../../src/extensions/questions/best-times.ts';
import { ANY_ENGINE } from '../../support/databases.ts';
import { mergeLog } from '../../support/event-log.ts';
import { eventWith } from '../../support/events.ts';
import { TestClock } from '../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../support/test-ingestion.ts';

const NOW = '2026-06-29T12:00:00Z';
/** One of the first two of four weeks, and one of the last two. */
const EARLY = '2026-06-03';
const LATE = '2026-06-24';
/** How many visitors came on either day. */
const VISITORS = [
  { id: 1, early: 2_000, late: 1_000 },
  { id: 2, early: 1_000, late: 2_000 },
  { id: 3, early: 2_000, late: 100 },
  { id: 4, early: 100, late: 100 },
];
const CATALOG = {
  accounts: [
    { id: 1, name: 'Acme', websites: VISITORS.map(({ id }) => ({ id, name: `${id}.example`, event_log: true })) },
  ],
};

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine, CATALOG, new TestClock(NOW));
    const seen = (website_id: number, day: string, count: number) =>
      Array.from({ length: count }, (_, visitor) =>
        eventWith({ website_id, visitor: `${visitor}`, at: `${day}T09:00:00Z` }),
      );
    await ingestion.count(
      ...VISITORS.flatMap(({ id, early, late }) => [...seen(id, EARLY, early), ...seen(id, LATE, late)]),
    );
    await mergeLog(ingestion.database, ingestion.clock);
  });
  afterAll(() => ingestion.dispose());

  test.each([
    [1, 25],
    [2, 25],
    [3, 25],
    [4, undefined],
  ])('those of website %i name the smallest sample: %s', async (websiteId, percent) => {
    const nowMs = ingestion.clock.nowMs;
    const bounds = { queryEventsMax: 500, exactEventsMax: Number.POSITIVE_INFINITY };
    const { sampled, sample_rate: rate } = await bestTimesReport.read(
      { metric: 'views' },
      {
        ...{ database: ingestion.database, websiteId, ...bounds },
        ...{ todayIn: (zone) => zone.dayAt(nowMs), currentMinuteMs: () => nowMs },
      },
    );
    expect(sampled).toBe(percent !== undefined);
    if (percent === undefined) expect(rate).toBeUndefined();
    else expect(rate).toBeCloseTo(percent, 1);
  });
});
