// Notes the day on which the traffic share of a variant changes: an experiment must not mix visitors from before and after.

/** The column to store with a new share; empty if the share stays as it is. `today` is the website's. */
export function shareChange(before: unknown, after: number, today: number): { readonly share_changed_day?: number } {
  return after === before ? {} : { share_changed_day: today };
}
