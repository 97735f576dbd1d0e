// What people keep on a website: funnels, annotations, goals and views. Everybody who may see the website sees them. Each change is a
// transaction of its own that ends with an entry of the audit log.
import { type AuditAction, recordAudit } from '../../contract/access/audit-log.ts';
import type { Actor } from '../../contract/access/principal.ts';
import { markCatalogChanged, nextCatalogChange } from '../../engine/catalog/catalog-changes.ts';
import type { Database, Queries } from '../../foundation/database/database.ts';
import { lockIds, nextId } from '../../foundation/database/next-id.ts';
import type { Dimension } from '../../foundation/dimensions/dimension.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { type Clock, isoSeconds } from '../../foundation/time/clock.ts';

const IDS = 'saved_records';

export interface RecordFields {
  readonly name: string;
}

/** What share links know of a saved funnel. */
export interface FunnelFields extends RecordFields {
  /** The steps, as the funnel report takes them. */
  readonly step: readonly string[];
  readonly within_minutes: number;
  readonly break_down_by: Dimension | null;
}

/** One kind of record, such as saved funnels. */
export interface RecordKind<Fields extends RecordFields> {
  readonly kind: 'funnel' | 'annotation' | 'goal' | 'view';
  /** How many a website can have. */
  readonly countMax: number;
  /** Whether two records of a website may have the same name. */
  readonly sharesNames: boolean;
  /** Of records with the same order, the older one comes first. */
  compare(one: Fields, other: Fields): number;
  /** Throws a problem of status 422 if the website does not have what the fields name that were sent. */
  check?(database: Pick<Database, 'query'>, websiteId: number, sent: Partial<Fields>): Promise<void>;
}

export interface SavedRecord<Fields> {
  readonly id: number;
  readonly fields: Fields;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface RecordId {
  readonly websiteId: number;
  readonly id: number;
}

export class SavedRecords {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async list<Fields extends RecordFields>(kind: RecordKind<Fields>, websiteId: number): Promise<SavedRecord<Fields>[]> {
    const records = await readRecords<Fields>(this.#database, kind, websiteId);
    return records.sort((one, other) => kind.compare(one.fields, other.fields) || one.id - other.id);
  }

  /** Throws a problem of status 404, 409 or 422. */
  async create<Fields extends RecordFields>(
    kind: RecordKind<Fields>,
    websiteId: number,
    fields: Fields,
    actor: Actor,
  ): Promise<SavedRecord<Fields>> {
    await kind.check?.(this.#database, websiteId, fields);
    return this.#database.transaction(async (tx) => {
      await markChanged(tx, websiteId);
      // Locks the counter of ids, so that records are added one after the other.
      const id = await nextId(tx, IDS);
      await requireWebsite(tx, websiteId);
      const others = await readRecords<Fields>(tx, kind, websiteId);
      requireRoom(kind, others);
      requireFreeName(kind, fields.name, others);
      const at = isoSeconds(this.#clock());
      const { name, ...definition } = fields;
      await tx.insertMany({
        into: 'saved_records',
        columns: ['website_id', 'id', 'kind', 'name', 'definition', 'created_at', 'updated_at'],
        rows: [[websiteId, id, kind.kind, name, JSON.stringify(definition), at, at]],
      });
      await this.#audit(tx, { websiteId, id }, name, `${kind.kind}_created`, actor);
      return { id, fields, createdAt: at, updatedAt: at };
    });
  }

  /** Fields that are not given stay as they are. Throws a problem of status 404, 409 or 422. */
  async change<Fields extends RecordFields>(
    kind: RecordKind<Fields>,
    { websiteId, id }: RecordId,
    change: Partial<Fields>,
    actor: Actor,
  ): Promise<SavedRecord<Fields>> {
    await kind.check?.(this.#database, websiteId, change);
    return this.#database.transaction(async (tx) => {
      await markChanged(tx, websiteId);
      // One after the other, as they are added: two changes could give the same name, or undo each other.
      await lockIds(tx, IDS);
      const all = await readRecords<Fields>(tx, kind, websiteId);
      const before = requireRecord(kind, all, id);
      const fields = { ...before.fields, ...change };
      const others = all.filter((other) => other.id !== id);
      requireFreeName(kind, fields.name, others);
      const updatedAt = isoSeconds(this.#clock());
      const { name, ...definition } = fields;
      await tx.query(
        'UPDATE saved_records SET name = $3, definition = $4, updated_at = $5 WHERE website_id = $1 AND id = $2',
        [websiteId, id, name, JSON.stringify(definition), updatedAt],
      );
      await this.#audit(tx, { websiteId, id }, name, `${kind.kind}_changed`, actor);
      return { ...before, fields, updatedAt };
    });
  }

