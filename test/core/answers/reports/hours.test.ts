// Reports by hour (group_by=hour), compared with plain arrays in random time zones.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { campaignReport } from '../../../../src/core/answers/reports/subjects/campaign.ts';
import { elementReport } from '../../../../src/core/answers/reports/subjects/element.ts';
import { stepReport } from '../../../../src/core/answers/reports/subjects/step.ts';
import { variantReport } from '../../../../src/core/answers/reports/subjects/variant.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { forgetEvents } from '../../../../src/core/manage/erasure/forget-visitor.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { countWithDimensions, type EventWithDimensions, startWithLog } from '../../../support/dimensions.ts';
import { mergeLog, switchLog } from '../../../support/event-log.ts';
import { eventWith, orderWith, refundWith } from '../../../support/events.ts';
import { hourNames, localHours } from '../../../support/local-hours.ts';
import { IS_LONG } from '../../../support/long.ts';
import { TestClock } from '../../../support/test-clock.ts';
import type { Parameters as Asked, TestService } from '../../../support/test-service.ts';

const NOW = '2026-11-16T12:00:00Z';
const LORD_HOWE = 'Australia/Lord_Howe';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const isoDate = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const days = (range_start: string, range_end = range_start) => ({ timeframe: 'custom', range_start, range_end });

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startWithLog(engine, [], { clock: new TestClock(NOW) });
    token = await service.token([1, 2]);
  });

  beforeEach(async () => {
    await service.ingestion.reset();
    await changeWebsiteSettings(service.database, 1, { event_log: true, timezone: 'UTC' }, service.clock.now);
  });

  afterAll(() => service.dispose());

  const setZone = (timezone: string) => changeWebsiteSettings(service.database, 1, { timezone }, service.clock.now);
  const report = (parameters: Asked) =>
    service.report(websiteReport, { website_id: 1, group_by: 'hour', ...parameters }, token);
  const refused = async (parameters: Asked) => {
    const { status, body } = await service.ask(websiteReport, { group_by: 'hour', ...parameters }, token);
    return { status, ...(body as { code: string; param: string; detail: string }) };
  };

  const ZONES = [
    'UTC',
    LORD_HOWE,
    'Australia/Sydney',
    'America/Los_Angeles',
    ...randomZones(engine.length, IS_LONG ? 6 : 2),
  ];

  test.each(ZONES)('hours of %s are those of plain arrays', async (timezone) => {
    await setZone(timezone);
    const random = new Random(timezone.length * 1_000 + timezone.charCodeAt(timezone.length - 1));
    // Around the days on which clocks are set in most zones.
    const changeMs = Date.parse(['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04'][random.between(0, 3)]!);
    const first = changeMs - random.between(0, 2) * DAY_MS;
    const last = changeMs + random.between(0, 3) * DAY_MS;
    const events = randomEvents(random, first - 2 * DAY_MS, last + 3 * DAY_MS);
    await countWithDimensions(service.ingestion, events.slice(0, 200));
    await mergeLog(service.database, service.clock);
    await countWithDimensions(service.ingestion, events.slice(200));
    for (const count_type of ['distinct', 'total'] as const) {
      for (const filter of [undefined, 'device:mobile']) {
        const segment = events.filter(({ dimensions }) => !filter || dimensions.device === 'mobile');
        const asked = { ...days(isoDate(first), isoDate(last)), count_type, ...(filter && { filter }) };
        const { data } = await report(asked);
        expect(data.timeseries, JSON.stringify(asked)).toEqual({
          group_by: 'hour',
          sampled: false,
          points: expectedPoints(segment, timezone, isoDate(first), isoDate(last), count_type),
        });
        const { timeseries: _, ...others } = data;
        expect(others).toEqual((await service.report(websiteReport, { website_id: 1, ...asked }, token)).data);
      }
    }
  });

  test('with a breakdown and the previous period', async () => {
    await setZone(LORD_HOWE);
    const mobile = { dimensions: { device: 'mobile' } };
    await countWithDimensions(service.ingestion, [
      { event: eventWith({ at: '2026-04-04T14:50:00Z' }), ...mobile },
      { event: eventWith({ at: '2026-04-04T15:10:00Z' }), ...mobile },
      { event: eventWith({ at: '2026-04-03T15:10:00Z' }), ...mobile },
    ]);
    const { data } = await report({ ...days('2026-04-05'), break_down_by: 'device', previous_period: true });
    const seen = data.timeseries!.points.filter(({ views }) => views > 0).map(({ date, views }) => [date, views]);
    expect(data.timeseries!.points).toHaveLength(25);
    expect(seen).toEqual([
      ['2026-04-05T01:00:00+11:00', 1],
      ['2026-04-05T01:30:00+10:30', 1],
    ]);
    expect(data.metrics).toMatchObject({ views: 1, previous: { views: 1 } });
    expect(data.breakdown!.values).toMatchObject([{ value: 'mobile', metrics: { views: 1 } }]);
  });

  test.each([
    ['campaign', campaignReport, 10],
    ['variant', variantReport, 100],
    ['step', stepReport, 1000],
  ] as const)('of a %s', async (_, operation, id) => {
    await service.ingestion.count(eventWith({ type: 'conversion', element_id: 10_000, at: '2026-11-16T09:59:59Z' }));
    const { data } = await service.report(
      operation as typeof stepReport,
      { website_id: 1, id, timeframe: 'today', group_by: 'hour' },
      token,
    );
    expect(data.timeseries!.points.map(({ conversions }) => conversions)).toEqual(
      Array.from({ length: 24 }, (_, hour) => +(hour === 9)),
    );
  });

  test('not of an element', async () => {
    const asked = { website_id: 1, id: 10_000, timeframe: 'today', group_by: 'hour' };
    expect(await service.ask(elementReport, asked, token)).toMatchObject({
      status: 422,
      body: {
        code: 'invalid_group_by',
        param: 'group_by',
        detail:
          'group_by must be one of day, week, month, quarter, year; only reports of a website, campaign, variant or step have hours.',
      },
    });
    expect(elementReport.input.shape.group_by.unwrap().options).not.toContain('hour');
  });

  test('14 days at most', async () => {
    const { data } = await report(days('2026-11-01', '2026-11-14'));
    expect(data.timeseries!.points).toHaveLength(14 * 24);
    const tooWide = { status: 422, code: 'range_too_wide', param: 'group_by' };
    expect(await refused({ website_id: 1, ...days('2026-11-01', '2026-11-15') })).toMatchObject(tooWide);
    await service.ingestion.count(eventWith({ at: '2026-10-01T00:00:00Z' }));
    expect(await refused({ website_id: 1, timeframe: 'all_time' })).toMatchObject(tooWide);
  });

  test('only of days that the event log has', async () => {
    await switchLog(service.database, 2, false);
    expect(await refused({ website_id: 2, timeframe: 'today' })).toMatchObject({
      status: 422,
      code: 'events_not_kept',
      param: 'group_by',
      detail: expect.stringContaining('--website 2 --event-log on'),
    });
    await service.ingestion.count(eventWith({ website_id: 2, at: '2026-11-15T12:00:00Z' }));
    await switchLog(service.database, 2, true);
    expect(await refused({ website_id: 2, ...days('2026-11-15') })).toMatchObject({
      status: 422,
      code: 'events_not_kept',
      param: 'range_start',
    });
    // The metrics of the period before come from the rollups.
    const { data } = await report({ website_id: 2, timeframe: 'today', previous_period: true });
    expect(data.metrics.previous).toMatchObject({ views: 1 });
  });

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', LORD_HOWE])(
    'events of people who were forgotten are in the hours of their day in %s',
    async (timezone) => {
      await setZone(timezone);
      const at = '2026-11-11T22:00:00Z';
      await service.ingestion.count(eventWith({ at }), orderWith({ at, visitor: 'visitor-1', order_id: 'o' }));
      await mergeLog(service.database, service.clock);
      await service.ingestion.count(eventWith({ at }));
      await forgetEvents(service.database, { websiteId: 1, visitor: 'visitor-1', isErasing: true });
      await service.ingestion.count(refundWith({ revenue: 4 }));
      const day = hourNames(timezone)(Date.parse(at)).slice(0, 10);
      const { data } = await report({ ...days(day), count_type: 'total' });
      const seen = data.timeseries!.points.filter(({ views }) => views > 0);
      expect(seen).toMatchObject([{ views: 2, orders: 1, revenue: 6 }]);
    },
  );

  test('after a change of the time zone, events of its days that are in none of their hours are in no point', async () => {
    await service.ingestion.count(eventWith({ at: '2026-11-16T02:00:00Z' }), eventWith({ at: '2026-11-16T22:00:00Z' }));
    await setZone('Australia/Sydney');
    const { data, timeframe } = await report({ ...days('2026-11-16'), count_type: 'total' });
    expect(timeframe).toMatchObject({ timezone_changed_on: '2026-11-16' });
    expect(data.metrics.views).toBe(2);
    expect(data.timeseries!.points.filter(({ views }) => views > 0)).toMatchObject([
      { date: '2026-11-16T13:00:00+11:00', views: 1 },
    ]);
  });
});

