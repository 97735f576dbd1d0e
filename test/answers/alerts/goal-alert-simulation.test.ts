// How often a goal that will be reached is said to be at risk, by simulation: somebody looks at the end of every day of the month.
// `npm run simulate -- goals` prints the figures. The seeds were fixed before the first run.
import { afterAll, expect, test, vi } from 'vitest';
import { FORECAST_DAYS, forecastMonth } from '../../../src/answers/alerts/forecast.ts';
import { goalAlerts } from '../../../src/answers/alerts/goal-alert.ts';
import type { GoalFields } from '../../../src/answers/alerts/goal-progress.ts';
import type { Counts } from '../../../src/engine/rollups/counts.ts';
import { Random } from '../../../src/server/demo/random.ts';
import { IS_LONG } from '../../support/long.ts';
import { DAYS_PER_MONTH, simulatedMonth, sum } from './simulated-month.ts';

const MONTHS = Number(process.env.SIMULATED_MONTHS ?? (IS_LONG ? 1_000 : 100));
const SEED = Number(process.env.SIMULATED_SEED ?? 3_141_592);
vi.setConfig({ testTimeout: 900_000 });
afterAll(() => vi.resetConfig());

type Metric = Extract<GoalFields['metric'], 'views' | 'conversions' | 'orders' | 'revenue'>;
const METRICS: readonly Metric[] = ['views', 'conversions', 'orders', 'revenue'];

const SIMULATED = Array.from({ length: MONTHS }, (_, index) => simulatedMonth(index, new Random(SEED + index)));

/** It says whether any look of the month finds the goal at risk. */
function isSaid(metric: Metric, days: readonly Counts[], targetOfTruth: number): boolean {
  const month = days.slice(FORECAST_DAYS);
  const goal = { id: 1, name: 'Goal', metric, target: targetOfTruth * sum(month, metric), campaign_id: null };
  return month.slice(1).some((_, over) => {
    const known = FORECAST_DAYS + over + 1;
    const reached = sum(month.slice(0, over + 1), metric);
    const before = days.slice(0, known).map((day) => day[metric]);
    const forecast = forecastMonth({ reached, before, leftToday: 1, daysToCome: DAYS_PER_MONTH - over - 2 });
    const asked = { websiteId: 1, currency: 'USD', day: over, over: (over + 1) / DAYS_PER_MONTH };
    return goalAlerts({ ...asked, goals: [{ goal, reached, forecast }] }).length > 0;
  });
}

function shareSaid(targetOfTruth: number): number {
  const said = METRICS.flatMap((metric) => SIMULATED.map((days) => isSaid(metric, days, targetOfTruth)));
  const share = said.filter(Boolean).length / said.length;
  process.stdout.write(
    `goals whose month has ${(100 / targetOfTruth).toFixed(0)} % of the target, ${said.length} months (seed ${SEED}): ` +
      `${(100 * share).toFixed(1)} % are said to be at risk\n`,
  );
  return share;
}

test.each([
  [0.8, 0.01],
  [0.9, 0.02],
])('goals of %s of what the month brings are hardly ever said to be at risk', (target, shareMax) => {
  expect(shareSaid(target)).toBeLessThanOrEqual(shareMax);
});

test('goals that are just reached are seldom said to be at risk, and those that are far off nearly always', () => {
  expect(shareSaid(1)).toBeLessThanOrEqual(0.12);
  expect(shareSaid(1.25)).toBeGreaterThanOrEqual(0.75);
  expect(shareSaid(1.5)).toBeGreaterThanOrEqual(0.95);
});
