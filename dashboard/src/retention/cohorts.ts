// What the tables of retention show of cohorts.
import type { RetentionReport } from '../api/types.ts';

export type Cohort = RetentionReport['data']['cohorts'][number];

/** The share of fewer visitors says nothing. */
export const VISITORS_MIN = 20;

export interface Returned {
  readonly visitors: number;
  /** How many of these visitors have come back. */
  readonly returned: number;
}

/** All cohorts together: visitors, and for each period those of the cohorts for which it has begun. null: it has begun for none. */
export function sumOfCohorts(cohorts: readonly Cohort[]): {
  readonly visitors: number;
  readonly returned: readonly (Returned | null)[];
} {
  const periods = Math.max(0, ...cohorts.map(({ returned }) => returned.length));
  return {
    visitors: cohorts.reduce((sum, { visitors }) => sum + visitors, 0),
    returned: Array.from({ length: periods }, (_, period) => {
      const begun = cohorts.filter(({ returned }) => typeof returned[period] === 'number');
      if (begun.length === 0) return null;
      return {
        visitors: begun.reduce((sum, { visitors }) => sum + visitors, 0),
        returned: begun.reduce((sum, { returned }) => sum + returned[period]!, 0),
      };
    }),
  };
}

export function returnedOf({ visitors, returned }: Cohort): (Returned | null)[] {
  return returned.map((count) => (count === null ? null : { visitors, returned: count }));
}
