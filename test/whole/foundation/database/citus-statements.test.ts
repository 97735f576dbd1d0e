// Every statement on a distributed table must name its website (or the start of the chunk), or Citus would have to query every shard.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { DirectIntervalBuilder } from '../../../../src/core/engine/rollups/build-intervals.ts';
import { dayOfTimestampMs } from '../../../../src/core/engine/rollups/calendar.ts';
import { readCounts } from '../../../../src/core/engine/rollups/read-counts.ts';
import { readValues } from '../../../../src/core/engine/rollups/read-values.ts';
import { lockWebsites } from '../../../../src/core/engine/rollups/store.ts';
import {
  COORDINATOR_TABLES,
  DISTRIBUTED_TABLES,
  DISTRIBUTION_COLUMN,
  REFERENCE_TABLES,
  TWO_PHASES_TABLE,
} from '../../../../src/core/foundation/database/citus/citus.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { countUnknownOrders, sweepArrivalCounts } from '../../../../src/core/intake/arrivals/arrival-counts.ts';
import { importEvents } from '../../../../src/core/intake/bulk/import-events.ts';
import {
  sweepEventIds,
  sweepOrdersAfter,
  sweepReceipts,
  sweepRefundsAfter,
  sweepWaitingRefunds,
} from '../../../../src/core/intake/commit/sweep-seen.ts';
import { IngestKeyFinder } from '../../../../src/core/intake/ingest-keys/ingest-key-finder.ts';
import { createIngestKey, revokeIngestKey } from '../../../../src/core/intake/ingest-keys/ingest-keys.ts';
import { touchList } from '../../../../src/core/intake/orders/touch-list.ts';
import { addTouches, sweepTouches } from '../../../../src/core/intake/orders/touch-runs.ts';
import { ContactStore } from '../../../../src/core/manage/contacts/contact-store.ts';
import { countDay, forgetDay } from '../../../../src/core/manage/erasure/forget-day.ts';
import { forgetVisitor } from '../../../../src/core/manage/erasure/forget-visitor.ts';
import { countWebsite, forgetWebsite } from '../../../../src/core/manage/erasure/forget-website.ts';
import { sweepDaysAfter } from '../../../../src/core/manage/erasure/sweep-old-days.ts';
import { DirectReadRunner } from '../../../../src/core/server/api/read-runner.ts';
import { sweepAlerts } from '../../../../src/extensions/changes/alerts/store-alerts.ts';
import { batchOf, bytesOf, eventWith, ndjson, orderWith, refundWith, selectionWith } from '../../../support/events.ts';
import { READ_OPERATIONS } from '../../../support/operations.ts';
import { type RecordingDatabase, recordingDatabase } from '../../../support/recording-database.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { sweepRound } from '../../../support/sweep-round.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { TestStages } from '../../../support/test-stages.ts';

/** Statements that may query every shard, and why. */
const EXCEPTIONS: readonly RegExp[] = [
  // An import has to find ids that another website uses. Imports are rare and run by an operator.
  /^SELECT \* FROM (areas|campaigns|variants|steps|elements) WHERE id IN \([^)]*\)$/,
];

/** Tables that the flows below must use: without statements the check could not fail. */
const TABLES_USED = [
  'areas',
  'campaigns',
  'variants',
  'steps',
  'elements',
  'seen_events',
  'seen_orders',
  'seen_refunds',
  'waiting_refunds',
  'deferred_orders',
  'touch_runs',
  'collector_receipts',
  'website_activity',
  'rollup_counters',
  'rollup_visitors',
  'rollup_values',
  'rollup_order_sources',
];

let ingestion: TestIngestion;
let recording: RecordingDatabase;

beforeAll(async () => {
  ingestion = await createTestIngestion('sqlite', { accounts: [] });
  recording = recordingDatabase(ingestion.database);
  await runOrdinaryFlows();
});

afterAll(() => ingestion.dispose());

