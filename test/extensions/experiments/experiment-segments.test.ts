// Experiments with filters and breakdowns, compared with plain arrays of events.

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ExperimentMetric } from '../../../src/core/answers/experiments/experiment-names.ts';
import {
  type Dimension,
  type DimensionValues,
  NO_VALUE,
  OTHER_VALUES,
} from '../../../src/core/foundation/dimensions/dimension.ts';
import { Random } from '../../../src/core/foundation/statistics/random.ts';
import type { ArmCounts } from '../../../src/extensions/experiments/arm.ts';
import { campaignExperiment } from '../../../src/extensions/experiments/campaign-experiment.ts';
import type { ObservedTest } from '../../../src/extensions/experiments/experiment.ts';
import { comparisonOf } from '../../../src/extensions/experiments/experiment-values.ts';
import { compareArms } from '../../../src/extensions/experiments/judge.ts';
import { segmentRules } from '../../../src/extensions/experiments/rules.ts';
import { ANY_ENGINE } from '../../support/databases.ts';
import { type EventWithDimensions, startWithLog } from '../../support/dimensions.ts';
import { mergeLog } from '../../support/event-log.ts';
import type { SentEvent } from '../../support/events.ts';
import { restoreOf } from '../../support/restore.ts';
import { DAY_MS, TestClock } from '../../support/test-clock.ts';
import type { Parameters, TestService } from '../../support/test-service.ts';

const FIRST_MS = Date.parse('2025-03-01T10:00:00Z');
const dayOf = (day: number) => new Date(FIRST_MS + day * DAY_MS).toISOString();
const clockOn = (day: number) => new TestClock(dayOf(day));

/** `holdout`: the variation that shows nothing. */
function catalogOf(variations: string, holdout?: string) {
  const variants = [...variations].map((variation, index) => ({
    id: 100 + index,
    variation,
    traffic_percentage: Math.floor(100 / variations.length),
    is_holdout: variation === holdout,
    steps: [{ id: 1000 + index, position: 1 }],
  }));
  const websites = [{ id: 1, name: 'a.example', currency: 'USD', campaigns: [{ id: 10, name: 'Welcome', variants }] }];
  return { accounts: [{ id: 1, name: 'Acme', websites }] };
}

interface RandomEvent {
  readonly type: 'view' | 'conversion' | 'completion' | 'subscribe' | 'order';
  readonly arm: number;
  readonly day: number;
  readonly visitor: string;
  /** The amount in cents. */
  readonly amount: number;
  readonly dimensions: DimensionValues;
}

const DAYS = 17;
const ARMS = 3;
const EVENTS = 4_000;
const VALUES_SHOWN = 50;
/** Visitors keep their variant and come back; all values are drawn anew for each event, so that they have several. */
function randomEvents(random: Random): RandomEvent[] {
  const pick = <Value>(values: readonly Value[]) => values[random.between(0, values.length - 1)]!;
  return Array.from({ length: EVENTS }, (_, index): RandomEvent => {
    const visitor = random.between(0, 1_200);
    const day = index < ARMS ? 0 : random.between(0, DAYS - 1);
    const values = {
      device: pick(['mobile', 'desktop', undefined]),
      // One of them comes in the second week, and one after it.
      country: pick(['DE', 'US', ...(day >= 7 ? ['FR'] : []), ...(day >= 14 ? ['NZ'] : [])]),
      page: pick(['/', '/a:b', `/${random.between(0, 90)}`, undefined]),
    };
    return {
      type: index < ARMS ? 'view' : pick(['view', 'view', 'conversion', 'completion', 'subscribe', 'order']),
      arm: index < ARMS ? index : visitor % ARMS,
      day,
      visitor: `v${index < ARMS ? `first${index}` : visitor}`,
      amount: random.between(1, 100_000),
      dimensions: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
    };
  });
}

function sentOf({ type, arm, day, visitor, amount }: RandomEvent, index: number): SentEvent {
  const order = type === 'order' ? { order_id: `o${index}`, revenue: amount / 100 } : {};
  return { type, website_id: 1, step_id: 1000 + arm, visitor, at: dayOf(day), ...order };
}

/** The same questions of plain arrays. */
class PlainExperiment {
  readonly #events: readonly RandomEvent[];
  readonly #firstDays = new Map<string, number>();

  constructor(events: readonly RandomEvent[]) {
    this.#events = events;
    for (const { visitor, day } of events) {
      this.#firstDays.set(visitor, Math.min(day, this.#firstDays.get(visitor) ?? day));
    }
  }

  valueOf({ dimensions, visitor, day }: RandomEvent, dimension: Dimension): string {
    if (dimension !== 'visitor_type') return dimensions[dimension] ?? NO_VALUE;
    return this.#firstDays.get(visitor) === day ? 'new' : 'returning';
  }

