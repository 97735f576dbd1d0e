// Caches websites with all their subjects until the catalog changes. If they are too many, those that were not used for the longest time
// are dropped.
// Why: docs/decisions/events.md, "Only the least recently used catalogs are dropped".
// Why: docs/decisions/database.md, "The catalog of a website is read with one statement".
import { type Database, placeholders } from '../../foundation/database/database.ts';
import { OwnHosts } from '../../foundation/dimensions/referrer.ts';
import { type SipKey, sipKeyFromHex } from '../../foundation/sketches/sip-hash.ts';
import { type Zone, zoneOf } from '../../foundation/time/zone.ts';
import { ExchangeRates, NO_RATES } from './exchange-rates.ts';
import { readOwnHosts } from './own-hosts.ts';
import { hourOf, SUBJECTS_CACHED_MAX } from './record-limits.ts';
import { DEFAULT_SETTINGS, type WebsiteSettings } from './settings.ts';
import { readExchangeRates } from './stored-exchange-rates.ts';
import {
  type Children,
  type RegisteredCount,
  SUBJECT_KIND,
  type Subject,
  type SubjectKind,
  type WebsiteCatalog,
} from './subject.ts';
import { readSettingsOf } from './website-settings.ts';

const WEBSITES_PER_QUERY_MAX = 500;

interface CachedWebsite {
  /** null: there is no such website. */
  readonly catalog: WebsiteCatalog | null;
  readonly size: number;
  /** The number of the `refresh` before it was last used. */
  usedAfter: number;
}

/** Websites by id, as of the last `refresh`. `load` fetches websites that are not cached yet. */
export class CatalogCache {
  readonly #database: Database;
  readonly #subjectsMax: number;
  /** Least recently used first. */
  readonly #websites = new Map<number, CachedWebsite>();
  /** The version of the last import. */
  #version = -1;
  /** The last change of a single website, see catalog-changes.ts. */
  #change = 0;
  #visitorKey: SipKey | undefined;
  #subjectCount = 0;
  #refreshes = 0;

  constructor(database: Database, subjectsMax = SUBJECTS_CACHED_MAX) {
    this.#database = database;
    this.#subjectsMax = subjectsMax;
  }

