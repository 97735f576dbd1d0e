// Version 1.0.0 stored events that say nothing about their visit as direct: reports by channel say until which day, and how many there are.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { websiteReport } from '../../../../../src/core/answers/reports/subjects/website.ts';
import { ENGINES } from '../../../../support/databases.ts';
import { TestClock } from '../../../../support/test-clock.ts';
import { TestService } from '../../../../support/test-service.ts';

const ZONES = { 1: 'UTC', 2: 'Pacific/Auckland' };
const CATALOG = {
  accounts: [
    {
      ...{ id: 1, name: 'Acme' },
      websites: Object.entries(ZONES).map(([id, timezone]) => ({
        ...{ id: Number(id), name: `${id}.example`, currency: 'USD', event_log: true, timezone },
      })),
    },
  ],
};
/** As 1.0.0 has stored events without any field. */
const unknown = (type: string, at: string, more = {}) => ({ type, at, referrer: '', visitor: 'ada', ...more });
const EVENTS = [1, 2].flatMap((website_id) =>
  [
    unknown('view', '2026-11-15T09:00:00Z'),
    unknown('view', '2026-11-15T09:00:00Z', { page: '/' }),
    unknown('order', '2026-11-16T09:00:00Z', { order_id: 'a', revenue: 5 }),
    unknown('order', '2026-11-18T09:00:00Z', { order_id: 'b', revenue: 5 }),
  ].map((event) => ({ ...event, website_id })),
);

describe.each(ENGINES)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start(engine, {
      catalog: CATALOG,
      clock: new TestClock('2026-11-19T12:00:00Z'),
      events: EVENTS,
    });
    token = await service.token([1, 2]);
  });
  afterAll(() => service.dispose());

  const notes = async (
    website_id: number,
    range_start: string,
    by: Record<string, string> = { break_down_by: 'channel' },
  ) => {
    const asked = { website_id, timeframe: 'custom', range_start, range_end: '2026-11-18', notes: true, ...by };
    const { notes: said = [] } = await service.report(websiteReport, asked, token);
    return said.flatMap(({ message }) => (message.startsWith('Until the day before') ? [message] : []));
  };

  test('until the day of the upgrade in the zone of the website, but not in a database of a later version', async () => {
    expect(await notes(1, '2026-11-14')).toEqual([]);
    // The 17th in UTC, and the 18th in Auckland.
    await service.database.transaction(async (tx) => {
      await tx.query("UPDATE schema_migrations SET applied_at = '2026-01-01T00:00:00Z' WHERE name = '0001_schema.sql'");
      await tx.query(
        "UPDATE schema_migrations SET applied_at = '2026-11-17T12:00:00Z' WHERE name <> '0001_schema.sql'",
      );
    });
    const said = (day: string, views: string, orders: string) =>
      `Until the day before ${day}, events that said nothing about their visit counted as direct. ` +
      `Among the direct ones of these days are ${views} and ${orders} without page, device or source.`;
    expect(await notes(1, '2026-11-15')).toEqual([said('2026-11-18', '1 view', '1 order')]);
    expect(await notes(1, '2026-11-16')).toEqual([said('2026-11-18', '0 views', '1 order')]);
    expect(await notes(1, '2026-11-17')).toEqual([]);
    expect(await notes(1, '2026-11-18')).toEqual([]);
    expect(await notes(2, '2026-11-15')).toEqual([said('2026-11-19', '1 view', '2 orders')]);
    expect(await notes(1, '2026-11-15', { filter: 'channel:direct' })).toHaveLength(1);
    expect(await notes(1, '2026-11-15', { filter: 'channel:email' })).toEqual([]);
    expect(await notes(1, '2026-11-15', { break_down_by: 'device' })).toEqual([]);
  });
});
