// A look at a website: judges a finished day and the experiments as they stood at its end.

import type { NewAlert } from '../../../core/answers/alerts/alert.ts';
import { goalAlerts } from '../../../core/answers/alerts/goal-alert.ts';
import { readGoalProgress } from '../../../core/answers/alerts/goal-progress.ts';
import { readExperimentIds } from '../../../core/answers/experiments/read-experiment-ids.ts';
import { readWebsiteSettings } from '../../../core/engine/catalog/website-settings.ts';
import { readZone } from '../../../core/engine/catalog/website-zones.ts';
import { type ExactBounds, NO_BOUNDS } from '../../../core/engine/event-log/questions/unique-visitors.ts';
import { monthOfDay } from '../../../core/engine/rollups/calendar.ts';
import type { Database } from '../../../core/foundation/database/database.ts';
import { Thread } from '../../../core/foundation/threads/thread.ts';
import { judge, readExperiment, usualMetric } from '../../experiments/index.ts';
import { explainFromLog } from '../segments/explain-from-log.ts';
import { explanationSentence, movedSegmentOf } from '../segments/explanation.ts';
import { experimentAlert } from './experiment-alert.ts';
import { judgeDay, type UnusualDay } from './judge-day.ts';
import { readWebsiteDays } from './read-website-days.ts';
import { expectedNextDays, type KnownBefore, type Watch } from './watch.ts';

export interface LookRequest {
  readonly websiteId: number;
  readonly day: number;
  readonly before: KnownBefore;
}

interface LookResult {
  readonly alerts: readonly NewAlert[];
  readonly watch: Watch;
}

export interface Looker {
  look(request: LookRequest): Promise<LookResult>;
  /** Releases its resources. It can be used again. */
  stop(): Promise<void>;
}

/** Runs in the caller's thread. */
export class DirectLooker implements Looker {
  readonly #database: Pick<Database, 'query'>;
  readonly #bounds: ExactBounds;

  /** `queryEventsMax`: drops and spikes among more events are not explained. Default: no limits. */
  constructor(database: Pick<Database, 'query'>, bounds: ExactBounds = NO_BOUNDS) {
    this.#database = database;
    this.#bounds = bounds;
  }

  async look({ websiteId, day, before }: LookRequest): Promise<LookResult> {
    const days = await readWebsiteDays(this.#database, websiteId, day, this.#bounds);
    const { alerts, open } = judgeDay({ websiteId, day, days, open: before.open });
    const explained: NewAlert[] = [];
    for (const alert of alerts) explained.push(await this.#explained(websiteId, alert));
    return {
      alerts: [
        ...explained,
        ...(await this.#experimentAlerts(websiteId, day)),
        ...(await this.#goalAlerts(websiteId, day)),
      ],
      watch: { ...before, judgedDay: day, expected: expectedNextDays(days), open },
    };
  }

  /** Adds the segment that explains it, if there is one. */
  async #explained(websiteId: number, { move, ...alert }: UnusualDay): Promise<NewAlert> {
    const log = { websiteId, eventsMax: this.#bounds.queryEventsMax };
    const explanation = await explainFromLog(this.#database, log, move);
    if (!explanation) return alert;
    const text = [explanationSentence(explanation, move.noun), ...alert.text];
    return { ...alert, text, segment: movedSegmentOf(explanation) };
  }

  async #experimentAlerts(websiteId: number, day: number): Promise<NewAlert[]> {
    const campaignIds = await readExperimentIds(this.#database, websiteId);
    if (campaignIds.length === 0) return [];
    const smallestLift = ((await readWebsiteSettings(this.#database, websiteId))?.smallest_lift ?? 0) / 100;
    const alerts: NewAlert[] = [];
    for (const campaignId of campaignIds) {
      const name = { websiteId, campaignId, lastDay: day };
      const experiment = await readExperiment(this.#database, name, this.#bounds);
      if (!experiment) continue;
      const metric = usualMetric(experiment);
      const judgement = judge(experiment, { metric, smallestLift });
      const { campaign, test } = experiment;
      const judged = { websiteId, campaign, day, sharesChangedDay: test?.sharesChangedDay, metric, judgement };
      const alert = experimentAlert(judged);
      if (alert) alerts.push(alert);
    }
    return alerts;
  }

  /** As far as the goals are at the end of the day. The first day of a month looks back on nothing. */
  async #goalAlerts(websiteId: number, day: number): Promise<NewAlert[]> {
    if (monthOfDay(day + 1) !== monthOfDay(day)) return [];
    const [{ zone }, [website]] = await Promise.all([
      readZone(this.#database, websiteId),
      this.#database.query<{ currency: string }>('SELECT currency FROM websites WHERE id = $1', [websiteId]),
    ]);
    // The look is made after the end of the day: what has come since then does not count.
    const asked = { websiteId, zone, nowMs: zone.startOfDay(day + 1), lastDay: day, bounds: this.#bounds };
    const month = await readGoalProgress(this.#database, asked);
    return goalAlerts({ ...month, websiteId, day, currency: website?.currency ?? 'USD' });
  }

  async stop(): Promise<void> {}
}

/** Runs in a worker thread, so that uniting weeks of sketches does not block the server's requests. */
export class LookerThread implements Looker {
  readonly #thread: Thread<LookRequest, LookResult>;

  constructor(databaseUrl: string, connectionsMax = 1, bounds: ExactBounds = NO_BOUNDS) {
    const data = { databaseUrl, connectionsMax, bounds };
    this.#thread = new Thread(new URL('./look-worker.ts', import.meta.url), data);
  }

  look(request: LookRequest): Promise<LookResult> {
    return this.#thread.call(request);
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
