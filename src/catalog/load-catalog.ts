// Reads websites with all their subjects, and keeps them until the catalog changes.
import { type Database, placeholders } from '../database/database.ts';
import { SUBJECT_KIND, type Subject, type SubjectKind, type WebsiteCatalog } from './subject.ts';

const SUBJECTS_KEPT_MAX = 500_000;
const WEBSITES_PER_QUERY_MAX = 500;

/** Websites by id, as they were at the last `refresh`. What is not there yet is named by `missing` and fetched by `load`. */
export class CatalogCache {
  readonly #database: Database;
  readonly #websites = new Map<number, WebsiteCatalog | null>();
  #version = -1;
  #subjectCount = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Forgets everything where the catalog has changed since, or where too much is kept. */
  async refresh(): Promise<void> {
    const [state] = await this.#database.query<{ version: number }>('SELECT version FROM catalog_state WHERE id = 1');
    const version = state?.version ?? 0;
    if (version === this.#version && this.#subjectCount <= SUBJECTS_KEPT_MAX) return;
    this.#websites.clear();
    this.#subjectCount = 0;
    this.#version = version;
  }

  /** null: there is no such website; undefined: not loaded yet. */
  get(websiteId: number): WebsiteCatalog | null | undefined {
    return this.#websites.get(websiteId);
  }

  async load(websiteIds: readonly number[]): Promise<void> {
    for (let start = 0; start < websiteIds.length; start += WEBSITES_PER_QUERY_MAX) {
      const some = websiteIds.slice(start, start + WEBSITES_PER_QUERY_MAX);
      const found = new Map((await loadWebsites(this.#database, some)).map((catalog) => [catalog.website.id, catalog]));
      for (const id of some) {
        // Two may have asked for it at once: what the first was given has to stay the same.
        if (this.#websites.has(id)) continue;
        const catalog = found.get(id) ?? null;
        this.#websites.set(id, catalog);
        // Unknown ids take room as well, and they come from outside.
        this.#subjectCount++;
        if (!catalog) continue;
        for (const subjects of Object.values(catalog.subjects)) this.#subjectCount += subjects.size;
      }
    }
  }
}

interface ChildRow {
  website_id: number;
  id: number;
  parent_id: number;
}

async function loadWebsites(database: Database, ids: readonly number[]): Promise<WebsiteCatalog[]> {
  const list = placeholders(ids.length);
  const websites = await database.query<{ id: number; currency: string }>(
    `SELECT id, currency FROM websites WHERE id IN (${list})`,
    ids,
  );
  const catalogs = new Map(websites.map((row) => [row.id, emptyCatalog(row.id, row.currency)]));
  const children = (sql: string) => database.query<ChildRow>(`${sql} WHERE website_id IN (${list})`, ids);

  addChildren(
    catalogs,
    SUBJECT_KIND.campaign,
    await children('SELECT website_id, id, website_id AS parent_id FROM campaigns'),
  );
  addChildren(
    catalogs,
    SUBJECT_KIND.variant,
    await children('SELECT website_id, id, campaign_id AS parent_id FROM variants'),
  );
  const steps = await children('SELECT website_id, id, variant_id AS parent_id, position FROM steps');
  addChildren(catalogs, SUBJECT_KIND.step, steps, firstSteps(steps as (ChildRow & { position: number })[]));
  addChildren(
    catalogs,
    SUBJECT_KIND.element,
    await children('SELECT website_id, id, step_id AS parent_id FROM elements'),
  );
  return [...catalogs.values()];
}

function emptyCatalog(
  id: number,
  currency: string,
): WebsiteCatalog & { subjects: Record<SubjectKind, Map<number, Subject>> } {
  const website = { kind: SUBJECT_KIND.website, id, websiteId: id, parent: null, viewsCountForParent: false };
  return {
    website,
    currency,
    subjects: { 1: new Map([[id, website]]), 2: new Map(), 3: new Map(), 4: new Map(), 5: new Map() },
  };
}

function addChildren(
  catalogs: Map<number, ReturnType<typeof emptyCatalog>>,
  kind: SubjectKind,
  rows: readonly ChildRow[],
  firstStepIds?: ReadonlySet<number>,
): void {
  for (const { website_id: websiteId, id, parent_id: parentId } of rows) {
    const subjects = catalogs.get(websiteId)?.subjects;
    const parent = subjects?.[(kind - 1) as SubjectKind].get(parentId);
    if (!subjects || !parent) continue;
    const viewsCountForParent = firstStepIds ? firstStepIds.has(id) : kind !== SUBJECT_KIND.element;
    subjects[kind].set(id, { kind, id, websiteId, parent, viewsCountForParent });
  }
}

function firstSteps(steps: readonly (ChildRow & { position: number })[]): Set<number> {
  const firstByVariant = new Map<number, { id: number; position: number }>();
  for (const step of steps) {
    const first = firstByVariant.get(step.parent_id);
    const comesFirst =
      !first || step.position < first.position || (step.position === first.position && step.id < first.id);
    if (comesFirst) firstByVariant.set(step.parent_id, step);
  }
  return new Set([...firstByVariant.values()].map((step) => step.id));
}
