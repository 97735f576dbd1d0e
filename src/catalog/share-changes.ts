// Notes the day on which the traffic share of a variant changes: an experiment must not mix visitors from before and after. A variant that
// becomes a holdout, or stops being one, changes the share of the visitors who are shown something.

interface Split {
  readonly traffic_percentage?: unknown;
  /** A boolean, or 0 and 1. */
  readonly is_holdout?: unknown;
}

/** The column to store with a change; empty if the shares stay as they are. `today` is the website's. */
export function shareChange(before: Split, after: Split, today: number): { readonly share_changed_day?: number } {
  const isSame =
    (after.traffic_percentage ?? before.traffic_percentage) === before.traffic_percentage &&
    Boolean(after.is_holdout ?? before.is_holdout) === Boolean(before.is_holdout);
  return isSame ? {} : { share_changed_day: today };
}
