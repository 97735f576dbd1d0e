// Changes of single records and of lists of them. For transactions; call them first in it, as those of create-records.ts.
// Why: docs/decisions/catalog.md, "Records are archived, never deleted or moved".
// Why: docs/decisions/catalog.md, "The currency is fixed by the first event".

import type { Queries, SqlValue } from '../../../foundation/database/database.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { isoSeconds } from '../../../foundation/time/clock.ts';
import { markCatalogChanged, nextCatalogChange } from '../catalog-changes.ts';
import { requireMatch } from '../etag.ts';
import type { ExchangeRate } from '../exchange-rates.ts';
import type { WebsiteSettings } from '../settings.ts';
import { storeExchangeRates } from '../stored-exchange-rates.ts';
import { storeWebsiteSettings } from '../website-settings.ts';
import { readToday } from '../website-zones.ts';
import {
  type ElementRecord,
  findRecord,
  orderEtag,
  PARENT_COLUMN,
  type RecordName,
  type Records,
  type RecordTable,
  readChildren,
  readWebsite,
  type Status,
  type StepRecord,
  sharesEtag,
  type VariantRecord,
  type WebsiteRecord,
} from './catalog-records.ts';
import { type NewRecord, requireFreeKey, requireFreeName, statusColumn } from './create-records.ts';
import { DEFAULT_WEBSITE_FIELDS } from './document.ts';
import { holdoutColumn, requireNoEventsOf, requireOneHoldout } from './holdouts.ts';
import type { KeyedTable } from './imported-keys.ts';
import { shareChange } from './share-changes.ts';

export interface RecordChanges extends NewRecord {
  readonly traffic_percentage?: number | undefined;
  readonly position?: number | undefined;
}

export interface WebsiteChanges {
  readonly name?: string | undefined;
  readonly currency?: string | undefined;
  readonly status?: Status | undefined;
  readonly event_log?: boolean | undefined;
  readonly timezone?: string | undefined;
  readonly credit_window_days?: number | undefined;
  readonly credit_by?: WebsiteSettings['credit_by'] | undefined;
  readonly group_name?: string | undefined;
  readonly exchange_rates?: readonly ExchangeRate[] | undefined;
}

/** They are equal if the change changed nothing that people see. */
export interface BeforeAndAfter<Shown> {
  readonly before: Shown;
  readonly after: Shown;
}

/**
 * Changes the given fields, and marks the record as seen. `ifMatch`: see `requireMatch`. Throws a problem of status 404, 409
 * or 412.
 */
export async function changeRecord<Table extends RecordTable>(
  tx: Queries,
  name: RecordName<Table>,
  changes: RecordChanges,
  ifMatch: string | undefined,
  now: Date,
): Promise<BeforeAndAfter<Records[Table]>> {
  const { websiteId, table, id } = name;
  const change = await nextCatalogChange(tx);
  const before = await findRecord(tx, name);
  requireMatch(ifMatch, before.etag);
  await requireFree(tx, name, changes);
  const at = isoSeconds(now);
  const isVariant = 'traffic_percentage' in before;
  if (isVariant && isOtherHoldout(before, changes)) await requireNoEventsOf(tx, { websiteId, id });
  const changedShare = isVariant ? shareChange(before, changes, await readToday(tx, websiteId, now)) : {};
  const columns = { ...columnsOf(table, changes, at), ...changedShare };
  await update(tx, table, columns, { website_id: websiteId, id });
  if (isVariant) await requireOneHoldout(tx, { websiteId, id });
  await markCatalogChanged(tx, websiteId, change);
  return { before, after: await findRecord(tx, name) };
}

function isOtherHoldout(before: VariantRecord, { is_holdout: after }: RecordChanges): boolean {
  return after !== undefined && after !== Boolean(before.is_holdout);
}

async function requireFree(tx: Queries, { websiteId, table, id }: RecordName, changes: RecordChanges): Promise<void> {
  const taken = table === 'areas' ? changes.name : changes.key;
  if (taken == null) return;
  const column = table === 'areas' ? 'name' : 'key';
  const parent = PARENT_COLUMN[table];
  const others = await tx.query<{ id: number; key: string; name: string }>(
    `SELECT id, ${column} FROM ${table} WHERE website_id = $1 AND ${column} = $3 AND id <> $2
       AND ${parent} = (SELECT ${parent} FROM ${table} WHERE website_id = $1 AND id = $2)`,
    [websiteId, id, taken],
  );
  if (table === 'areas') requireFreeName('area', others, taken);
  else requireFreeKey(table, others, taken);
}

function columnsOf(table: RecordTable, given: RecordChanges, now: string): Record<string, SqlValue> {
  const { status, is_holdout, ...changes } = given;
  const hasTimes = table === 'areas' || table === 'campaigns' || table === 'variants';
  const columns = {
    ...changes,
    ...statusColumn(table, status),
    ...holdoutColumn(is_holdout),
    ...(table !== 'areas' && { seen_at: now }),
    ...(hasTimes && { updated_at: now }),
  };
  return definedColumns(columns);
}

