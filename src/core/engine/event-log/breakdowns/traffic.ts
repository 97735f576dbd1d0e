// Traffic: page views, and the visitors who had them, day by day. Visitors are those of each day, as in the history of other tools, so
// that both can be compared.
import type { Dimension } from '../../../foundation/dimensions/dimension.ts';
import type { Window } from '../../rollups/window.ts';
import { isInside, type LogQuestion, type Sampled } from '../counting/log-question.ts';
import { PAGE_VIEW } from '../format/log-event.ts';

export interface TrafficQuestion {
  readonly windows: readonly Window[];
  /** Also counts each value of a dimension. */
  readonly by?: ByValue | undefined;
}

interface ByValue {
  readonly dimension: Dimension;
  readonly window: Window;
  /** Days of the window whose values are known from elsewhere. */
  readonly except: ReadonlySet<number>;
}

interface CountedTraffic {
  visitors: number;
  pageViews: number;
}

export interface TrafficAnswer {
  /** The days that have page views. */
  readonly days: ReadonlyMap<number, CountedTraffic>;
  /** A visitor of two days counts twice. */
  readonly values: ReadonlyMap<string, CountedTraffic>;
  readonly sampled: Sampled;
}

/** Of a sample, as much is expected as its rate says. */
export function traffic({ windows, by }: TrafficQuestion): LogQuestion<TrafficAnswer, TrafficAnswer> {
  return {
    reads: { windows, dimensions: by ? [by.dimension] : [], needsTimes: false },
    count(log) {
      const days = new Map<number, CountedTraffic>();
      const values = new Map<string, CountedTraffic>();
      const seen = log.visitors((kind) =>
        kind.type === PAGE_VIEW ? (by ? kind.valueOf(by.dimension) : '') : undefined,
      );
      seen.each(({ isNobody, events }) => {
        const counted = new Set<string>();
        const add = <Key>(sums: Map<Key, CountedTraffic>, key: Key, once: string) => {
          const sum = sums.get(key) ?? { visitors: 0, pageViews: 0 };
          sum.pageViews++;
          if (!isNobody && !counted.has(once)) sum.visitors++;
          counted.add(once);
          sums.set(key, sum);
        };
        for (const { day, meaning: value } of events) {
          add(days, day, `${day}`);
          if (by && isInside(day, by.window) && !by.except.has(day)) add(values, value, `${day} ${value}`);
        }
      });
      return { days, values, sampled: log.sampled };
    },
    rollups: () => [],
    answer({ days, values, sampled }) {
      return { days: scaled(days, sampled), values: scaled(values, sampled), sampled };
    },
  };
}

function scaled<Key>(sums: ReadonlyMap<Key, CountedTraffic>, sampled: Sampled): Map<Key, CountedTraffic> {
  const all = (count: number) => (sampled ? Math.round(count / sampled.rate) : count);
  return new Map(
    Array.from(sums, ([key, { visitors, pageViews }]) => [key, { visitors: all(visitors), pageViews: all(pageViews) }]),
  );
}
