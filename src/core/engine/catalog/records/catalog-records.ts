// A website, its areas, campaigns, variants, steps and elements as people see them.
// Why: docs/decisions/catalog.md, "The version of a record is a hash of what is shown".
import type { Database, Queries, SqlValue } from '../../../foundation/database/database.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { etagOf } from '../etag.ts';
import type { ExchangeRate } from '../exchange-rates.ts';
import { DEFAULT_SETTINGS, type WebsiteSettings } from '../settings.ts';
import { readExchangeRates } from '../stored-exchange-rates.ts';
import { readWebsiteSettings } from '../website-settings.ts';
import { KEY_PARENT, type KeyedTable } from './imported-keys.ts';

export type Status = 'live' | 'archived';

export interface WebsiteRecord {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  readonly status: Status;
  /** Whether accepted events are kept. */
  readonly event_log: boolean;
  /** The time zone of its days: an IANA name. */
  readonly timezone: string;
  /** Orders without a subject are credited to a touch within so many days; 0: they are not. */
  readonly credit_window_days: number;
  readonly credit_by: WebsiteSettings['credit_by'];
  /** Empty: it is in no group. */
  readonly group_name: string;
  readonly exchange_rates: ExchangeRate[];
  readonly etag: string;
}
interface AreaRecord {
  readonly id: number;
  readonly name: string;
  readonly status: Status;
  readonly etag: string;
}

interface KeyedRecord {
  readonly id: number;
  readonly key: string | null;
  readonly status: Status;
  /** An event has registered it, and nobody has looked at it yet. */
  readonly is_new: boolean;
  readonly etag: string;
}
interface CampaignRecord extends KeyedRecord {
  readonly name: string;
  readonly cta_type: string;
  readonly page_path: string;
}
export interface VariantRecord extends KeyedRecord {
  readonly name: string | null;
  readonly variation: string;
  readonly traffic_percentage: number;
  /** It shows nothing. Absent: it shows something. */
  readonly is_holdout?: true;
}
export interface StepRecord extends KeyedRecord {
  readonly name: string | null;
  readonly position: number;
}
export interface ElementRecord extends StepRecord {
  readonly element_type: string;
}

export interface Records {
  readonly areas: AreaRecord;
  readonly campaigns: CampaignRecord;
  readonly variants: VariantRecord;
  readonly steps: StepRecord;
  readonly elements: ElementRecord;
}
export type RecordTable = keyof Records;

/** The column of each table that has its parent. */
export const PARENT_COLUMN: Readonly<Record<RecordTable, string>> = { areas: 'website_id', ...KEY_PARENT };

const KEYED = 'key, registered_at, seen_at';
/** The own columns of each table, and the order in which people read its records. */
const SHAPES: Readonly<Record<RecordTable, { columns: string; order: string }>> = {
  areas: { columns: 'name, is_archived', order: 'created_at DESC, id DESC' },
  campaigns: { columns: `${KEYED}, name, cta_type, page_path, status`, order: 'created_at DESC, id DESC' },
  variants: {
    columns: `${KEYED}, name, variation, traffic_percentage, is_archived, is_holdout`,
    order: 'variation, id',
  },
  steps: { columns: `${KEYED}, name, position, is_archived`, order: 'position, id' },
  elements: { columns: `${KEYED}, name, element_type, position, is_archived`, order: 'position, id' },
};

type Row = Record<string, SqlValue>;

function selectFrom(table: RecordTable): string {
  return `SELECT id, ${PARENT_COLUMN[table]} AS parent_id, ${SHAPES[table].columns} FROM ${table}`;
}

function recordOf<Table extends RecordTable>(row: Row): Records[Table] {
  const { parent_id: _, is_archived: isArchived, registered_at: registeredAt, seen_at: seenAt, ...shown } = row;
  const { is_holdout: isHoldout, ...columns } = shown;
  const record = {
    ...columns,
    status: columns.status ?? (isArchived === 1 ? 'archived' : 'live'),
    ...(isHoldout === 1 && { is_holdout: true }),
    ...(registeredAt !== undefined && { is_new: registeredAt !== null && seenAt === null }),
  };
  return { ...record, etag: etagOf(record) } as unknown as Records[Table];
}

type Reader = Pick<Database, 'query'>;

