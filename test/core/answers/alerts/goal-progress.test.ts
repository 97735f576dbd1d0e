// What is read for the forecast of a goal: whole days before the running one, of the website or of a campaign.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forecastMonth } from '../../../../src/core/answers/alerts/forecast.ts';
import { readGoalProgress } from '../../../../src/core/answers/alerts/goal-progress.ts';
import { NO_BOUNDS } from '../../../../src/core/engine/event-log/questions/unique-visitors.ts';
import { dayFromIso, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { UTC } from '../../../../src/core/foundation/time/zone.ts';
import { ENGINES } from '../../../support/databases.ts';
import { orderWith } from '../../../support/events.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

/** Six in the morning: three quarters of the day are still to come. */
const clock = new TestClock('2025-03-10T06:00:00Z');
const TODAY = dayFromIso('2025-03-10')!;
const DAYS = 35;

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestIngestion;
  beforeAll(async () => {
    world = await createTestIngestion(engine, SAMPLE_CATALOG, clock);
    const at = (day: number, hour: string) => `${isoOfDay(day)}T${hour}:00:00Z`;
    // Three orders a day, two of them in campaign 10, and one so far today.
    await world.count(
      ...Array.from({ length: DAYS }, (_, index) => TODAY - DAYS + index).flatMap((day) => [
        orderWith({ order_id: `${day} a`, campaign_id: 10, at: at(day, '09') }),
        orderWith({ order_id: `${day} b`, campaign_id: 10, at: at(day, '10') }),
        orderWith({ order_id: `${day} c`, at: at(day, '20') }),
      ]),
      orderWith({ order_id: 'today', campaign_id: 10, at: at(TODAY, '05') }),
      orderWith({ order_id: 'of another website', website_id: 2, at: at(TODAY - 1, '05') }),
    );
    const goal = (websiteId: number, id: number, campaignId: number | null) => [
      ...[websiteId, id, 'goal', `Goal ${id}`],
      JSON.stringify({ metric: 'orders', target: 100, campaign_id: campaignId }),
      ...['2025-03-01T00:00:00Z', '2025-03-01T00:00:00Z'],
    ];
    await world.database.transaction((tx) =>
      tx.insertMany({
        into: 'saved_records',
        columns: ['website_id', 'id', 'kind', 'name', 'definition', 'created_at', 'updated_at'],
        rows: [goal(1, 1, null), goal(1, 2, 10), goal(2, 3, null)],
      }),
    );
  });
  afterAll(() => world.dispose());

  test('the running day has what is reached, and is no day of the rhythm', async () => {
    const asked = { websiteId: 1, zone: UTC, nowMs: clock.nowMs, bounds: NO_BOUNDS };
    const { goals } = await readGoalProgress(world.database, asked);
    const daily = (count: number, reached: number) => ({
      reached,
      forecast: forecastMonth({
        ...{ reached, before: Array<number>(DAYS).fill(count), leftToday: 0.75, daysToCome: 21 },
      }),
    });
    // Nine whole days of March and today.
    expect(goals.map(({ goal, ...progress }) => [goal.id, progress])).toEqual([
      [1, daily(3, 28)],
      [2, daily(2, 19)],
    ]);
    expect(goals[0]!.forecast!.value).toBeCloseTo(28 + 3 * 21.75, 8);
  });
});
