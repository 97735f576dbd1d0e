// The file of the overview comes over REST: its rows have the numbers, changes and days that the page shows, which compares by itself.
// @vitest-environment node
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMAND_LINE } from '../../src/core/contract/access/principal.ts';
import { ReportingCurrencies } from '../../src/core/engine/catalog/reporting-currency.ts';
import { dayFromIso, isoOfDay } from '../../src/core/engine/rollups/calendar.ts';
import { ANY_ENGINE } from '../support/databases.ts';
import { eventWith, orderWith } from '../support/events.ts';
import { TestClock } from '../support/test-clock.ts';
import { TestService } from '../support/test-service.ts';

/** The 16th, and the 17th in Tokyo. */
const NOW = '2026-11-16T20:00:00Z';

/** One keeps its events, one is in another time zone, one keeps none, one began this month, one has no events. */
const WEBSITES = [
  { id: 1, name: 'one.example', event_log: true, group_name: 'Retail' },
  { id: 2, name: 'two.example', event_log: true, timezone: 'Asia/Tokyo', currency: 'EUR' },
  { id: 3, name: '=three.example' },
  { id: 4, name: 'four.example' },
  { id: 5, name: 'five.example' },
];

/** Each day has more than the one before, and the second half of a day more than the first. */
const EVENTS = [1, 2, 3, 4].flatMap((websiteId) =>
  Array.from({ length: 75 }, (_, daysAgo) => dayFromIso('2026-11-16')! - daysAgo)
    .filter((day) => websiteId !== 4 || day >= dayFromIso('2026-11-05')!)
    .flatMap((day) =>
      Array.from({ length: 1 + ((day * websiteId) % 5) }, (_, number) => ({
        ...{ website_id: websiteId, visitor: `v-${number + (day % 3)}` },
        at: `${isoOfDay(day)}T${String((number * 5 + websiteId) % 20).padStart(2, '0')}:30:00Z`,
      })),
    )
    .flatMap((fields, index) => [
      eventWith(fields),
      ...(index % 3 === 0 ? [eventWith({ ...fields, type: 'conversion' })] : []),
      ...(index % 4 === 0 ? [orderWith({ ...fields, revenue: 10 + (index % 7) })] : []),
    ]),
);

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    const created = WEBSITES.map((website) => ({ currency: 'USD', created_at: '2026-01-01T00:00:00Z', ...website }));
    service = await TestService.start(engine, {
      catalog: { accounts: [{ id: 1, name: 'Acme', websites: created }] },
      clock: new TestClock(NOW),
      events: EVENTS,
    });
    const rates = [{ currency: 'EUR', date: '2026-10-01', rate: 1.08571 }];
    await new ReportingCurrencies(service.database, service.clock.now).change(
      1,
      { currency: 'USD', rates },
      COMMAND_LINE,
    );
    token = await service.token(WEBSITES.map(({ id }) => id));
  });
  afterAll(() => service?.dispose());
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** They are compiled with the types of browsers. */
  const rows = async () => (await import(ROWS)) as OverviewRows;
  const shownLines = async (search: string) => (await rows()).shownLines(service.url, token, search);
  const fileLines = async (search: string, listed?: readonly number[]) =>
    (await rows()).fileLines(service.url, token, search, listed);

  test.each([
    'timeframe=today',
    'timeframe=yesterday',
    'timeframe=this_week',
    'timeframe=this_month',
    'timeframe=last_30_days',
    'timeframe=last_month&compare=year',
    'timeframe=last_7_days&compare=off',
    'timeframe=all_time',
    'timeframe=custom&range_start=2026-11-10&range_end=2026-11-16',
    'timeframe=custom&range_start=2026-11-01&range_end=2026-11-30',
  ])('the file has the rows of the page: %s', async (search) => {
    const [shown, file] = await Promise.all([shownLines(search), fileLines(search)]);
    const days = shown[0]!.indexOf('First day');
    // Each website has its own first day of all time; the page has one for all.
    const upTo = search === 'timeframe=all_time' ? days : undefined;
    const apostrophe = (cell: string) => cell.replace(/^=/, "'=");
    expect(file.map((line) => line.slice(0, upTo))).toEqual(shown.map((line) => line.map(apostrophe).slice(0, upTo)));
  });

  test('the rows have all kinds of comparison', async () => {
    const { data } = (await service.get('/reports/account/websites?timeframe=this_month', token)).body as Answer;
    expect(data.websites.map(({ days }) => days.compared_with)).toEqual([
      { first_day: '2026-10-01', last_day: '2026-10-16', until: '20:00', through: null },
      { first_day: '2026-10-01', last_day: '2026-10-17', until: '05:00', through: null },
      { first_day: '2026-10-01', last_day: '2026-10-15', until: null, through: '2026-11-15' },
      null,
      null,
    ]);
  });

  test('converted revenue has at most four decimals, as all money has', async () => {
    const { data } = (await service.get('/reports/account/websites?timeframe=this_month', token)).body as Answer;
    const converted = data.websites[1]!;
    expect(converted.reporting).toEqual({
      currency: 'USD',
      revenue: Math.round(converted.revenue * 10_857.1) / 10_000,
    });
  });

  test('some websites are listed in another order, with the numbers that they have among all', async () => {
    const [head, ...all] = await fileLines('timeframe=this_month');
    const some = await fileLines('timeframe=this_month', [3, 1]);
    expect(some).toEqual([head, all[2], all[0]]);
    const { status } = await service.get('/reports/account/websites?listed=1,6', token);
    expect(status).toBe(404);
  });
});

const ROWS = new URL('components/overview-rows.ts', import.meta.url).pathname;

interface OverviewRows {
  shownLines(url: string, token: string, search: string): Promise<string[][]>;
  fileLines(url: string, token: string, search: string, listed?: readonly number[]): Promise<string[][]>;
}

interface Answer {
  readonly data: {
    readonly websites: readonly {
      readonly revenue: number;
      readonly reporting: unknown;
      readonly days: { readonly compared_with: unknown };
    }[];
  };
}
