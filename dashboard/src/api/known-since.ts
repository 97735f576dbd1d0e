// Since when there are numbers of a part of the visitors: a value is often known only from some day on.
import type { Point } from './types.ts';

/** The first bucket with visitors. */
export function firstWithVisitors(points: readonly Point[]): string | undefined {
  return points.find(({ views }) => views > 0)?.date;
}
