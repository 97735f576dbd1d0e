// Retention and paths: for random visits, each is what a plain model of the documents says. The website's time zone is changed, in the
// first zone or the second one clocks are set, merges of the log are killed, orders refunded, and people forgotten. That runs answer as
// plain arrays do is in test/core/engine/event-log/questions.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeWebsiteSettings } from '../../../src/core/engine/catalog/website-settings.ts';
import { Random } from '../../../src/core/foundation/statistics/random.ts';
import { forgetEvents } from '../../../src/core/manage/erasure/forget-visitor.ts';
import { pathsReport } from '../../../src/extensions/questions/paths.ts';
import { retentionReport } from '../../../src/extensions/questions/retention.ts';
import { ANY_ENGINE } from '../../support/databases.ts';
import { countWithDimensions } from '../../support/dimensions.ts';
import { killMerge, mergeLog } from '../../support/event-log.ts';
import { localDay } from '../../support/local-days.ts';
import { DAY_MS } from '../../support/test-clock.ts';
import { createTestIngestion } from '../../support/test-ingestion.ts';
import { type Parameters, TestService } from '../../support/test-service.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const FIRST_MS = Date.parse('2025-01-01T00:00:00Z');
const NOW = Date.parse('2025-03-10T12:00:00Z');

const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [
        {
          id: 1,
          name: 'acme.example',
          created_at: '2025-01-01T12:00:00Z',
          campaigns: [
            {
              id: 10,
              name: 'Popup',
              variants: [
                {
                  id: 100,
                  traffic_percentage: 50,
                  steps: [
                    { id: 1000, position: 1 },
                    { id: 1001, position: 2 },
                  ],
                },
                { id: 101, traffic_percentage: 50, is_holdout: true, steps: [{ id: 1010 }] },
              ],
            },
            { id: 11, name: 'Bar', variants: [{ id: 110 }] },
          ],
        },
        { id: 2, name: 'acme.test', created_at: '2025-01-01T12:00:00Z' },
      ],
    },
  ],
};

/** The places that events can have, and the campaign that they count for. A view of a later step counts for the step alone. */
const PLACES = [
  { sent: {}, campaign: null },
  { sent: { campaign_id: 11 }, campaign: 11 },
  { sent: { campaign_id: 10 }, campaign: 10 },
  { sent: { step_id: 1000 }, campaign: 10 },
  { sent: { step_id: 1001 }, campaign: 10, isLaterStep: true },
  { sent: { step_id: 1010 }, campaign: null, isHoldout: true },
];
/** The first one has the smallest number. */
const TYPES = ['view', 'conversion', 'subscribe', 'order'];
const DEVICES = ['desktop', 'mobile'];

/** What the model knows of an event. */
interface Seen {
  readonly visitor: string | undefined;
  readonly type: string;
  readonly ms: number;
  readonly day: number;
  readonly device: string;
  readonly place: (typeof PLACES)[number];
  /** Of an order: what was paid, and what is left of it after refunds. */
  readonly paid: number;
  readonly revenue: number;
}

const dailyId = (number: number) => `day-${String(number).padStart(43, 'x')}`;
const FOLLOWED = Array.from({ length: 24 }, (_, number) => `v${number}`);
const FORGOTTEN = FOLLOWED.slice(0, 3);
const DAILY = Array.from({ length: 10 }, (_, number) => dailyId(number));

/** The first orders are refunded as a whole, the next ones in part. */
const REFUNDED = { wholly: 20, partly: 40 };
const PART = 2;

/** How many events come in each of the time zones of the website. */
const EVENTS_OF_ZONE = 350;

