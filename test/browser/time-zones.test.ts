// The dashboard for people and websites in other time zones, at times at which it is another date in UTC: today, hours, the date picker and
// files.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ContactStore } from '../../src/core/manage/contacts/contact-store.ts';
import { readChanges } from '../../src/core/manage/contacts/read-changes.ts';
import { CHROMIUM } from '../support/browser.ts';
import { buildIfChanged } from '../support/build-if-changed.ts';
import { IS_LONG } from '../support/long.ts';
import { TestClock } from '../support/test-clock.ts';
import { TestService } from '../support/test-service.ts';
import { createUser } from '../support/users.ts';
import { Dashboard } from './dashboard.ts';
import { downloadedRows } from './downloads.ts';

interface Place {
  readonly timezone: string;
  readonly now: string;
  readonly today: string;
  readonly yesterday: string;
  /** Views by different visitors: two yesterday, and these today. */
  readonly views: readonly string[];
  readonly viewsOfYesterday: readonly [string, string];
  /** How many hours of today have begun. */
  readonly hoursBegun: number;
  /** The hours with views: how many, and the same hour yesterday with its views. */
  readonly hours: Readonly<Record<string, readonly [views: number, hourBefore: string, viewsBefore: number]>>;
}

const PLACES: readonly Place[] = [
  {
    timezone: 'America/Los_Angeles',
    // Half past eight in the evening of a day of 23 hours.
    now: '2025-03-10T03:30:00Z',
    today: '2025-03-09',
    yesterday: '2025-03-08',
    viewsOfYesterday: ['2025-03-08T20:10:00Z', '2025-03-09T07:59:59Z'],
    views: ['2025-03-09T08:00:00Z', '2025-03-09T10:15:00Z', '2025-03-10T03:10:00Z'],
    hoursBegun: 20,
    hours: {
      '2025-03-09T00:00:00-08:00': [1, '2025-03-08T00:00:00-08:00', 0],
      '2025-03-09T03:00:00-07:00': [1, '2025-03-08T03:00:00-08:00', 0],
      '2025-03-09T12:00:00-07:00': [0, '2025-03-08T12:00:00-08:00', 1],
      '2025-03-09T20:00:00-07:00': [1, '2025-03-08T20:00:00-08:00', 0],
    },
  },
  {
    timezone: 'Asia/Kolkata',
    now: '2025-03-09T19:10:00Z',
    today: '2025-03-10',
    yesterday: '2025-03-09',
    viewsOfYesterday: ['2025-03-08T18:45:00Z', '2025-03-09T18:29:59Z'],
    views: ['2025-03-09T18:30:00Z', '2025-03-09T19:00:00Z'],
    hoursBegun: 1,
    hours: { '2025-03-10T00:00:00+05:30': [2, '2025-03-09T00:00:00+05:30', 1] },
  },
  {
    timezone: 'Australia/Sydney',
    // Ten past six in the morning of a day of 25 hours.
    now: '2025-04-05T20:10:00Z',
    today: '2025-04-06',
    yesterday: '2025-04-05',
    viewsOfYesterday: ['2025-04-04T15:20:00Z', '2025-04-05T12:59:59Z'],
    views: ['2025-04-05T15:10:00Z', '2025-04-05T16:10:00Z', '2025-04-05T20:05:00Z'],
    hoursBegun: 8,
    hours: {
      '2025-04-06T02:00:00+11:00': [1, '2025-04-05T02:00:00+11:00', 1],
      '2025-04-06T02:00:00+10:00': [1, '2025-04-05T02:00:00+11:00', 1],
      '2025-04-06T06:00:00+10:00': [1, '2025-04-05T06:00:00+11:00', 0],
    },
  },
  {
    timezone: 'Australia/Lord_Howe',
    // The day has 24 and a half hours.
    now: '2025-04-05T20:10:00Z',
    today: '2025-04-06',
    yesterday: '2025-04-05',
    viewsOfYesterday: ['2025-04-04T14:50:00Z', '2025-04-05T12:59:59Z'],
    views: ['2025-04-05T14:50:00Z', '2025-04-05T15:10:00Z', '2025-04-05T20:05:00Z'],
    hoursBegun: 8,
    hours: {
      '2025-04-06T01:00:00+11:00': [1, '2025-04-05T01:00:00+11:00', 1],
      '2025-04-06T01:30:00+10:30': [1, '2025-04-05T01:00:00+11:00', 1],
      '2025-04-06T06:00:00+10:30': [1, '2025-04-05T06:00:00+11:00', 0],
    },
  },
];
const LOGIN = { email: 'ada@example.com', password: 'correct horse battery staple' };

