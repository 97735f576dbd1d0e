// Notes the day on which the traffic share of a variant changes: an experiment must not mix visitors from before and after.

const MS_PER_DAY = 86_400_000;

/** The column to store with a new share; empty if the share stays as it is. `at` is a timestamp. */
export function shareChange(before: unknown, after: unknown, at: string): { readonly share_changed_day?: number } {
  return after === undefined || after === before ? {} : { share_changed_day: dayOfChange(at) };
}

export function dayOfChange(at: string): number {
  return Math.floor(Date.parse(at) / MS_PER_DAY);
}
