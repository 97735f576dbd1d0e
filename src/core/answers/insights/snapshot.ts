// The snapshot of a website's week: its numbers and the recommendations.

import { type ExactBounds, NO_BOUNDS } from '../../engine/event-log/questions/unique-visitors.ts';
import type { Database } from '../../foundation/database/database.ts';
import { Thread } from '../../foundation/threads/thread.ts';
import type { StoredWeek, WeekItem } from '../reports/insights/stored-week.ts';
import { metricsOf } from '../reports/metrics.ts';
import { explainFromLog } from '../segments/explain-from-log.ts';
import { explanationSentence, movedSegmentOf } from '../segments/moved-segment.ts';
import { readWebsiteWeek } from './read-website-week.ts';
import { type Recommendation, recommend } from './recommend.ts';
import { thisWeek } from './rules/website-week.ts';

export interface SnapshotRequest {
  readonly websiteId: number;
  /** The day number of the week's first day. */
  readonly monday: number;
}

export interface SnapshotBuilder {
  /** Undefined: the website does not exist. */
  build(request: SnapshotRequest): Promise<StoredWeek | undefined>;
  /** Releases its resources. It can be used again. */
  stop(): Promise<void>;
}

/** Runs in the caller's thread. */
export class DirectSnapshotBuilder implements SnapshotBuilder {
  readonly #database: Pick<Database, 'query'>;
  readonly #bounds: ExactBounds;

  /** `queryEventsMax`: claims about more events are not explained. Default: no limits. */
  constructor(database: Pick<Database, 'query'>, bounds: ExactBounds = NO_BOUNDS) {
    this.#database = database;
    this.#bounds = bounds;
  }

  async build({ websiteId, monday }: SnapshotRequest): Promise<StoredWeek | undefined> {
    const week = await readWebsiteWeek(this.#database, websiteId, monday, this.#bounds);
    if (!week) return undefined;
    const { revenue, views } = metricsOf(thisWeek(week.weeks));
    const items: WeekItem[] = [];
    for (const recommendation of recommend(week)) items.push(await this.#explained(websiteId, recommendation));
    return { revenue, viewers: views, items };
  }

  /** Adds the segment that explains the claim, if there is one. */
  async #explained(websiteId: number, recommendation: Recommendation): Promise<WeekItem> {
    const { sentences, kind, campaignIds, move } = recommendation;
    const item = { kind, sentences, campaign_ids: campaignIds };
    const log = { websiteId, eventsMax: this.#bounds.queryEventsMax };
    const explanation = move && (await explainFromLog(this.#database, log, move));
    if (!explanation) return item;
    return {
      ...item,
      sentences: [...sentences, explanationSentence(explanation, move.noun)],
      segment: movedSegmentOf(explanation),
    };
  }

  async stop(): Promise<void> {}
}

/** Runs in a worker thread, so that uniting weeks of sketches does not block the server's requests. */
export class SnapshotThread implements SnapshotBuilder {
  readonly #thread: Thread<SnapshotRequest, StoredWeek | undefined>;

  constructor(databaseUrl: string, connectionsMax = 1, bounds: ExactBounds = NO_BOUNDS) {
    const data = { databaseUrl, connectionsMax, bounds };
    this.#thread = new Thread(new URL('./snapshot-worker.ts', import.meta.url), data);
  }

  build(request: SnapshotRequest): Promise<StoredWeek | undefined> {
    return this.#thread.call(request);
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
