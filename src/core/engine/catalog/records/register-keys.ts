// Registers campaigns, variants, steps and elements by the keys under which events name them.
// Why: docs/decisions/events.md, "New keys are registered outside the shared commit".

import { type Database, placeholders, type Queries, type SqlValue } from '../../../foundation/database/database.ts';
import { nextIds } from '../../../foundation/database/next-id.ts';
import { isoSeconds } from '../../../foundation/time/clock.ts';
import { zoneOf } from '../../../foundation/time/zone.ts';
import { markCatalogChanged, nextCatalogChange } from '../catalog-changes.ts';
import { DEFAULT_COLUMNS, DEFAULT_ELEMENT_TYPE, variationName } from '../default-columns.ts';
import { CHILDREN_MAX, hourOf, roomForNew } from '../record-limits.ts';
import { type RegisteredCount, SUBJECT_KIND, type SubjectKind } from '../subject.ts';
import { DEFAULT_KEY } from '../subject-key.ts';
import { readWebsiteSettings } from '../website-settings.ts';
import { KEY_PARENT, type KeyedTable } from './imported-keys.ts';

/** Keys that the catalog does not have, one for each level below the parent. */
export interface NewKeys {
  readonly websiteId: number;
  readonly parentKind: SubjectKind;
  readonly parentId: number;
  readonly keys: readonly string[];
}

const KINDS = [SUBJECT_KIND.campaign, SUBJECT_KIND.variant, SUBJECT_KIND.step, SUBJECT_KIND.element] as const;
type Kind = (typeof KINDS)[number];
const TABLES: Readonly<Record<Kind, KeyedTable>> = { 2: 'campaigns', 3: 'variants', 4: 'steps', 5: 'elements' };

const PARENTS_PER_QUERY_MAX = 200;

/**
 * Registers what is not there yet, as far as the settings of the website and the limits allow. A path is registered as a whole
 * or not at all. Transactions that register take turns on all nodes, so the same key makes one record.
 */
export async function registerKeys(
  database: Pick<Database, 'transaction'>,
  websiteId: number,
  paths: readonly NewKeys[],
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    const change = await nextCatalogChange(tx);
    const settings = await readWebsiteSettings(tx, websiteId);
    if (!settings?.register_keys) return;
    const today = zoneOf(settings.timezone).dayAt(now.getTime());
    const registration = new Registration(tx, websiteId, isoSeconds(now), today);
    if ((await registration.run(paths)) > 0) await markCatalogChanged(tx, websiteId, change);
  });
}

/** A record on a path. Without an id it is not registered yet. */
class PathNode {
  readonly kind: SubjectKind;
  readonly key: string;
  readonly parent: PathNode | undefined;
  readonly children = new Map<string, PathNode>();
  id: number | undefined;
  storedChildren = 0;
  lastPosition = 0;
  plannedChildren = 0;
  /** Its place among those of its parent that are registered now, from 0; undefined: it is not. */
  place: number | undefined;

  constructor(kind: SubjectKind, key: string, parent?: PathNode) {
    this.kind = kind;
    this.key = key;
    this.parent = parent;
  }

  child(key: string): PathNode {
    let child = this.children.get(key);
    if (!child) {
      child = new PathNode((this.kind + 1) as SubjectKind, key, this);
      this.children.set(key, child);
    }
    return child;
  }

  get hasRoom(): boolean {
    return this.storedChildren + this.plannedChildren < CHILDREN_MAX[(this.kind + 1) as SubjectKind]!;
  }

  plan(): void {
    this.place = this.parent!.plannedChildren++;
  }
}

class Registration {
  readonly #tx: Queries;
  readonly #websiteId: number;
  readonly #now: string;
  readonly #today: number;

  /** `today`: the day of the website. */
  constructor(tx: Queries, websiteId: number, now: string, today: number) {
    this.#tx = tx;
    this.#websiteId = websiteId;
    this.#now = now;
    this.#today = today;
  }