async function runOrdinaryFlows(): Promise<void> {
  const { database } = recording;
  const { clock } = ingestion;
  await importCatalog(database, SAMPLE_CATALOG, clock.now);
  await importCatalog(database, SAMPLE_CATALOG, clock.now);
  await changeWebsiteSettings(database, 1, { credit_window_days: 7, credit_by: 'view' }, clock.now);
  const stages = new TestStages(database, clock.now);
  const receipt = { kind: 'request', websiteId: 1, idempotencyKey: 'key' } as const;
  const everything = batchOf(
    [
      eventWith({ id: 'a', website_id: 2 }),
      eventWith({ element_id: 10000, type: 'conversion' }),
      orderWith({ order_id: 'credited', visitor: 'visitor-1' }),
      orderWith({ order_id: 'o', element_id: 10001, products: [{ value: 'sku' }] }),
      ...Array.from({ length: 201 }, (_, index) => selectionWith({ field: 'f', value: `value-${index}` })),
      eventWith({ website_id: 999 }),
      refundWith({ order_id: 'o', refund_id: 'r', revenue: 1 }),
      refundWith({ order_id: 'o', id: 'r', revenue: 100 }),
      refundWith({ order_id: 'later', refund_id: 'r' }),
    ],
    { receipt },
  );
  // The second commit finds the receipt and reads it.
  for (let round = 0; round < 2; round++) await stages.commitSent([everything]);
  await importEvents(database, stages, fileOf(ndjson([eventWith(), orderWith({ order_id: 'later' })])));
  await importEvents(database, stages, fileOf(ndjson([refundWith({ order_id: 'never', refund_id: 'r' })])));
  await storeManyTouches(database);
  await sweepRound(database, new Date(clock.nowMs + 8 * DAY_MS), sweepWaitingRefunds(countUnknownOrders), sweepTouches);
  await sweepRound(database, clock.now(), sweepReceipts, sweepEventIds);
  const key = await createIngestKey(database, 1, clock.now);
  await new IngestKeyFinder(database).find(key!.key);
  await revokeIngestKey(database, key!.id, clock.now);
  const builder = new DirectIntervalBuilder(database);
  const today = dayOfTimestampMs(clock.nowMs) + 100;
  for (let step = await builder.begin(1, today); step; step = await builder.proceed(step));
  const windows = [{ firstDay: 19_000, lastDay: 21_000 }];
  await readCounts(database, { websiteId: 1, kind: 2, subjectIds: [10, 11], windows, countType: 'distinct' });
  await readValues(database, 1, 10000, windows[0]!);
  await readEverything(database);
  await forgetEverything(database);
}

/** They need the id of a record, steps, the event log or a week of insights, and begin like the others. */
const NEED_MORE = [
  'get_website_insights',
  'get_insights',
  'get_funnel',
  'get_attribution',
  'get_retention',
  'get_paths',
  'get_campaign_reach',
  'list_values',
];
const NEEDED = { explain_change: { metric: 'orders' }, search: { query: 'popup' } };

async function readEverything(database: Database): Promise<void> {
  const reads = new DirectReadRunner(database, READ_OPERATIONS);
  for (const { name: operation, input, website } of READ_OPERATIONS) {
    const needsId = 'id' in input.shape && !(operation in NEEDED);
    if (needsId || NEED_MORE.includes(operation)) continue;
    const websites = website === 'chosen' ? { websiteId: 1 } : { websiteIds: [1, 2] };
    const needed = NEEDED[operation as keyof typeof NEEDED] ?? {};
    await reads.run({ operation, query: input.parse(needed), websites, nowMs: ingestion.clock.nowMs });
  }
}

/** More than a node of their tree may have. */
async function storeManyTouches(database: Database): Promise<void> {
  for (let commit = 0; commit < 3; commit++) {
    await database.transaction(async (tx) => {
      const { version } = (await lockWebsites(tx, [1])).get(1)!;
      const touch = { visitorLow: commit, day: 20_157, second: 0, kind: 2, id: 10 } as const;
      const touches = Array.from({ length: 3_000 }, (_, index) => ({ ...touch, visitorHigh: index << 20 }));
      await addTouches(tx, { websiteId: 1, version, nowMs: 20_200 * 86_400_000 }, touchList(touches));
    });
  }
}

