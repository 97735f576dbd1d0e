// Reports with filters and breakdowns: days that the event log does not have, samples, and freshness.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { campaignReport } from '../../../../src/core/answers/reports/subjects/campaign.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import type { DimensionValues } from '../../../../src/core/foundation/dimensions/dimension.ts';
import { DirectReadRunner } from '../../../../src/core/server/api/read-runner.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { countWithDimensions, type EventWithDimensions, startWithLog } from '../../../support/dimensions.ts';
import { switchLog } from '../../../support/event-log.ts';
import { eventWith, orderWith } from '../../../support/events.ts';
import { READ_OPERATIONS } from '../../../support/operations.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import type { Parameters as Asked, TestService } from '../../../support/test-service.ts';

const MOBILE: DimensionValues = { device: 'mobile' };
const DESKTOP: DimensionValues = { device: 'desktop' };

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startWithLog(engine, [{ event: eventWith(), dimensions: MOBILE }]);
    await service.ingestion.count(eventWith({ website_id: 2, at: '2025-03-05T12:00:00Z' }));
    token = await service.token([1, 2]);
  });

  afterAll(() => service.dispose());

  const ask = (parameters: Asked) => service.ask(websiteReport, { website_id: 2, ...parameters }, token);
  const custom = (range_start: string) => ({ timeframe: 'custom', range_start, range_end: '2025-03-10' });

  test('a website that does not keep its events says how to switch it on; plain reports never need them', async () => {
    await switchLog(service.database, 2, false);
    for (const [param, value] of Object.entries({ break_down_by: 'device', filter: 'device:mobile' })) {
      const { status, body } = await ask({ [param]: value });
      expect({ status, body }).toMatchObject({ status: 422, body: { code: 'events_not_kept', param } });
      expect(body).toMatchObject({ detail: expect.stringContaining('--website 2 --event-log on') });
    }
    expect(await ask({})).toMatchObject({ status: 200 });
    expect(await ask({ ...custom('2025-03-01'), previous_period: true })).toMatchObject({ status: 200 });
  });

  test('a window that begins before the log is refused, with the first day that can be asked for', async () => {
    await switchLog(service.database, 2, true);
    const filter = 'device:mobile';
    const refused = [
      [{ ...custom('2025-03-05'), filter }, 'range_start'],
      [{ timeframe: 'last_30_days', filter }, 'timeframe'],
      [{ timeframe: 'all_time', break_down_by: 'page' }, 'timeframe'],
      [{ ...custom('2025-03-08'), filter, previous_period: true }, 'previous_period'],
      [{ ...custom('2025-03-08'), compare: 'same_part', previous_period: true }, 'previous_period'],
    ] as const;
    for (const [parameters, param] of refused) {
      const { status, body } = await ask(parameters);
      expect({ status, body }).toMatchObject({ status: 422, body: { code: 'events_not_kept', param } });
      expect(body).toMatchObject({ detail: expect.stringContaining('2025-03-06') });
    }
    expect(await ask({ ...custom('2025-03-06'), filter })).toMatchObject({ status: 200 });
    expect(await ask({ timeframe: 'today', filter, previous_period: true })).toMatchObject({ status: 200 });
    const wholeDays = { timeframe: 'last_month', compare: 'same_part', previous_period: true };
    expect(await ask(wholeDays)).toMatchObject({ status: 200 });
  });

  test.each([
    ['get_website_report', { break_down_by: 'device' }],
    ['get_campaign_report', { id: 10, break_down_by: 'device', previous_period: true, group_by: 'week' }],
    ['list_campaigns', { sort: 'views', previous_period: true }],
  ])('%s reads the log once, for all its subjects and windows', async (operation, asked) => {
    // How many events there are, which parts of runs, and then the events.
    expect(await statementsFor(operation, { filter: ['device:mobile'], ...asked })).toBe(3);
  });

  test.each([[{}], [{ previous_period: true }]])(
    'a report broken down %o takes its own visitors from the question about the values',
    async (asked) => {
      // How many events there are also decides whether visitors are counted.
      const statements = await statementsFor('get_website_report', { break_down_by: 'device', ...asked });
      expect(statements).toBe(1 + 3);
    },
  );

  /** Those about the log. */
  async function statementsFor(operation: string, asked: object): Promise<number> {
    let statements = 0;
    const { database } = service;
    const counting = {
      query: <Row>(...args: Parameters<typeof database.query>) => {
        if (args[0].includes('event_log_pending')) statements++;
        return database.query<Row>(...args);
      },
    };
    const { input } = READ_OPERATIONS.find(({ name }) => name === operation)!;
    const request = { operation, query: input.parse(asked), websites: { websiteId: 1 }, nowMs: 20_157 * DAY_MS };
    await new DirectReadRunner(counting, READ_OPERATIONS).run(request);
    return statements;
  }

  test('an answer is new as soon as an event has come in', async () => {
    const viewsOf = async (filter: string) =>
      (await service.report(websiteReport, { website_id: 1, filter, count_type: 'total' }, token)).data.metrics.views;
    const before = [await viewsOf('device:mobile'), await viewsOf('device:desktop')];
    await countWithDimensions(service.ingestion, [{ event: eventWith(), dimensions: DESKTOP }]);
    expect([await viewsOf('device:mobile'), await viewsOf('device:desktop')]).toEqual([before[0], before[1]! + 1]);
  });
});