/** Few times of a day, some around midnight, so that many events have the same second. */
function anyVisits(random: Random, zones: readonly string[]): Seen[] {
  const pick = <T>(items: readonly T[]) => items[random.between(0, items.length - 1)]!;
  let orders = 0;
  return Array.from({ length: zones.length * EVENTS_OF_ZONE }, (_, number) => {
    const timeZone = zones[Math.floor(number / EVENTS_OF_ZONE)]!;
    const time = pick([0, 4, 5, 11, 11, 12, 18]) * HOUR_MS + pick([0, 0, SECOND_MS]);
    const ms = Math.min(FIRST_MS + random.between(1, 68) * DAY_MS + time, NOW);
    const type = pick(TYPES);
    const visitor = type === 'order' && random.chance(0.1) ? undefined : pick([...FOLLOWED, ...DAILY]);
    const paid = type === 'order' ? 3 + ((number * 7) % 90) : 0;
    const orderNumber = type === 'order' ? orders++ : Number.POSITIVE_INFINITY;
    const revenue = orderNumber < REFUNDED.wholly ? 0 : orderNumber < REFUNDED.partly ? paid - PART : paid;
    const day = localDay(timeZone, ms);
    return { visitor, type, ms, day, device: pick(DEVICES), place: pick(PLACES), paid, revenue };
  });
}

const countsForWebsite = ({ type, place }: Seen) => type !== 'view' || !place.isLaterStep;
const isVisitor = ({ visitor }: Seen) => visitor !== undefined && !FORGOTTEN.includes(visitor);
const visitorsOf = (seen: readonly Seen[]) => [...Map.groupBy(seen.filter(isVisitor), ({ visitor }) => visitor!)];
const share = (followable: number, others: number) =>
  followable + others === 0 ? null : Math.round((followable / (followable + others)) * 10_000) / 100;
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const dayOf = (date: string) => Date.parse(date) / DAY_MS;

interface AskedRetention {
  readonly by: 'week' | 'month';
  readonly first: string;
  readonly then: string;
  readonly periods: number;
  readonly device: string | undefined;
  readonly breaksDown: boolean;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** The first day of the week or month, so many of them later. */
function periodStart(by: 'week' | 'month', day: number, later: number): number {
  const date = new Date(day * DAY_MS);
  if (by === 'week') return day - ((date.getUTCDay() + 6) % 7) + 7 * later;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / DAY_MS;
}

/** A visitor's cohort, its value, and the days of its later events. */
function expectedRetention(seen: readonly Seen[], today: number, asked: AskedRetention) {
  const { by, first, then, periods, device, breaksDown, firstDay, lastDay } = asked;
  const followed: { day: number; value: string; later: Set<number>; orders: Seen[]; begun: Seen }[] = [];
  let others = 0;
  for (const [visitor, own] of visitorsOf(seen)) {
    const events = own.filter((event) => countsForWebsite(event) && (!device || event.device === device));
    const [begun] = events
      .filter(({ type }) => type === first)
      .sort((a, b) => a.ms - b.ms || a.day - b.day || (a.device < b.device ? -1 : 1));
    if (!begun || begun.day < firstDay || begun.day > lastDay) continue;
    if (visitor.startsWith('day-')) others++;
    else {
      const after = events.filter(({ type, ms }) => type === then && ms > begun.ms);
      const orders = events.filter(({ type, ms }) => type === 'order' && ms >= begun.ms);
      followed.push({
        day: begun.day,
        value: begun.device,
        later: new Set(after.map(({ day }) => day)),
        orders,
        begun,
      });
    }
  }
  const cohortsOf = (some: typeof followed) => {
    const cohorts = [];
    for (let start = periodStart(by, firstDay, 0); start <= lastDay; start = periodStart(by, start, 1)) {
      const cohort = some.filter(({ day }) => periodStart(by, day, 0) === start);
      const returned = Array.from({ length: periods + 1 }, (_, k) => {
        const from = periodStart(by, start, k);
        if (from > today) return null;
        return cohort.filter(({ later }) => [...later].some((day) => periodStart(by, day, 0) === from)).length;
      });
      cohorts.push({ start: dateOf(start), visitors: cohort.length, returned });
    }
    return cohorts;
  };
  const buyersOf = (some: typeof followed) =>
    [30, 60, 90].map((days) => {
      const over = some.filter(({ day }) => day + days < today);
      const bought = over.map(({ day, orders, begun }) => ({
        begun,
        orders: orders.filter((order) => order.day <= day + days),
      }));
      const repeated = bought.filter(({ begun, orders }) => orders.some(({ ms }) => ms > begun.ms)).length;
      const revenue = bought.flatMap(({ orders }) => orders).reduce((sum, order) => sum + order.revenue, 0);
      const each = (whole: number) => (over.length === 0 ? null : Math.round((whole / over.length) * 100) / 100);
      return {
        ...{ days, buyers: over.length, repeat_buyers: repeated, repeat_rate: share(repeated, over.length - repeated) },
        ...{ revenue, revenue_per_buyer: each(revenue) },
      };
    });
  const shown = (some: typeof followed) => ({
    cohorts: cohortsOf(some),
    ...(first === 'order' && { buyers: buyersOf(some) }),
  });
  const values = [...Map.groupBy(followed, ({ value }) => value)]
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1))
    .map(([value, some]) => ({ value, ...shown(some) }));
  return {
    ...{ by, first, then, followable_share: share(followed.length, others), ...shown(followed) },
    ...(breaksDown && { breakdown: { dimension: 'device', values } }),
  };
}

