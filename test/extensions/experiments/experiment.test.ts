// The experiment of a campaign, from events to the verdict.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { importCatalog } from '../../../src/core/engine/catalog/records/import-catalog.ts';
import { changeWebsiteSettings } from '../../../src/core/engine/catalog/website-settings.ts';
import { campaignExperiment } from '../../../src/extensions/experiments/campaign-experiment.ts';
import { ANY_ENGINE } from '../../support/databases.ts';
import { ndjson, type SentEvent } from '../../support/events.ts';
import { restoreOf } from '../../support/restore.ts';
import { DAY_MS, TestClock } from '../../support/test-clock.ts';
import { type Parameters, TestService } from '../../support/test-service.ts';

const FIRST_MS = Date.parse('2025-03-01T10:00:00Z');
const DAYS = 14;
const WINNING = 10;
const NEW = 11;
const SINGLE = 12;
const SILENT = 13;
const HELD = 14;

function variantsOf(campaign: number, shares: readonly number[]) {
  return shares.map((share, index) => ({
    id: campaign * 10 + index,
    variation: 'AB'[index],
    name: ['Photo', 'Video'][index],
    traffic_percentage: share,
    steps: [{ id: campaign * 100 + index, position: 1 }],
  }));
}

function catalog(shares: readonly number[] = [50, 50]) {
  const [nothing, ...popup] = variantsOf(HELD, [50, 50]).toReversed();
  return {
    accounts: [
      {
        id: 1,
        name: 'Acme',
        websites: [
          {
            id: 1,
            name: 'acme.example',
            currency: 'USD',
            campaigns: [
              { id: WINNING, name: 'Welcome', variants: variantsOf(WINNING, shares) },
              { id: NEW, name: 'Untested', variants: variantsOf(NEW, [50, 50]) },
              { id: SINGLE, name: 'Alone', variants: variantsOf(SINGLE, [100, 0]) },
              { id: SILENT, name: 'Broken', variants: variantsOf(SILENT, [50, 50]) },
              { id: HELD, name: 'Held', variants: [...popup, { ...nothing, is_holdout: true }] },
            ],
          },
          { id: 2, name: 'other.example', currency: 'USD' },
        ],
      },
    ],
  };
}

/** 60 new visitors of each variant a day: 6 of A and 18 of B convert, 3 of each order, B for twice the money. */
function eventsOfDay(day: number): SentEvent[] {
  const at = new Date(FIRST_MS + day * DAY_MS).toISOString();
  return [0, 1].flatMap((arm) =>
    Array.from({ length: 60 }, (_, index): SentEvent[] => {
      const on = { website_id: 1, step_id: WINNING * 100 + arm, visitor: `${day}-${arm}-${index}`, at };
      return [
        { type: 'view', ...on },
        ...(index < (arm === 0 ? 6 : 18) ? [{ type: 'conversion', ...on }] : []),
        ...(index < 3
          ? [{ type: 'order', ...on, order_id: `${day}-${arm}-${index}`, revenue: arm === 0 ? 20 : 40 }]
          : []),
      ];
    }).flat(),
  );
}

