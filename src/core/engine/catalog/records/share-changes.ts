// Notes the day on which the traffic share of a variant changes: an experiment must not mix visitors from before and after.

interface Split {
  readonly traffic_percentage?: unknown;
}

/** The column to store with a change; empty if the shares stay as they are. `today` is the website's. */
export function shareChange(before: Split, after: Split, today: number): { readonly share_changed_day?: number } {
  const isSame = (after.traffic_percentage ?? before.traffic_percentage) === before.traffic_percentage;
  return isSame ? {} : { share_changed_day: today };
}