describe.skipIf(!CHROMIUM)('time zones', () => {
  let service: TestService;
  let dashboard: Dashboard;

  beforeAll(async () => {
    buildIfChanged('dashboard');
    service = await TestService.start('sqlite', {
      clock: new TestClock(PLACES.at(-1)!.now),
      components: ['rest', 'auth', 'dashboard'],
      catalog: { accounts: [{ id: 1, name: 'Ada & Co.', websites: PLACES.map(websiteIn) }] },
      events: PLACES.flatMap(eventsIn),
    });
    await createUser(service.database, { ...LOGIN, accountIds: [1] }, service.clock.now);
    dashboard = await Dashboard.open({
      url: service.baseUrl,
      databaseUrl: service.ingestion.url,
      database: service.database,
      clock: service.clock,
      login: LOGIN,
      token: await service.token([1]),
      close: () => service.dispose(),
    });
  });
  afterAll(() => dashboard?.close());
  afterEach(async () => {
    expect(await dashboard.endTest(), 'errors on the console of the browser').toEqual([]);
  });

  it.each([
    ...PLACES.slice(IS_LONG ? 0 : PLACES.length).map((place) => ({ place, browser: place.timezone })),
    { place: PLACES.find(({ timezone }) => timezone === 'Australia/Sydney')!, browser: 'America/Los_Angeles' },
  ])('a website in $place.timezone, in a browser in $browser', async ({ place, browser }) => {
    const { now, today, yesterday } = place;
    service.clock.nowMs = Date.parse(now);
    const page = await dashboard.page(`/websites/${idOf(place)}?timeframe=today`, { timezoneId: browser, now });
    await expectDays(page, today);
    await expectViews(page, place.views.length);
    await expect.poll(() => hoursIn(page)).toEqual({ begun: place.hoursBegun, withViews: place.hours });

    await openPicker(page, 'Today');
    await page.getByText(`Days are in ${place.timezone.replace('_', ' ')}.`).waitFor();
    await page.getByRole('button', { name: 'Yesterday', exact: true }).click();
    await expectDays(page, yesterday);
    await expectViews(page, 2);

    await openPicker(page, 'Yesterday');
    await page.getByLabel('First day').fill(yesterday);
    await page.getByLabel('Last day').fill(today);
    await page.getByRole('button', { name: 'Apply' }).click();
    await expectDays(page, yesterday, today);
    await expectViews(page, 2 + place.views.length);
    await expect.poll(() => daysIn(page)).toEqual({ [yesterday]: 2, [today]: place.views.length });
  });

  it('the date of a contact is that of the user, whatever it is in UTC', async () => {
    const { timezone, now } = PLACES[0]!;
    service.clock.nowMs = Date.parse(now);
    const contacts = new ContactStore(service.database, service.clock.now);
    await contacts.upsert(1, readChanges({ email: 'carla@example.com' }));
    const page = await dashboard.page('/websites/1/contacts', { timezoneId: timezone, now });
    await page.getByRole('row', { name: 'carla@example.com' }).getByText('Mar 9, 2025').waitFor();
  });
});

function idOf(place: Place): number {
  return PLACES.indexOf(place) + 1;
}

function websiteIn(place: Place): object {
  const { timezone } = place;
  return { id: idOf(place), name: `site-${idOf(place)}.example`, currency: 'USD', event_log: true, timezone };
}

function eventsIn(place: Place): { type: string; website_id: number; visitor: string; at: string }[] {
  const times = [...place.viewsOfYesterday, ...place.views];
  return times.map((at) => ({ type: 'view', website_id: idOf(place), visitor: at, at }));
}

/** What the page says below its title. */
async function expectDays(page: Page, first: string, last = first): Promise<void> {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' });
  const days = first === last ? format.format(new Date(first)) : format.formatRange(new Date(first), new Date(last));
  const text = new RegExp(`^${days.replaceAll(/\s/g, ' ')}( ·|$)`);
  await page.locator('main p.hint').filter({ hasText: text }).waitFor();
}

function expectViews(page: Page, views: number): Promise<void> {
  const value = page.locator('[data-metric="views"]').getByTestId('tile-value');
  return value.filter({ hasText: new RegExp(`^${views}$`) }).waitFor();
}

function openPicker(page: Page, shown: string): Promise<void> {
  return page.locator('main header').getByRole('button', { name: shown }).click();
}

/** The hours of the file. */
async function hoursIn(page: Page): Promise<object> {
  const rows = await downloadedRows(page, 'the hours');
  const hours = rows.map((row) => ({
    date: row.Hour!,
    views: Number(row.Visitors),
    before: row['Compared with: Hour'],
    viewsBefore: Number(row['Compared with: Visitors']),
  }));
  const withViews = hours.filter((hour) => hour.views > 0 || hour.viewsBefore > 0);
  return {
    begun: hours.length,
    withViews: Object.fromEntries(withViews.map((hour) => [hour.date, [hour.views, hour.before, hour.viewsBefore]])),
  };
}

/** The days of the file. */
async function daysIn(page: Page): Promise<object> {
  const rows = await downloadedRows(page, 'the series');
  return Object.fromEntries(rows.map(({ Date: date, Visitors: visitors }) => [date, Number(visitors)]));
}