/** 60 new visitors of each variant a day. 9 order who were shown the popup, which is variant A, and 3 of the others, each for $40. */
function eventsWithHoldout(day: number): SentEvent[] {
  const at = new Date(FIRST_MS + day * DAY_MS).toISOString();
  return [9, 3].flatMap((orders, arm) =>
    Array.from({ length: 60 }, (_, index): SentEvent[] => {
      const on = { website_id: 1, variant_id: HELD * 10 + arm, visitor: `h${day}-${arm}-${index}`, at };
      const order = { type: 'order', ...on, order_id: `h${day}-${arm}-${index}`, revenue: 40 };
      return [{ type: 'view', ...on }, ...(index < orders ? [order] : [])];
    }).flat(),
  );
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    const clock = new TestClock(new Date(FIRST_MS + (DAYS - 1) * DAY_MS).toISOString());
    const silent = Array.from({ length: 250 }, (_, index) => ({
      type: 'view',
      website_id: 1,
      step_id: SILENT * 100,
      visitor: `s${index}`,
    }));
    const days = Array.from({ length: DAYS }, (_, day) => [...eventsOfDay(day), ...eventsWithHoldout(day)]);
    const events = [...days.flat(), ...silent];
    service = await TestService.start(engine, { catalog: catalog(), clock, events });
    token = await service.token([1]);
  });

  afterAll(() => service.dispose());

  const dataOf = async (parameters: Parameters) =>
    (await service.report(campaignExperiment, { id: WINNING, ...parameters }, token)).data;

  test('the verdict, the lift and the window of the test', async () => {
    const { timeframe, data } = await service.report(campaignExperiment, { id: WINNING }, token);
    expect(timeframe).toMatchObject({ range_start: '2025-03-01T00:00:00Z', range_end: '2025-03-14T23:59:59Z' });
    expect(data).toMatchObject({
      id: WINNING,
      metric: 'conversion_rate',
      smallest_lift: 10,
      test: { first_day: '2025-03-01', last_day: '2025-03-14', days: 14, shares_changed_on: null },
      verdict: { kind: 'winner', variant_id: 101, days_left: null },
      health: [],
    });
    const [control, variant] = data.variants;
    expect(control).toMatchObject({ is_control: true, visitors: 840, visitors_share: 50, daily_visitors: 60 });
    expect(control!.metrics.conversion_rate).toEqual({ value: 10, difference: null, lift: null });
    const { value, difference, lift } = variant!.metrics.conversion_rate;
    expect([value, difference!.estimate, lift!.estimate]).toEqual([30, 20, 200]);
    expect(difference!.low).toBeGreaterThan(0);
    expect(lift!.low).toBeGreaterThan(50);
    // 420 visitors of A a week would convert at 30 % instead of 10 %.
    expect(data.at_stake!.conversions_per_week!.estimate).toBeCloseTo(84, 6);
  });

  test('the history narrows, one look a day', async () => {
    const { history = [] } = await dataOf({});
    expect(history.map(({ date }) => date)).toEqual(
      Array.from({ length: DAYS }, (_, day) => new Date(FIRST_MS + day * DAY_MS).toISOString().slice(0, 10)),
    );
    expect(history.every(({ lifts }) => lifts[0] === null)).toBe(true);
    const widths = history.flatMap(({ lifts }) => (lifts[1]?.high == null ? [] : lifts[1].high - lifts[1].low));
    expect(widths.length).toBeGreaterThan(3);
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
  });

  test('by revenue per visitor: $1 against $2, with the squares of the orders', async () => {
    const data = await dataOf({ metric: 'revenue_per_visitor' });
    expect(data.variants.map(({ metrics }) => metrics.revenue_per_visitor.value)).toEqual([1, 2]);
    // Variance of the difference: (42 * 20² + 42 * 40²) / 840²; at 1,680 visitors and alpha 0.05, 3.4068 standard errors.
    const { difference } = data.variants[1]!.metrics.revenue_per_visitor;
    const error = Math.sqrt((42 * 400 + 42 * 1600) / 840 ** 2);
    const time = (1680 * (-2 * Math.log(0.05) + Math.log(1 - 2 * Math.log(0.05)))) / 5000;
    const reach = error * Math.sqrt(((time + 1) / time) * Math.log((time + 1) / 0.0025));
    expect(difference!.low).toBeCloseTo(1 - reach, 3);
    expect(difference!.high).toBeCloseTo(1 + reach, 3);
    expect(data.verdict.kind).toBe('keep_running');
  });

  test('the smallest lift that matters is a setting of the website, and a parameter', async () => {
    await changeWebsiteSettings(service.database, 1, { smallest_lift: 25 });
    expect((await dataOf({})).smallest_lift).toBe(25);
    expect((await dataOf({ smallest_lift: 3 })).smallest_lift).toBe(3);
    await changeWebsiteSettings(service.database, 1, { smallest_lift: 10 });
  });

  test.each([
    ['smallest_lift', 0],
    ['smallest_lift', 101],
    ['metric', 'views'],
  ])('%s must not be %s', async (name, value) => {
    const { status, body } = await service.ask(campaignExperiment, { id: WINNING, [name]: value }, token);
    expect([status, (body as { code: string }).code]).toEqual([422, `invalid_${name}`]);
  });

  test('without two variants that get visitors', async () => {
    expect((await dataOf({ id: SINGLE })).verdict.kind).toBe('no_experiment');
    const untested = await dataOf({ id: NEW });
    expect([untested.verdict.kind, untested.test, untested.at_stake]).toEqual(['keep_running', null, null]);
    const silent = await dataOf({ id: SILENT });
    expect(silent.health.map(({ kind }) => kind)).toEqual(['variant_without_traffic']);
    expect(silent.verdict.kind).toBe('unhealthy');
  });

  test('with a holdout: it is the control, and the report says what would not have come without the campaign', async () => {
    const data = await dataOf({ id: HELD });
    expect(data.metric).toBe('order_rate');
    expect(data.variants.map(({ id, is_control, is_holdout }) => [id, is_control, is_holdout])).toEqual([
      [HELD * 10 + 1, true, true],
      [HELD * 10, false, undefined],
    ]);
    expect(data.verdict).toMatchObject({ kind: 'winner', variant_id: HELD * 10 });
    // 840 visitors with 0.15 orders instead of 0.05, of $40 each.
    const { orders, revenue, conversions } = data.incremental!;
    expect([orders!.estimate, revenue!.estimate, conversions]).toEqual([84, 3360, null]);
    expect(data.incremental_sentence).toMatch(
      /^At least \$\d,\d{3} of the \$5,040 that were credited would not have come without it\.$/,
    );
    expect(Object.keys(await dataOf({})).filter((name) => /incremental/.test(name))).toEqual([]);
  });

  test('with a holdout, orders that are credited by conversion are not compared', async () => {
    onTestFinished(await restoreOf(service.database));
    await changeWebsiteSettings(service.database, 1, { credit_window_days: 7 });
    const key = await service.ingestKey(1);
    const at = new Date(FIRST_MS + 12 * DAY_MS).toISOString();
    const converted = { type: 'conversion', variant_id: HELD * 10, visitor: 'h12-0-5', at };
    await service.collect(
      key,
      ndjson([converted, { type: 'order', visitor: 'h12-0-5', order_id: 'c', revenue: 9, at }]),
    );
    const data = await dataOf({ id: HELD });
    expect(data.health).toMatchObject([{ kind: 'holdout_not_comparable', severity: 'alarm' }]);
    expect([data.verdict.kind, data.incremental!.orders, data.incremental!.revenue]).toEqual(['unhealthy', null, null]);
    expect(data.incremental_sentence).toContain('Orders are credited by conversion');
    await changeWebsiteSettings(service.database, 1, { credit_by: 'view' });
    expect((await dataOf({ id: HELD })).health).toEqual([]);
  });

  test('a campaign of another website is not found', async () => {
    const other = await service.token([2]);
    expect((await service.ask(campaignExperiment, { id: WINNING }, other)).status).toBe(404);
  });

  test('a change of the traffic shares starts the test anew on the next day', async () => {
    onTestFinished(await restoreOf(service.database));
    service.clock.nowMs = FIRST_MS + 9 * DAY_MS;
    await importCatalog(service.database, catalog([60, 40]), service.clock.now);
    service.clock.nowMs = FIRST_MS + (DAYS - 1) * DAY_MS;
    const data = await dataOf({});
    expect(data.test).toEqual({
      first_day: '2025-03-11',
      last_day: '2025-03-14',
      days: 4,
      shares_changed_on: '2025-03-10',
    });
    expect(data.health.map(({ kind }) => kind)).toContain('traffic_shares_changed');
    expect(data.variants[0]!.visitors).toBe(240);
    // On the day of the change there are numbers, and no day of the test.
    service.clock.nowMs = FIRST_MS + 9 * DAY_MS;
    const { test: none, verdict } = await dataOf({});
    service.clock.nowMs = FIRST_MS + (DAYS - 1) * DAY_MS;
    expect([none, verdict.kind]).toEqual([null, 'keep_running']);
    expect(verdict.sentence).toBe(
      'The traffic shares changed on 2025-03-10. The test counts from the day after, because visitors from before and after a change ' +
        'must not be mixed.',
    );
    // The same document again changes nothing.
    await importCatalog(service.database, catalog([60, 40]), service.clock.now);
    expect((await dataOf({})).test!.first_day).toBe('2025-03-11');
  });
});
