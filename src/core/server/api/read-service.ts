// Runs read operations. Returns the cached result while neither the data nor the catalog has changed.
// Why: docs/decisions/reports.md, "A cached result says how long today lasts".
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DataVersion } from '../../contract/access/data-version.ts';
import type { ChosenWebsite, ReadOperation, SeveralWebsites } from '../../contract/operations/define-operation.ts';
import { dayOfTimestampMs } from '../../engine/rollups/calendar.ts';
import type { CacheStats } from '../../foundation/database/change-cache.ts';
import { WebsiteShards } from '../../foundation/database/citus/website-shards.ts';
import { type CacheableDatabase, placeholders } from '../../foundation/database/database.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import { DataVersions } from './data-versions.ts';
import { type CachedResult, ReadCache, type ReadResult } from './read-cache.ts';
import { idsOf, type ReadRequest, type ReadRunner } from './read-runner.ts';
import { RecentTenants } from './recent-tenants.ts';
import { SingleFlight } from './single-flight.ts';

const TENANTS_CACHED_MAX = 10_000;
/** Beside the number of the account: all its share links together. */
const LINKS = 'links';
/** The date changes last at UTC-12:00. */
const OFFSET_WEST_MS_MAX = 12 * 60 * 60 * 1000;
/** In every time zone, days begin at whole quarters of a UTC hour. */
const DAY_BEGINS_EVERY_MS = 15 * 60 * 1000;

interface ReadCall {
  readonly operation: Pick<ReadOperation, 'name' | 'readsOnlyWebsiteList' | 'isNeverKept'>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Equal queries have equal keys. */
  readonly queryKey: string;
  readonly websites: ChosenWebsite | SeveralWebsites;
  /** The versions of at least these websites, which were read after the request arrived. */
  readonly dataVersions?: ReadonlyMap<number, DataVersion>;
  /** Somebody reads it with a share link. */
  readonly isForLink?: boolean;
  /** See `Principal`. */
  readonly versionsCounter?: number | undefined;
  /** Is called only if the operation has to run. The signal is aborted when the client disconnects: then the promise rejects. */
  disconnected?(): AbortSignal;
}

export class ReadService {
  readonly #database: CacheableDatabase;
  readonly #runner: ReadRunner;
  readonly #clock: Clock;
  readonly #versions: DataVersions;
  readonly #cache = new ReadCache();
  readonly #runs = new SingleFlight<ReadResult>();
  readonly #recent: RecentTenants;
  readonly #tenants = new LRUCache<string, string>({ max: TENANTS_CACHED_MAX });
  readonly cacheStats: CacheStats = { hits: 0, misses: 0 };

  constructor(database: CacheableDatabase, runner: ReadRunner, clock: Clock, recent = new RecentTenants(clock)) {
    this.#database = database;
    this.#versions = new DataVersions(database, new WebsiteShards(database, clock));
    this.#runner = runner;
    this.#clock = clock;
    this.#recent = recent;
  }

  nowMs(): number {
    return this.#clock().getTime();
  }

  /** The earliest date that it is anywhere: what is too wide on this date, is too wide on every website. */
  earliestToday(): number {
    return dayOfTimestampMs(this.nowMs() - OFFSET_WEST_MS_MAX);
  }

  async read(call: ReadCall): Promise<ReadResult> {
    const { operation, query, queryKey, websites, isForLink = false, disconnected } = call;
    const nowMs = this.#clock().getTime();
    const websiteIds = idsOf(websites);
    const joinedIds = websiteIds.join();
    this.#noteAsked(joinedIds);
    const request = { operation: operation.name, query, websites, nowMs, isForLink };
    if (operation.isNeverKept) {
      return (await this.#run(request, disconnected?.())).result;
    }
    // Whoever has a link may get less than others.
    const key = `${operation.name} ${queryKey} ${joinedIds}${isForLink ? ` ${LINKS}` : ''}`;
    // The counter is read before the operation runs. So a concurrent write makes the result look stale, never fresh.
    const counter = await this.#database.changeCounter();
    const cached = counter === undefined ? undefined : this.#cache.get(key, nowMs);
    if (cached && cached.counter === counter) {
      this.cacheStats.hits++;
      return cached.result;
    }
    // If the counter is another one, there may have been a write since the versions of the caller were read.
    const known = call.versionsCounter === counter ? call.dataVersions : undefined;
    const version = await this.#versions.versionOf(websiteIds, {
      known,
      isOnlyCatalog: operation.readsOnlyWebsiteList,
    });
    // The cache is asked again, because an equal request may have finished in the meantime.
    const confirmed = this.#cache.get(key, nowMs);
    if (confirmed?.version === version) {
      confirmed.counter = counter;
      this.cacheStats.hits++;
      return confirmed.result;
    }
    this.cacheStats.misses++;
    const run = async (abandoned: AbortSignal) => {
      const ran = await this.#run(request, abandoned);
      this.#cache.set(key, { ...ran, version, counter });
      return ran.result;
    };
    // The key includes the version, so that a client that has seen newer data never gets an older result, and the quarter of an hour,
    // so that it never gets the result of the day before.
    return this.#runs.run(`${key} ${version} ${Math.floor(nowMs / DAY_BEGINS_EVERY_MS)}`, run, disconnected?.());
  }

  /** The tenant is known once one of its reads has run. */
  #noteAsked(websiteIds: string): void {
    const tenant = this.#tenants.get(websiteIds);
    if (tenant !== undefined) this.#recent.noteAsked(tenant);
  }

  async #run(
    request: ReadRequest,
    signal: AbortSignal | undefined,
  ): Promise<Pick<CachedResult, 'result' | 'fromMs' | 'untilMs'>> {
    const tenant = await this.#tenantOf(idsOf(request.websites));
    this.#recent.noteAsked(tenant);
    // Whoever has a link takes turns with the people of the account, as another account would: they must not wait for all its readers.
    const turns = request.isForLink ? `${tenant} ${LINKS}` : tenant;
    const { json, ...holds } = await this.#runner.run(request, { tenant: turns, signal });
    return { result: { json, etag: `"${hash('sha1', json, 'base64url')}"` }, ...holds };
  }

  /** The tenant is the account and not the token, because users can create many tokens. A website never changes its account. */
  async #tenantOf(websiteIds: readonly number[]): Promise<string> {
    const key = websiteIds.join();
    const cached = this.#tenants.get(key);
    if (cached !== undefined) return cached;
    const accounts = await this.#database.query<{ account_id: number }>(
      `SELECT DISTINCT account_id FROM websites WHERE id IN (${placeholders(websiteIds.length)}) ORDER BY account_id`,
      websiteIds,
    );
    const tenant = accounts.map(({ account_id: id }) => id).join();
    this.#tenants.set(key, tenant);
    return tenant;
  }
}
