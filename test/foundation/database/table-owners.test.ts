// Who names which table in SQL. Only its owner may write a table; who else reads it is listed here, so that a new reader is
// a decision and not an accident.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TABLES as ALL_TABLES } from '../../../src/foundation/database/citus/citus.ts';

const ROOT = fileURLToPath(new URL('../../../src/', import.meta.url));

/** By table: the folder that owns it, then those that may read it. */
const TABLES: Readonly<Record<string, readonly [owner: string, ...readers: string[]]>> = {
  accounts: ['catalog', 'authorization-server', 'commands', 'reports'],
  websites: [
    'catalog',
    'access',
    'api',
    'authorization-server',
    'commands',
    'commands/doctor',
    'experiments',
    'collector',
    'collector/webhooks',
    'ingestion/bulk',
    'insights',
    'notifications',
    'outbox',
    'reports',
    'resources',
  ],
  catalog_state: ['catalog', 'access', 'commands/doctor'],
  catalog_changes: ['catalog', 'access'],
  areas: ['catalog', 'resources'],
  campaigns: ['catalog', 'experiments', 'insights', 'reports', 'resources'],
  variants: ['catalog', 'alerts', 'experiments', 'insights', 'reports', 'resources'],
  steps: ['catalog', 'insights', 'reports'],
  elements: ['catalog', 'insights', 'reports'],
  id_sequences: ['database', 'catalog'],
  website_settings: ['catalog'],
  ingest_keys: ['collector', 'catalog'],
  visitor_salts: ['collector'],
  webhook_secrets: ['collector/webhooks'],
  seen_events: ['ingestion'],
  seen_orders: ['ingestion'],
  seen_refunds: ['ingestion'],
  waiting_refunds: ['ingestion'],
  deferred_orders: ['ingestion'],
  unsettled_imports: ['ingestion'],
  visitor_touches: ['ingestion'],
  touch_runs: ['ingestion'],
  collector_receipts: ['ingestion'],
  arrival_counts: ['arrivals'],
  alerts: ['alerts', 'reports'],
  alert_progress: ['alerts'],
  import_chunks: ['ingestion', 'ingestion/bulk'],
  website_activity: [
    'rollups',
    'access',
    'alerts',
    'api',
    'catalog',
    'commands',
    'event-log',
    'ingestion/bulk',
    'insights',
    'reports',
  ],
  rollup_counters: ['rollups', 'catalog', 'event-log'],
  rollup_visitors: ['rollups'],
  rollup_values: ['rollups', 'insights', 'reports'],
  rollup_order_sources: ['rollups'],
  event_log_pending: ['event-log'],
  event_log_runs: ['event-log'],
  insights_snapshots: ['insights', 'reports'],
  notification_subscriptions: ['notifications'],
  account_branding: ['notifications'],
  saved_records: ['resources'],
  insights_lease: ['database'],
  two_phases: ['database'],
  outbox_messages: ['outbox'],
  contacts: ['contacts'],
  contact_lists: ['contacts'],
  contact_blocks: ['contacts'],
  contact_search: ['contacts'],
  unconfirmed_contacts: ['contacts'],
  access_tokens: ['access'],
  access_token_websites: ['access'],
  website_first_tokens: ['access'],
  users: ['authorization-server', 'access', 'commands', 'commands/doctor', 'notifications'],
  user_accounts: ['authorization-server', 'access'],
  audit_log: ['access'],
  user_identities: ['authorization-server'],
  authorization_keys: ['authorization-server'],
  authorization_records: ['authorization-server', 'access'],
  grant_websites: ['authorization-server', 'access'],
  issued_tokens: ['authorization-server', 'access'],
  one_time_links: ['authorization-server'],
  copy_progress: ['database/copy'],
  trusted_time: ['database'],
};

/** They work on tables of every kind: one copies whole databases, the other erases what anybody has stored. */
const FOR_ALL_TABLES = ['database/copy', 'erasure'];

interface Use {
  readonly file: string;
  readonly folder: string;
  readonly table: string;
  readonly isWrite: boolean;
}

const WRITE = /\b(?:INSERT INTO|DELETE FROM|UPDATE) (\w+)|\binto: '(\w+)'/g;
const READ = /\b(?:FROM|JOIN) (\w+)/g;

function usesIn(file: string): Use[] {
  const text = readFileSync(ROOT + file, 'utf8');
  const folder = file.split('/').slice(0, -1).join('/');
  const found = (pattern: RegExp, isWrite: boolean) =>
    [...text.matchAll(pattern)].map((match) => ({ file, folder, table: (match[1] ?? match[2])!, isWrite }));
  return [...found(WRITE, true), ...found(READ, false)].filter(({ table }) => known.has(table));
}

const known = new Set<string>(ALL_TABLES);
const uses = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap(usesIn)
  .filter(({ folder, table }) => TABLES[table]?.[0] === folder || !FOR_ALL_TABLES.includes(folder));

test('every table has an owner', () => {
  expect(Object.keys(TABLES).sort()).toEqual([...known].sort());
});

test('a table is written by its owner alone', () => {
  const foreign = uses.filter(({ table, folder, isWrite }) => isWrite && TABLES[table]?.[0] !== folder);
  expect(foreign.map(({ file, table }) => `${file} writes ${table}`)).toEqual([]);
});

test('a table is read by its owner and by those that are listed', () => {
  const foreign = uses.filter(({ table, folder }) => !TABLES[table]?.includes(folder));
  expect([...new Set(foreign.map(({ file, table }) => `${file} reads ${table}`))]).toEqual([]);
});

/** Written through a list of tables, so no statement names them. */
const WRITTEN_BY_LIST = ['accounts', 'areas', 'copy_progress'];

test('nobody is listed who does not read', () => {
  const idle = Object.entries(TABLES).flatMap(([table, folders]) =>
    folders
      .filter((folder) => !uses.some((use) => use.table === table && use.folder === folder))
      .filter((folder) => !(folder === folders[0] && WRITTEN_BY_LIST.includes(table)))
      .map((folder) => `${folder}: ${table}`),
  );
  expect(idle).toEqual([]);
});