  /** Drops what has changed, and what is too much. Nothing is dropped at other times, because callers compare subjects by identity. */
  async refresh(): Promise<void> {
    const [state] = await this.#database.query<{ version: number; change: number; visitor_key: string }>(
      `SELECT version, visitor_key, (SELECT last_id FROM id_sequences WHERE name = 'catalog_changes') AS change
       FROM catalog_state WHERE id = 1`,
    );
    if (!state) throw new Error('the table catalog_state must have a row');
    const { version, change, visitor_key: visitorKey } = state;
    this.#visitorKey = sipKeyFromHex(visitorKey);
    const isAllOld = version !== this.#version;
    const changedIds = isAllOld || change === this.#change ? [] : await this.#changedSince(this.#change);
    if (isAllOld) {
      this.#websites.clear();
      this.#subjectCount = 0;
    }
    for (const id of changedIds) this.#drop(id);
    this.#evict();
    this.#refreshes++;
    this.#version = version;
    this.#change = change;
  }

  /** What was used since the last `refresh` stays: it is probably used again, and a single website may be larger than the limit. */
  #evict(): void {
    for (const [id, { usedAfter }] of this.#websites) {
      if (this.#subjectCount <= this.#subjectsMax || usedAfter === this.#refreshes) return;
      this.#drop(id);
    }
  }

  async #changedSince(change: number): Promise<number[]> {
    const rows = await this.#database.query<{ website_id: number }>(
      'SELECT website_id FROM catalog_changes WHERE change > $1',
      [change],
    );
    return rows.map((row) => row.website_id);
  }

  #drop(id: number): void {
    const cached = this.#websites.get(id);
    if (!cached) return;
    this.#websites.delete(id);
    this.#subjectCount -= cached.size;
  }

  /** The key to hash visitors with, as of the last `refresh`. */
  get visitorKey(): SipKey {
    if (this.#visitorKey === undefined) throw new Error('call refresh before visitorKey');
    return this.#visitorKey;
  }

  /** null: there is no such website; undefined: not loaded yet. */
  get(websiteId: number): WebsiteCatalog | null | undefined {
    const cached = this.#websites.get(websiteId);
    if (!cached) return undefined;
    // Once is enough: it is called several times for each event.
    if (cached.usedAfter !== this.#refreshes) this.#moveToEnd(websiteId, cached);
    return cached.catalog;
  }

  #moveToEnd(id: number, cached: CachedWebsite): void {
    this.#websites.delete(id);
    this.#websites.set(id, cached);
    cached.usedAfter = this.#refreshes;
  }

  async load(websiteIds: readonly number[]): Promise<void> {
    for (let start = 0; start < websiteIds.length; start += WEBSITES_PER_QUERY_MAX) {
      await this.#loadBatch(websiteIds.slice(start, start + WEBSITES_PER_QUERY_MAX));
    }
  }

  async #loadBatch(ids: readonly number[]): Promise<void> {
    const [version, change] = [this.#version, this.#change];
    const found = new Map((await loadWebsites(this.#database, ids)).map((catalog) => [catalog.website.id, catalog]));
    // Another caller refreshed to a newer version during the query, so these rows may be outdated.
    if (version !== this.#version || change !== this.#change) return this.#loadBatch(ids);
    for (const id of ids) {
      // Concurrent loads: keep the first object.
      if (this.#websites.has(id)) continue;
      const catalog = found.get(id) ?? null;
      const size = sizeOf(catalog);
      this.#websites.set(id, { catalog, size, usedAfter: this.#refreshes });
      this.#subjectCount += size;
    }
  }
}

/** Unknown ids count too, because clients can send any number of them. An exchange rate counts as a subject. */
function sizeOf(catalog: WebsiteCatalog | null): number {
  if (!catalog) return 1;
  return Object.values(catalog.subjects).reduce((sum, { size }) => sum + size, 1 + catalog.rates.size);
}

interface SubjectRow {
  kind: SubjectKind;
  website_id: number;
  id: number;
  parent_id: number;
  /** Kinds other than steps have 0. */
  position: number;
  key: string | null;
  registered_at: string | null;
  /** Kinds other than variants have 0. */
  is_holdout: number;
  /** Kinds other than websites have null. */
  currency: string | null;
}

/** A single statement, so that a concurrent import is seen completely or not at all. */
async function loadWebsites(database: Pick<Database, 'query'>, ids: readonly number[]): Promise<WebsiteCatalog[]> {
  const list = placeholders(ids.length);
  const rows = await database.query<SubjectRow>(
    `SELECT ${SUBJECT_KIND.website} AS kind, id AS website_id, id, id AS parent_id, 0 AS position, NULL AS key,
       NULL AS registered_at, 0 AS is_holdout, currency
       FROM websites WHERE id IN (${list})
     UNION ALL SELECT ${SUBJECT_KIND.campaign}, website_id, id, website_id, 0, key, registered_at, 0, NULL
       FROM campaigns WHERE website_id IN (${list})
     UNION ALL SELECT ${SUBJECT_KIND.variant}, website_id, id, campaign_id, 0, key, registered_at, is_holdout, NULL
       FROM variants WHERE website_id IN (${list})
     UNION ALL SELECT ${SUBJECT_KIND.step}, website_id, id, variant_id, position, key, registered_at, 0, NULL
       FROM steps WHERE website_id IN (${list})
     UNION ALL SELECT ${SUBJECT_KIND.element}, website_id, id, step_id, 0, key, registered_at, 0, NULL
       FROM elements WHERE website_id IN (${list})`,
    ids,
  );
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  const websites = byKind.get(SUBJECT_KIND.website) ?? [];
  const settings = await readSettingsOf(database, ids);
  const keepers = ids.filter((id) => settings.get(id)?.event_log);
  const hosts = await readOwnHosts(database, keepers);
  const rates = await readExchangeRates(database, ids);
  const catalogs = new Map(
    websites.map(({ id, currency }) => {
      const ownRates = rates.get(id);
      const loaded = {
        currency: currency!,
        rates: ownRates ? new ExchangeRates(ownRates) : NO_RATES,
        settings: settings.get(id) ?? DEFAULT_SETTINGS,
        ownHosts: hosts.get(id) ?? NO_HOSTS,
      };
      return [id, new LoadedCatalog(id, loaded)];
    }),
  );
  const firstStepIds = firstSteps(byKind.get(SUBJECT_KIND.step) ?? []);
  for (const kind of CHILD_KINDS) addChildren(catalogs, kind, byKind.get(kind) ?? [], firstStepIds);
  return [...catalogs.values()];
}

const NO_HOSTS = new OwnHosts('', []);

/** Parents before their children. */
const CHILD_KINDS = [SUBJECT_KIND.campaign, SUBJECT_KIND.variant, SUBJECT_KIND.step, SUBJECT_KIND.element];

class LoadedCatalog implements WebsiteCatalog {
  readonly website: Subject;
  readonly currency: string;
  readonly rates: ExchangeRates;
  readonly settings: WebsiteSettings;
  readonly zone: Zone;
  readonly ownHosts: OwnHosts;
  readonly subjects: Readonly<Record<SubjectKind, Map<number, Subject>>>;
  registered: RegisteredCount = { total: 0, lastHour: '', inLastHour: 0 };
  readonly #children = new Map<Subject, LoadedChildren>();

  constructor(
    id: number,
    { currency, rates, settings, ownHosts }: Pick<WebsiteCatalog, 'currency' | 'rates' | 'settings' | 'ownHosts'>,
  ) {
    this.website = {
      kind: SUBJECT_KIND.website,
      id,
      websiteId: id,
      parent: null,
      viewsCountForParent: false,
      isHoldout: false,
    };
    this.currency = currency;
    this.rates = rates;
    this.settings = settings;
    this.zone = zoneOf(settings.timezone);
    this.ownHosts = ownHosts;
    this.subjects = { 1: new Map([[id, this.website]]), 2: new Map(), 3: new Map(), 4: new Map(), 5: new Map() };
  }

  childrenOf(subject: Subject): Children {
    return this.#children.get(subject) ?? NO_CHILDREN;
  }

  /** Its parent must be there. */
  add(subject: Subject & { readonly parent: Subject }, { key, registered_at: registeredAt }: SubjectRow): void {
    if (registeredAt !== null) this.#countRegistered(hourOf(registeredAt));
    this.subjects[subject.kind].set(subject.id, subject);
    const children = this.#children.get(subject.parent);
    if (children) children.add(subject, key);
    else this.#children.set(subject.parent, new LoadedChildren(subject, key));
  }

  #countRegistered(hour: string): void {
    const { total, lastHour, inLastHour } = this.registered;
    if (hour > lastHour) this.registered = { total: total + 1, lastHour: hour, inLastHour: 1 };
    else this.registered = { total: total + 1, lastHour, inLastHour: inLastHour + (hour === lastHour ? 1 : 0) };
  }
}

const NO_KEYS: ReadonlyMap<string, Subject> = new Map();
const NO_CHILDREN: Children = { count: 0, only: undefined, byKey: NO_KEYS };

class LoadedChildren implements Children {
  count = 0;
  only: Subject | undefined;
  /** Made with the first key: most catalogs have none. */
  #byKey: Map<string, Subject> | undefined;

  constructor(first: Subject, key: string | null) {
    this.add(first, key);
  }

  get byKey(): ReadonlyMap<string, Subject> {
    return this.#byKey ?? NO_KEYS;
  }

  add(child: Subject, key: string | null): void {
    this.count++;
    this.only = this.count === 1 ? child : undefined;
    if (key === null) return;
    this.#byKey ??= new Map();
    this.#byKey.set(key, child);
  }
}

function addChildren(
  catalogs: ReadonlyMap<number, LoadedCatalog>,
  kind: SubjectKind,
  rows: readonly SubjectRow[],
  firstStepIds: ReadonlySet<number>,
): void {
  for (const row of rows) {
    const { website_id: websiteId, id, parent_id: parentId, is_holdout: isHoldout } = row;
    const catalog = catalogs.get(websiteId);
    const parent = catalog?.subjects[(kind - 1) as SubjectKind].get(parentId);
    if (!parent) continue;
    const viewsCountForParent = kind === SUBJECT_KIND.step ? firstStepIds.has(id) : kind !== SUBJECT_KIND.element;
    catalog!.add({ kind, id, websiteId, parent, viewsCountForParent, isHoldout: isHoldout === 1 }, row);
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