describe.each(ANY_ENGINE)('more events than may be read, on %s', (engine) => {
  const VISITORS = 4_000;
  const RATE = 0.25;
  const MOBILE_SHARE = 0.3;
  const ORDERS_EVERY = 10;
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    const events = Array.from({ length: VISITORS }, (_, number): EventWithDimensions[] => {
      const dimensions = number % 100 < MOBILE_SHARE * 100 ? MOBILE : DESKTOP;
      const visitor = `visitor-${number}`;
      const view = { event: eventWith({ visitor, step_id: 1000 }), dimensions };
      if (number % ORDERS_EVERY > 0) return [view];
      const order = { visitor, step_id: 1000, order_id: visitor, revenue: '1.01' };
      return [view, { event: orderWith(order), dimensions }];
    }).flat();
    const config = { queryEventsMax: Math.round(events.length * RATE) };
    service = await startWithLog(engine, events, { config });
    token = await service.token([1]);
  });

  afterAll(() => service.dispose());

  /** A count that rests on so many visitors of the sample has a standard error of its root. */
  function expectNear(count: number, truth: number): void {
    expect(Math.abs(count - truth) / truth).toBeLessThan(5 / Math.sqrt(truth * RATE));
  }

  test('a breakdown of a sample adds up to the report, and is within its error', async () => {
    for (const count_type of ['total', 'distinct'] as const) {
      const parameters = { id: 10, break_down_by: 'device', count_type };
      const { metrics, breakdown } = (await service.report(campaignReport, parameters, token)).data;
      const { metrics: plain } = (await service.report(campaignReport, { id: 10, count_type }, token)).data;
      expect(metrics).toEqual(plain);
      expect(breakdown).toMatchObject({ sampled: true, values: [{ value: 'desktop' }, { value: 'mobile' }] });
      expect(breakdown!.sample_rate).toBeCloseTo(RATE * 100, 1);
      const [desktop, mobile] = breakdown!.values.map((row) => row.metrics);
      expect(desktop!.orders + mobile!.orders).toBe(metrics.orders);
      expect(Math.round((desktop!.revenue + mobile!.revenue) * 100)).toBe(Math.round(metrics.revenue * 100));
      if (count_type === 'total') expect(desktop!.views + mobile!.views).toBe(metrics.views);
      expectNear(mobile!.views, VISITORS * MOBILE_SHARE);
      expectNear(mobile!.orders, (VISITORS * MOBILE_SHARE) / ORDERS_EVERY);
    }
  });

  test('a filter on a sample says so, and its breakdown adds up to it', async () => {
    const parameters = { id: 10, filter: 'device:mobile', break_down_by: 'visitor_type', count_type: 'total' };
    const { filter, sampled, sample_rate, data } = await service.report(campaignReport, parameters, token);
    expect({ filter, sampled }).toEqual({ filter: ['device:mobile'], sampled: true });
    expect(sample_rate).toBeCloseTo(RATE * 100, 1);
    expectNear(data.metrics.views, VISITORS * MOBILE_SHARE);
    expect(data.breakdown!.values).toEqual([{ value: 'new', metrics: data.metrics }]);
    expectNear(data.variants.find(({ id }) => id === 100)!.metrics.views, VISITORS * MOBILE_SHARE);
    expect(data.variants.find(({ id }) => id === 101)!.metrics.views).toBe(0);
  });

  test('few days need no sample', async () => {
    const parameters = { id: 10, filter: 'device:mobile', timeframe: 'custom', range_start: '2025-01-01' };
    const answer = await service.report(campaignReport, { ...parameters, range_end: '2025-03-09' }, token);
    expect(answer).toMatchObject({ sampled: false, data: { metrics: { views: 0 } } });
    expect(answer).not.toHaveProperty('sample_rate');
  });
});