  /** Throws a problem of status 404. */
  delete<Fields extends RecordFields>(
    kind: RecordKind<Fields>,
    { websiteId, id }: RecordId,
    actor: Actor,
  ): Promise<void> {
    return this.#database.transaction(async (tx) => {
      await markChanged(tx, websiteId);
      await lockIds(tx, IDS);
      const { name } = requireRecord(kind, await readRecords<Fields>(tx, kind, websiteId), id).fields;
      await tx.query('DELETE FROM saved_records WHERE website_id = $1 AND id = $2', [websiteId, id]);
      await this.#audit(tx, { websiteId, id }, name, `${kind.kind}_deleted`, actor);
    });
  }

  #audit(tx: Queries, { websiteId, id }: RecordId, name: string, action: AuditAction, actor: Actor): Promise<void> {
    return recordAudit(tx, { websiteId, actor, action, subject: `${id} (${name})` }, this.#clock);
  }
}

/** Reports have annotations and goals in them, and are kept until the website changes. */
async function markChanged(tx: Queries, websiteId: number): Promise<void> {
  await markCatalogChanged(tx, websiteId, await nextCatalogChange(tx));
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly definition: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export async function readRecords<Fields extends RecordFields>(
  database: Pick<Queries, 'query'>,
  { kind }: Pick<RecordKind<Fields>, 'kind'>,
  websiteId: number,
): Promise<SavedRecord<Fields>[]> {
  const rows = await database.query<Row>(
    'SELECT id, name, definition, created_at, updated_at FROM saved_records WHERE website_id = $1 AND kind = $2',
    [websiteId, kind],
  );
  return rows.map(({ id, name, definition, created_at: createdAt, updated_at: updatedAt }) => {
    return { id, fields: { name, ...JSON.parse(definition) }, createdAt, updatedAt };
  });
}

/** It may have been erased since the token was checked. */
export async function requireWebsite(tx: Queries, websiteId: number): Promise<void> {
  const [website] = await tx.query('SELECT 1 FROM websites WHERE id = $1', [websiteId]);
  if (!website) throw new Problem(404, 'There is no such website.');
}

function requireRecord<Fields extends RecordFields>(
  { kind }: RecordKind<Fields>,
  records: readonly SavedRecord<Fields>[],
  id: number,
): SavedRecord<Fields> {
  const record = records.find((each) => each.id === id);
  if (!record) throw noSuchRecord(kind);
  return record;
}

export function noSuchRecord(kind: RecordKind<RecordFields>['kind']): Problem {
  return new Problem(404, `There is no such ${kind}.`);
}

function requireRoom<Fields extends RecordFields>(
  { kind, countMax }: RecordKind<Fields>,
  records: readonly SavedRecord<Fields>[],
): void {
  if (records.length < countMax) return;
  const detail = `A website may have at most ${countMax} ${kind}s: delete one first.`;
  throw new Problem(422, detail, { code: `too_many_${kind}s` });
}

/** Two of the same name could not be told apart in a list. */
function requireFreeName<Fields extends RecordFields>(
  { kind, sharesNames }: RecordKind<Fields>,
  name: string,
  others: readonly SavedRecord<Fields>[],
): void {
  const taken = sharesNames ? undefined : others.find((other) => other.fields.name === name);
  if (!taken) return;
  const detail = `name is taken: ${kind} ${taken.id} has it.`;
  throw new Problem(409, detail, { code: 'name_taken', param: 'name' });
}