/**
 * The currency stays once there are events: amounts are stored without it. Throws a problem of status 404, 409, 412 or 422.
 */
export async function changeWebsite(
  tx: Queries,
  websiteId: number,
  {
    status,
    event_log,
    timezone,
    credit_window_days,
    credit_by,
    group_name,
    exchange_rates: rates,
    ...changes
  }: WebsiteChanges,
  ifMatch: string | undefined,
  now: Date,
): Promise<BeforeAndAfter<WebsiteRecord>> {
  const change = await nextCatalogChange(tx);
  const before = await requireWebsite(tx, websiteId);
  requireMatch(ifMatch, before.etag);
  if (changes.currency !== undefined && changes.currency !== before.currency) await requireNoEvents(tx, websiteId);
  if (changes.name !== undefined) {
    const others = await tx.query<{ id: number; name: string }>(
      `SELECT id, name FROM websites WHERE name = $2 AND id <> $1
         AND account_id = (SELECT account_id FROM websites WHERE id = $1)`,
      [websiteId, changes.name],
    );
    requireFreeName('website', others, changes.name);
  }
  const settings = status === undefined ? {} : { settings: await settingsWithStatus(tx, websiteId, status) };
  const columns = definedColumns({ ...changes, ...settings, updated_at: isoSeconds(now) });
  await update(tx, 'websites', columns, { id: websiteId });
  const changed = { event_log, timezone, credit_window_days, credit_by, group_name };
  if (Object.values(changed).some((value) => value !== undefined)) {
    await storeWebsiteSettings(tx, websiteId, changed, now);
  }
  if (rates) await requireStored(tx, websiteId, rates);
  await markCatalogChanged(tx, websiteId, change);
  return { before, after: await requireWebsite(tx, websiteId) };
}

async function requireStored(tx: Queries, websiteId: number, rates: readonly ExchangeRate[]): Promise<void> {
  const { fault } = await storeExchangeRates(tx, websiteId, rates);
  if (fault === undefined) return;
  throw new Problem(422, `exchange_rates ${fault}.`, { code: 'invalid_field', param: 'exchange_rates' });
}

async function requireWebsite(tx: Queries, websiteId: number): Promise<WebsiteRecord> {
  const website = await readWebsite(tx, websiteId);
  if (!website) throw new Problem(404, 'There is no such website.');
  return website;
}

async function requireNoEvents(tx: Queries, websiteId: number): Promise<void> {
  const [activity] = await tx.query<{ first_day: number | null }>(
    'SELECT first_day FROM website_activity WHERE website_id = $1',
    [websiteId],
  );
  if ((activity?.first_day ?? null) === null) return;
  const detail =
    'The currency of a website can only be changed before its first event: its revenue is in this currency.';
  throw new Problem(409, detail, { code: 'currency_in_use', param: 'currency' });
}

async function settingsWithStatus(tx: Queries, websiteId: number, status: Status): Promise<string> {
  const [row] = await tx.query<{ settings: string }>('SELECT settings FROM websites WHERE id = $1', [websiteId]);
  const stored = JSON.parse(row!.settings);
  return JSON.stringify({ ...DEFAULT_WEBSITE_FIELDS, ...stored, archived: status === 'archived' });
}

export interface OrderedList<Table extends 'steps' | 'elements'> {
  readonly websiteId: number;
  readonly table: Table;
  /** The variant of the steps, or the step of the elements. */
  readonly parentId: number;
}
const LIST_PARENT = { steps: 'variants', elements: 'steps' } as const;

/**
 * Numbers the records of a list from 1 on. `ids`: each of them once. Does not mark them as seen. Throws a problem of status 404,
 * 412 or 422.
 */
export async function orderRecords<Table extends 'steps' | 'elements'>(
  tx: Queries,
  list: OrderedList<Table>,
  ids: readonly number[],
  ifMatch: string | undefined,
): Promise<BeforeAndAfter<readonly (StepRecord | ElementRecord)[]>> {
  const { websiteId, table, parentId } = list;
  const change = await nextCatalogChange(tx);
  await findRecord(tx, { websiteId, table: LIST_PARENT[table], id: parentId });
  const before: readonly StepRecord[] = await readChildren(tx, list);
  requireMatch(ifMatch, orderEtag(before));
  requireEach(table, before, ids, 'order');
  const positions = new Map(before.map(({ id, position }) => [id, position]));
  for (const [index, id] of ids.entries()) {
    if (positions.get(id) !== index + 1)
      await update(tx, table, { position: index + 1 }, { website_id: websiteId, id });
  }
  await markCatalogChanged(tx, websiteId, change);
  return { before, after: await readChildren(tx, list) };
}