  /** The values that are shown, those with the most visitors first, and the others. */
  values(holds: Holds, dimension: Dimension): { readonly shown: string[]; readonly others: ReadonlySet<string> } {
    const visitors = new Map<string, Set<string>>();
    for (const event of this.#events.filter(holds)) {
      const value = this.valueOf(event, dimension);
      const known = visitors.get(value) ?? visitors.set(value, new Set()).get(value)!;
      if (event.type === 'view') known.add(event.visitor);
    }
    const values = [...visitors]
      .sort(([a, ofA], [b, ofB]) => ofB.size - ofA.size || (a < b ? -1 : 1))
      .map(([value]) => value);
    return { shown: values.slice(0, VALUES_SHOWN), others: new Set(values.slice(VALUES_SHOWN)) };
  }

  /** The segment has so many dimensions. */
  compared(holds: Holds, dimensions: 1 | 2, metric: ExperimentMetric) {
    const events = this.#events.filter(holds);
    const views = (of: readonly RandomEvent[], week: number) =>
      of.filter(({ type, day }) => type === 'view' && Math.floor(day / 7) === week).length;
    const [first, second] = [0, 1].map((week) => views(events, week) / views(this.#events, week));
    const share = first! / 2 + second! / 6;
    const counts = Array.from({ length: ARMS }, (_, arm) => countsOf(events.filter((event) => event.arm === arm)));
    const rules = segmentRules(share / (dimensions === 1 ? 24 : 264));
    const look = { day: DAYS - 1, counts };
    const test = { firstDay: 0, lastDay: DAYS - 1, rules } as ObservedTest;
    return compareArms({ arms: [], test }, metric, look).map((compared, arm) => {
      return { id: 100 + arm, visitors: counts[arm]!.visitors.count, ...comparisonOf(metric, compared) };
    });
  }
}

type Holds = (event: RandomEvent) => boolean;

function countsOf(events: readonly RandomEvent[]): ArmCounts {
  const distinct = (type: RandomEvent['type']) => {
    return {
      count: new Set(events.filter((event) => event.type === type).map(({ visitor }) => visitor)).size,
      isExact: true,
    };
  };
  const amounts = events.filter(({ type }) => type === 'order').map(({ amount }) => amount * 100);
  return {
    visitors: distinct('view'),
    conversions: distinct('conversion'),
    completions: distinct('completion'),
    subscribes: distinct('subscribe'),
    orders: amounts.length,
    revenue: amounts.reduce((sum, amount) => sum + amount, 0),
    revenueSquared: amounts.reduce((sum, amount) => sum + Math.round(amount ** 2 / 10_000), 0),
  };
}

describe.each(ANY_ENGINE)('the experiment report of random events, on %s', (engine) => {
  const events = randomEvents(new Random(20_261_117));
  const plain = new PlainExperiment(events);
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    const sent = events.map((event, index) => ({ event: sentOf(event, index), dimensions: event.dimensions }));
    const clock = clockOn(DAYS - 1);
    service = await startWithLog(engine, sent, { catalog: catalogOf('ABC'), clock });
    await mergeLog(service.database, clock);
    token = await service.token([1]);
  });

  afterAll(() => service.dispose());

  const ask = (parameters: Parameters) => service.report(campaignExperiment, { id: 10, ...parameters }, token);
  const isMobile: Holds = (event) => plain.valueOf(event, 'device') === 'mobile';
  const METRICS = ['conversion_rate', 'revenue_per_visitor'] as const;

  test.each(['device', 'country', 'page', 'visitor_type'] as const)('by %s', async (dimension) => {
    for (const filters of [[], [isMobile]]) {
      if (dimension === 'device' && filters.length > 0) continue;
      const filter = filters.length > 0 ? { filter: 'device:mobile' } : {};
      const holds = (event: RandomEvent) => filters.every((one) => one(event));
      const { shown, others } = plain.values(holds, dimension);
      for (const metric of METRICS) {
        const { breakdown, ...data } = (await ask({ ...filter, metric, break_down_by: dimension })).data;
        const compared = (has: (value: string) => boolean) => {
          const inSegment = (event: RandomEvent) => holds(event) && has(plain.valueOf(event, dimension));
          return plain.compared(inSegment, filters.length > 0 ? 2 : 1, metric);
        };
        const rows = shown.map((value) => ({ value, variants: compared((own) => own === value) }));
        const rest = compared((value) => others.has(value)).map((row) => ({ ...row, difference: null, lift: null }));
        const expected = others.size > 0 ? [...rows, { value: OTHER_VALUES, variants: rest }] : rows;
        expect(breakdown).toMatchObject({ dimension, sampled: false });
        expect(breakdown!.values.map(({ verdict: _, ...row }) => row)).toEqual(expected);
        // It changes nothing else.
        expect(data).toEqual((await ask({ ...filter, metric })).data);
      }
    }
  });

  test('a value of a breakdown has the numbers and the verdict of the report with its filter', async () => {
    for (const metric of METRICS) {
      const { breakdown } = (await ask({ metric, break_down_by: 'country' })).data;
      expect(breakdown!.values.map(({ value }) => value).toSorted()).toEqual(['DE', 'FR', 'NZ', 'US']);
      for (const { value, verdict, variants } of breakdown!.values) {
        const filtered = await ask({ metric, filter: `country:${value}` });
        expect(filtered).toMatchObject({ filter: [`country:${value}`], sampled: false, data: { verdict } });
        expect(
          filtered.data.variants.map(({ id, visitors, metrics }) => ({ id, visitors, ...metrics[metric] })),
        ).toEqual(variants);
      }
      const late = breakdown!.values.find(({ value }) => value === 'NZ')!;
      expect(late.verdict!.sentence).toContain('no views in the weeks of the test that are over');
      expect(late.variants.map(({ lift }) => lift)).toEqual([null, null, null]);
    }
  });
});