/** Steps that paths can begin or end with, and which events match them. */
const STEPS: Readonly<Record<string, (event: Seen) => boolean>> = {
  view: (event) => event.type === 'view' && countsForWebsite(event),
  order: ({ type }) => type === 'order',
  'view;campaign:10': (event) => event.type === 'view' && event.place.campaign === 10 && countsForWebsite(event),
  'conversion;device:mobile': ({ type, device }) => type === 'conversion' && device === 'mobile',
  'view;step:1001': ({ type, place }) => type === 'view' && place.isLaterStep === true,
  'view;variant:101': ({ type, place }) => type === 'view' && place.isHoldout === true,
};

interface AskedPaths {
  readonly step: string;
  readonly isBackwards: boolean;
  readonly depth: number;
  readonly within: number;
  readonly limit: number;
  readonly firstDay: number;
  readonly lastDay: number;
}

const nameOf = ({ type, place: { campaign } }: Seen) => (campaign === null ? type : `${type};campaign:${campaign}`);
const rankOf = (name: string) => [TYPES.indexOf(name.split(';')[0]!), Number(name.split(':')[1] ?? 0)] as const;
function compareNames(a: string, b: string): number {
  const [[typeA, campaignA], [typeB, campaignB]] = [rankOf(a), rankOf(b)];
  return typeA - typeB || campaignA - campaignB;
}

function expectedPaths(seen: readonly Seen[], asked: AskedPaths) {
  const { step, isBackwards, depth, within, limit, firstDay, lastDay } = asked;
  const matches = STEPS[step]!;
  const paths: string[][] = [];
  let others = 0;
  for (const [visitor, own] of visitorsOf(seen)) {
    const events = own
      .filter((event) => event.day >= firstDay && event.day <= lastDay)
      .filter((event) => matches(event) || countsForWebsite(event))
      .sort((a, b) => a.ms - b.ms || compareNames(nameOf(a), nameOf(b)) || Number(matches(b)) - Number(matches(a)));
    const place = events.findIndex(matches);
    if (place < 0) continue;
    if (visitor.startsWith('day-')) {
      others++;
      continue;
    }
    const near = (event: Seen) => Math.abs(event.ms - events[place]!.ms) <= within * 60 * SECOND_MS;
    const next = isBackwards ? events.slice(0, place).reverse() : events.slice(place + 1);
    paths.push(next.filter((event) => countsForWebsite(event) && near(event)).map(nameOf));
  }
  return { followable_share: share(paths.length, others), ...treeOf(paths, depth, limit) };
}

