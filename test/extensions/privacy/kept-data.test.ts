// What owners are told about how long data is kept is what the sweeps do: nothing goes before its day, everything goes after it, and the
// list names every table that sweeps delete from.
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SUBJECT_KIND } from '../../../src/core/engine/catalog/subject.ts';
import { changeWebsiteSettings } from '../../../src/core/engine/catalog/website-settings.ts';
import { dayFromIso } from '../../../src/core/engine/rollups/calendar.ts';
import { DATA_KINDS } from '../../../src/core/engine/sweeps/kept-data.ts';
import { runSweeps } from '../../../src/core/engine/sweeps/run-sweeps.ts';
import { TABLES } from '../../../src/core/foundation/database/citus/citus.ts';
import type { SqlValue } from '../../../src/core/foundation/database/database.ts';
import { keptDataOf } from '../../../src/core/server/app/kept-data.ts';
import { sweepsAt, websiteSweepsOf } from '../../../src/core/server/app/sweeps.ts';
import { readConfig } from '../../../src/core/server/config/config.ts';
import { KeptData } from '../../../src/extensions/privacy/kept-data.ts';
import { switchLog } from '../../support/event-log.ts';
import { eventWith, orderWith } from '../../support/events.ts';
import { PARTS } from '../../support/operations.ts';
import { sweepRound } from '../../support/sweep-round.ts';
import { DAY_MS } from '../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../support/test-ingestion.ts';

const CONFIG = { ...readConfig({}), retentionDays: 500, orderRetentionDays: 300, eventLogDays: 100 };
const KEPT_DATA = keptDataOf(CONFIG, PARTS.halves);
const AT = '2025-03-08T10:00:00Z';
const DAY = dayFromIso('2025-03-08')!;
const AT_MS = Date.parse(AT);

/** No event leaves these behind. */
const ROWS: Readonly<Record<string, Readonly<Record<string, SqlValue>>>> = {
  alerts: {
    ...{ website_id: 1, id: 1, kind: 'drop', cause: 'c', day: DAY, title: '{}', details: '[]' },
    ...{ path: '/', created_at: AT },
  },
  insights_snapshots: { website_id: 1, week: DAY - 5, snapshot: '{}', created_at: AT },
  order_feed: { website_id: 1, place: 1, order_id: 'o', is_refund: 0, counted_at_ms: AT_MS },
  waiting_refunds: {
    ...{ website_id: 1, order_id: 'w', refund_key: 'k', source: 'server', waiting_from_ms: AT_MS, refunded_at: 0 },
    ...{ revenue: 1 },
  },
  arrival_counts: { website_id: 1, day: DAY, source: 'server', outcome: 'accepted', code: '', events: 1 },
  collector_receipts: { website_id: 1, idempotency_key: 'k', body_digest: 'd', received_at_ms: AT_MS },
  seen_events: { website_id: 1, event_id: 'e', seen_at_ms: AT_MS },
  seen_refunds: { website_id: 1, order_id: 'o', refund_id: 'r', seen_day: DAY },
  rollup_order_sources: {
    ...{
      website_id: 1,
      subject_kind: SUBJECT_KIND.website,
      subject_id: 1,
      day: DAY,
      credited_orders: 1,
      credited_revenue: 1,
    },
    ...{ refunded_orders: 0, refunded_revenue: 0 },
  },
  audit_log: { id: 900, account_id: 1, at: AT, via: 'token', action: 'token_created', subject: '"1"' },
  outbox_messages: {
    ...{ id: 'm', subscription_id: 1, website_id: 1, account_id: 1, place: 1, topic: 'digest', channel: 'email' },
    ...{ destination: '', delivery: '' },
    ...{ created_at: AT, not_before: AT, due_at: AT, attempts: 1, result: 'sent', finished_at: AT },
  },
  recipient_links: {
    ...{ token_hash: 'h', kind: 'confirm', recipient_id: 1, website_id: 1, account_id: 1, address_hash: 'a' },
    ...{ created_at: AT },
  },
  share_links: {
    ...{ id: 1, website_id: 1, name: 'n', secret_hash: 's', path: '/', locked: 0, origins: '[]', created_at: AT },
    ...{ revoked_at: AT },
  },
  visitor_salts: { day: DAY, salt: 's' },
  issued_tokens: { token_hash: 'h', grant_hash: 'g', audience: 'rest', scopes: '', payload: '{}', expires_at: AT },
  authorization_records: { kind: 'Session', id_hash: 'h', payload: '{}', created_at: AT, expires_at: AT },
  one_time_links: { token_hash: 'h', id: 1, kind: 'invitation', created_at: AT, expires_at: AT },
  grant_websites: { grant_hash: 'g', website_id: 1 },
};

