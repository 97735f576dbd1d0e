// npm run simulate runs the simulation of experiments; npm run simulate -- NAME runs another one, with further options.
import { spawnSync } from 'node:child_process';

interface Simulation {
  readonly about: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

const DEFAULT = 'experiments';

const SIMULATIONS: Readonly<Record<string, Simulation>> = {
  [DEFAULT]: {
    about: '10,000 experiments of each kind, day by day; see docs/experiments.md',
    command: ['vitest', 'run', 'test/extensions/experiments/simulation.test.ts'],
    env: { SIMULATED_EXPERIMENTS: process.env.SIMULATED_EXPERIMENTS ?? '10000' },
  },
  segments: {
    about: '10,000 experiments of each kind, fifteen segments looked at every day; see docs/experiments.md',
    command: ['vitest', 'run', 'test/extensions/experiments/segments-simulation.test.ts'],
    env: { SIMULATED_EXPERIMENTS: process.env.SIMULATED_EXPERIMENTS ?? '10000' },
  },
  incremental: {
    about: '10,000 campaigns with a holdout of each kind, looked at every day; see docs/experiments.md',
    command: ['vitest', 'run', 'test/extensions/experiments/incremental-simulation.test.ts'],
    env: { SIMULATED_EXPERIMENTS: process.env.SIMULATED_EXPERIMENTS ?? '10000' },
  },
  scale: {
    about: 'what a thousand to millions of websites need, and what breaks first; see docs/scale.md',
    command: ['node', 'capacity/main.ts'],
  },
  alerts: {
    about:
      '20 times the websites of the suite, hour by hour: false alerts, and how soon changes are found; see docs/notifications.md',
    command: ['vitest', 'run', 'test/extensions/changes/alerts/simulation.test.ts'],
    env: { SIMULATED_WEBSITES: process.env.SIMULATED_WEBSITES ?? '20' },
  },
  news: {
    about:
      '1,000 websites on which nothing happens, looked at every day: how often a change is colored; see docs/insights.md',
    command: ['vitest', 'run', 'test/core/answers/reports/news-simulation.test.ts'],
    env: { SIMULATED_WEBSITES: process.env.SIMULATED_WEBSITES ?? '1000' },
  },
  goals: {
    about:
      '1,000 months of each metric: how often the range of a forecast holds the truth, ' +
      'and how often a goal that is reached is said to be at risk; see docs/insights.md',
    command: [
      ...(['vitest', 'run', 'test/core/answers/alerts/forecast-simulation.test.ts'] as const),
      'test/core/answers/alerts/goal-alert-simulation.test.ts',
    ],
    env: { SIMULATED_MONTHS: process.env.SIMULATED_MONTHS ?? '1000' },
  },
  moves: {
    about:
      '200 falls and rises of each kind: how often the wrong segment is named, and how often the right one; see docs/insights.md',
    command: ['vitest', 'run', 'test/extensions/changes/segments/simulation.test.ts'],
    env: { SIMULATED_MOVES: process.env.SIMULATED_MOVES ?? '200' },
  },
};

const [name = DEFAULT, ...options] = process.argv.slice(2);
const simulation = SIMULATIONS[name];
if (simulation) {
  const [program, ...args] = simulation.command;
  const env = { ...process.env, ...simulation.env };
  process.exitCode = spawnSync(program, [...args, ...options], { stdio: 'inherit', env }).status ?? 1;
} else {
  console.error(`Unknown simulation: ${name}\nUsage: npm run simulate -- NAME\n`);
  for (const [known, { about }] of Object.entries(SIMULATIONS)) console.error(`  ${known.padEnd(13)} ${about}`);
  process.exitCode = 2;
}
