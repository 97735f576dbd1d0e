// Upserts a catalog document in one transaction. Importing the same document again changes nothing.
import { type Sentence, sentence } from '../../../../../languages/sentence.ts';
import { recordAudit } from '../../../contract/access/audit-log.ts';
import { type Actor, COMMAND_LINE } from '../../../contract/access/principal.ts';
import { exceedsBounds } from '../../../contract/operations/json-bounds.ts';
import { type Database, placeholders, type Queries, type SqlValue } from '../../../foundation/database/database.ts';
import { skipIds } from '../../../foundation/database/next-id.ts';
import { type Clock, isoSeconds } from '../../../foundation/time/clock.ts';
import { UTC, type Zone } from '../../../foundation/time/zone.ts';
import { nextCatalogChange } from '../catalog-changes.ts';
import { CatalogError, type CatalogProblem } from '../catalog-error.ts';
import { storeExchangeRates } from '../stored-exchange-rates.ts';
import { storeWebsiteSettings } from '../website-settings.ts';
import { readZones } from '../website-zones.ts';
import { newApiKey } from './create-records.ts';
import { type CatalogDocument, catalogDocument, DEFAULT_WEBSITE_FIELDS } from './document.ts';
import { CATALOG_TABLES, type CatalogRow, type CatalogRows, type CatalogTable, flatten } from './flatten.ts';
import { holdoutWithEvents, rejectSecondHoldouts } from './holdouts.ts';
import { findTakenKeys, isKeyedTable, releaseKeys } from './imported-keys.ts';
import { shareChange } from './share-changes.ts';

const IDS_PER_QUERY_MAX = 500;
/** Some fields of a website may be any JSON; everything else is about ten levels deep. */
const DEPTH_MAX = 64;

interface ImportedCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

type CatalogImport = Record<CatalogTable, ImportedCounts>;

export async function importCatalog(
  database: Database,
  json: unknown,
  clock: Clock,
  actor = COMMAND_LINE,
): Promise<CatalogImport> {
  const now = isoSeconds(clock());
  const rows = flatten(parseDocument(json), { now, newApiKey });
  rejectContradictions(rows);
  return database.transaction(async (tx) => {
    // First, because this lock serializes imports, which the checks for ids and keys in use rely on.
    await tx.query('UPDATE catalog_state SET version = version + 1 WHERE id = 1');
    // Nor may events register anything meanwhile.
    await nextCatalogChange(tx);
    await reserveIds(tx, rows);
    await rejectTakenApiKeys(tx, rows.websites);
    const counts = {} as CatalogImport;
    const todayOf = await readTodays(tx, rows.websites, clock());
    for (const table of CATALOG_TABLES) counts[table] = await upsert(tx, table, rows[table], now, todayOf);
    await rejectSecondHoldouts(tx, rows.variants);
    for (const { id, settings } of rows.websites) if (settings) await storeWebsiteSettings(tx, id, settings, clock());
    const haveRatesChanged = await storeRates(tx, rows.websites);
    if (haveRatesChanged || Object.values(counts).some(({ created, updated }) => created + updated > 0)) {
      await recordImport(tx, rows, actor, clock);
    }
    return counts;
  });
}

/** Whether any have changed. */
async function storeRates(tx: Queries, websites: readonly CatalogRow[]): Promise<boolean> {
  const problems: CatalogProblem[] = [];
  let hasAnyChanged = false;
  for (const { id, path, exchangeRates } of websites) {
    if (!exchangeRates) continue;
    const { fault, hasChanged } = await storeExchangeRates(tx, id, exchangeRates);
    if (fault !== undefined) problems.push({ path: `${path}.exchange_rates`, message: fault });
    hasAnyChanged ||= hasChanged;
  }
  if (problems.length > 0) throw new CatalogError(problems);
  return hasAnyChanged;
}

