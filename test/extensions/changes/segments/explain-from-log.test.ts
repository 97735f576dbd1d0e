// One insight and one alert that name their segment, from events to what is stored; and when none is named.

import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Alert } from '../../../../src/core/answers/alerts/alert.ts';
import { DirectSnapshotBuilder } from '../../../../src/core/answers/insights/snapshot.ts';
import { NO_BOUNDS } from '../../../../src/core/engine/event-log/questions/unique-visitors.ts';
import { dayOfTimestampMs, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { findAlerts } from '../../../../src/extensions/changes/alerts/job.ts';
import { DirectLooker } from '../../../../src/extensions/changes/alerts/look.ts';
import { readWeekItems } from '../../../../src/extensions/changes/week-items.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import type { SentEvent } from '../../../support/events.ts';
import { said, saidAlert } from '../../../support/said.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const WITH_LOG = 1;
const WITHOUT_LOG = 2;
/** A Monday. */
const NOW = '2025-03-10T00:20:00Z';
const TODAY = dayOfTimestampMs(Date.parse(NOW));
const MONDAY = TODAY - 7;
const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [WITH_LOG, WITHOUT_LOG].map((id) => ({
        id,
        name: `site-${id}`,
        currency: 'USD',
        event_log: id === WITH_LOG,
        campaigns: [{ id: 10 * id, name: 'Cart reminder', status: 'live', variants: [] }],
      })),
    },
  ],
};

/** Visitors of a day, each with one event of each type. */
function visitorsOf(day: number, from: number, to: number, types: readonly string[], fields: SentEvent): SentEvent[] {
  const at = `${isoOfDay(day)}T12:00:00Z`;
  return Array.from({ length: to - from }, (_, index) =>
    types.map((type) => ({ type, visitor: `visitor-${from + index}`, at, website_id: WITH_LOG, ...fields })),
  ).flat();
}

const ON_PHONE = { device: 'mobile', page: '/cart' };
const ON_DESKTOP = { device: 'desktop', page: '/cart' };

/** 1,000 visitors of a campaign, of whom a fifth converts; on phones only so many. */
function campaignWeek(monday: number, convertedOnPhones: number, fields: SentEvent = {}): SentEvent[] {
  const campaign = { campaign_id: 10, ...fields };
  return [
    ...visitorsOf(monday + 1, 0, 600, ['view'], { ...campaign, ...ON_PHONE }),
    ...visitorsOf(monday + 1, 600, 1_000, ['view'], { ...campaign, ...ON_DESKTOP }),
    ...visitorsOf(monday + 1, 0, convertedOnPhones, ['conversion'], { ...campaign, ...ON_PHONE }),
    ...visitorsOf(monday + 1, 600, 680, ['conversion'], { ...campaign, ...ON_DESKTOP }),
  ];
}

function brokenOnPhones(fields: SentEvent = {}): SentEvent[] {
  const before = [4, 3, 2, 1].flatMap((weeksAgo) => campaignWeek(MONDAY - 7 * weeksAgo, 120, fields));
  return [...before, ...campaignWeek(MONDAY, 15, fields)];
}