  /** How many records it has registered. */
  async run(paths: readonly NewKeys[]): Promise<number> {
    const { roots, leaves } = nodesOf(paths);
    // Another process may have registered some of them meanwhile.
    let parents = roots;
    for (const kind of KINDS) {
      await this.#readChildren(TABLES[kind], parents.filter(isParentOf(kind)));
      parents = [...parents, ...parents.flatMap(({ children }) => [...children.values()])];
    }
    const planned = plan(leaves, roomForNew(await this.#countRegistered(), this.#now));
    for (const kind of KINDS) {
      const ofKind = planned.filter((node) => node.kind === kind);
      if (ofKind.length > 0) await this.#insert(TABLES[kind], ofKind);
    }
    return planned.length;
  }

  async #readChildren(table: KeyedTable, parents: readonly PathNode[]): Promise<void> {
    for (let start = 0; start < parents.length; start += PARENTS_PER_QUERY_MAX) {
      const byId = new Map(parents.slice(start, start + PARENTS_PER_QUERY_MAX).map((parent) => [parent.id!, parent]));
      const position = table === 'steps' || table === 'elements' ? 'position' : '0';
      const children = await this.#tx.query<{ id: number; parent_id: number; key: string | null; position: number }>(
        `SELECT id, ${KEY_PARENT[table]} AS parent_id, key, ${position} AS position FROM ${table}
         WHERE website_id = $1 AND ${KEY_PARENT[table]} IN (${placeholders(byId.size, 1)})`,
        [this.#websiteId, ...byId.keys()],
      );
      for (const child of children) {
        const parent = byId.get(child.parent_id)!;
        parent.storedChildren++;
        parent.lastPosition = Math.max(parent.lastPosition, child.position);
        const node = child.key === null ? undefined : parent.children.get(child.key);
        if (node) node.id = child.id;
      }
    }
  }

  async #countRegistered(): Promise<RegisteredCount> {
    const hour = hourOf(this.#now);
    const counts = await this.#tx.query<{ total: number; in_hour: number }>(
      Object.values(TABLES)
        .map(
          (table) => `SELECT COUNT(*) AS total, COUNT(CASE WHEN registered_at >= $2 THEN 1 END) AS in_hour
            FROM ${table} WHERE website_id = $1 AND registered_at IS NOT NULL`,
        )
        .join(' UNION ALL '),
      [this.#websiteId, hour],
    );
    const sum = (name: 'total' | 'in_hour') => counts.reduce((all, count) => all + count[name], 0);
    return { total: sum('total'), lastHour: hour, inLastHour: sum('in_hour') };
  }

  async #insert(table: KeyedTable, nodes: readonly PathNode[]): Promise<void> {
    const firstId = await nextIds(this.#tx, table, nodes.length);
    const records = nodes.map((node, index) => {
      node.id = firstId + index;
      const owner = { website_id: this.#websiteId, [KEY_PARENT[table]]: node.parent!.id! };
      const columns = { ...DEFAULT_COLUMNS[table], ...this.#columnsOf(table, node) };
      return { ...owner, ...columns, id: node.id, key: node.key, registered_at: this.#now };
    });
    const columns = Object.keys(records[0]!);
    await this.#tx.insertMany({
      into: table,
      columns,
      rows: records.map((record: Record<string, SqlValue>) => columns.map((column) => record[column]!)),
    });
    if (table === 'variants')
      for (const parent of new Set(nodes.map((node) => node.parent!))) await this.#share(parent);
  }

  #columnsOf(table: KeyedTable, { key, parent, place }: PathNode): Record<string, SqlValue> {
    const { storedChildren, lastPosition } = parent!;
    const timestamps = { created_at: this.#now, updated_at: this.#now };
    const position = lastPosition + 1 + place!;
    if (table === 'campaigns') return { name: key, published_at: this.#now, ...timestamps };
    if (table === 'steps') return { position };
    if (table === 'elements') return { position, element_type: DEFAULT_ELEMENT_TYPE };
    const name = key === DEFAULT_KEY ? null : key;
    return { name, variation: variationName(storedChildren + place!), traffic_percentage: 0, ...timestamps };
  }

  /** Nobody has told how the traffic is divided, so the variants that nobody has looked at yet get equal shares. */
  async #share({ id, storedChildren, plannedChildren }: PathNode): Promise<void> {
    await this.#tx.query(
      `UPDATE variants SET traffic_percentage = $3,
         share_changed_day = CASE WHEN traffic_percentage IN (0, $3) THEN share_changed_day ELSE $4 END
       WHERE website_id = $1 AND campaign_id = $2 AND registered_at IS NOT NULL AND seen_at IS NULL`,
      [this.#websiteId, id!, Math.floor(100 / (storedChildren + plannedChildren)), this.#today],
    );
  }
}

/** The paths as trees. */
function nodesOf(paths: readonly NewKeys[]): { roots: PathNode[]; leaves: PathNode[] } {
  const roots = new Map<string, PathNode>();
  const leaves = paths.map(({ parentKind, parentId, keys }) => {
    const name = `${parentKind}/${parentId}`;
    const root = roots.get(name) ?? new PathNode(parentKind, '');
    root.id = parentId;
    roots.set(name, root);
    return keys.reduce((node, key) => node.child(key), root);
  });
  return { roots: [...roots.values()], leaves };
}

function isParentOf(kind: Kind): (node: PathNode) => boolean {
  return (node) => node.kind === kind - 1 && node.id !== undefined;
}

/** What is registered, parents before their children. */
function plan(leaves: readonly PathNode[], room: number): PathNode[] {
  const planned: PathNode[] = [];
  for (const leaf of leaves) {
    const missing: PathNode[] = [];
    for (let node: PathNode = leaf; node.id === undefined; node = node.parent!) {
      if (node.place === undefined) missing.unshift(node);
    }
    if (planned.length + missing.length > room || !missing.every(({ parent }) => parent!.hasRoom)) continue;
    for (const node of missing) node.plan();
    planned.push(...missing);
  }
  return planned;
}