let ingestion: TestIngestion;

beforeAll(async () => {
  ingestion = await createTestIngestion('sqlite');
  const { database } = ingestion;
  await switchLog(database, 1, true);
  await changeWebsiteSettings(database, 1, { credit_window_days: 7 });
  await ingestion.count(
    eventWith({ type: 'conversion', campaign_id: 10, visitor: 'v', at: AT }),
    orderWith({ order_id: 'o', visitor: 'v', at: AT }),
    { ...eventWith({ visitor: 'v', at: AT }), type: 'selection', element_id: 10010, field: 'size', value: 'M' },
  );
  await database.transaction(async (tx) => {
    for (const [into, row] of Object.entries(ROWS)) {
      await tx.query(`DELETE FROM ${into}`);
      await tx.insertMany({ into, columns: Object.keys(row), rows: [Object.values(row)] });
    }
    await tx.query('UPDATE seen_orders SET seen_day = $1', [DAY]);
    await tx.query('UPDATE website_activity SET order_feed = 1');
  });
});
afterAll(() => ingestion.dispose());

test('data goes when owners are told, and the list has every table that sweeps delete from', async () => {
  const { database } = ingestion;
  const sweepAt = async (ms: number) => {
    const clock = () => new Date(ms);
    const signal = new AbortController().signal;
    await runSweeps(sweepsAt(clock, PARTS.halves), { database, logger: pino({ level: 'silent' }), signal });
    await sweepRound(database, clock(), ...websiteSweepsOf(CONFIG, PARTS.halves));
  };
  const rowsOf = async (table: string) =>
    (await database.query(`SELECT * FROM ${table}`)).map((row) =>
      JSON.stringify(Object.values(row as object).map(String)),
    );
  const before = new Map<string, string[]>();
  for (const table of TABLES) before.set(table, await rowsOf(table));
  const filled = TABLES.filter((table) => before.get(table)!.length > 0) as string[];
  /** Those without a row that they had before. Sweeps count what they give up, so that there may be new ones. */
  const emptyOf = async (asked: readonly string[]) => {
    const empty: string[] = [];
    for (const table of asked) {
      const rows = await rowsOf(table);
      if (!before.get(table)!.some((row) => rows.includes(row))) empty.push(table);
    }
    return empty;
  };
  const swept = KEPT_DATA.filter(({ until }) => until === 'age' || until === 'expired');
  const tables = swept.flatMap((kind) => kind.tables);
  // Each of them is tried.
  expect(filled).toEqual(expect.arrayContaining(tables.filter((table) => table !== 'event_log_runs')));

  const kept = await new KeptData(database, KEPT_DATA).list(1);
  expect(kept.map(({ kind }) => kind)).toEqual(DATA_KINDS);
  const dated = kept.filter(({ goes_on: day }) => day !== null).toSorted((a, b) => (a.goes_on! < b.goes_on! ? -1 : 1));
  expect(dated.map(({ kind }) => kind).toSorted()).toEqual(
    KEPT_DATA.filter(({ until, oldest }) => until === 'age' && oldest !== undefined)
      .map(({ kind }) => kind)
      .toSorted(),
  );
  for (const [day, kinds] of Map.groupBy(dated, ({ goes_on: date }) => date!)) {
    const dueTables = KEPT_DATA.filter(({ kind }) => kinds.some((due) => due.kind === kind)).flatMap(
      (rule) => rule.tables,
    );
    const own = dueTables.filter((table) => filled.includes(table));
    await sweepAt(Date.parse(day) - 1);
    expect(await emptyOf(own), `before ${day}`).toEqual([]);
    await sweepAt(Date.parse(day) + DAY_MS - 1);
    expect(await emptyOf(own), `at the end of ${day}`).toEqual(own);
  }
  for (const table of filled.filter((one) => !tables.includes(one))) expect(await rowsOf(table), table).not.toEqual([]);
  expect(await emptyOf(tables)).toEqual(tables);
});
