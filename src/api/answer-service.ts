// Answers read operations: from memory while neither the data nor the catalog has changed, else by running them.
import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { CacheUse } from '../database/change-cache.ts';
import { type Database, placeholders } from '../database/database.ts';
import type { ChosenWebsite, ReadOperation, SeveralWebsites } from '../operations/define-operation.ts';
import { dayOfTimestampMs } from '../rollups/calendar.ts';
import { type Answer, AnswerCache } from './answer-cache.ts';
import type { ReadRunner } from './read-runner.ts';

export interface Question {
  readonly operation: Pick<ReadOperation, 'name'>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The query as text: equal questions have equal ones. */
  readonly queryKey: string;
  readonly websites: ChosenWebsite | SeveralWebsites;
}

export class AnswerService {
  readonly #database: Database;
  readonly #runner: ReadRunner;
  readonly #clock: Clock;
  readonly #cache = new AnswerCache();
  readonly cacheUse: CacheUse = { hits: 0, misses: 0 };

  constructor(database: Database, runner: ReadRunner, clock: Clock) {
    this.#database = database;
    this.#runner = runner;
    this.#clock = clock;
  }

  /** The UTC day on which a question is asked now. */
  today(): number {
    return dayOfTimestampMs(this.#clock().getTime());
  }

  async answer({ operation, query, queryKey, websites }: Question): Promise<Answer> {
    const today = this.today();
    const websiteIds = 'websiteId' in websites ? [websites.websiteId] : websites.websiteIds;
    const key = `${operation.name} ${queryKey} ${websiteIds.join()} ${today}`;
    // Read before the operation runs: what is written meanwhile makes the answer look old, never new.
    const counter = this.#database.changeCounter();
    const cached = this.#cache.get(key);
    if (cached && counter !== undefined && cached.counter === counter) {
      this.cacheUse.hits++;
      return cached.answer;
    }
    const version = await this.#dataVersion(websiteIds);
    if (cached && cached.version === version) {
      cached.counter = counter;
      this.cacheUse.hits++;
      return cached.answer;
    }
    this.cacheUse.misses++;
    const json = await this.#runner.run({ operation: operation.name, query, websites, today });
    const answer = { json, etag: `"${createHash('sha1').update(json).digest('base64url')}"` };
    this.#cache.set(key, { answer, version, counter });
    return answer;
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
