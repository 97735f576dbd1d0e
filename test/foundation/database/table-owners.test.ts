// Who names which table in SQL. Only its owner may write a table; who else reads it is listed here, so that a new reader is
// a decision and not an accident.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TABLES as ALL_TABLES } from '../../../src/foundation/database/citus/citus.ts';

const ROOT = fileURLToPath(new URL('../../../src/', import.meta.url));

/** By table: the room (or the wing, if several of its rooms share it) that owns it, then the rooms that may read it. */
const TABLES: Readonly<Record<string, readonly [owner: string, ...readers: string[]]>> = {
  accounts: ['engine/catalog', 'answers/reports', 'manage/authorization-server', 'extensions/demo'],
  websites: [
    'manage/accounts',
    'engine/catalog',
    'answers/experiments',
    'answers/insights',
    'answers/reports',
    'contract/access',
    'intake/bulk',
    'intake/ingest-keys',
    'intake/protocols',
    'manage/authorization-server',
    'manage/resources',
    'outreach/notifications',
    'outreach/outbox',
    'server/api',
    'server/commands',
    'extensions/demo',
    'answers/alerts',
    'manage/exports',
    'manage/history',
  ],
  catalog_state: ['engine/catalog', 'contract/access', 'manage/exports'],
  catalog_changes: ['engine/catalog', 'contract/access'],
  areas: ['engine/catalog', 'manage/resources'],
  campaigns: [
    'engine/catalog',
    'answers/experiments',
    'answers/insights',
    'answers/reports',
    'manage/resources',
    'manage/exports',
  ],
  variants: [
    'engine/catalog',
    'answers/experiments',
    'answers/insights',
    'answers/reports',
    'intake/orders',
    'manage/resources',
    'manage/exports',
  ],
  steps: ['engine/catalog', 'answers/insights', 'answers/reports', 'intake/orders', 'manage/exports'],
  elements: ['engine/catalog', 'answers/insights', 'answers/reports', 'manage/exports'],
  id_sequences: ['foundation/database', 'engine/catalog'],
  website_settings: ['engine/catalog', 'manage/exports'],
  ingest_keys: ['intake/ingest-keys', 'engine/catalog'],
  visitor_salts: ['intake/collector'],
  webhook_secrets: ['intake/protocols'],
  seen_events: ['intake'],
  seen_orders: ['intake', 'manage/stories'],
  seen_refunds: ['intake'],
  order_feed: ['engine/rollups'],
  waiting_refunds: ['intake'],
  deferred_orders: ['intake'],
  unsettled_imports: ['intake'],
  touch_runs: ['intake'],
  collector_receipts: ['intake'],
  arrival_counts: ['intake/arrivals'],
  alerts: ['answers/alerts', 'answers/reports', 'manage/resources'],
  alert_progress: ['answers/alerts'],
  import_chunks: ['intake'],
  website_activity: [
    'engine/rollups',
    'answers/alerts',
    'answers/insights',
    'answers/reports',
    'contract/access',
    'engine/catalog',
    'engine/event-log',
    'intake/bulk',
    'server/api',
    'extensions/demo',
    'manage/exports',
  ],
  rollup_counters: ['engine/rollups', 'engine/catalog', 'engine/event-log'],
  rollup_visitors: ['engine/rollups'],
  rollup_values: ['engine/rollups', 'answers/insights', 'answers/reports'],
  rollup_order_sources: ['engine/rollups'],
  event_log_pending: ['engine/event-log'],
  event_log_runs: ['engine/event-log'],
  insights_snapshots: ['answers/insights', 'answers/reports'],
  notification_subscriptions: ['outreach/notifications'],
  report_recipients: ['outreach/notifications'],
  recipient_links: ['outreach/notifications'],
  account_branding: ['outreach/notifications'],
  account_reporting: ['engine/catalog'],
  saved_records: ['manage/resources', 'answers/reports', 'answers/alerts'],
  costs: ['manage/resources', 'answers/reports'],
  history_imports: ['engine/history'],
  history_days: ['engine/history'],
  history_values: ['engine/history'],
  history_uploads: ['manage/history'],
  history_upload_pieces: ['manage/history'],
  job_leases: ['foundation/database'],
  export_schedule: ['manage/exports'],
  exported_websites: ['manage/exports'],
  erasure_turns: ['manage/erasure'],
  two_phases: ['foundation/database'],
  outbox_messages: ['outreach/outbox'],
  contacts: ['manage/contacts', 'manage/stories', 'manage/resources', 'manage/exports', 'outreach/notifications'],
  contact_lists: ['manage/contacts', 'manage/resources', 'outreach/notifications'],
  contact_blocks: ['manage/contacts'],
  contact_search: ['manage/contacts', 'manage/resources'],
  unconfirmed_contacts: ['manage/contacts', 'manage/stories'],
  access_tokens: ['contract/access', 'manage/accounts'],
  access_token_websites: ['contract/access', 'manage/accounts'],
  share_links: ['contract/access'],
  website_first_tokens: ['contract/access'],
  users: [
    'manage/authorization-server',
    'contract/access',
    'manage/accounts',
    'outreach/notifications',
    'server/commands',
    'extensions/demo',
  ],
  user_accounts: ['manage/authorization-server', 'contract/access'],
  user_websites: ['manage/authorization-server', 'contract/access'],
  audit_log: ['contract/access'],
  user_identities: ['manage/authorization-server'],
  authorization_keys: ['manage/authorization-server'],
  authorization_records: ['manage/authorization-server', 'contract/access'],
  grant_websites: ['manage/authorization-server', 'contract/access'],
  issued_tokens: ['manage/authorization-server', 'contract/access'],
  one_time_links: ['manage/authorization-server'],
  copy_progress: ['foundation/database'],
  trusted_time: ['foundation/database'],
};

