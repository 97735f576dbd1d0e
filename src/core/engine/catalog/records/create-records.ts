// Creates single records of the catalog, for people. Each function takes the turn of catalog changes (see catalog-changes.ts) and
// marks the website as changed, so several of them can be combined in one transaction. Call them first in it.
// Why: docs/decisions/catalog.md, "One record per request, whole trees by import".
import { randomBytes } from 'node:crypto';
import type { Queries, SqlValue } from '../../../foundation/database/database.ts';
import { nextId } from '../../../foundation/database/next-id.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { isoSeconds } from '../../../foundation/time/clock.ts';
import { markCatalogChanged, nextCatalogChange } from '../catalog-changes.ts';
import { DEFAULT_COLUMNS, DEFAULT_ELEMENT_TYPE, variationName } from '../default-columns.ts';
import { AREAS_MAX, CHILDREN_MAX, WEBSITES_PER_ACCOUNT_MAX } from '../record-limits.ts';
import type { SettingChanges } from '../settings.ts';
import { SUBJECT_KIND } from '../subject.ts';
import { storeWebsiteSettings } from '../website-settings.ts';
import {
  findRecord,
  PARENT_COLUMN,
  type Records,
  type RecordTable,
  readChildren,
  readWebsite,
  type Status,
  type VariantRecord,
  type WebsiteRecord,
} from './catalog-records.ts';
import { DEFAULT_WEBSITE_FIELDS } from './document.ts';
import { holdoutColumn, requireOneHoldout } from './holdouts.ts';

/** What a person says about a new record. The fields are valid, see document.ts. */
export interface NewRecord {
  readonly name?: string | null | undefined;
  readonly key?: string | null | undefined;
  readonly status?: Status | undefined;
  readonly cta_type?: string | undefined;
  readonly page_path?: string | undefined;
  readonly element_type?: string | undefined;
  readonly is_holdout?: boolean | undefined;
}

export interface NewWebsite {
  readonly accountId: number;
  readonly name: string;
  readonly currency?: string | undefined;
  readonly settings?: SettingChanges | undefined;
}

/** Where a new record goes: `parentId` is the website, or the record one level above. */
export interface RecordParent<Table extends RecordTable = RecordTable> {
  readonly websiteId: number;
  readonly table: Table;
  readonly parentId: number;
}

const PARENT_TABLE = { variants: 'campaigns', steps: 'variants', elements: 'steps' } as const;

const RECORDS_MAX: Readonly<Record<RecordTable, number>> = {
  areas: AREAS_MAX,
  campaigns: CHILDREN_MAX[SUBJECT_KIND.campaign]!,
  variants: CHILDREN_MAX[SUBJECT_KIND.variant]!,
  steps: CHILDREN_MAX[SUBJECT_KIND.step]!,
  elements: CHILDREN_MAX[SUBJECT_KIND.element]!,
};

/** Its id. */
export async function createAccount(tx: Queries, name: string, now: Date): Promise<number> {
  const id = await nextId(tx, 'accounts');
  await insert(tx, 'accounts', { id, name, created_at: isoSeconds(now) });
  return id;
}

/** Throws a problem of status 409 if the account has a website of this name, and 422 if it has too many. */
export async function createWebsite(
  tx: Queries,
  { accountId, settings, ...fields }: NewWebsite,
  now: Date,
): Promise<WebsiteRecord> {
  const change = await nextCatalogChange(tx);
  const websites = await tx.query<{ id: number; name: string }>('SELECT id, name FROM websites WHERE account_id = $1', [
    accountId,
  ]);
  requireRoom('websites', websites.length, WEBSITES_PER_ACCOUNT_MAX);
  requireFreeName('website', websites, fields.name);
  const id = await nextId(tx, 'websites');
  await insert(tx, 'websites', {
    ...DEFAULT_COLUMNS.websites,
    ...defined(fields),
    id,
    account_id: accountId,
    settings: JSON.stringify(DEFAULT_WEBSITE_FIELDS),
    api_key: newApiKey(),
    ...timestamps(now),
  });
  if (settings) await storeWebsiteSettings(tx, id, settings, now);
  // Caches remember that there was no website of this id.
  await markCatalogChanged(tx, id, change);
  return (await readWebsite(tx, id))!;
}

