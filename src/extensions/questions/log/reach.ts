// Reach: how many of the visitors who saw pages saw a campaign at all.

import {
  campaignShown,
  dimensionsOf,
  type EventKind,
  type Filter,
  holdFor,
  type LogQuestion,
  type Sampled,
} from '../../../core/engine/event-log/counting/log-question.ts';
import { PAGE_VIEW } from '../../../core/engine/event-log/format/log-event.ts';
import { METRIC } from '../../../core/engine/rollups/metric.ts';
import type { Window } from '../../../core/engine/rollups/window.ts';

export interface ReachQuestion {
  readonly window: Window;
  /** Only events for which all of them hold are seen: page views, and views of campaigns. */
  readonly filters: readonly Filter[];
}

export interface ReachAnswer {
  /** Visitors with page views. */
  readonly visitors: number;
  /** How many of them saw a campaign, or a part of one. */
  readonly reached: number;
  readonly sampled: Sampled;
}

/** Of a sample, as many visitors are expected as its rate says. */
export function reach({ window, filters }: ReachQuestion): LogQuestion<ReachAnswer, ReachAnswer> {
  return {
    reads: { windows: [window], dimensions: dimensionsOf(filters), needsTimes: false },
    count(log) {
      let [visitors, reached] = [0, 0];
      const saw = log.visitors((kind) => (holdFor(filters, kind) ? whatWasSeen(kind) : undefined), {
        needed: { types: [PAGE_VIEW], isNeededFor: (seen) => seen === 'page' },
      });
      saw.each(({ isNobody, events }) => {
        if (isNobody || !events.some(({ meaning }) => meaning === 'page')) return;
        visitors++;
        if (events.some(({ meaning }) => meaning === 'campaign')) reached++;
      });
      return { visitors, reached, sampled: log.sampled };
    },
    rollups: () => [],
    answer({ visitors, reached, sampled }) {
      const all = (count: number) => (sampled ? Math.round(count / sampled.rate) : count);
      return { visitors: all(visitors), reached: all(reached), sampled };
    },
  };
}

function whatWasSeen({ type, subject }: EventKind): 'page' | 'campaign' | undefined {
  if (type === PAGE_VIEW) return 'page';
  return type === METRIC.views && campaignShown(subject) !== null ? 'campaign' : undefined;
}
