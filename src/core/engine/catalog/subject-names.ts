// The names by which people know a subject: its own, after those of its ancestors.
import { type Database, placeholders } from '../../foundation/database/database.ts';
import { SUBJECT_KIND, type SubjectKind, type SubjectReference } from './subject.ts';

interface NameRow {
  readonly id: number;
  readonly campaign_id: number;
  readonly campaign_name: string;
  readonly variant_id?: number;
  readonly variant_name?: string | null;
  readonly variation?: string;
  readonly step_id?: number;
  readonly step_name?: string | null;
  readonly step_position?: number;
  readonly element_name?: string | null;
  readonly element_type?: string;
}

/** The levels from the top down, with what names a subject of each. */
const LEVELS = [
  {
    kind: SUBJECT_KIND.campaign,
    table: 'campaigns',
    name: 'campaigns.id AS campaign_id, campaigns.name AS campaign_name',
  },
  {
    kind: SUBJECT_KIND.variant,
    table: 'variants',
    parent: 'campaign_id',
    name: 'variants.id AS variant_id, variants.name AS variant_name, variation',
  },
  {
    kind: SUBJECT_KIND.step,
    table: 'steps',
    parent: 'variant_id',
    name: 'steps.id AS step_id, COALESCE(steps.name, steps.key) AS step_name, steps.position AS step_position',
  },
  {
    kind: SUBJECT_KIND.element,
    table: 'elements',
    parent: 'step_id',
    name: 'COALESCE(elements.name, elements.key) AS element_name, element_type',
  },
] as const;

/** The names from the campaign down. The website itself has none. */
export type SubjectNames = ReadonlyMap<string, readonly string[]>;

export function referenceKey({ kind, id }: SubjectReference): string {
  return `${kind}/${id}`;
}

/** The names by `referenceKey`. Subjects that are gone are left out. Sends at most one statement for each kind. */
export async function readSubjectNames(
  database: Pick<Database, 'query'>,
  websiteId: number,
  references: readonly SubjectReference[],
): Promise<SubjectNames> {
  const names = new Map<string, readonly string[]>();
  for (const [kind, ofKind] of Map.groupBy(references, ({ kind }) => kind)) {
    const ids = [...new Set(ofKind.map(({ id }) => id))];
    if (kind === SUBJECT_KIND.website) for (const id of ids) names.set(referenceKey({ kind, id }), []);
    else
      for (const row of await readRows(database, websiteId, kind, ids))
        names.set(referenceKey({ kind, id: row.id }), namesIn(row));
  }
  return names;
}

interface NamedSubject {
  readonly id: number;
  readonly name: string;
}

/** A subject below the website with its ancestors, from the campaign down. Empty: it is gone. */
export async function readSubjectPath(
  database: Pick<Database, 'query'>,
  websiteId: number,
  { kind, id }: SubjectReference,
): Promise<readonly NamedSubject[]> {
  const [row] = await readRows(database, websiteId, kind, [id]);
  if (!row) return [];
  const ids = [row.campaign_id, row.variant_id, row.step_id, row.element_type === undefined ? undefined : row.id];
  return namesIn(row).map((name, level) => ({ id: ids[level]!, name }));
}

function readRows(
  database: Pick<Database, 'query'>,
  websiteId: number,
  kind: SubjectKind,
  ids: readonly number[],
): Promise<NameRow[]> {
  const levels = LEVELS.slice(0, LEVELS.findIndex((level) => level.kind === kind) + 1);
  const { table } = levels.at(-1)!;
  const joins = levels.slice(0, -1).map((level, index) => {
    const child = levels[index + 1]!;
    const parentId = 'parent' in child ? child.parent : '';
    return `JOIN ${level.table} ON ${level.table}.website_id = ${table}.website_id AND ${level.table}.id = ${child.table}.${parentId}`;
  });
  const sql = `SELECT ${table}.id, ${levels.map(({ name }) => name).join(', ')} FROM ${table} ${joins.toReversed().join(' ')}
    WHERE ${table}.website_id = $1 AND ${table}.id IN (${placeholders(ids.length, 1)})`;
  return database.query<NameRow>(sql, [websiteId, ...ids]);
}

function namesIn(row: NameRow): string[] {
  const names = [row.campaign_name];
  if (row.variation !== undefined) names.push(row.variant_name || `Variant ${row.variation}`);
  if (row.step_position !== undefined) names.push(row.step_name || `Step ${row.step_position}`);
  if (row.element_type !== undefined) names.push(row.element_name || row.element_type);
  return names;
}
