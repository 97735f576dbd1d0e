// How often a goal that will be reached is said to be at risk, by simulation: somebody looks at the end of every day of the month.
// `npm run simulate -- goals` prints the figures. The seeds were fixed before the first run.
import { afterAll, expect, test, vi } from 'vitest';
import { FORECAST_DAYS, type Forecast, forecastMonth } from '../../../../src/core/answers/alerts/forecast.ts';
import { goalAlerts } from '../../../../src/core/answers/alerts/goal-alert.ts';
import type { GoalFields } from '../../../../src/core/answers/alerts/goal-progress.ts';
import type { Counts } from '../../../../src/core/engine/rollups/counts.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { IS_LONG } from '../../../support/long.ts';
import { DAYS_PER_MONTH, simulatedMonth, sum } from './simulated-month.ts';

const MONTHS = Number(process.env.SIMULATED_MONTHS ?? (IS_LONG ? 1_000 : 100));
const SEED = Number(process.env.SIMULATED_SEED ?? 3_141_592);
vi.setConfig({ testTimeout: 900_000 });
afterAll(() => vi.resetConfig());

type Metric = Extract<GoalFields['metric'], 'views' | 'conversions' | 'orders' | 'revenue'>;
const METRICS: readonly Metric[] = ['views', 'conversions', 'orders', 'revenue'];

/** What somebody sees at the end of a day of the month: the forecast does not depend on the target. */
interface Look {
  readonly reached: number;
  readonly over: number;
  readonly forecast: Forecast | undefined;
}

interface SimulatedGoal {
  readonly metric: Metric;
  readonly truth: number;
  readonly looks: readonly Look[];
}

const GOALS: readonly SimulatedGoal[] = Array.from({ length: MONTHS }, (_, index) => {
  const days = simulatedMonth(index, new Random(SEED + index));
  return METRICS.map((metric) => ({
    metric,
    truth: sum(days.slice(FORECAST_DAYS), metric),
    looks: looksAt(metric, days),
  }));
}).flat();

function looksAt(metric: Metric, days: readonly Counts[]): readonly Look[] {
  return Array.from({ length: DAYS_PER_MONTH - 1 }, (_, index) => {
    const over = index + 1;
    const reached = sum(days.slice(FORECAST_DAYS, FORECAST_DAYS + over), metric);
    const before = days.slice(0, FORECAST_DAYS + over).map((day) => day[metric]);
    const forecast = forecastMonth({ reached, before, leftToday: 1, daysToCome: DAYS_PER_MONTH - over - 1 });
    return { reached, over, forecast };
  });
}

/** It says whether any look of the month finds the goal at risk. */
function isSaid({ metric, truth, looks }: SimulatedGoal, targetOfTruth: number): boolean {
  const goal = { id: 1, name: 'Goal', metric, target: targetOfTruth * truth, campaign_id: null };
  return looks.some(({ reached, over, forecast }) => {
    const asked = { websiteId: 1, currency: 'USD', day: over - 1, over: over / DAYS_PER_MONTH };
    return goalAlerts({ ...asked, goals: [{ goal, reached, forecast }] }).length > 0;
  });
}

function shareSaid(targetOfTruth: number): number {
  const said = GOALS.map((goal) => isSaid(goal, targetOfTruth));
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