/** Six weeks of 150 visitors a day, two thirds from a newsletter; yesterday nobody came from there. */
function withoutNewsletter(source: string): SentEvent[] {
  const days = Array.from({ length: 43 }, (_, ago) => TODAY - 2 - ago);
  return [
    ...days.flatMap((day) => visitorsOf(day, 0, 100, ['view'], { utm_source: source, utm_medium: 'email' })),
    ...[...days, TODAY - 1].flatMap((day) => visitorsOf(day, 100, 150, ['view'], {})),
    ...visitorsOf(TODAY, 0, 5, ['view'], {}),
  ];
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let ingestion: TestIngestion;
  beforeAll(async () => {
    ingestion = await createTestIngestion(engine, CATALOG, new TestClock(NOW));
  });
  beforeEach(() => ingestion.reset());
  afterAll(() => ingestion.dispose());

  async function firstItem(websiteId = WITH_LOG, queryEventsMax = NO_BOUNDS.queryEventsMax) {
    const built = await new DirectSnapshotBuilder(ingestion.database, [readWeekItems], {
      ...NO_BOUNDS,
      queryEventsMax,
    }).build({
      websiteId,
      monday: MONDAY,
    });
    const [item] = built!.items;
    return { text: said(item!), item: item! };
  }

  async function alertsFound() {
    const { database, clock } = ingestion;
    const told: ReturnType<typeof saidAlert<Alert>>[] = [];
    await findAlerts({
      database,
      looker: new DirectLooker(database),
      clock: clock.now,
      logger: pino({ level: 'silent' }),
      listeners: [
        async (_tx, alert) => {
          told.push(saidAlert(alert));
        },
      ],
    });
    return told;
  }

  test('an insight names the segment that explains it', async () => {
    await ingestion.count(...brokenOnPhones());
    const { text, item } = await firstItem();
    expect(text).toMatch(/^The conversion rate of “Cart reminder” fell significantly: 9.5% of 1,000 visitors/);
    expect(text).toMatch(
      new RegExp(
        ' The fall comes from the device “mobile”: 15 visitors who converted instead of about 120. ' +
          'All others are stable: 80 instead of about 80.$',
      ),
    );
    expect(item).toMatchObject({
      kind: 'claim',
      campaign_ids: [10],
      segment: { dimension: 'device', value: 'mobile', share: 100 },
    });
  });

  test('an insight of a website without a log names none', async () => {
    await ingestion.count(...brokenOnPhones({ website_id: WITHOUT_LOG, campaign_id: 20 }));
    const { text, item } = await firstItem(WITHOUT_LOG);
    expect(text).toMatch(/^The conversion rate of “Cart reminder” fell significantly.* on its page\.$/);
    expect(item).toMatchObject({ kind: 'claim', campaign_ids: [20] });
    expect(item.segment).toBeUndefined();
  });

  test('an insight whose weeks begin before the log does names none', async () => {
    await ingestion.count(...brokenOnPhones());
    await ingestion.database.transaction((tx) =>
      tx.query('UPDATE website_activity SET log_from = $1 WHERE website_id = 1', [MONDAY - 27]),
    );
    expect((await firstItem()).item.segment).toBeUndefined();
  });

  test('an insight about more events than may be read names none', async () => {
    await ingestion.count(...brokenOnPhones());
    expect((await firstItem(WITH_LOG, 2_000)).item.segment).toBeUndefined();
  });

  test('a claim costs a question for each dimension, and a week without one costs none', async () => {
    const { database, count } = ingestion;
    const asked: string[] = [];
    const counting: Pick<Database, 'query'> = {
      query: (sql, params) => {
        if (sql.includes('column_number IN')) asked.push(sql);
        return database.query(sql, params);
      },
    };
    const build = () =>
      new DirectSnapshotBuilder(counting, [readWeekItems], { ...NO_BOUNDS, exactEventsMax: 0 }).build({
        websiteId: WITH_LOG,
        monday: MONDAY,
      });
    await count(...brokenOnPhones());
    await build();
    expect(asked).toHaveLength(8);
    await ingestion.reset();
    await count(...[4, 3, 2, 1, 0].flatMap((weeksAgo) => campaignWeek(MONDAY - 7 * weeksAgo, 120)));
    await build();
    expect(asked).toHaveLength(8);
  });

  test('an alert names the segment that explains it, and stores it', async () => {
    await ingestion.count(...withoutNewsletter('weekly <b>'));
    const [alert] = await alertsFound();
    const segment = { dimension: 'utm_source', value: 'weekly <b>', share: 100 };
    expect(alert).toMatchObject({
      kind: 'drop',
      day: TODAY - 1,
      title: `66.7% fewer visitors on ${isoOfDay(TODAY - 1)}: 50 instead of about 150.`,
      text: expect.stringMatching(
        new RegExp(
          String.raw`^The fall comes from the source “weekly <b>”: 0 visitors instead of about 100\. All others are stable: ` +
            String.raw`50 instead of about 50\. The expected number`,
        ),
      ),
      path: '/websites/1',
      segment,
    });
    const [stored] = await ingestion.database.query<{ segment: string }>('SELECT segment FROM alerts');
    expect(JSON.parse(stored!.segment)).toEqual(segment);
  });

  test('an alert of a move that is the same for all names none', async () => {
    const days = Array.from({ length: 43 }, (_, ago) => TODAY - 2 - ago);
    const half = (day: number, from: number, to: number) => visitorsOf(day, from, to, ['view'], ON_PHONE);
    await ingestion.count(
      ...days.flatMap((day) => [...half(day, 0, 80), ...visitorsOf(day, 80, 150, ['view'], ON_DESKTOP)]),
      ...half(TODAY - 1, 0, 32),
      ...visitorsOf(TODAY - 1, 80, 108, ['view'], ON_DESKTOP),
      ...visitorsOf(TODAY, 0, 5, ['view'], {}),
    );
    const [alert] = await alertsFound();
    expect(alert).toMatchObject({ kind: 'drop', text: expect.stringMatching(/^The expected number/) });
    expect(alert).not.toHaveProperty('segment');
  });
});
