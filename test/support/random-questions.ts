// Seeded questions to reports: any window, any order, any page.
import { Random } from '../../src/core/foundation/statistics/random.ts';
import type { Asked } from './expected-reports.ts';
import { DAY_MS } from './test-clock.ts';

const TIMEFRAMES = [
  'today',
  'this_week',
  'this_month',
  'this_quarter',
  'this_year',
  'last_24_hours',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'last_365_days',
  'all_time',
  'insights_week',
  'custom',
  'custom',
  'custom',
  'custom',
];
const SORTS = [
  'created_at',
  'published_at',
  'views',
  'conversions',
  'completions',
  'conversion_rate',
  'completion_rate',
  'revenue',
  'aov',
];

const GROUP_BYS = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** Parameters that every report accepts. */
export class Questions {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.#random.between(0, items.length - 1)]!;
  }

  maybe<T>(value: T): T | undefined {
    return this.#random.chance(0.5) ? value : undefined;
  }

  window(): Asked {
    const timeframe = this.pick(TIMEFRAMES);
    if (timeframe !== 'custom') return { timeframe };
    const [range_start, range_end] = [this.#date(), this.#date()].sort();
    return { timeframe, range_start: range_start!, range_end: range_end! };
  }

  counting(): Asked {
    return defined({
      ...this.window(),
      count_type: this.maybe(this.pick(['distinct', 'total'] as const)),
      previous_period: this.maybe(this.pick([true, false])),
    });
  }

  /** So that it stays within the limits: few days by day, any number by year. */
  series(): Asked {
    const asked = this.counting();
    const sizes = lengthOf(asked) > 380 ? (['month', 'quarter', 'year'] as const) : GROUP_BYS;
    return defined({ ...asked, group_by: this.maybe(this.pick(sizes)) });
  }

  list(): Asked {
    return defined({
      ...this.counting(),
      page: this.maybe(this.pick([1, 2, 3])),
      per_page: this.maybe(this.pick([1, 3, 50, 70])),
      sort: this.maybe(this.pick(SORTS)),
      cta_type: this.maybe(this.pick(['overlay', 'quiz', 'bar'])),
      status: this.maybe(this.pick(['live', 'archived'])),
    });
  }

  #date(): string {
    const day = Date.parse('2023-11-01') / DAY_MS + this.#random.between(0, 500);
    return new Date(day * DAY_MS).toISOString().slice(0, 10);
  }
}

export function defined(asked: { readonly [Name in keyof Asked]: Asked[Name] | undefined }): Asked {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

export function lengthOf({ timeframe, range_start, range_end }: Asked): number {
  if (timeframe === 'all_time') return Number.POSITIVE_INFINITY;
  return timeframe === 'custom' ? (Date.parse(range_end!) - Date.parse(range_start!)) / DAY_MS + 1 : 365;
}