/** Returns a function from a website to its current day. */
async function readTodays(
  tx: Queries,
  websites: readonly CatalogRow[],
  now: Date,
): Promise<(websiteId: number) => number> {
  const zones = new Map<number, Zone>();
  for (let start = 0; start < websites.length; start += IDS_PER_QUERY_MAX) {
    const ids = websites.slice(start, start + IDS_PER_QUERY_MAX).map(({ id }) => id);
    const zoneOf = await readZones(tx, ids);
    for (const id of ids) zones.set(id, zoneOf(id).zone);
  }
  return (id) => (zones.get(id) ?? UTC).dayAt(now.getTime());
}

function describeWebsites(ids: readonly number[]): Sentence {
  if (ids.length === 0) return sentence('theAccount');
  if (ids.length === 1) return sentence('kind_website', { id: String(ids[0]) });
  return sentence('websites', { ids: { list: ids.map(String) } });
}

/** Each account is told of its own websites alone. */
async function recordImport(tx: Queries, rows: CatalogRows, actor: Actor, clock: Clock): Promise<void> {
  for (const { id: accountId } of rows.accounts) {
    const websites = rows.websites.filter(({ owner }) => owner.account_id === accountId).map(({ id }) => id);
    const subject = describeWebsites(websites);
    await recordAudit(tx, { accountId, actor, action: 'catalog_imported', subject }, clock);
  }
}

/** Ids that the service gives to records of its own follow those of the document. */
async function reserveIds(tx: Queries, rows: CatalogRows): Promise<void> {
  for (const table of CATALOG_TABLES) {
    const largest = rows[table].reduce((max, { id }) => Math.max(max, id), 0);
    if (largest > 0) await skipIds(tx, table, largest);
  }
}

function parseDocument(json: unknown): CatalogDocument {
  // Schema validation is recursive: deep documents would overflow the stack.
  if (exceedsBounds(json, { depthMax: DEPTH_MAX, namesMax: Number.POSITIVE_INFINITY })) {
    throw new CatalogError([{ path: '', message: `must not be nested more than ${DEPTH_MAX} levels deep` }]);
  }
  const result = catalogDocument.safeParse(json);
  if (result.success) return result.data;
  throw new CatalogError(result.error.issues.map((issue) => ({ path: jsonPath(issue.path), message: issue.message })));
}

function jsonPath(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? String(key) : `${path}.${String(key)}`;
  }, '');
}

function rejectContradictions(rows: CatalogRows): void {
  const problems: CatalogProblem[] = [];
  for (const table of CATALOG_TABLES) {
    const pathById = new Map<number, string>();
    for (const { id, path, owner, statedOwner } of rows[table]) {
      const first = pathById.get(id);
      if (first) problems.push({ path: `${path}.id`, message: `${id} is already the id of ${first}` });
      else pathById.set(id, path);
      for (const [column, value] of Object.entries(statedOwner ?? {})) {
        if (value === undefined || value === owner[column]) continue;
        problems.push({
          path: `${path}.${column}`,
          message: `${value} contradicts its parent in the document, ${owner[column]}`,
        });
      }
    }
  }
  if (problems.length > 0) throw new CatalogError(problems);
}

/** The unique index would reject them too, but without naming the JSON path. */
async function rejectTakenApiKeys(tx: Queries, websites: readonly CatalogRow[]): Promise<void> {
  const problems: CatalogProblem[] = [];
  const seen = new Set<SqlValue>();
  for (const {
    id,
    path,
    columns: { api_key: apiKey },
  } of websites) {
    if (apiKey === undefined) continue;
    const others = await tx.query('SELECT id FROM websites WHERE api_key = $1 AND id <> $2', [apiKey, id]);
    if (seen.has(apiKey) || others.length > 0) {
      problems.push({ path: `${path}.api_key`, message: 'is the key of another website' });
    }
    seen.add(apiKey);
  }
  if (problems.length > 0) throw new CatalogError(problems);
}

