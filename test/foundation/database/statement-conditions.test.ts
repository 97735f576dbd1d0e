// Every statement about rows of a website or of an account names it in its condition, or names one record by its key: otherwise it reads or
// changes what belongs to others. The statements are those that the sources write, so none has to be run.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TABLES } from '../../../src/foundation/database/citus/citus.ts';
import { createTestDatabase, type TestDatabase } from '../../support/databases.ts';
import { sqlIn } from '../../support/sql-in-source.ts';

const SRC = fileURLToPath(new URL('../../../src/', import.meta.url));
const TENANT = ['website_id', 'account_id'];

/** What belongs to a record that has a key of its own: whoever names that record names its website or account. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  access_token_websites: ['token_id'],
  grant_websites: ['grant_hash'],
  outbox_messages: ['subscription_id', 'recipient_id'],
  report_recipients: ['subscription_id'],
};

/** Statements that are about several websites or accounts on purpose, by the reason. A line says where each is written. */
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: they are as the sources write them
const ON_PURPOSE: Readonly<Record<string, readonly string[]>> = {
  'of all accounts: for operators, jobs and sweeps': [
    "outreach/outbox/outbox-health.ts: SELECT MIN(due_at) AS since FROM outbox_messages WHERE result IS NULL AND attempts = 0 AND due_at <= $1 AND (channel <> 'webhook' OR NOT EXISTS ())",
    'outreach/outbox/outbox.ts: SELECT id FROM outbox_messages WHERE result IS NOT NULL AND finished_at < $1 LIMIT ${SWEPT_PER_STEP} FOR UPDATE SKIP LOCKED',
    'outreach/outbox/outbox.ts: SELECT id FROM outbox_messages WHERE result IS NOT NULL AND finished_at < $1 LIMIT ${SWEPT_PER_STEP}',
    "outreach/outbox/queue.ts: SELECT COUNT(*) AS messages, MIN(CASE WHEN not_before <= $1 THEN not_before END) AS oldest, MIN(CASE WHEN (channel <> 'webhook' OR NOT EXISTS ()) THEN due_at END) AS first_due FROM outbox_messages WHERE result IS NULL",
    'outreach/outbox/queue.ts: SELECT id, account_id AS "accountId", destination, attempts FROM outbox_messages WHERE result IS NULL AND due_at <= $1 AND ${column} NOT IN ($${offset + index + 1} , ) AND ${column} NOT IN ($${offset + index + 1} , ) AND (channel <> \'webhook\' OR NOT EXISTS ()) ORDER BY due_at, id LIMIT ${inFlight.free} FOR UPDATE SKIP LOCKED',
    'outreach/outbox/queue.ts: SELECT id FROM outbox_messages WHERE result IS NULL AND due_at < $2 AND destination = $1 FOR UPDATE SKIP LOCKED',
    "contract/access/audit-log.ts: SELECT user_id, MAX(at) AS at FROM audit_log WHERE action = 'signed_in' AND user_id IS NOT NULL GROUP BY user_id",
    'contract/access/audit-log.ts: DELETE FROM audit_log WHERE at < $1',
    'contract/access/share-links.ts: DELETE FROM share_links WHERE revoked_at < $1 OR expires_at < $1',
    'contract/access/tokens.ts: SELECT token_id, website_id FROM access_token_websites ORDER BY token_id, website_id',
    'engine/catalog/load-catalog.ts: SELECT website_id FROM catalog_changes WHERE change > $1',
    'engine/catalog/website-zones.ts: SELECT DISTINCT timezone FROM website_settings',
    'intake/ingest-keys/ingest-keys.ts: SELECT * FROM ingest_keys ORDER BY id',
    'intake/orders/touch-runs.ts: PRAGMA secure_delete = ON; DELETE FROM touch_runs',
    'intake/protocols/webhooks/webhook-secrets.ts: SELECT id, website_id, provider, created_at, revoked_at FROM webhook_secrets ORDER BY id',
    'manage/authorization-server/grants/sweep.ts: DELETE FROM one_time_links WHERE expires_at <= $1',
    'manage/exports/export-state.ts: DELETE FROM exported_websites',
    'outreach/notifications/recipients/recipient-links.ts: DELETE FROM recipient_links WHERE created_at < $1',
    "outreach/outbox/mails-today.ts: SELECT account_id, COUNT(*) AS count FROM outbox_messages WHERE result = 'sent' AND finished_at >= $1 AND channel = 'email' GROUP BY account_id",
    "outreach/outbox/outbox-health.ts: SELECT COUNT(*) AS count FROM outbox_messages WHERE result = 'failed' AND finished_at >= $1",
    "outreach/outbox/outbox-health.ts: SELECT last_error FROM outbox_messages WHERE last_error IS NOT NULL AND (result IS NULL OR result = 'failed') ORDER BY created_at DESC LIMIT 1",
    'server/commands/demo.ts: SELECT id FROM accounts',
    'server/commands/demo.ts: SELECT website_id FROM website_activity LIMIT 1',
    'server/commands/doctor/installation-checks.ts: SELECT COUNT(*) AS count FROM websites',
  ],
  'finds the websites to go through': [
    'engine/event-log/upkeep/check-log.ts: SELECT website_id, log_from, first_day, last_day FROM website_activity WHERE log_from IS NOT NULL ORDER BY website_id',
    'engine/event-log/upkeep/merge-job.ts: SELECT website_id, day FROM event_log_pending ${condition} GROUP BY website_id, day HAVING COUNT(*) >= $1 OR SUM(event_count) >= $2 ORDER BY website_id, day LIMIT ${DAYS_PER_LOOK_MAX}',
    'engine/rollups/check-intervals.ts: SELECT website_id, intervals_through FROM website_activity WHERE first_day IS NOT NULL ORDER BY website_id',
    'intake/bulk/import-events.ts: SELECT id FROM websites ORDER BY id',
    'intake/orders/touch-runs.ts: SELECT DISTINCT website_id AS id FROM touch_runs ORDER BY 1',
    'intake/orders/unsettled-imports.ts: SELECT website_id FROM unsettled_imports WHERE import_id = $1 ORDER BY website_id',
    'manage/erasure/erasure-turns.ts: SELECT website_id FROM erasure_turns WHERE website_begun_at IS NOT NULL ORDER BY website_id',
    'outreach/notifications/subscription-store.ts: SELECT website_id, MIN(report_due_day) AS due_day FROM notification_subscriptions WHERE report_due_day <= $1 OR report_due_day > $2 GROUP BY website_id ORDER BY website_id',
    'server/commands/demo.ts: SELECT id FROM websites',
    'server/commands/insights.ts: SELECT id FROM websites ORDER BY id',
  ],
  'of one person, in all their accounts': [
    'manage/authorization-server/links/one-time-links.ts: SELECT 1 FROM user_accounts AS theirs WHERE theirs.user_id = one_time_links.user_id AND NOT EXISTS ()',
    'manage/authorization-server/links/one-time-links.ts: UPDATE one_time_links SET used_at = $1 WHERE used_at IS NULL AND expires_at > $1 AND (created_by IS NULL OR EXISTS ()) AND (kind <> \'password_reset\' OR created_by IS NULL OR ( EXISTS () AND NOT EXISTS () AND NOT EXISTS ())) AND kind = \'invitation\' AND email = $2 RETURNING id, kind, account_id AS "accountId", user_id AS "userId", email, role, website_ids AS "websiteIds", created_by AS "createdBy", created_at AS "createdAt", expires_at AS "expiresAt"',
    'contract/access/audit-log.ts: SELECT account_id AS id FROM user_accounts WHERE user_id = $1 ORDER BY id',
    'contract/access/share-links.ts: UPDATE share_links SET revoked_at = $2 WHERE created_by = $1 AND revoked_at IS NULL RETURNING id',
    "manage/authorization-server/links/password-resets.ts: DELETE FROM one_time_links WHERE kind = 'password_reset' AND user_id = $1",
    "manage/authorization-server/logins/identities.ts: SELECT DISTINCT account_id AS id FROM one_time_links WHERE kind = 'invitation' AND email = $1 AND used_at IS NULL ORDER BY id",
    'manage/authorization-server/users/dashboard-users.ts: SELECT user_id, email, account_id, role, on_chosen_websites FROM users JOIN user_accounts ON user_id = users.id WHERE users.id = $1 ORDER BY account_id',
    'manage/authorization-server/users/members.ts: SELECT account_id AS id FROM user_accounts WHERE user_id = $1 ORDER BY id',
    'manage/authorization-server/users/members.ts: DELETE FROM one_time_links WHERE user_id = $1',
    'manage/authorization-server/users/users.ts: SELECT account_id FROM user_accounts WHERE user_id = $1',
    "outreach/notifications/recipients/recipient-links.ts: SELECT COUNT(*) AS mails FROM recipient_links WHERE kind = 'confirm' AND created_at > $1 AND ${condition}",
  ],
  'the end of the statement, or a list of conditions, names it': [
    'answers/reports/notes/holdouts.ts: SELECT variants.name, variants.variation FROM variants',
    "contract/access/audit-log.ts: SELECT id, at, user_id, user_email, via, action, subject, website_id FROM audit_log WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ${limit}",
    "manage/authorization-server/users/memberships.ts: SELECT user_id, account_id, role, on_chosen_websites FROM user_accounts ${index === 0 ? 'WHERE' : 'AND'} ${column} = $${index + 1} ORDER BY user_id, account_id",
    "manage/authorization-server/users/memberships.ts: SELECT user_id, account_id, website_id FROM user_websites ${index === 0 ? 'WHERE' : 'AND'} ${column} = $${index + 1} ORDER BY website_id",
    "outreach/notifications/records/record-subscriptions.ts: SELECT ${SUBSCRIPTION_COLUMNS.join(', ')}, contact_place, order_place FROM notification_subscriptions AS subscription",
    "outreach/notifications/subscription-store.ts: SELECT ${SUBSCRIPTION_COLUMNS.join(', ')} FROM notification_subscriptions",
    'outreach/outbox/outbox.ts: DELETE FROM outbox_messages WHERE ${of} AND result IS NULL',
    'outreach/outbox/outbox.ts: UPDATE outbox_messages SET last_error = NULL WHERE ${of} AND last_error IS NOT NULL',
  ],
};
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: they are as the sources write them