async function forgetEverything(database: Database): Promise<void> {
  const { clock } = ingestion;
  const contacts = new ContactStore(database, clock.now);
  await sweepRound(database, clock.now(), sweepOrdersAfter(1), sweepRefundsAfter(1), sweepArrivalCounts, sweepAlerts);
  await forgetVisitor(database, contacts, { websiteId: 1, visitor: 'visitor-1', isErasing: true });
  await countDay(database, 1, 20_000);
  await forgetDay(database, 1, 20_000);
  await sweepRound(database, new Date(clock.nowMs + 400 * DAY_MS), sweepDaysAfter(30));
  await countWebsite(database, 2);
  await forgetWebsite(database, 2, clock.now());
}

async function* fileOf(text: string): AsyncGenerator<Uint8Array> {
  yield bytesOf(text);
}

function tablesIn(statement: string, tables: readonly string[] = DISTRIBUTED_TABLES): string[] {
  return tables.filter((table) => new RegExp(`\\b(FROM|JOIN|INTO|UPDATE)\\s+${table}\\b`, 'i').test(statement));
}

function namesTheShard(statement: string): boolean {
  const [, columns] = /^\s*INSERT INTO \w+ \(([^)]*)\)/i.exec(statement) ?? [];
  if (columns !== undefined) return new RegExp(`\\b${DISTRIBUTION_COLUMN}\\b`).test(columns);
  return new RegExp(`\\bWHERE\\b.*\\b${DISTRIBUTION_COLUMN} (= \\$\\d+|IN \\()`, 'is').test(statement);
}

test('the flows use the tables of the catalog, of ingestion and of the rollups', () => {
  expect([...new Set([...recording.statements].flatMap((statement) => tablesIn(statement)))]).toEqual(
    expect.arrayContaining(TABLES_USED),
  );
});

test('every statement on a distributed table names its website', () => {
  const onAllShards = [...recording.statements]
    .filter((statement) => tablesIn(statement).length > 0 && !namesTheShard(statement))
    .filter((statement) => !EXCEPTIONS.some((exception) => exception.test(statement)));
  expect(onAllShards).toEqual([]);
});

test('no statement is about a table of the coordinator and a distributed table: Citus would ask all workers', () => {
  const statements = [...recording.statements];
  const onCoordinator = statements.filter((statement) => tablesIn(statement, COORDINATOR_TABLES).length > 0);
  expect(onCoordinator.flatMap((statement) => tablesIn(statement, COORDINATOR_TABLES))).toContain('website_settings');
  expect(onCoordinator.filter((statement) => tablesIn(statement).length > 0)).toEqual([]);
});

test('a transaction that writes to the coordinator and to a shard commits in two phases', () => {
  const writers = recording.transactions.map((statements) => [...statements]);
  const onBoth = writers.filter((sql) => writesTo(sql, COORDINATOR_TABLES) && writesTo(sql, DISTRIBUTED_TABLES));
  expect(onBoth.filter((sql) => writesTo(sql, ['import_chunks']))).not.toEqual([]);
  // Citus does so by itself where a table is on every node.
  expect(onBoth.filter((sql) => !writesTo(sql, [TWO_PHASES_TABLE, ...REFERENCE_TABLES]))).toEqual([]);
});

function writesTo(statements: readonly string[], tables: readonly string[]): boolean {
  const write = new RegExp(`^\\s*(INSERT INTO|UPDATE|DELETE FROM)\\s+(${tables.join('|')})\\b`, 'i');
  return statements.some((statement) => write.test(statement));
}

describe('the check itself', () => {
  it.each([
    'SELECT * FROM campaigns WHERE name = $1',
    'SELECT website_id FROM rollup_counters',
    'DELETE FROM seen_events WHERE seen_at_ms < $1',
    'UPDATE website_activity SET version = 1',
    'INSERT INTO seen_orders (order_id) VALUES ($1)',
    'SELECT 1 FROM websites JOIN rollup_values ON element_id = id WHERE day = $1',
  ])('rejects %s', (statement) => {
    expect(tablesIn(statement)).toHaveLength(1);
    expect(namesTheShard(statement)).toBe(false);
  });
});
