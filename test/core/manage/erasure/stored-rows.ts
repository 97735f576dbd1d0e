// All that is stored about websites, to be compared before and after something was erased.
import { DISTRIBUTED_TABLES } from '../../../../src/core/foundation/database/citus/citus.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';

const ROLLUP_TABLES = ['rollup_counters', 'rollup_visitors', 'rollup_values'] as const;

/** Returns them in one fixed order, with sketches in hexadecimal digits. */
async function storedRows(database: Database, table: string, websiteId: number): Promise<string[]> {
  const rows = await database.query(`SELECT * FROM ${table} WHERE website_id = $1`, [websiteId]);
  return rows
    .map((row) => JSON.stringify(row, (_, value) => (ArrayBuffer.isView(value) ? hexOf(value) : value)))
    .sort();
}

function hexOf({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('hex');
}

/** What was counted, and from which day to which. */
export async function storedCounts(database: Database, websiteId = 1): Promise<Record<string, unknown>> {
  const counts: Record<string, unknown> = {};
  for (const table of ROLLUP_TABLES) counts[table] = await storedRows(database, table, websiteId);
  const [activity] = await database.query('SELECT first_day, last_day FROM website_activity WHERE website_id = $1', [
    websiteId,
  ]);
  return { ...counts, activity: { ...activity } };
}

/** Returns the rows by table, without tables that hold nothing about the website. */
export async function allRows(database: Database, websiteId: number): Promise<Record<string, string[]>> {
  const reference = [
    'ingest_keys',
    'webhook_secrets',
    'access_token_websites',
    'grant_websites',
    'website_first_tokens',
    'website_settings',
    'outbox_messages',
    'saved_records',
    'costs',
  ];
  const rows: Record<string, string[]> = {};
  for (const table of [...DISTRIBUTED_TABLES, ...reference]) {
    const ofWebsite = await storedRows(database, table, websiteId);
    if (ofWebsite.length > 0) rows[table] = ofWebsite;
  }
  return rows;
}
