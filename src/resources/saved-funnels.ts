// The saved funnels of a website. Everybody who may see the website sees them. Each change is a transaction of its own that ends with an
// entry of the audit log.
import { recordAudit } from '../access/audit-log.ts';
import type { Actor } from '../access/principal.ts';
import { type Clock, isoSeconds } from '../clock.ts';
import type { Database, Queries } from '../database/database.ts';
import { lockIds, nextId } from '../database/next-id.ts';
import type { Dimension } from '../dimensions/dimension.ts';
import { Problem } from '../problem.ts';
import { requireSubjects } from '../reports/funnel-definition.ts';
import type { ParsedStep } from '../reports/funnel-step.ts';

/** Of a website. */
export const FUNNELS_MAX = 100;
const IDS = 'saved_funnels';

/** What is valid is in saved-funnel-operations.ts. */
interface NewFunnel {
  readonly name: string;
  readonly step: readonly ParsedStep[];
  readonly within_minutes: number;
  readonly break_down_by?: Dimension | null | undefined;
}

/** Fields that are not given stay as they are. */
type FunnelChange = { readonly [Field in keyof NewFunnel]?: NewFunnel[Field] | undefined };

/** As the funnel report takes it. */
interface Definition {
  readonly step: readonly string[];
  readonly within_minutes: number;
  readonly break_down_by: Dimension | null;
}

export interface SavedFunnel {
  readonly id: number;
  readonly name: string;
  readonly definition: Definition;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface FunnelId {
  readonly websiteId: number;
  readonly id: number;
}

export class SavedFunnels {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** By name, as people look for them. */
  async list(websiteId: number): Promise<SavedFunnel[]> {
    const funnels = await readFunnels(this.#database, websiteId);
    return funnels.sort((one, other) => one.name.localeCompare(other.name, 'en') || one.id - other.id);
  }

  /** Throws a problem of status 404, 409 or 422. */
  async create(websiteId: number, { name, ...fields }: NewFunnel, actor: Actor): Promise<SavedFunnel> {
    await requireSubjects(this.#database, websiteId, fields.step);
    return this.#database.transaction(async (tx) => {
      // Locks the counter of ids, so that funnels are added one after the other.
      const id = await nextId(tx, IDS);
      await requireWebsite(tx, websiteId);
      const others = await readFunnels(tx, websiteId);
      requireRoom(others);
      requireFreeName(name, others);
      const at = isoSeconds(this.#clock());
      const { step, within_minutes, break_down_by = null } = fields;
      const definition = { step: step.map(({ text }) => text), within_minutes, break_down_by };
      await tx.insertMany({
        into: 'saved_funnels',
        columns: ['website_id', 'id', 'name', 'definition', 'created_at', 'updated_at'],
        rows: [[websiteId, id, name, JSON.stringify(definition), at, at]],
      });
      await this.#audit(tx, { websiteId, id }, name, 'funnel_created', actor);
      return { id, name, definition, createdAt: at, updatedAt: at };
    });
  }

  /** Throws a problem of status 404, 409 or 422. */
  async change({ websiteId, id }: FunnelId, change: FunnelChange, actor: Actor): Promise<SavedFunnel> {
    if (change.step) await requireSubjects(this.#database, websiteId, change.step);
    return this.#database.transaction(async (tx) => {
      // One after the other, as they are added: two changes could give the same name, or undo each other.
      await lockIds(tx, IDS);
      const all = await readFunnels(tx, websiteId);
      const before = requireFunnel(all, id);
      const { name = before.name } = change;
      const others = all.filter((other) => other.id !== id);
      requireFreeName(name, others);
      const definition = changedDefinition(before.definition, change);
      const updatedAt = isoSeconds(this.#clock());
      await tx.query(
        'UPDATE saved_funnels SET name = $3, definition = $4, updated_at = $5 WHERE website_id = $1 AND id = $2',
        [websiteId, id, name, JSON.stringify(definition), updatedAt],
      );
      await this.#audit(tx, { websiteId, id }, name, 'funnel_changed', actor);
      return { ...before, name, definition, updatedAt };
    });
  }

  /** Throws a problem of status 404. */
  delete({ websiteId, id }: FunnelId, actor: Actor): Promise<void> {
    return this.#database.transaction(async (tx) => {
      await lockIds(tx, IDS);
      const { name } = requireFunnel(await readFunnels(tx, websiteId), id);
      await tx.query('DELETE FROM saved_funnels WHERE website_id = $1 AND id = $2', [websiteId, id]);
      await this.#audit(tx, { websiteId, id }, name, 'funnel_deleted', actor);
    });
  }

  #audit(
    tx: Queries,
    { websiteId, id }: FunnelId,
    name: string,
    action: 'funnel_created' | 'funnel_changed' | 'funnel_deleted',
    actor: Actor,
  ): Promise<void> {
    return recordAudit(tx, { websiteId, actor, action, subject: `${id} (${name})` }, this.#clock);
  }
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly definition: string;
  readonly created_at: string;
  readonly updated_at: string;
}

async function readFunnels(database: Pick<Queries, 'query'>, websiteId: number): Promise<SavedFunnel[]> {
  const rows = await database.query<Row>(
    'SELECT id, name, definition, created_at, updated_at FROM saved_funnels WHERE website_id = $1',
    [websiteId],
  );
  return rows.map(({ id, name, definition, created_at: createdAt, updated_at: updatedAt }) => {
    return { id, name, definition: JSON.parse(definition), createdAt, updatedAt };
  });
}

function changedDefinition(before: Definition, { step, within_minutes, break_down_by }: FunnelChange): Definition {
  return {
    step: step?.map(({ text }) => text) ?? before.step,
    within_minutes: within_minutes ?? before.within_minutes,
    break_down_by: break_down_by === undefined ? before.break_down_by : break_down_by,
  };
}

/** It may have been erased since the token was checked. */
async function requireWebsite(tx: Queries, websiteId: number): Promise<void> {
  const [website] = await tx.query('SELECT 1 FROM websites WHERE id = $1', [websiteId]);
  if (!website) throw new Problem(404, 'There is no such website.');
}

function requireFunnel(funnels: readonly SavedFunnel[], id: number): SavedFunnel {
  const funnel = funnels.find((each) => each.id === id);
  if (!funnel) throw noSuchFunnel();
  return funnel;
}

export function noSuchFunnel(): Problem {
  return new Problem(404, 'There is no such funnel.');
}

function requireRoom(funnels: readonly SavedFunnel[]): void {
  if (funnels.length < FUNNELS_MAX) return;
  const detail = `A website may have at most ${FUNNELS_MAX} saved funnels: delete one first.`;
  throw new Problem(422, detail, { code: 'too_many_funnels' });
}

/** Two funnels of the same name could not be told apart in a list. */
function requireFreeName(name: string, others: readonly SavedFunnel[]): void {
  const taken = others.find((other) => other.name === name);
  if (!taken) return;
  const detail = `name is taken: funnel ${taken.id} has it.`;
  throw new Problem(409, detail, { code: 'name_taken', param: 'name' });
}
