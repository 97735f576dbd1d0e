// The alerts of a website over REST.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeFound } from '../../../src/answers/alerts/store-alerts.ts';
import { websiteAlerts } from '../../../src/answers/reports/insights/website-alerts.ts';
import { Lease } from '../../../src/foundation/database/lease.ts';
import { ENGINES } from '../../support/databases.ts';
import { batchOf, eventWith } from '../../support/events.ts';
import { TestService } from '../../support/test-service.ts';
import { TestStages } from '../../support/test-stages.ts';

const SEGMENT = { dimension: 'device', value: 'mobile', share: 97 } as const;
/** The day of an alert that has a segment. */
const WITH_SEGMENT = 20_001;
const WATCH = { judgedDay: 20_000, expected: [0], open: [], usualSilence: { hours: 0, forgottenDay: 0 } };

describe.each(ENGINES)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start(engine);
    token = await service.token([1]);
    const events = [eventWith(), eventWith({ website_id: 2 })];
    await new TestStages(service.database, service.clock.now).commitSent([batchOf(events)]);
  });

  afterAll(() => service.dispose());

  async function store(websiteId: number, ...days: number[]) {
    const lease = (await Lease.take(service.database, service.clock.now, 'alerts'))!;
    const alerts = days.map((day) => ({
      ...{ kind: 'drop' as const, cause: `drop:${day}`, day, title: `Title ${day}.`, text: `Text ${day}.` },
      path: `/websites/${websiteId}`,
      ...(day === WITH_SEGMENT && { segment: SEGMENT }),
    }));
    const stored = await storeFound(
      service.database,
      lease,
      { websiteId, watch: WATCH, alerts },
      { now: service.clock.now() },
    );
    await lease.release();
    return stored.length;
  }

  const dataOf = async (query: { page?: number; per_page?: number } = {}) =>
    (await service.report(websiteAlerts, query, token)).data;

  test('none at first, then at once those of this website, newest first, by page', async () => {
    expect(await dataOf()).toEqual({
      alerts: [],
      pagination: { page: 1, per_page: 10, total_entries: 0, total_pages: 0 },
    });
    expect(await store(1, 20_000, 20_001, 20_002)).toBe(3);
    expect(await store(2, 20_003)).toBe(1);
    // The same cause again is no news.
    expect(await store(1, 20_002)).toBe(0);
    const { alerts, pagination } = await dataOf({ page: 1, per_page: 2 });
    expect(alerts[0]).toEqual({
      ...{ id: expect.any(Number), kind: 'drop', day: '2024-10-06', title: 'Title 20002.', text: 'Text 20002.' },
      ...{ path: '/websites/1', created_at: expect.any(String) },
    });
    expect(alerts[1]).toMatchObject({ day: '2024-10-05', segment: SEGMENT });
    expect(pagination).toEqual({ page: 1, per_page: 2, total_entries: 3, total_pages: 2 });
    expect((await dataOf({ page: 2, per_page: 2 })).alerts.map(({ day }) => day)).toEqual(['2024-10-04']);
    expect((await dataOf({ page: 999_999, per_page: 50 })).alerts).toEqual([]);
  });

  test('a page that is none is refused', async () => {
    const { status, body } = await service.ask(websiteAlerts, { page: 0 }, token);
    expect([status, (body as { code: string }).code]).toEqual([422, 'invalid_page']);
  });
});
