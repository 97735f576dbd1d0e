// Runs a report and gives its answer as JSON text.
import type { Database } from '../database/database.ts';
import { REPORTS } from './catalog.ts';
import type { Readable } from './define-report.ts';

/** Plain data, because it crosses the border between threads. */
export interface ReportRequest {
  readonly report: string;
  /** As the report's schema gave it. */
  readonly input: Record<string, unknown>;
  readonly websiteIds: readonly number[];
  readonly today: number;
}

export interface ReportRunner {
  run(request: ReportRequest): Promise<string>;
}

/** In this thread. */
export class DirectReportRunner implements ReportRunner {
  readonly #database: Pick<Database, 'query'>;
  readonly #readables: readonly Readable[];

  constructor(database: Pick<Database, 'query'>, readables: readonly Readable[] = REPORTS) {
    this.#database = database;
    this.#readables = readables;
  }

  async run({ report: name, input, websiteIds, today }: ReportRequest): Promise<string> {
    const report = this.#readables.find((candidate) => candidate.name === name);
    if (!report) throw new Error(`There is no report named ${name}.`);
    return JSON.stringify(await report.run(input, { database: this.#database, principal: { websiteIds }, today }));
  }
}