async function upsert(
  tx: Queries,
  table: CatalogTable,
  rows: readonly CatalogRow[],
  now: string,
  todayOf: (websiteId: number) => number,
): Promise<ImportedCounts> {
  const stored = await storedById(tx, table, rows);
  const created: Record<string, SqlValue>[] = [];
  const updated: Record<string, SqlValue>[] = [];
  const problems: CatalogProblem[] = [];
  for (const row of rows) {
    const existing = stored.get(row.id);
    if (!existing) created.push(withFields({ id: row.id, ...row.owner, ...row.defaults, ...row.columns }, row));
    else if (isOwnedByAnother(existing, row)) problems.push(ownedByAnother(table, row));
    else {
      const merged = withFields({ ...existing, ...row.columns }, row);
      if (existing.is_holdout !== merged.is_holdout) problems.push(...(await holdoutWithEvents(tx, row)));
      if (differs(existing, merged)) updated.push(withUpdatedAt(withShareChange(existing, merged, todayOf), row, now));
    }
  }
  if (isKeyedTable(table)) problems.push(...(await findTakenKeys(tx, table, rows, stored)));
  if (problems.length > 0) throw new CatalogError(problems);
  if (isKeyedTable(table)) await releaseKeys(tx, table, rows, stored);
  await write(tx, table, [...created, ...updated]);
  return { created: created.length, updated: updated.length, unchanged: rows.length - created.length - updated.length };
}

async function storedById(tx: Queries, table: CatalogTable, rows: readonly CatalogRow[]) {
  const stored = new Map<number, Record<string, SqlValue>>();
  for (let start = 0; start < rows.length; start += IDS_PER_QUERY_MAX) {
    const ids = rows.slice(start, start + IDS_PER_QUERY_MAX).map((row) => row.id);
    // All websites are searched, to find ids that another website uses.
    const found = await tx.query(`SELECT * FROM ${table} WHERE id IN (${placeholders(ids.length)})`, ids);
    for (const record of found) stored.set(record.id as number, { ...record });
  }
  return stored;
}

function isOwnedByAnother(existing: Record<string, SqlValue>, row: CatalogRow): boolean {
  return Object.entries(row.owner).some(([column, value]) => existing[column] !== value);
}

function ownedByAnother(table: CatalogTable, row: CatalogRow): CatalogProblem {
  const parents = Object.keys(row.owner).map((column) => column.replace('_id', ''));
  return {
    path: `${row.path}.id`,
    message: `${row.id} is in use in ${table} under another ${parents.join(' or ')}; records can't be moved: use another id`,
  };
}

function withFields(record: Record<string, SqlValue>, row: CatalogRow): Record<string, SqlValue> {
  if (!row.fields) return record;
  const stored = JSON.parse(record.settings as string);
  return { ...record, settings: JSON.stringify({ ...DEFAULT_WEBSITE_FIELDS, ...stored, ...row.fields }) };
}

function differs(a: Record<string, SqlValue>, b: Record<string, SqlValue>): boolean {
  return Object.keys(b).some((column) => a[column] !== b[column]);
}

function withShareChange(
  existing: Record<string, SqlValue>,
  merged: Record<string, SqlValue>,
  todayOf: (websiteId: number) => number,
): Record<string, SqlValue> {
  return { ...merged, ...shareChange(existing, merged, todayOf(merged.website_id as number)) };
}

function withUpdatedAt(record: Record<string, SqlValue>, row: CatalogRow, now: string): Record<string, SqlValue> {
  return 'updated_at' in record && !('updated_at' in row.columns) ? { ...record, updated_at: now } : record;
}

async function write(tx: Queries, table: CatalogTable, records: readonly Record<string, SqlValue>[]): Promise<void> {
  const [first] = records;
  if (!first) return;
  const columns = Object.keys(first).sort();
  const key = columns.includes('website_id') ? ['website_id', 'id'] : ['id'];
  const assignments = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  await tx.insertMany({
    into: table,
    columns,
    rows: records.map((record) => columns.map((column) => record[column] ?? null)),
    onConflict: `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${assignments.join(', ')}`,
  });
}