const MOBILE: DimensionValues = { device: 'mobile' };
const DESKTOP: DimensionValues = { device: 'desktop' };

/** B is better on mobile devices, and worse on others. */
function oppositeEvents(days: number): EventWithDimensions[] {
  return Array.from({ length: days * 160 }, (_, number): EventWithDimensions[] => {
    const [arm, isMobile] = [Math.floor(number / days) % 2, Math.floor(number / days / 2) % 2 === 0];
    const on = { website_id: 1, step_id: 1000 + arm, visitor: `v${number}`, at: dayOf(number % days) };
    const isConverted = Math.floor(number / days / 4) % 10 < ((arm === 1) === isMobile ? 4 : 1);
    const sent = [{ ...on, type: 'view' }, ...(isConverted ? [{ ...on, type: 'conversion' }] : [])];
    return sent.map((event) => ({ event, dimensions: isMobile ? MOBILE : DESKTOP }));
  }).flat();
}

describe.each(ANY_ENGINE)('an experiment with opposite segments, on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startWithLog(engine, oppositeEvents(10), { catalog: catalogOf('AB'), clock: clockOn(9) });
    token = await service.token([1]);
  });

  afterAll(() => service.dispose());

  test('has a winner in each segment, and none of all visitors', async () => {
    const { data } = await service.report(campaignExperiment, { id: 10, break_down_by: 'device' }, token);
    expect(data.verdict.variant_id).toBeNull();
    const winners = data.breakdown!.values.map(({ value, verdict }) => [value, verdict!.kind, verdict!.variant_id]);
    expect(winners).toEqual([
      ['desktop', 'winner', 100],
      ['mobile', 'winner', 101],
    ]);
  });

  test('has no visitors in a segment that nobody is in', async () => {
    const { data } = await service.report(campaignExperiment, { id: 10, filter: 'device:tablet' }, token);
    expect(data.variants.map(({ visitors }) => visitors)).toEqual([0, 0]);
    expect(data.verdict.variant_id).toBeNull();
  });

  test.each([{ filter: 'device:mobile' }, { break_down_by: 'device' }])(
    'needs all days of the test: $filter $break_down_by',
    async (asked) => {
      onTestFinished(await restoreOf(service.database));
      await service.database.transaction((tx) => tx.query('UPDATE website_activity SET log_from = log_from + 100000'));
      const { status, body } = await service.ask(campaignExperiment, { id: 10, metric: 'order_rate', ...asked }, token);
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { code: 'events_not_kept', param: Object.keys(asked)[0] },
      });
    },
  );
});

test.each(ANY_ENGINE)('visitors of a holdout are visitors of the test, on %s', async (engine) => {
  const options = { catalog: catalogOf('AB', 'A'), clock: clockOn(9) };
  const service = await startWithLog(engine, oppositeEvents(10), options);
  try {
    const asked = { id: 10, break_down_by: 'device', filter: 'device:mobile', metric: 'conversion_rate' };
    const { data } = await service.report(campaignExperiment, asked, await service.token([1]));
    expect(data.variants.map(({ visitors, is_holdout }) => [visitors, is_holdout])).toEqual([
      [400, true],
      [400, undefined],
    ]);
    expect(data.breakdown!.values.map(({ value }) => value)).toEqual(['mobile']);
    // Nobody has seen both variants.
    expect(data.health).toEqual([]);
  } finally {
    await service.dispose();
  }
});

test.each(ANY_ENGINE)('nothing is decided by a sample, on %s', async (engine) => {
  const events = oppositeEvents(10);
  const config = { queryEventsMax: Math.round(events.length / 2) };
  const service = await startWithLog(engine, events, { catalog: catalogOf('AB'), clock: clockOn(9), config });
  try {
    const asked = { id: 10, break_down_by: 'device', filter: 'country:(none)' };
    const { sampled, data } = await service.report(campaignExperiment, asked, await service.token([1]));
    expect([sampled, data.breakdown!.sampled]).toEqual([true, true]);
    expect(data.health.map(({ kind }) => kind)).toEqual(['sampled']);
    const verdicts = [data.verdict, ...data.breakdown!.values.map(({ verdict }) => verdict!)];
    expect(verdicts.map(({ kind }) => kind)).toEqual(['unhealthy', 'unhealthy', 'unhealthy']);
  } finally {
    await service.dispose();
  }
});
