// Websites that had less in a week than in the week before, by more than random variation explains.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWebsites } from '../../../../src/core/answers/reports/open-report.ts';
import { NO_BOUNDS } from '../../../../src/core/engine/event-log/questions/unique-visitors.ts';
import { isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { type Counts, NO_COUNTS } from '../../../../src/core/engine/rollups/counts.ts';
import {
  fallenAmong,
  type KnownWeeks,
  readWeeklyFalls,
} from '../../../../src/extensions/changes/reports/weekly-falls.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { eventWith } from '../../../support/events.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const USUAL: Counts = { ...NO_COUNTS, views: 8_000, conversions: 2_000, orders: 400, revenue: 400 * 500_000 };

/** Weeks that vary by a few percent, then one with these counts. */
function website(websiteId: number, last: Partial<Counts>, usual = USUAL, weeks = 26): KnownWeeks {
  const known = Array.from({ length: weeks }, (_, week) => scaled(usual, 1 + 0.04 * Math.sin(1 + week * 2.3)));
  return { websiteId, today: 20_000, weeks: [...known, { ...known.at(-1)!, ...last }] };
}

function scaled(counts: Counts, factor: number): Counts {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Math.round(count * factor)])) as never;
}

const fallen = (...websites: KnownWeeks[]) =>
  [...fallenAmong(websites)].map(([{ websiteId }, metric]) => [websiteId, metric]);

test('a fall by more than random variation explains is said, a rise and the others are not', () => {
  expect(fallen(website(1, { views: 5_000 }), website(2, {}), website(3, { views: 20_000 }))).toEqual([[1, 'views']]);
});

test('of several numbers that fell, the one nearest to money is said', () => {
  expect(fallen(website(1, { views: 3_000, conversions: 700, orders: 150 }))).toEqual([[1, 'orders']]);
});

test('a fall as the website has every few weeks, one of few events, and a website without weeks are not said', () => {
  const few: Counts = { ...NO_COUNTS, views: 40, conversions: 8, orders: 3 };
  expect(fallen(website(1, { views: 7_300 }), website(2, { orders: 0 }, few), website(3, {}, USUAL, 0))).toEqual([]);
});

test('all websites share one budget for errors: what is news of one is none among many', () => {
  const one = website(1, { views: 6_500 });
  expect(fallen(one)).toHaveLength(1);
  expect(fallen(one, ...Array.from({ length: 99 }, (_, index) => website(index + 2, {})))).toEqual([]);
});

describe.each(ANY_ENGINE)('read on %s', (engine) => {
  /** It is the 16th in Auckland by then. */
  const NOW = '2026-06-15T13:00:00Z';
  const WEBSITES = [
    { id: 1, timezone: 'UTC', first: '2026-06-01' },
    { id: 2, timezone: 'UTC', first: '2026-06-02' },
    { id: 3, timezone: 'Pacific/Auckland', first: '2026-06-02' },
    { id: 4, timezone: 'Pacific/Auckland', first: '2026-06-03' },
  ];
  let ingestion: TestIngestion;

  beforeAll(async () => {
    const websites = WEBSITES.map(({ id, timezone }) => ({ id, name: `${id}.example`, timezone }));
    const catalog = { accounts: [{ id: 1, name: 'Acme', websites }] };
    ingestion = await createTestIngestion(engine, catalog, new TestClock(NOW));
    const seen = (website_id: number, day: string, count: number) =>
      Array.from({ length: count }, (_, visitor) =>
        eventWith({ website_id, visitor: `${day} ${visitor}`, at: `${day}T00:00:00Z` }),
      );
    await ingestion.count(
      ...WEBSITES.flatMap(({ id, first }) => [...seen(id, first, 300), ...seen(id, '2026-06-12', 10)]),
    );
  });
  afterAll(() => ingestion.dispose());

  test('a week is compared with the week before if the website was there on all of its days', async () => {
    const { database, clock } = ingestion;
    const websites = await readWebsites(
      { database },
      WEBSITES.map(({ id }) => id),
    );
    const falls = await readWeeklyFalls(
      {
        exactEventsMax: NO_BOUNDS.exactEventsMax,
        queryEventsMax: NO_BOUNDS.queryEventsMax,
        database,
        todayIn: (zone) => zone.dayAt(clock.nowMs),
        currentMinuteMs: () => clock.nowMs,
      },
      websites,
    );
    expect(falls.map(({ websiteId, day, stake }) => [websiteId, isoOfDay(day), stake])).toEqual([
      [1, '2026-06-14', { of: 'views', count: 290 }],
      [3, '2026-06-15', { of: 'views', count: 290 }],
    ]);
  });
});
