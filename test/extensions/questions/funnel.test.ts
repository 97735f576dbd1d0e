// The funnel report: what it makes of the parameters and of the counts. How visitors are counted is in
// test/extensions/questions/log/funnel.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { funnelReport } from '../../../src/extensions/questions/funnel.ts';
import { ANY_ENGINE } from '../../support/databases.ts';
import { countWithDimensions, type EventWithDimensions } from '../../support/dimensions.ts';
import { mergeLog, switchLog } from '../../support/event-log.ts';
import { eventWith } from '../../support/events.ts';
import { createTestIngestion } from '../../support/test-ingestion.ts';
import { type Parameters, TestService } from '../../support/test-service.ts';

const TODAY = '2025-03-10';

function event(visitor: string, type: string, at: string, device = 'mobile', fields: object = {}): EventWithDimensions {
  const order = type === 'order' ? { order_id: `${visitor} ${at}`, revenue: 1 } : {};
  const sent = { type, website_id: 1, visitor, at, step_id: 1000, ...order, ...fields };
  return { event: sent, dimensions: { device, page: '/a;b' } };
}

/** This week, a, b and c come, a and b convert, a buys. Last week, d and e came, d converted and bought. */
const EVENTS = [
  event('a', 'view', '2025-03-08T23:59:00Z'),
  event('a', 'conversion', '2025-03-09T00:00:00Z', 'desktop'),
  event('a', 'order', '2025-03-09T00:10:00Z'),
  event('b', 'view', '2025-03-09T10:00:00Z', 'desktop'),
  event('b', 'conversion', '2025-03-09T10:03:00Z'),
  event('c', 'view', '2025-03-10T10:00:00Z'),
  event('c', 'order', '2025-03-10T09:00:00Z'),
  event('d', 'view', '2025-03-01T10:00:00Z'),
  event('d', 'conversion', '2025-03-01T10:00:07Z'),
  event('d', 'order', '2025-03-01T10:00:08Z'),
  event('e', 'view', '2025-03-01T10:00:00Z'),
];