/** Throws a problem of status 404 if there is no such parent, 409 if a key or a name is taken, and 422 if it has too many. */
export async function createRecord<Table extends RecordTable>(
  tx: Queries,
  parent: RecordParent<Table>,
  fields: NewRecord,
  now: Date,
): Promise<Records[Table]> {
  const { websiteId, table, parentId } = parent;
  const change = await nextCatalogChange(tx);
  if (table in PARENT_TABLE) {
    const parentTable = PARENT_TABLE[table as keyof typeof PARENT_TABLE];
    await findRecord(tx, { websiteId, table: parentTable, id: parentId });
  }
  const siblings = await readChildren(tx, parent);
  requireRoom(table, siblings.length, RECORDS_MAX[table]);
  if (table === 'areas') requireFreeName('area', siblings, fields.name);
  else requireFreeKey(table, siblings as readonly Keyed[], fields.key);
  const id = await nextId(tx, table);
  await insert(tx, table, {
    ...DEFAULT_COLUMNS[table],
    ...defined(fields, table),
    ...placed(table, siblings, now),
    website_id: websiteId,
    [PARENT_COLUMN[table]]: parentId,
    id,
  });
  if (fields.is_holdout) await requireOneHoldout(tx, { websiteId, id });
  await markCatalogChanged(tx, websiteId, change);
  return findRecord(tx, { websiteId, table, id });
}

/** What follows from the place among the other records of the parent, and from the time. */
function placed(table: RecordTable, siblings: readonly object[], now: Date): Record<string, SqlValue> {
  switch (table) {
    case 'areas':
      return timestamps(now);
    case 'campaigns':
      return { ...timestamps(now), published_at: isoSeconds(now) };
    case 'variants':
      return {
        ...timestamps(now),
        variation: freeVariation(siblings as readonly VariantRecord[]),
        // The shares of the others stay as they are until somebody divides the traffic anew.
        traffic_percentage: siblings.length === 0 ? 100 : 0,
      };
    default:
      return { position: nextPosition(siblings as readonly { position: number }[]) };
  }
}

function freeVariation(variants: readonly VariantRecord[]): string {
  const taken = new Set(variants.map(({ variation }) => variation));
  let index = variants.length;
  while (taken.has(variationName(index))) index++;
  return variationName(index);
}

function nextPosition(siblings: readonly { position: number }[]): number {
  return Math.min(siblings.reduce((last, { position }) => Math.max(last, position), 0) + 1, POSITION_MAX);
}

const POSITION_MAX = 2 ** 31 - 1;

function requireRoom(table: RecordTable | 'websites', count: number, max: number): void {
  if (count < max) return;
  throw new Problem(422, `There can be at most ${max.toLocaleString('en')} ${table} here.`, {
    code: 'too_many_records',
  });
}

interface Keyed {
  readonly id: number;
  readonly key: string | null;
}

/** `records`: all others under the parent. Throws a problem of status 409. */
export function requireFreeKey(table: RecordTable, records: readonly Keyed[], key: string | null | undefined): void {
  const other = key == null ? undefined : records.find((record) => record.key === key);
  if (!other) return;
  throw new Problem(409, `"${key}" is the key of ${table.slice(0, -1)} ${other.id}, under the same parent.`, {
    code: 'key_taken',
    param: 'key',
  });
}

/** Areas and websites have no keys. Their names are unique instead, so that a repeated request creates nothing. */
export function requireFreeName(
  kind: 'area' | 'website',
  records: readonly { readonly id: number; readonly name: string | null }[],
  name: string | null | undefined,
): void {
  const other = name == null ? undefined : records.find((record) => record.name === name);
  if (!other) return;
  throw new Problem(409, `"${name}" is the name of ${kind} ${other.id}.`, { code: 'name_taken', param: 'name' });
}

/** The columns of the fields that are given. */
function defined(fields: object, table?: RecordTable): Record<string, SqlValue> {
  const { status, is_holdout, ...others } = fields as NewRecord;
  const type = table === 'elements' ? { element_type: DEFAULT_ELEMENT_TYPE } : {};
  const columns = { ...type, ...others, ...statusColumn(table, status), ...holdoutColumn(is_holdout) };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Record<
    string,
    SqlValue
  >;
}

/** Campaigns store the word, because reports filter by it. */
export function statusColumn(table: RecordTable | undefined, status: Status | undefined): Record<string, SqlValue> {
  if (status === undefined) return {};
  return table === 'campaigns' ? { status } : { is_archived: Number(status === 'archived') };
}

function timestamps(now: Date): { created_at: string; updated_at: string } {
  return { created_at: isoSeconds(now), updated_at: isoSeconds(now) };
}

export function newApiKey(): string {
  return randomBytes(24).toString('hex');
}

async function insert(tx: Queries, into: string, record: Readonly<Record<string, SqlValue>>): Promise<void> {
  await tx.insertMany({ into, columns: Object.keys(record), rows: [Object.values(record)] });
}