export interface CampaignName {
  readonly websiteId: number;
  readonly campaignId: number;
}

export interface Share {
  readonly id: number;
  readonly traffic_percentage: number;
}

/**
 * Divides the traffic of a campaign among its variants, and marks them as seen. `shares`: one for each variant that is not
 * archived. Archived variants get none. Throws a problem of status 404, 412 or 422.
 */
export async function shareTraffic(
  tx: Queries,
  { websiteId, campaignId }: CampaignName,
  shares: readonly Share[],
  ifMatch: string | undefined,
  now: Date,
): Promise<BeforeAndAfter<readonly VariantRecord[]>> {
  const change = await nextCatalogChange(tx);
  await findRecord(tx, { websiteId, table: 'campaigns', id: campaignId });
  const list = { websiteId, table: 'variants', parentId: campaignId } as const;
  const before = await readChildren(tx, list);
  requireMatch(ifMatch, sharesEtag(before));
  const live = before.filter(({ status }) => status === 'live');
  requireEach(
    'variants',
    live,
    shares.map(({ id }) => id),
    'shares',
  );
  requireWhole(shares);
  const at = isoSeconds(now);
  const today = await readToday(tx, websiteId, now);
  const shareOf = new Map(shares.map(({ id, traffic_percentage: share }) => [id, share]));
  for (const stored of before) {
    const share = { traffic_percentage: shareOf.get(stored.id) ?? 0 };
    const columns = { ...share, ...shareChange(stored, share, today), seen_at: at, updated_at: at };
    await update(tx, 'variants', columns, { website_id: websiteId, id: stored.id });
  }
  await markCatalogChanged(tx, websiteId, change);
  return { before, after: await readChildren(tx, list) };
}

function requireWhole(shares: readonly Share[]): void {
  const sum = shares.reduce((all, { traffic_percentage: share }) => all + share, 0);
  if (sum === 100) return;
  const detail = `The shares of all variants must add up to 100, not ${sum}.`;
  throw new Problem(422, detail, { code: 'invalid_sum', param: 'shares' });
}

/** Throws a problem of status 422 unless the ids are those of the records, each once. */
function requireEach(
  table: KeyedTable,
  records: readonly { readonly id: number }[],
  ids: readonly number[],
  param: string,
): void {
  const kind = table.slice(0, -1);
  const known = new Set(records.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  const missing = records.find(({ id }) => !ids.includes(id));
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  const problem =
    (unknown !== undefined && `${unknown} is no ${kind} of this list`) ||
    (missing !== undefined && `${kind} ${missing.id} is missing`) ||
    (twice !== undefined && `${kind} ${twice} is named twice`);
  if (!problem) return;
  throw new Problem(422, `${param} must name each of the ${known.size} ${table} once: ${problem}.`, {
    code: 'incomplete_list',
    param,
  });
}

/** The condition of each table for the records of campaign $2 of website $1. */
const OF_VARIANTS = 'IN (SELECT id FROM variants WHERE website_id = $1 AND campaign_id = $2)';
const OF_CAMPAIGN: Readonly<Record<KeyedTable, string>> = {
  campaigns: 'id = $2',
  variants: 'campaign_id = $2',
  steps: `variant_id ${OF_VARIANTS}`,
  elements: `step_id IN (SELECT id FROM steps WHERE website_id = $1 AND variant_id ${OF_VARIANTS})`,
};

/** Marks a campaign and everything below it as seen. How many were new. Throws a problem of status 404. */
export async function markCampaignSeen(
  tx: Queries,
  { websiteId, campaignId }: CampaignName,
  now: Date,
): Promise<number> {
  const change = await nextCatalogChange(tx);
  await findRecord(tx, { websiteId, table: 'campaigns', id: campaignId });
  let count = 0;
  for (const [table, ofCampaign] of Object.entries(OF_CAMPAIGN)) {
    const marked = await tx.query(
      `UPDATE ${table} SET seen_at = $3
       WHERE website_id = $1 AND registered_at IS NOT NULL AND seen_at IS NULL AND ${ofCampaign} RETURNING id`,
      [websiteId, campaignId, isoSeconds(now)],
    );
    count += marked.length;
  }
  if (count > 0) await markCatalogChanged(tx, websiteId, change);
  return count;
}

function definedColumns(columns: object): Record<string, SqlValue> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

async function update(
  tx: Queries,
  table: string,
  columns: Readonly<Record<string, SqlValue>>,
  where: Readonly<Record<string, SqlValue>>,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  const conditions = Object.keys(where).map((column, index) => `${column} = $${index + 1}`);
  const offset = conditions.length + 1;
  const assignments = Object.keys(columns).map((column, index) => `${column} = $${index + offset}`);
  await tx.query(`UPDATE ${table} SET ${assignments.join(', ')} WHERE ${conditions.join(' AND ')}`, [
    ...Object.values(where),
    ...Object.values(columns),
  ]);
}
