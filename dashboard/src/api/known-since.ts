// Since when there are numbers of a part of the visitors: a value is often known only from some day on.
import type { Point } from './types.ts';

/**
 * The bucket from which on most visitors have a value. `without`: the same buckets, with only the visitors who have none. undefined: there
 * is no such bucket, or it is the first one.
 */
export function knownSince(all: readonly Point[], without: readonly Point[]): string | undefined {
  const isKnown = ({ views }: Point, index: number) => 2 * (without[index]?.views ?? 0) <= views;
  const last = all.findLastIndex((point, index) => point.views > 0 && !isKnown(point, index));
  return last < 0 ? undefined : all.slice(last + 1).find(({ views }) => views > 0)?.date;
}

/** The first bucket with visitors. */
export function firstWithVisitors(points: readonly Point[]): string | undefined {
  return points.find(({ views }) => views > 0)?.date;
}