function treeOf(paths: readonly string[][], depth: number, limit: number): object {
  if (depth === 0) return { visitors: paths.length, children: [] };
  const going = paths.filter((path) => path.length > 0);
  const byName = [...Map.groupBy(going, ([name]) => name!)].sort(
    ([a, ofA], [b, ofB]) => ofB.length - ofA.length || compareNames(a, b),
  );
  const rest = byName.slice(limit).reduce((sum, [, some]) => sum + some.length, 0);
  return {
    visitors: paths.length,
    children: byName.slice(0, limit).map(([step, some]) => ({
      step,
      ...treeOf(
        some.map((path) => path.slice(1)),
        depth - 1,
        limit,
      ),
    })),
    ended: paths.length - going.length,
    others: rest,
  };
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  // Clocks are set in New York on March 9, at two, and in Casablanca on February 23.
  const zones =
    engine === 'sqlite' ? ['Pacific/Auckland', 'America/New_York'] : ['Africa/Casablanca', 'Pacific/Kiritimati'];
  const [firstZone, timeZone] = zones as [string, string];
  const today = localDay(timeZone, NOW);
  const random = new Random(7);
  const pick = <T>(items: readonly T[]) => items[random.between(0, items.length - 1)]!;
  const seen = anyVisits(random, zones);
  let service: TestService;
  let token: string;

  /** Half of the events are late: some of their days are merged, and others are pending. */
  beforeAll(async () => {
    const ingestion = await createTestIngestion(engine, CATALOG);
    const { database, clock } = ingestion;
    const settings = { event_log: true, timezone: firstZone, credit_window_days: 0 };
    await changeWebsiteSettings(database, 1, settings, clock.now);
    const sent = seen.map(({ visitor, type, ms, device, place, paid }, number) => ({
      event: {
        ...{ type, website_id: 1, at: new Date(ms).toISOString() },
        ...(visitor && { visitor }),
        ...(type === 'order' && { order_id: `o-${number}`, revenue: paid }),
        ...place.sent,
      },
      dimensions: { device },
    }));
    await countWithDimensions(ingestion, sent.slice(0, EVENTS_OF_ZONE / 2));
    await killMerge(database, clock, random.between(2, 60));
    await countWithDimensions(ingestion, sent.slice(EVENTS_OF_ZONE / 2, EVENTS_OF_ZONE));
    await mergeLog(database, clock);
    await changeWebsiteSettings(database, 1, { timezone: timeZone }, clock.now);
    await countWithDimensions(ingestion, sent.slice(EVENTS_OF_ZONE));
    const orders = sent.flatMap(({ event }) => event.order_id ?? []);
    await ingestion.count(
      ...orders.slice(0, REFUNDED.wholly).map((order_id) => ({ type: 'refund', website_id: 1, order_id })),
      ...orders
        .slice(REFUNDED.wholly, REFUNDED.partly)
        .map((order_id) => ({ type: 'refund', website_id: 1, order_id, revenue: PART })),
    );
    for (const visitor of FORGOTTEN) {
      await killMerge(database, clock, random.between(2, 60));
      await forgetEvents(database, { websiteId: 1, visitor, isErasing: true });
    }
    service = await TestService.over(ingestion);
    token = await service.token([1, 2]);
  });
  afterAll(() => service.dispose());

  /** Some of the days with events. */
  function anyDays() {
    const [a, b] = [random.between(1, 68), random.between(1, 68)];
    const [first, last] = [localDay(firstZone, FIRST_MS + 2 * DAY_MS), today];
    const [firstDay, lastDay] = [
      Math.max(first, dayOf('2025-01-01') + Math.min(a, b)),
      dayOf('2025-01-01') + Math.max(a, b),
    ];
    return random.chance(0.3) ? { firstDay: first, lastDay: last } : { firstDay, lastDay: Math.max(firstDay, lastDay) };
  }

  const windowOf = ({ firstDay, lastDay }: { firstDay: number; lastDay: number }) => ({
    timeframe: 'custom',
    range_start: dateOf(firstDay),
    range_end: dateOf(lastDay),
  });

  test('retention: any question has the answer of the model', async () => {
    let [returned, repeated] = [0, 0];
    for (let question = 0; question < 40; question++) {
      const asked = {
        by: pick(['week', 'month'] as const),
        first: pick(['view', 'conversion', 'order']),
        then: pick(['view', 'conversion', 'order']),
        periods: random.between(1, 12),
        device: pick([undefined, 'mobile']),
        breaksDown: random.chance(0.5),
        ...anyDays(),
      };
      const { device, breaksDown, firstDay, lastDay, ...parameters } = asked;
      const report = await service.report(
        retentionReport,
        {
          ...{ website_id: 1, ...windowOf({ firstDay, lastDay }), ...parameters },
          ...(breaksDown && { break_down_by: 'device' }),
          ...(device && { filter: `device:${device}` }),
        },
        token,
      );
      const expected = expectedRetention(seen, today, asked);
      expect(report.data, JSON.stringify(asked)).toEqual(expected);
      returned += expected.cohorts.flatMap((cohort) => cohort.returned).filter(Boolean).length;
      repeated += (expected.buyers ?? []).filter(({ repeat_buyers }) => repeat_buyers > 0).length;
    }
    expect(returned).toBeGreaterThan(50);
    expect(repeated).toBeGreaterThan(5);
  });

  test('paths: any question has the answer of the model', async () => {
    let steps = 0;
    for (let question = 0; question < 80; question++) {
      const asked = {
        step: pick(Object.keys(STEPS)),
        isBackwards: random.chance(0.4),
        depth: random.between(1, 4),
        within: pick([1, 60, 1_440, 10_080, 43_200]),
        limit: pick([1, 3, 5]),
        ...anyDays(),
      };
      const { step, isBackwards, depth, within, limit, ...days } = asked;
      const { data } = await service.report(
        pathsReport,
        {
          ...{ website_id: 1, ...windowOf(days), depth, within_minutes: within, limit },
          ...{ [isBackwards ? 'to' : 'from']: step },
        },
        token,
      );
      const { from, to, within_minutes, ...tree } = data;
      expect([isBackwards ? to : from, within_minutes]).toEqual([step, within]);
      expect(tree, JSON.stringify(asked)).toEqual(expectedPaths(seen, asked));
      steps += data.children.flatMap(({ children }) => children).length;
    }
    expect(steps).toBeGreaterThan(30);
  });

  async function expectRefused(
    report: typeof retentionReport | typeof pathsReport,
    parameters: Parameters,
    code: string,
    param: string,
  ): Promise<void> {
    const answer = await service.ask(report, { website_id: 1, ...parameters }, token);
    expect(answer, JSON.stringify(parameters)).toMatchObject({ status: 422, body: { code, param } });
  }

  test.runIf(engine === 'sqlite')('parameters are checked', async () => {
    const all = windowOf({ firstDay: dayOf('2025-02-01'), lastDay: today });
    for (const [param, value] of Object.entries({ by: 'day', first: 'subscribe', then: 'x', periods: 13 })) {
      await expectRefused(retentionReport, { ...all, [param]: value }, `invalid_${param}`, param);
    }
    await expectRefused(retentionReport, { ...all, periods: 0 }, 'invalid_periods', 'periods');
    await expectRefused(retentionReport, { website_id: 2 }, 'events_not_kept', 'first');
    const years = { timeframe: 'custom', range_start: '2025-02-01', range_end: '2030-02-01' };
    await expectRefused(retentionReport, years, 'range_too_wide', 'by');
    await service.report(retentionReport, { website_id: 1, ...years, by: 'month' }, token);
    // 120 weeks from a Monday on, and a day more.
    const weeks = { ...years, range_start: '2025-02-03', range_end: '2027-05-23' };
    await service.report(retentionReport, { website_id: 1, ...weeks }, token);
    await expectRefused(retentionReport, { ...weeks, range_end: '2027-05-24' }, 'range_too_wide', 'by');
    await expectRefused(pathsReport, all, 'invalid_from', 'from');
    await expectRefused(pathsReport, { ...all, from: 'view', to: 'order' }, 'invalid_from', 'from');
    await expectRefused(pathsReport, { ...all, from: 'visit' }, 'invalid_from', 'from');
    await expectRefused(pathsReport, { ...all, to: 'view;x:1' }, 'invalid_to', 'to');
    await expectRefused(pathsReport, { ...all, to: 'view;campaign:12' }, 'unknown_subject', 'to');
    for (const [param, value] of Object.entries({ depth: 5, within_minutes: 0, limit: 0 })) {
      await expectRefused(pathsReport, { ...all, from: 'view', [param]: value }, `invalid_${param}`, param);
    }
    await expectRefused(pathsReport, { website_id: 2, to: 'view' }, 'events_not_kept', 'to');
  });

  test.runIf(engine === 'sqlite')('without parameters, visitors come back with what they began with', async () => {
    const { data } = await service.report(retentionReport, { website_id: 1, first: 'order' }, token);
    expect(data).toMatchObject({ by: 'week', first: 'order', then: 'order' });
    expect(data.cohorts[0]!.returned).toHaveLength(13);
    expect(data).not.toHaveProperty('breakdown');
  });
});