/** They work on tables of every kind: one copies whole databases, the other erases what anybody has stored. */
const FOR_ALL_TABLES = ['foundation/database', 'manage/erasure'];

/** Whether the folder is the one of this name, or a room of the wing of this name. */
function isIn(folder: string, name: string | undefined): boolean {
  return name !== undefined && `${folder}/`.startsWith(`${name}/`);
}

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
  const folder = file.split('/').slice(0, 2).join('/');
  const found = (pattern: RegExp, isWrite: boolean) =>
    [...text.matchAll(pattern)].map((match) => ({ file, folder, table: (match[1] ?? match[2])!, isWrite }));
  return [...found(WRITE, true), ...found(READ, false)].filter(({ table }) => known.has(table));
}

const known = new Set<string>(ALL_TABLES);
const uses = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap(usesIn)
  .filter(({ folder, table }) => isIn(folder, TABLES[table]?.[0]) || !FOR_ALL_TABLES.includes(folder));

test('every table has an owner', () => {
  expect(Object.keys(TABLES).sort()).toEqual([...known].sort());
});

test('a table is written by its owner alone', () => {
  const foreign = uses.filter(({ table, folder, isWrite }) => isWrite && !isIn(folder, TABLES[table]?.[0]));
  expect(foreign.map(({ file, table }) => `${file} writes ${table}`)).toEqual([]);
});

test('a table is read by its owner and by those that are listed', () => {
  const foreign = uses.filter(({ table, folder }) => !TABLES[table]?.some((name) => isIn(folder, name)));
  expect([...new Set(foreign.map(({ file, table }) => `${file} reads ${table}`))]).toEqual([]);
});

/** Written through a list of tables, so no statement names them. */
const WRITTEN_BY_LIST = ['accounts', 'areas', 'copy_progress'];

test('nobody is listed who does not read', () => {
  const idle = Object.entries(TABLES).flatMap(([table, folders]) =>
    folders
      .filter((folder) => !uses.some((use) => use.table === table && isIn(use.folder, folder)))
      .filter((folder) => !(folder === folders[0] && WRITTEN_BY_LIST.includes(table)))
      .map((folder) => `${folder}: ${table}`),
  );
  expect(idle).toEqual([]);
});