describe.each(ANY_ENGINE)('more events than may be read, on %s', (engine) => {
  let service: TestService;

  beforeAll(async () => {
    const events = Array.from({ length: 2_000 }, (_, number) => ({
      event: eventWith({ visitor: `visitor-${number}`, at: `2026-11-16T${number % 4 === 0 ? '03' : '07'}:30:00Z` }),
      dimensions: {},
    }));
    service = await startWithLog(engine, events, { clock: new TestClock(NOW), config: { queryEventsMax: 500 } });
    await mergeLog(service.database, service.clock);
  });

  afterAll(() => service.dispose());

  test('hours are shares of the report, add up to it, and say that they come from a sample', async () => {
    const asked = { website_id: 1, timeframe: 'today', group_by: 'hour', count_type: 'total' };
    const { sampled, sample_rate, points } = (await service.report(websiteReport, asked, await service.token([1]))).data
      .timeseries!;
    expect(sampled).toBe(true);
    expect(sample_rate).toBeCloseTo(25, 1);
    const [atThree, atSeven] = [points[3]!.views, points[7]!.views];
    expect(atThree + atSeven).toBe(2_000);
    // A count that rests on 125 visitors of the sample has a standard error of its root.
    expect(Math.abs(atThree - 500) / 500).toBeLessThan(5 / Math.sqrt(125));
  });
});