const STEPS = ['view;campaign:10', 'conversion', 'order;step:1000'];
const WEEK = { timeframe: 'custom', range_start: '2025-03-04', range_end: TODAY };
const times = (lower_quartile: number, median: number, upper_quartile: number) => ({
  seconds_since_step_before: { lower_quartile, median, upper_quartile },
});
const NO_TIMES = { seconds_since_step_before: null };

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    const ingestion = await createTestIngestion(engine);
    await switchLog(ingestion.database, 1, true);
    await countWithDimensions(ingestion, EVENTS.slice(0, 6));
    service = await TestService.over(ingestion);
    await mergeLog(service.database, service.clock);
    await countWithDimensions(ingestion, EVENTS.slice(6));
    token = await service.token([1, 2]);
  });

  afterAll(() => service.dispose());

  const report = (parameters: Parameters) =>
    service.report(funnelReport, { website_id: 1, step: STEPS, ...WEEK, ...parameters }, token);

  async function expectRefused(parameters: Parameters, code: string, param: string, detail: string): Promise<void> {
    const answer = await service.ask(funnelReport, { website_id: 1, step: STEPS, ...parameters }, token);
    expect(answer).toMatchObject({ status: 422, body: { code, param, detail: expect.stringContaining(detail) } });
  }

  test('visitors, what is lost, and the time of each step', async () => {
    expect(await report({})).toMatchObject({ report: 'funnel', website: { id: 1 }, sampled: false });
    expect((await report({})).data).toEqual({
      within_minutes: 10_080,
      steps: [
        { step: STEPS[0], visitors: 3, rate: 100, drop_off: 0, ...NO_TIMES },
        { step: STEPS[1], visitors: 2, rate: 66.67, drop_off: 33.33, ...times(60, 60, 180) },
        { step: STEPS[2], visitors: 1, rate: 33.33, drop_off: 50, ...times(600, 600, 600) },
      ],
    });
  });

  test('the window from the first step on', async () => {
    const reached = async (within_minutes: number) =>
      (await report({ within_minutes })).data.steps.map(({ visitors }) => visitors);
    expect(await reached(11)).toEqual([3, 2, 1]);
    expect(await reached(10)).toEqual([3, 2, 0]);
    expect(await reached(1)).toEqual([3, 1, 0]);
  });

  test('steps until a time of the last day', async () => {
    const { timeframe, data } = await report({ range_end: '2025-03-09', until: '10:03' });
    expect(timeframe.range_end).toBe('2025-03-09T10:02:59Z');
    expect(data.steps.map(({ visitors }) => visitors)).toEqual([2, 1, 1]);
  });

  test('the previous period, and the change of numbers that are not rounded', async () => {
    const { timeframe, data } = await report({ previous_period: true });
    expect(timeframe).toMatchObject({ previous_range_start: '2025-02-25T00:00:00Z' });
    expect(data.steps[1]).toEqual({
      ...{ step: STEPS[1], visitors: 2, rate: 66.67, drop_off: 33.33, ...times(60, 60, 180) },
      previous: { visitors: 1, rate: 50, drop_off: 50, ...times(7, 7, 7) },
      changes: { visitors: 100, rate: 33.33, drop_off: -33.33 },
    });
    expect(data.steps[0]!.changes).toEqual({ visitors: 50, rate: 0, drop_off: null });
  });

  test('by the value that the first step has', async () => {
    const { breakdown } = (await report({ break_down_by: 'device' })).data;
    const visitors = breakdown!.values.map(({ value, steps }) => [value, ...steps.map((step) => step.visitors)]);
    expect([breakdown!.dimension, ...visitors]).toEqual(['device', ['mobile', 2, 1, 1], ['desktop', 1, 1, 0]]);
    const { data } = await report({ break_down_by: 'visitor_type', step: ['view', 'order'] });
    expect(data.breakdown!.values.map(({ value, steps }) => [value, steps[0]!.visitors])).toEqual([['new', 3]]);
  });

  test('filters of a step, also with a semicolon in the value', async () => {
    const reached = async (...step: string[]) => (await report({ step })).data.steps.map(({ visitors }) => visitors);
    expect(await reached('view;device:mobile', 'conversion;device:desktop')).toEqual([2, 1]);
    expect(await reached('view;page:/a;;b', 'conversion;page:/a;;b;device:mobile')).toEqual([3, 1]);
    expect(await reached('view;visitor_type:new', 'conversion;visitor_type:returning')).toEqual([3, 1]);
    expect(await reached('view;campaign:11', 'order')).toEqual([0, 0]);
  });

  test('semicolons need no encoding in a URL', async () => {
    const query = `website_id=1&timeframe=all_time&step=view;device:mobile&step=conversion;step:1000`;
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await service.request(`/api/v1/reports/funnel?${query}`, { headers });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { data: { steps: [{ visitors: 4 }, { visitors: 2 }] } },
    });
  });

  test('a new event is counted at once', async () => {
    const timeframe = { timeframe: 'custom', range_start: '2025-02-01', range_end: '2025-02-01' };
    const visitors = async () => (await report(timeframe)).data.steps[0]!.visitors;
    expect(await visitors()).toBe(0);
    await countWithDimensions(service.ingestion, [event('f', 'view', '2025-02-01T10:00:00Z')]);
    expect(await visitors()).toBe(1);
  });

  test('a subject of another website looks like one that does not exist', async () => {
    for (const [kind, id] of Object.entries({ campaign: 20, variant: 200, step: 2000, element: 20000 })) {
      for (const nobodys of [id, 999_999]) {
        const step = ['view', `order;${kind}:${nobodys}`];
        await expectRefused({ step }, 'unknown_subject', 'step', `Website 1 has no ${kind} ${nobodys}`);
      }
    }
  });

  test('days without events: says how to switch it on, or the first day', async () => {
    await switchLog(service.database, 2, false);
    await expectRefused({ website_id: 2 }, 'events_not_kept', 'step', '--website 2 --event-log on');
    await service.ingestion.count(eventWith({ website_id: 2, at: '2025-03-05T12:00:00Z' }));
    await switchLog(service.database, 2, true);
    const step = ['view', 'order'];
    await expectRefused({ website_id: 2, step }, 'events_not_kept', 'timeframe', '2025-03-06');
    const range = { ...WEEK, range_start: '2025-03-08' };
    const previous = { website_id: 2, step, ...range, previous_period: true };
    await expectRefused(previous, 'events_not_kept', 'previous_period', '2025-03-06');
    expect(await service.ask(funnelReport, { website_id: 2, step, ...range }, token)).toMatchObject({ status: 200 });
  });

  test('invalid parameters name themselves', async () => {
    await expectRefused({ step: ['view'] }, 'invalid_step', 'step', '2 to 8 times');
    await expectRefused({ step: undefined }, 'invalid_step', 'step', '2 to 8 times');
    for (const within_minutes of ['0', '43201', '1.5', '', 'x']) {
      await expectRefused({ within_minutes }, 'invalid_within_minutes', 'within_minutes', '1 to 43200');
    }
    await expectRefused({ break_down_by: 'colour' }, 'invalid_break_down_by', 'break_down_by', 'visitor_type');
  });
});

describe.each(ANY_ENGINE)('more events than may be read, on %s', (engine) => {
  const VISITORS = 2_000;
  const RATE = 0.25;
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    const events = Array.from({ length: VISITORS }, (_, number) => {
      const view = event(`v${number}`, 'view', `${TODAY}T10:00:00Z`, number % 2 === 0 ? 'mobile' : 'desktop');
      return number % 5 === 0 ? [view, event(`v${number}`, 'order', `${TODAY}T10:00:30Z`)] : [view];
    }).flat();
    const ingestion = await createTestIngestion(engine);
    await switchLog(ingestion.database, 1, true);
    await countWithDimensions(ingestion, events);
    service = await TestService.over(ingestion, { config: { queryEventsMax: Math.round(events.length * RATE) } });
    token = await service.token([1]);
  });

  afterAll(() => service.dispose());

  test('a sample says so, and is within its error', async () => {
    // Of orders, the rollups don't know the visitors: there the rate of the sample counts.
    for (const step of [
      ['view', 'order'],
      ['order', 'order'],
    ]) {
      const answer = await service.report(funnelReport, { step, break_down_by: 'device' }, token);
      expect(answer.sampled).toBe(true);
      expect(answer.sample_rate).toBeCloseTo(RATE * 100, 1);
      const expected = step[0] === 'view' ? [VISITORS, VISITORS / 5] : [VISITORS / 5, 0];
      for (const [index, { visitors }] of answer.data.steps.entries()) {
        const truth = expected[index]!;
        expect(Math.abs(visitors - truth)).toBeLessThanOrEqual((5 * truth) / Math.sqrt(Math.max(1, truth * RATE)));
      }
      const sum = answer.data.breakdown!.values.reduce((total, { steps }) => total + steps[0]!.visitors, 0);
      // Each value is rounded.
      expect(Math.abs(sum - answer.data.steps[0]!.visitors)).toBeLessThanOrEqual(1);
    }
  });
});
