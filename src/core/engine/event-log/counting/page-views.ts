// Page views among the events of a run, where they have to be told apart: see `VISITOR_TYPES`.
import { SUBJECT_KIND } from '../../catalog/subject.ts';
import { PAGE_VIEW } from '../format/log-event.ts';
import { actionsOf, type Run, type Visitors } from '../format/run.ts';

/** 1 for each of the first events that is a page view, so many. undefined: none of the run is. */
export function pageViewsAmong(run: Run, eventCount: number): Uint8Array | undefined {
  const { types, numbers } = actionsOf(run, SUBJECT_KIND.website);
  const place = types.indexOf(PAGE_VIEW);
  if (place < 0) return undefined;
  const ofEvents = numbers.numbers(eventCount);
  return Uint8Array.from({ length: eventCount }, (_, event) => Number(ofEvents[event]! % types.length === place));
}

/** The visitors with events that are page views (1), or others (0). */
export function visitorsWith(value: 0 | 1, { high, low, counts }: Visitors, arePageViews: Uint8Array): Visitors {
  const places: number[] = [];
  let event = 0;
  for (const [place, count] of counts.entries()) {
    if (arePageViews.subarray(event, event + count).includes(value)) places.push(place);
    event += count;
  }
  return {
    high: Uint32Array.from(places, (place) => high[place]!),
    low: Uint32Array.from(places, (place) => low[place]!),
    counts: Uint8Array.from(places, (place) => counts[place]!),
  };
}
