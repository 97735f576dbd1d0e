// Who names which table in SQL. Only its owner may write a table; who else reads it is listed here, so that a new reader is
// a decision and not an accident.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TABLES as ALL_TABLES } from '../../../../src/core/foundation/database/citus/citus.ts';

const ROOT = fileURLToPath(new URL('../../../../src/', import.meta.url));

/** By table: the room (or the wing, if several of its rooms share it) that owns it, then the rooms that may read it. */
const TABLES: Readonly<Record<string, readonly [owner: string, ...readers: string[]]>> = {
  accounts: [
    'core/engine/catalog',
    'core/answers/reports',
    'core/manage/authorization-server',
    'extensions/company-login',
    'extensions/demo',
  ],
  websites: [
    'core/manage/accounts',
    'core/engine/catalog',
    'core/answers/insights',
    'core/answers/reports',
    'core/contract/access',
    'core/intake/bulk',
    'core/intake/ingest-keys',
    'extensions/protocols',
    'core/manage/authorization-server',
    'core/manage/resources',
    'extensions/notifications',
    'core/server/api',
    'core/server/commands',
    'extensions/demo',
    'extensions/exports',
    'extensions/history',
    'extensions/privacy',
    'extensions/questions',
    'extensions/experiments',
    'extensions/changes',
    'extensions/sharing',
  ],
  catalog_state: ['core/engine/catalog', 'core/contract/access', 'extensions/exports'],
  catalog_changes: ['core/engine/catalog', 'core/contract/access'],
  areas: ['core/engine/catalog', 'core/manage/resources'],
  campaigns: [
    'core/engine/catalog',
    'core/answers/experiments',
    'core/answers/reports',
    'core/manage/resources',
    'extensions/exports',
    'extensions/questions',
    'extensions/experiments',
    'extensions/changes',
  ],
  variants: [
    'core/engine/catalog',
    'core/answers/experiments',
    'core/answers/reports',
    'core/intake/orders',
    'core/manage/resources',
    'extensions/exports',
    'extensions/questions',
    'extensions/experiments',
    'extensions/changes',
  ],
  steps: [
    'core/engine/catalog',
    'core/answers/reports',
    'core/intake/orders',
    'extensions/exports',
    'extensions/questions',
    'extensions/changes',
  ],
  elements: [
    'core/engine/catalog',
    'core/answers/reports',
    'extensions/exports',
    'extensions/questions',
    'extensions/changes',
  ],
  id_sequences: ['core/foundation/database', 'core/engine/catalog'],
  website_settings: ['core/engine/catalog', 'extensions/exports'],
  ingest_keys: ['core/intake/ingest-keys', 'core/engine/catalog'],
  visitor_salts: ['core/intake/collector'],
  webhook_secrets: ['extensions/protocols'],
  seen_events: ['core/intake'],
  seen_orders: ['core/intake', 'extensions/privacy'],
  seen_refunds: ['core/intake'],
  order_feed: ['core/engine/rollups'],
  waiting_refunds: ['core/intake'],
  deferred_orders: ['core/intake'],
  unsettled_imports: ['core/intake'],
  touch_runs: ['core/intake'],
  collector_receipts: ['core/intake'],
  arrival_counts: ['core/intake/arrivals'],
  alerts: ['extensions/changes', 'core/manage/resources'],
  alert_progress: ['extensions/changes'],
  import_chunks: ['core/intake'],
  website_activity: [
    'core/engine/rollups',
    'core/answers/insights',
    'core/answers/reports',
    'core/contract/access',
    'core/engine/catalog',
    'core/engine/event-log',
    'core/intake/bulk',
    'core/server/api',
    'extensions/demo',
    'extensions/exports',
    'extensions/changes',
  ],
  rollup_counters: ['core/engine/rollups', 'core/engine/catalog', 'core/engine/event-log'],
  rollup_visitors: ['core/engine/rollups'],
  rollup_values: ['core/engine/rollups', 'extensions/questions', 'extensions/changes'],
  rollup_order_sources: ['core/engine/rollups'],
  event_log_pending: ['core/engine/event-log'],
  event_log_runs: ['core/engine/event-log'],
  insights_snapshots: ['core/answers/insights', 'core/answers/reports', 'extensions/changes'],
  notification_subscriptions: ['extensions/notifications', 'extensions/privacy'],
  report_recipients: ['extensions/notifications', 'extensions/privacy'],
  recipient_links: ['extensions/notifications'],
  account_branding: ['extensions/notifications'],
  account_reporting: ['core/engine/catalog'],
  saved_records: ['core/manage/resources', 'core/answers/reports', 'core/answers/alerts'],
  costs: ['extensions/questions'],
  history_imports: ['extensions/history'],
  history_days: ['extensions/history'],
  history_values: ['extensions/history'],
  history_uploads: ['extensions/history'],
  history_upload_pieces: ['extensions/history'],
  job_leases: ['core/foundation/database'],
  export_schedule: ['extensions/exports'],
  exported_websites: ['extensions/exports'],
  erasure_turns: ['core/manage/erasure'],
  two_phases: ['core/foundation/database'],
  outbox_messages: ['extensions/notifications', 'extensions/privacy'],
  contacts: [
    'core/manage/contacts',
    'extensions/privacy',
    'core/manage/resources',
    'extensions/exports',
    'extensions/notifications',
  ],
  contact_lists: ['core/manage/contacts', 'core/manage/resources', 'extensions/notifications'],
  contact_blocks: ['core/manage/contacts'],
  contact_search: ['core/manage/contacts', 'core/manage/resources'],
  unconfirmed_contacts: ['core/manage/contacts', 'extensions/privacy'],
  access_tokens: ['core/contract/access', 'core/manage/accounts'],
  access_token_websites: ['core/contract/access', 'core/manage/accounts'],
  share_links: ['extensions/sharing', 'core/contract/access'],
  website_first_tokens: ['core/contract/access'],
  users: [
    'core/manage/authorization-server',
    'core/contract/access',
    'core/manage/accounts',
    'extensions/notifications',
    'core/server/commands',
    'extensions/company-login',
    'extensions/demo',
    'extensions/sharing',
  ],
  user_accounts: ['core/manage/authorization-server', 'core/contract/access', 'extensions/company-login'],
  user_websites: ['core/manage/authorization-server', 'core/contract/access'],
  audit_log: ['core/contract/access'],
  user_identities: ['extensions/company-login', 'core/manage/authorization-server'],
  authorization_keys: ['core/manage/authorization-server'],
  authorization_records: ['core/manage/authorization-server', 'core/contract/access'],
  grant_websites: ['core/manage/authorization-server', 'core/contract/access'],
  issued_tokens: ['core/manage/authorization-server', 'core/contract/access'],
  one_time_links: ['core/manage/authorization-server', 'extensions/company-login'],
  copy_progress: ['core/foundation/database'],
  trusted_time: ['core/foundation/database'],
};

/** They work on tables of every kind: one copies whole databases, the other erases what anybody has stored. */
const FOR_ALL_TABLES = ['core/foundation/database', 'core/manage/erasure'];

/** The core ends what a person has shared when the person leaves, also where the extension is absent. */
const ENDED_BY_CORE: Readonly<Record<string, string>> = { share_links: 'core/contract/access' };

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
  const folder = file
    .split('/')
    .slice(0, file.startsWith('core/') ? 3 : 2)
    .join('/');
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
  const foreign = uses.filter(
    ({ table, folder, isWrite }) => isWrite && !isIn(folder, TABLES[table]?.[0]) && folder !== ENDED_BY_CORE[table],
  );
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
