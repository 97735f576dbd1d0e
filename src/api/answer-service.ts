// Answers read operations: from memory while neither the data nor the catalog has changed, else by running them.
import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { CacheStats } from '../database/change-cache.ts';
import { type Database, placeholders } from '../database/database.ts';
import type { ChosenWebsite, ReadOperation, SeveralWebsites } from '../operations/define-operation.ts';
import { dayOfTimestampMs } from '../rollups/calendar.ts';
import { type Answer, AnswerCache } from './answer-cache.ts';
import type { ReadRequest, ReadRunner } from './read-runner.ts';
import { SharedRuns } from './shared-runs.ts';

const TENANTS_KEPT_MAX = 10_000;

export interface Question {
  readonly operation: Pick<ReadOperation, 'name'>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The query as text: equal questions have equal ones. */
  readonly queryKey: string;
  readonly websites: ChosenWebsite | SeveralWebsites;
  /** Asked for only where the operation has to run. Aborted when whoever asks is gone: then the answer rejects. */
  gone?(): AbortSignal;
}

export class AnswerService {
  readonly #database: Database;
  readonly #runner: ReadRunner;
  readonly #clock: Clock;
  readonly #cache = new AnswerCache();
  readonly #runs = new SharedRuns<Answer>();
  readonly #tenants = new Map<string, string>();
  readonly cacheStats: CacheStats = { hits: 0, misses: 0 };

  constructor(database: Database, runner: ReadRunner, clock: Clock) {
    this.#database = database;
    this.#runner = runner;
    this.#clock = clock;
  }

  /** The UTC day on which a question is asked now. */
  today(): number {
    return dayOfTimestampMs(this.#clock().getTime());
  }

  async answer({ operation, query, queryKey, websites, gone }: Question): Promise<Answer> {
    const today = this.today();
    const websiteIds = idsOf(websites);
    const key = `${operation.name} ${queryKey} ${websiteIds.join()} ${today}`;
    // Read before the operation runs: what is written meanwhile makes the answer look old, never new.
    const counter = this.#database.changeCounter();
    const cached = this.#cache.get(key);
    if (cached && counter !== undefined && cached.counter === counter) {
      this.cacheStats.hits++;
      return cached.answer;
    }
    const version = await this.#dataVersion(websiteIds);
    // Looked up again: an equal question may have been answered meanwhile.
    const confirmed = this.#cache.get(key);
    if (confirmed?.version === version) {
      confirmed.counter = counter;
      this.cacheStats.hits++;
      return confirmed.answer;
    }
    this.cacheStats.misses++;
    const run = async (abandoned: AbortSignal) => {
      const answer = await this.#run({ operation: operation.name, query, websites, today }, abandoned);
      this.#cache.set(key, { answer, version, counter });
      return answer;
    };
    // With the version: whoever has seen newer data must not be given the answer of an older run.
    return this.#runs.run(`${key} ${version}`, run, gone?.());
  }

  async #run(request: ReadRequest, signal: AbortSignal): Promise<Answer> {
    const tenant = await this.#tenantOf(idsOf(request.websites));
    const json = await this.#runner.run(request, { tenant, signal });
    return { json, etag: `"${createHash('sha1').update(json).digest('base64url')}"` };
  }

  /** The account and not the token, of which anybody can make many. A website never changes its account. */
  async #tenantOf(websiteIds: readonly number[]): Promise<string> {
    const key = websiteIds.join();
    const known = this.#tenants.get(key);
    if (known !== undefined) return known;
    const accounts = await this.#database.query<{ account_id: number }>(
      `SELECT DISTINCT account_id FROM websites WHERE id IN (${placeholders(websiteIds.length)}) ORDER BY account_id`,
      websiteIds,
    );
    const tenant = accounts.map(({ account_id: id }) => id).join();
    if (this.#tenants.size >= TENANTS_KEPT_MAX) this.#tenants.clear();
    this.#tenants.set(key, tenant);
    return tenant;
  }

  /** Differs where anything has changed that an answer for these websites is made of. */
  async #dataVersion(websiteIds: readonly number[]): Promise<string> {
    const rows = await this.#database.query<{ version: number }>(
      `SELECT version FROM catalog_state WHERE id = 1
       UNION ALL
       SELECT COALESCE(SUM(version), 0) FROM website_activity WHERE website_id IN (${placeholders(websiteIds.length)})`,
      websiteIds,
    );
    return rows.map((row) => row.version).join('/');
  }
}

function idsOf(websites: ChosenWebsite | SeveralWebsites): readonly number[] {
  return 'websiteId' in websites ? [websites.websiteId] : websites.websiteIds;
}
