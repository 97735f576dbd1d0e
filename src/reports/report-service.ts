// Answers reports: from memory while neither the data nor the catalog has changed, else by running them.
import { createHash } from 'node:crypto';
import type { Principal } from '../access/principal.ts';
import type { Clock } from '../clock.ts';
import type { CacheUse } from '../database/change-cache.ts';
import { type Database, placeholders } from '../database/database.ts';
import { dayOfTimestampMs } from '../rollups/calendar.ts';
import { type Answer, AnswerCache } from './answer-cache.ts';
import type { Readable } from './define-report.ts';
import type { ReportRunner } from './report-runner.ts';

export class ReportService {
  readonly #database: Database;
  readonly #runner: ReportRunner;
  readonly #clock: Clock;
  readonly #cache = new AnswerCache();
  readonly #texts = new WeakMap<object, string>();
  readonly cacheUse: CacheUse = { hits: 0, misses: 0 };

  constructor(database: Database, runner: ReportRunner, clock: Clock) {
    this.#database = database;
    this.#runner = runner;
    this.#clock = clock;
  }

  /** `input` must have been parsed by the report's schema. */
  async answer(report: Pick<Readable, 'name'>, input: Record<string, unknown>, principal: Principal): Promise<Answer> {
    const today = dayOfTimestampMs(this.#clock().getTime());
    const websiteIds = principal.websiteIds;
    const key = `${report.name} ${this.#textOf(input)} ${websiteIds.join()} ${today}`;
    // Read before the report runs: what is written meanwhile makes the answer look old, never new.
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
    const json = await this.#runner.run({ report: report.name, input, websiteIds, today });
    const answer = { json, etag: `"${createHash('sha1').update(json).digest('base64url')}"` };
    this.#cache.set(key, { answer, version, counter });
    return answer;
  }

  /** An input that was parsed once and is asked for again need not be written out again. */
  #textOf(input: Record<string, unknown>): string {
    let text = this.#texts.get(input);
    if (text === undefined) {
      text = JSON.stringify(input);
      this.#texts.set(input, text);
    }
    return text;
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
