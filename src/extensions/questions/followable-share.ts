// What reports that follow visitors over days say about those whom they can't follow.

import { percentOf } from '../../core/answers/reports/metrics.ts';
import { percent } from '../../core/answers/reports/schemas.ts';

export const followableShare = percent
  .nullable()
  .describe(
    'Percent of the visitors who can be followed to other days. The others have no consent and another id on each day: ' +
      'they are left out. null without visitors.',
  );

interface Followed {
  readonly followable: number;
  readonly unfollowable: number;
}

export function followableShareOf({ followable, unfollowable }: Followed): number | null {
  const visitors = followable + unfollowable;
  return visitors === 0 ? null : percentOf(followable, visitors);
}
