// Campaigns, variants, steps and elements as people see and change them.
import { createHash } from 'node:crypto';
import { type Clock, isoSeconds } from '../clock.ts';
import type { Database, Queries, SqlValue } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { markCatalogChanged, nextCatalogChange } from './catalog-changes.ts';
import { KEY_PARENT, type KeyedTable } from './imported-keys.ts';

export type Status = 'live' | 'archived';

interface RecordBase {
  readonly id: number;
  readonly key: string | null;
  readonly status: Status;
  /** An event has registered it, and nobody has looked at it yet. */
  readonly is_new: boolean;
  readonly etag: string;
}

export interface CampaignRecord extends RecordBase {
  readonly name: string;
  readonly cta_type: string;
  readonly page_path: string;
}
export interface VariantRecord extends RecordBase {
  readonly name: string | null;
  readonly variation: string;
  readonly traffic_percentage: number;
}
export interface StepRecord extends RecordBase {
  readonly name: string | null;
  readonly position: number;
}
export interface ElementRecord extends StepRecord {
  readonly element_type: string;
}

interface Records {
  campaigns: CampaignRecord;
  variants: VariantRecord;
  steps: StepRecord;
  elements: ElementRecord;
}

/** By table: its own columns, and the order in which people read its records. */
const SHAPES: Readonly<Record<KeyedTable, { columns: string; order: string }>> = {
  campaigns: { columns: 'name, cta_type, page_path, status', order: 'created_at DESC, id DESC' },
  variants: { columns: 'name, variation, traffic_percentage, is_archived', order: 'variation, id' },
  steps: { columns: 'name, position, is_archived', order: 'position, id' },
  elements: { columns: 'name, element_type, position, is_archived', order: 'position, id' },
};

type Row = Record<string, SqlValue>;

function selectFrom(table: KeyedTable): string {
  const { columns } = SHAPES[table];
  return `SELECT id, ${KEY_PARENT[table]} AS parent_id, key, ${columns}, registered_at, seen_at FROM ${table}`;
}

function recordOf<Table extends KeyedTable>(row: Row): Records[Table] {
  const { parent_id: _, is_archived: isArchived, registered_at: registeredAt, seen_at: seenAt, ...columns } = row;
  const record = {
    ...columns,
    status: columns.status ?? (isArchived === 1 ? 'archived' : 'live'),
    is_new: registeredAt !== null && seenAt === null,
  };
  const etag = createHash('sha1').update(JSON.stringify(record)).digest('base64url');
  return { ...record, etag } as unknown as Records[Table];
}

export type StepTree = StepRecord & { readonly elements: readonly ElementRecord[] };
export type VariantTree = VariantRecord & { readonly steps: readonly StepTree[] };
export type CampaignTree = CampaignRecord & { readonly variants: readonly VariantTree[] };

/** The campaigns of a website with everything below them. */
export async function readCampaigns(
  database: Pick<Database, 'query'>,
  websiteId: number,
): Promise<readonly CampaignTree[]> {
  const read = async (table: KeyedTable) => {
    const sql = `${selectFrom(table)} WHERE website_id = $1 ORDER BY ${SHAPES[table].order}`;
    return Map.groupBy(await database.query<Row>(sql, [websiteId]), (row) => row.parent_id as number);
  };
  const [campaigns, variants, steps, elements] = await Promise.all([
    read('campaigns'),
    read('variants'),
    read('steps'),
    read('elements'),
  ]);
  const elementsOf = (id: number) => (elements.get(id) ?? []).map((row) => recordOf<'elements'>(row));
  const stepsOf = (id: number) =>
    (steps.get(id) ?? []).map((row) => ({ ...recordOf<'steps'>(row), elements: elementsOf(row.id as number) }));
  const variantsOf = (id: number) =>
    (variants.get(id) ?? []).map((row) => ({ ...recordOf<'variants'>(row), steps: stepsOf(row.id as number) }));
  return (campaigns.get(websiteId) ?? []).map((row) => ({
    ...recordOf<'campaigns'>(row),
    variants: variantsOf(row.id as number),
  }));
}

export interface RecordChanges {
  readonly key?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly status?: Status | undefined;
  readonly cta_type?: string | undefined;
  readonly page_path?: string | undefined;
  readonly traffic_percentage?: number | undefined;
  readonly element_type?: string | undefined;
  readonly position?: number | undefined;
}

export interface RecordName {
  readonly websiteId: number;
  readonly table: KeyedTable;
  readonly id: number;
}

export class CatalogEditor {
  readonly #database: Pick<Database, 'transaction'>;
  readonly #clock: Clock;

  constructor(database: Pick<Database, 'transaction'>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Changes the given fields of a record, and marks it as seen. `ifMatch`: ETags of which it must have one, as in the header;
   * undefined: whatever it has. Throws a problem of status 404, 409 or 412.
   */
  change(name: RecordName, changes: RecordChanges, ifMatch: string | undefined): Promise<RecordBase> {
    const { websiteId, table } = name;
    return this.#database.transaction(async (tx) => {
      const change = await nextCatalogChange(tx);
      const before = recordOf(await findRow(tx, name));
      requireMatch(ifMatch, before.etag);
      if (changes.key != null) await requireFreeKey(tx, name, changes.key);
      const columns = columnsOf(table, changes, isoSeconds(this.#clock()));
      const assignments = Object.keys(columns).map((column, index) => `${column} = $${index + 3}`);
      await tx.query(`UPDATE ${table} SET ${assignments.join(', ')} WHERE website_id = $1 AND id = $2`, [
        websiteId,
        name.id,
        ...Object.values(columns),
      ]);
      await markCatalogChanged(tx, websiteId, change);
      return recordOf(await findRow(tx, name));
    });
  }
}

async function findRow(tx: Queries, { websiteId, table, id }: RecordName): Promise<Row> {
  const [row] = await tx.query<Row>(`${selectFrom(table)} WHERE website_id = $1 AND id = $2`, [websiteId, id]);
  if (!row) throw new Problem(404, `There is no ${table.slice(0, -1)} ${id}.`, { param: 'id' });
  return row;
}

function requireMatch(ifMatch: string | undefined, etag: string): void {
  if (ifMatch === undefined) return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.includes(`"${etag}"`)) return;
  throw new Problem(412, 'Somebody has changed the record since. Read it again, then send the change again.', {
    code: 'changed_meanwhile',
  });
}

async function requireFreeKey(tx: Queries, { websiteId, table, id }: RecordName, key: string): Promise<void> {
  const parent = KEY_PARENT[table];
  const [other] = await tx.query<{ id: number }>(
    `SELECT id FROM ${table} WHERE website_id = $1 AND key = $3 AND id <> $2
       AND ${parent} = (SELECT ${parent} FROM ${table} WHERE website_id = $1 AND id = $2)`,
    [websiteId, id, key],
  );
  if (!other) return;
  throw new Problem(409, `"${key}" is the key of ${table.slice(0, -1)} ${other.id}, under the same parent.`, {
    code: 'key_taken',
    param: 'key',
  });
}

function columnsOf(table: KeyedTable, { status, ...changes }: RecordChanges, now: string): Row {
  const hasTimes = table === 'campaigns' || table === 'variants';
  const stored = table === 'campaigns' ? { status } : { is_archived: status && Number(status === 'archived') };
  const columns = { ...changes, ...stored, seen_at: now, ...(hasTimes && { updated_at: now }) };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Row;
}