/** The records of a table under one parent, in order. */
export async function readChildren<Table extends RecordTable>(
  database: Reader,
  { websiteId, table, parentId }: { websiteId: number; table: Table; parentId: number },
): Promise<readonly Records[Table][]> {
  const { order } = SHAPES[table];
  const sql = `${selectFrom(table)} WHERE website_id = $1 AND ${PARENT_COLUMN[table]} = $2 ORDER BY ${order}`;
  return (await database.query<Row>(sql, [websiteId, parentId])).map((row) => recordOf<Table>(row));
}

/** undefined: there is no such website. */
export async function readWebsite(database: Reader, websiteId: number): Promise<WebsiteRecord | undefined> {
  const [row] = await database.query<{ id: number; name: string; currency: string; settings: string }>(
    'SELECT id, name, currency, settings FROM websites WHERE id = $1',
    [websiteId],
  );
  if (!row) return undefined;
  const { settings, ...columns } = row;
  const status: Status = JSON.parse(settings).archived === true ? 'archived' : 'live';
  const known = (await readWebsiteSettings(database, websiteId)) ?? DEFAULT_SETTINGS;
  const { event_log, timezone, credit_window_days, credit_by, group_name } = known;
  const rates = (await readExchangeRates(database, [websiteId])).get(websiteId) ?? [];
  const settled = { event_log, timezone, credit_window_days, credit_by, group_name, exchange_rates: rates };
  const record = { ...columns, status, ...settled };
  return { ...record, etag: etagOf(record) };
}

export function readAreas(database: Reader, websiteId: number): Promise<readonly AreaRecord[]> {
  return readChildren(database, { websiteId, table: 'areas', parentId: websiteId });
}

/** The version of the order of a list. Names may change meanwhile. */
export function orderEtag(records: readonly StepRecord[]): string {
  return etagOf(records.map(({ id, position }) => [id, position]));
}

/** The version of how a campaign divides its traffic. */
export function sharesEtag(variants: readonly VariantRecord[]): string {
  return etagOf(variants.map(({ id, traffic_percentage, status }) => [id, traffic_percentage, status]));
}

type StepTree = StepRecord & { readonly elements: readonly ElementRecord[]; readonly elements_etag: string };
type VariantTree = VariantRecord & { readonly steps: readonly StepTree[]; readonly steps_etag: string };
export type CampaignTree = CampaignRecord & {
  readonly variants: readonly VariantTree[];
  readonly variants_etag: string;
};

/** The campaigns of a website with everything below them. */
export async function readCampaigns(database: Reader, websiteId: number): Promise<readonly CampaignTree[]> {
  const read = async (table: KeyedTable) => {
    const sql = `${selectFrom(table)} WHERE website_id = $1 ORDER BY ${SHAPES[table].order}`;
    return Map.groupBy(await database.query<Row>(sql, [websiteId]), (row) => row.parent_id as number);
  };
  const [campaignRows, variantRows, stepRows, elementRows] = await Promise.all([
    read('campaigns'),
    read('variants'),
    read('steps'),
    read('elements'),
  ]);
  const stepOf = (row: Row): StepTree => {
    const elements = (elementRows.get(row.id as number) ?? []).map((element) => recordOf<'elements'>(element));
    return { ...recordOf<'steps'>(row), elements, elements_etag: orderEtag(elements) };
  };
  const variantOf = (row: Row): VariantTree => {
    const steps = (stepRows.get(row.id as number) ?? []).map(stepOf);
    return { ...recordOf<'variants'>(row), steps, steps_etag: orderEtag(steps) };
  };
  return (campaignRows.get(websiteId) ?? []).map((row) => {
    const variants = (variantRows.get(row.id as number) ?? []).map(variantOf);
    return { ...recordOf<'campaigns'>(row), variants, variants_etag: sharesEtag(variants) };
  });
}

export interface RecordName<Table extends RecordTable = RecordTable> {
  readonly websiteId: number;
  readonly table: Table;
  readonly id: number;
}

/** Throws a problem of status 404. */
export async function findRecord<Table extends RecordTable>(
  tx: Pick<Queries, 'query'>,
  { websiteId, table, id }: RecordName<Table>,
): Promise<Records[Table]> {
  const [row] = await tx.query<Row>(`${selectFrom(table)} WHERE website_id = $1 AND id = $2`, [websiteId, id]);
  if (!row) throw new Problem(404, `There is no ${table.slice(0, -1)} ${id}.`, { param: 'id' });
  return recordOf<Table>(row);
}
