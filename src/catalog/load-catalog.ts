// Caches websites with all their subjects until the catalog changes.
import { type Database, placeholders } from '../database/database.ts';
import { sipKeyFromHex } from '../sketches/sip-hash.ts';
import type { VisitorKey } from '../sketches/visitor-hash.ts';
import { SUBJECT_KIND, type Subject, type SubjectKind, type WebsiteCatalog } from './subject.ts';
import { DEFAULT_SETTINGS, readSettingsOf, type WebsiteSettings } from './website-settings.ts';

const SUBJECTS_CACHED_MAX = 500_000;
const WEBSITES_PER_QUERY_MAX = 500;

/** Websites by id, as of the last `refresh`. `load` fetches websites that are not cached yet. */
export class CatalogCache {
  readonly #database: Database;
  readonly #websites = new Map<number, WebsiteCatalog | null>();
  #version = -1;
  #visitorKey: VisitorKey | undefined;
  #subjectCount = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Clears the cache if the catalog has changed, or if the cache is too large. */
  async refresh(): Promise<void> {
    const [state] = await this.#database.query<{ version: number; visitor_key: string | null }>(
      'SELECT version, visitor_key FROM catalog_state WHERE id = 1',
    );
    if (!state) throw new Error('the table catalog_state must have a row');
    const { version, visitor_key: visitorKey } = state;
    this.#visitorKey = visitorKey === null ? null : sipKeyFromHex(visitorKey);
    if (version === this.#version && this.#subjectCount <= SUBJECTS_CACHED_MAX) return;
    this.#websites.clear();
    this.#subjectCount = 0;
    this.#version = version;
  }

  /** The key to hash visitors with, as of the last `refresh`. */
  get visitorKey(): VisitorKey {
    if (this.#visitorKey === undefined) throw new Error('call refresh before visitorKey');
    return this.#visitorKey;
  }

  /** null: there is no such website; undefined: not loaded yet. */
  get(websiteId: number): WebsiteCatalog | null | undefined {
    return this.#websites.get(websiteId);
  }

  async load(websiteIds: readonly number[]): Promise<void> {
    for (let start = 0; start < websiteIds.length; start += WEBSITES_PER_QUERY_MAX) {
      await this.#loadBatch(websiteIds.slice(start, start + WEBSITES_PER_QUERY_MAX));
    }
  }

  async #loadBatch(ids: readonly number[]): Promise<void> {
    const version = this.#version;
    const found = new Map((await loadWebsites(this.#database, ids)).map((catalog) => [catalog.website.id, catalog]));
    // Another caller refreshed to a newer version during the query, so these rows may be outdated.
    if (version !== this.#version) return this.#loadBatch(ids);
    for (const id of ids) {
      // Concurrent loads: keep the first object, because callers compare subjects by identity.
      if (this.#websites.has(id)) continue;
      const catalog = found.get(id) ?? null;
      this.#websites.set(id, catalog);
      // Unknown ids count too, because clients can send any number of them.
      this.#subjectCount++;
      if (!catalog) continue;
      for (const subjects of Object.values(catalog.subjects)) this.#subjectCount += subjects.size;
    }
  }
}

interface SubjectRow {
  kind: SubjectKind;
  website_id: number;
  id: number;
  parent_id: number;
  /** Only for steps; 0 for other kinds. */
  position: number;
  /** Only for websites. */
  currency: string | null;
}

/** A single statement, so that a concurrent import is seen completely or not at all. */
async function loadWebsites(database: Pick<Database, 'query'>, ids: readonly number[]): Promise<WebsiteCatalog[]> {
  const list = placeholders(ids.length);
  const rows = await database.query<SubjectRow>(
    `SELECT ${SUBJECT_KIND.website} AS kind, id AS website_id, id, id AS parent_id, 0 AS position, currency
       FROM websites WHERE id IN (${list})
     UNION ALL SELECT ${SUBJECT_KIND.campaign}, website_id, id, website_id, 0, NULL
       FROM campaigns WHERE website_id IN (${list})
     UNION ALL SELECT ${SUBJECT_KIND.variant}, website_id, id, campaign_id, 0, NULL
       FROM variants WHERE website_id IN (${list})
     UNION ALL SELECT ${SUBJECT_KIND.step}, website_id, id, variant_id, position, NULL
       FROM steps WHERE website_id IN (${list})
     UNION ALL SELECT ${SUBJECT_KIND.element}, website_id, id, step_id, 0, NULL
       FROM elements WHERE website_id IN (${list})`,
    ids,
  );
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  const websites = byKind.get(SUBJECT_KIND.website) ?? [];
  const settings = await readSettingsOf(database, ids);
  const catalogs = new Map(
    websites.map(({ id, currency }) => [id, emptyCatalog(id, currency!, settings.get(id) ?? DEFAULT_SETTINGS)]),
  );
  const firstStepIds = firstSteps(byKind.get(SUBJECT_KIND.step) ?? []);
  for (const kind of CHILD_KINDS) addChildren(catalogs, kind, byKind.get(kind) ?? [], firstStepIds);
  return [...catalogs.values()];
}

/** Parents before their children. */
const CHILD_KINDS = [SUBJECT_KIND.campaign, SUBJECT_KIND.variant, SUBJECT_KIND.step, SUBJECT_KIND.element];

function emptyCatalog(
  id: number,
  currency: string,
  settings: WebsiteSettings,
): WebsiteCatalog & { subjects: Record<SubjectKind, Map<number, Subject>> } {
  const website = { kind: SUBJECT_KIND.website, id, websiteId: id, parent: null, viewsCountForParent: false };
  return {
    website,
    currency,
    settings,
    subjects: { 1: new Map([[id, website]]), 2: new Map(), 3: new Map(), 4: new Map(), 5: new Map() },
  };
}

function addChildren(
  catalogs: Map<number, ReturnType<typeof emptyCatalog>>,
  kind: SubjectKind,
  rows: readonly SubjectRow[],
  firstStepIds: ReadonlySet<number>,
): void {
  for (const { website_id: websiteId, id, parent_id: parentId } of rows) {
    const subjects = catalogs.get(websiteId)?.subjects;
    const parent = subjects?.[(kind - 1) as SubjectKind].get(parentId);
    if (!subjects || !parent) continue;
    const viewsCountForParent = kind === SUBJECT_KIND.step ? firstStepIds.has(id) : kind !== SUBJECT_KIND.element;
    subjects[kind].set(id, { kind, id, websiteId, parent, viewsCountForParent });
  }
}

function firstSteps(steps: readonly SubjectRow[]): Set<number> {
  const firstByVariant = new Map<number, { id: number; position: number }>();
  for (const { id, parent_id: variantId, position } of steps) {
    const first = firstByVariant.get(variantId);
    const comesFirst = !first || position < first.position || (position === first.position && id < first.id);
    if (comesFirst) firstByVariant.set(variantId, { id, position });
  }
  return new Set([...firstByVariant.values()].map((step) => step.id));
}
