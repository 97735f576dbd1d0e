// The snapshot of a website's week: its numbers, and the items that extensions add.

import { SUBJECT_KIND } from '../../engine/catalog/subject.ts';
import {
  chooseUniqueVisitors,
  type ExactBounds,
  NO_BOUNDS,
  readUniqueCounts,
} from '../../engine/event-log/questions/unique-visitors.ts';
import type { Database } from '../../foundation/database/database.ts';
import { Thread } from '../../foundation/threads/thread.ts';
import type { StoredWeek, WeekItem } from '../reports/insights/stored-week.ts';
import { metricsOf } from '../reports/metrics.ts';
import { DAYS_PER_WEEK } from './week.ts';

export interface SnapshotRequest {
  readonly websiteId: number;
  /** The day number of the week's first day. */
  readonly monday: number;
}

/** What an extension says about the week of a website. */
export type ReadWeekItems = (
  database: Pick<Database, 'query'>,
  request: SnapshotRequest,
  bounds: ExactBounds,
) => Promise<readonly WeekItem[]>;

export interface SnapshotBuilder {
  /** Undefined: the website does not exist. */
  build(request: SnapshotRequest): Promise<StoredWeek | undefined>;
  /** Releases its resources. It can be used again. */
  stop(): Promise<void>;
}

/** Runs in the caller's thread. */
export class DirectSnapshotBuilder implements SnapshotBuilder {
  readonly #database: Pick<Database, 'query'>;
  readonly #readItems: readonly ReadWeekItems[];
  readonly #bounds: ExactBounds;

  /** Default: no limits. */
  constructor(database: Pick<Database, 'query'>, readItems: readonly ReadWeekItems[], bounds: ExactBounds = NO_BOUNDS) {
    this.#database = database;
    this.#readItems = readItems;
    this.#bounds = bounds;
  }

  async build(request: SnapshotRequest): Promise<StoredWeek | undefined> {
    const figures = await this.#readFigures(request);
    if (!figures) return undefined;
    const items: WeekItem[] = [];
    for (const readItems of this.#readItems) items.push(...(await readItems(this.#database, request, this.#bounds)));
    return { ...figures, items };
  }

  async #readFigures({ websiteId, monday }: SnapshotRequest): Promise<Omit<StoredWeek, 'items'> | undefined> {
    const [website] = await this.#database.query('SELECT 1 FROM websites WHERE id = $1', [websiteId]);
    if (!website) return undefined;
    const windows = [{ firstDay: monday, lastDay: monday + DAYS_PER_WEEK - 1 }];
    const unique = await chooseUniqueVisitors(this.#database, [{ websiteId, windows }], this.#bounds);
    const query = {
      websiteId,
      kind: SUBJECT_KIND.website,
      subjectIds: [websiteId],
      windows,
      countType: 'distinct',
      visitorMetrics: ['views'],
    } as const;
    const [read] = await readUniqueCounts(this.#database, unique, [query]);
    const { revenue, views } = metricsOf(read!.get(websiteId)![0]!);
    return { revenue, viewers: views };
  }

  async stop(): Promise<void> {}
}

export interface SnapshotOptions {
  readonly databaseUrl: string;
  readonly connectionsMax: number;
  readonly bounds: ExactBounds;
}

/** Runs in a worker thread, so that uniting weeks of sketches does not block the server's requests. `script`: calls `buildSnapshots`. */
export class SnapshotThread implements SnapshotBuilder {
  readonly #thread: Thread<SnapshotRequest, StoredWeek | undefined>;

  constructor(script: URL, databaseUrl: string, connectionsMax = 1, bounds: ExactBounds = NO_BOUNDS) {
    this.#thread = new Thread(script, { databaseUrl, connectionsMax, bounds } satisfies SnapshotOptions);
  }

  build(request: SnapshotRequest): Promise<StoredWeek | undefined> {
    return this.#thread.call(request);
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