function randomZones(seed: number, count: number): string[] {
  const names = Intl.supportedValuesOf('timeZone');
  const random = new Random(seed);
  return Array.from({ length: count }, () => names[random.between(0, names.length - 1)]!);
}

type SentAt = EventWithDimensions & { readonly at: number };

function randomEvents(random: Random, fromMs: number, untilMs: number): SentAt[] {
  return Array.from({ length: 400 }, (_, number) => {
    const at = random.between(fromMs / 1_000, untilMs / 1_000) * 1_000;
    const fields = { visitor: `visitor-${random.between(0, 30)}`, at: new Date(at).toISOString() };
    const dimensions = random.between(0, 1) === 0 ? {} : { device: 'mobile' };
    const isOrder = random.between(0, 5) === 0;
    const event = isOrder ? orderWith({ ...fields, order_id: `order-${number}` }) : eventWith(fields);
    return { event, dimensions, at };
  });
}

function expectedPoints(events: readonly SentAt[], timezone: string, first: string, last: string, countType: string) {
  const nameAt = hourNames(timezone);
  const byHour = Map.groupBy(events, ({ at }) => nameAt(at));
  return Array.from(localHours(timezone, first, last), ([name, { date }]) => {
    const inHour = (byHour.get(name) ?? []).map(({ event }) => event);
    const views = inHour.filter(({ type }) => type === 'view').map(({ visitor }) => visitor);
    const orders = inHour.filter(({ type }) => type === 'order').length;
    return {
      date,
      views: countType === 'total' ? views.length : new Set(views).size,
      conversions: 0,
      completions: 0,
      subscribes: 0,
      submissions: 0,
      orders,
      revenue: orders * 10,
    };
  });
}
