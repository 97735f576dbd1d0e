// Which days are read to compare websites of an account, each in its own days: those of two time zones differ by a day.
import { expect, test } from 'vitest';
import { compareOwnDays, WEBSITES_SO_FAR_MAX } from '../../../../src/core/answers/reports/account/own-days.ts';
import type { WebsiteDates } from '../../../../src/core/answers/reports/open-report.ts';
import { NO_BOUNDS } from '../../../../src/core/engine/event-log/questions/unique-visitors.ts';
import { dayFromIso, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { NO_COUNTS } from '../../../../src/core/engine/rollups/counts.ts';
import type { Window } from '../../../../src/core/engine/rollups/window.ts';
import { zoneOf } from '../../../../src/core/foundation/time/zone.ts';

const NOW_MS = Date.parse('2026-06-11T00:30:00Z');
/** It is the 10th there, and the 11th in UTC. */
const BEHIND = 'America/Los_Angeles';

test('websites with another today are read by themselves, and those with the same one together', async () => {
  const websites = Array.from({ length: WEBSITES_SO_FAR_MAX + 1 }, (_, index): WebsiteDates => {
    const zone = zoneOf(index % 2 === 0 ? 'UTC' : BEHIND);
    const ids = { id: index + 1, name: `${index + 1}.example`, currency: 'USD' };
    const dates = { created_at: '2026-01-01T00:00:00Z', first_day: dayFromIso('2026-01-01')!, insights_week: null };
    return { ...ids, ...dates, zone };
  });
  const groups = [...Map.groupBy(websites, ({ zone }) => zone.dayAt(NOW_MS))].map(([today, some]) => ({
    window: { firstDay: dayFromIso('2026-06-01')!, lastDay: today },
    websites: some,
  }));
  const read: string[] = [];
  /** As many views as the last day has of the month. */
  const countsOf = ({ firstDay, lastDay }: Window) => {
    read.push(`${isoOfDay(firstDay)} to ${isoOfDay(lastDay)}`);
    const views = lastDay - firstDay + (firstDay < groups[0]!.window.firstDay ? 1 : 91);
    return new Map(websites.map(({ id }) => [id, { ...NO_COUNTS, views }]));
  };
  // With so many websites, no part of a day is compared, so no log is read.
  const context = { ...NO_BOUNDS, database: { query: () => Promise.reject(new Error('nothing is read')) } };
  const found = await compareOwnDays(
    { ...context, todayIn: (zone) => zone.dayAt(NOW_MS), currentMinuteMs: () => NOW_MS },
    { timeframe: 'this_month', compare_with: 'previous' },
    groups,
    { counts: new Map(), read: async (window) => countsOf(window) },
  );
  expect(read.toSorted()).toEqual([
    '2026-05-01 to 2026-05-09',
    '2026-05-01 to 2026-05-10',
    '2026-06-01 to 2026-06-09',
    '2026-06-01 to 2026-06-10',
  ]);
  const days = (last: string) => ({ first_day: '2026-06-01', last_day: `2026-06-${last}` });
  const before = (last: string) => ({
    compared_with: { first_day: '2026-05-01', last_day: `2026-05-${last}`, until: null, through: `2026-06-${last}` },
  });
  // 100 views on ten days, and 99 on nine.
  expect(found.get(1)).toMatchObject({ viewers_change: 900, days: { ...days('11'), ...before('10') } });
  expect(found.get(2)).toMatchObject({ viewers_change: 1_000, days: { ...days('10'), ...before('09') } });
});