interface TenantTable {
  readonly tenant: readonly string[];
  /** The columns of each key of its rows. */
  readonly keys: readonly (readonly string[])[];
}

let world: TestDatabase;
const tables = new Map<string, TenantTable>();

beforeAll(async () => {
  world = await createTestDatabase('sqlite');
  const { database } = world;
  for (const table of TABLES) {
    const columns = await database.query<{ name: string; pk: number }>('SELECT name, pk FROM pragma_table_info($1)', [
      table,
    ]);
    const tenant = TENANT.filter((name) => columns.some((column) => column.name === name));
    const isParent = table === 'accounts' || table === 'websites';
    if (tenant.length === 0 && !isParent) continue;
    const indexes = await database.query<{ name: string }>(
      'SELECT name FROM pragma_index_list($1) WHERE "unique" = 1',
      [table],
    );
    const keys = [columns.filter(({ pk }) => pk > 0).map(({ name }) => name)];
    for (const { name } of indexes) {
      const indexed = await database.query<{ name: string | null }>('SELECT name FROM pragma_index_info($1)', [name]);
      keys.push(indexed.flatMap((column) => column.name ?? []));
    }
    for (const parent of PARENTS[table] ?? []) keys.push([parent]);
    tables.set(table, { tenant, keys: keys.filter((key) => key.length > 0) });
  }
});
afterAll(() => world.dispose());

/** It comes after the condition, and names columns, too. */
const NO_CONDITION = /\b(?:ORDER BY|GROUP BY|RETURNING) [\w., ]+/g;

/** The tables of websites and accounts of which the condition names neither. A subquery needs a condition of its own. */
function unnamedIn(statement: string): string[] {
  return [...new Set(queriesIn(statement).flatMap(unnamedInQuery))];
}

function unnamedInQuery(sql: string): string[] {
  const start = sql.search(/\b(?:WHERE|ON)\b/);
  const condition = start < 0 ? '' : sql.slice(start).replaceAll(NO_CONDITION, '');
  const names = (column: string) => new RegExp(`\\b${column}\\b`).test(condition);
  const used = [...sql.matchAll(/\b(?:FROM|JOIN|UPDATE)\s+(\w+)/g)].map(([, table]) => table!);
  return used.filter((table) => {
    const known = tables.get(table);
    return known && !known.tenant.some(names) && !known.keys.some((key) => key.every(names));
  });
}

/** The statement without its subqueries, and each of these. */
function queriesIn(statement: string): string[] {
  const found: string[] = [];
  let rest = statement;
  for (let open = rest.search(/\(\s*SELECT\b/); open >= 0; open = rest.search(/\(\s*SELECT\b/)) {
    let [end, depth] = [open + 1, 1];
    for (; depth > 0 && end < rest.length; end++) depth += rest[end] === '(' ? 1 : rest[end] === ')' ? -1 : 0;
    found.push(...queriesIn(rest.slice(open + 1, end - 1)));
    rest = `${rest.slice(0, open)}()${rest.slice(end)}`;
  }
  return [...rest.split(/\bUNION(?: ALL)?\b/), ...found];
}

const written = sqlIn(SRC);
/** Without their subqueries, which are queries of their own. */
const queries = written.flatMap(({ file, sql }) => queriesIn(sql).map((query) => ({ file, query: query.trim() })));
const wrongQueries = () => [
  ...new Set(
    queries.filter(({ query }) => unnamedInQuery(query).length > 0).map(({ file, query }) => `${file}: ${query}`),
  ),
];
const onPurpose = Object.values(ON_PURPOSE).flat();

test('there are statements about every table', () => {
  const tablesNamed = written.flatMap(({ sql }) => [...sql.matchAll(/\b(?:FROM|JOIN|UPDATE|INTO) (\w+)/g)]);
  const named = new Set(tablesNamed.map(([, table]) => table!));
  expect(TABLES.filter((table) => !named.has(table))).toEqual([]);
});

test('every statement names the website or the account of its rows, or one record by its key', () => {
  expect(wrongQueries().filter((query) => !onPurpose.includes(query))).toEqual([]);
});

test('no exception is listed that no statement needs', () => {
  const wrong = wrongQueries();
  expect(onPurpose.filter((query) => !wrong.includes(query))).toEqual([]);
});

describe('the check itself', () => {
  test.each([
    ['DELETE FROM user_websites WHERE user_id = $1', ['user_websites']],
    ['DELETE FROM user_websites WHERE user_id = $1 AND account_id = $2', []],
    ['UPDATE user_accounts SET account_id = $2 WHERE user_id = $1', ['user_accounts']],
    ['SELECT * FROM contacts WHERE id = $1', ['contacts']],
    ['SELECT * FROM contacts WHERE website_id = $1 AND id = $2', []],
    ['SELECT * FROM ingest_keys WHERE id = $1', []],
    [
      'SELECT * FROM access_tokens JOIN access_token_websites ON TRUE WHERE access_tokens.id = $1',
      ['access_token_websites'],
    ],
    ['SELECT * FROM access_token_websites WHERE token_id = $1', []],
    ['DELETE FROM websites', ['websites']],
    ['SELECT * FROM contacts WHERE place < (SELECT place FROM contacts WHERE website_id = $1)', ['contacts']],
    ['SELECT * FROM areas WHERE website_id = $1 UNION ALL SELECT * FROM areas', ['areas']],
    ['SELECT * FROM users WHERE name = $1', []],
  ])('%s lacks %j', (sql, expected) => {
    expect(unnamedIn(sql)).toEqual(expected);
  });
});
