// Runs whose visitors are in memory, beside what is asked for of their events.
import type { Window } from '../../rollups/window.ts';
import { ALL_VISITORS, eventsOf, type Run, type Visitors, visitorsOf } from '../format/run.ts';
import { isInside } from './log-question.ts';
import { pageViewsAmong, visitorsWith } from './page-views.ts';

export interface OpenRun {
  readonly day: number;
  /** Those whose high half is below the threshold, without those who have no events that are asked for. */
  readonly visitors: Visitors;
  /** The place of its first event in an array of the events of all runs. The others follow in the order of the run. */
  readonly firstEvent: number;
  /** The place after its last event. */
  readonly endEvent: number;
  /** Its events, if each run has its own. */
  readonly events?: OwnEvents;
  /** Only its visitors matter: its day is in no window. */
  readonly isEarlier: boolean;
  /** Only where the visitors of earlier days matter: whether these are the page views of a run, or its other events. */
  readonly isPageViews?: boolean;
}

/** The events of a run that mean something, in its order. */
export interface OwnEvents {
  /** The place of each event's meaning, at least 0. Of an event with revenue, it is -1 less the place. */
  readonly places: Int32Array;
  /** The revenue of each event that has some. */
  readonly amounts: Float64Array;
  /** The seconds since 00:00 UTC of the date of the run's day. undefined: they are not asked for. */
  readonly seconds: Int32Array | undefined;
}

type Added = Pick<OpenRun, 'visitors' | 'firstEvent' | 'endEvent' | 'events'>;

/** What is asked for of events. */
export interface AskedEvents {
  /** Is called for all runs, in the order in which they are added, before the first one is. */
  look?(run: Run, visitors: Visitors, eventCount: number): void;
  /**
   * Adds the events of the first visitors of a run, these, who have so many. Events, and visitors without others, may be left out. Runs are
   * added in the order of days.
   */
  add(run: Run, visitors: Visitors, eventCount: number): Added & { readonly pageViews?: Added };
}

/** The first events of a run. */
export interface RunEvents {
  readonly run: Run;
  readonly eventCount: number;
}

interface Opening {
  readonly windows: readonly Window[];
  readonly threshold: number;
  /** Whether the visitors of days before the end of the windows matter. */
  readonly needsEarlierDays?: boolean;
  /** Makes room for so many events at most, which are those of these runs. */
  readonly collect: (eventCount: number, runs: readonly RunEvents[]) => AskedEvents;
}

/**
 * Opens the runs whose day is in a window; and only the visitors of earlier ones, if these are needed. In the order of days, so that a
 * visitor appears first on its first day.
 */
export function openRuns(runs: readonly Run[], { windows, threshold, needsEarlierDays, collect }: Opening): OpenRun[] {
  const lastDay = windows.reduce((last, window) => Math.max(last, window.lastDay), 0);
  const isAsked = ({ day }: Run) => windows.some((window) => isInside(day, window));
  const inOrder = runs.filter(isAsked).sort((a, b) => a.day - b.day);
  const asked = inOrder.map((run) => {
    const visitors = visitorsBelow(run, threshold);
    return { run, visitors, eventCount: threshold === ALL_VISITORS ? run.eventCount : eventsOf(visitors.counts) };
  });
  const earlier = needsEarlierDays ? runs.filter((run) => !isAsked(run) && run.day < lastDay) : [];
  const events = collect(
    asked.reduce((sum, { eventCount }) => sum + eventCount, 0),
    asked,
  );
  for (const { run, visitors, eventCount } of asked) events.look?.(run, visitors, eventCount);
  const opened = [
    ...asked.flatMap(({ run, visitors, eventCount }): OpenRun[] => {
      const { pageViews, ...others } = events.add(run, visitors, eventCount);
      const own = { day: run.day, isEarlier: false, ...others };
      return pageViews ? [own, { ...own, ...pageViews, isPageViews: true }] : [own];
    }),
    ...earlier.flatMap((run) => openEarlier(run, threshold)),
  ];
  return opened.sort((a, b) => a.day - b.day);
}

function openEarlier(run: Run, threshold: number): OpenRun[] {
  const visitors = visitorsBelow(run, threshold);
  const opened = { day: run.day, visitors, firstEvent: 0, endEvent: 0, isEarlier: true };
  const pageViews = pageViewsAmong(run, eventsOf(visitors.counts));
  if (!pageViews) return [opened];
  return [
    { ...opened, visitors: visitorsWith(0, visitors, pageViews) },
    { ...opened, visitors: visitorsWith(1, visitors, pageViews), isPageViews: true },
  ];
}

function visitorsBelow(run: Run, threshold: number): Visitors {
  const { high, low, counts } = visitorsOf(run);
  if (threshold === ALL_VISITORS) return { high, low, counts };
  const end = placeOf(high, 0, threshold);
  return { high: high.subarray(0, end), low: low.subarray(0, end), counts: counts.subarray(0, end) };
}

/** The place of the first one, from `from` on, that is not below the threshold. */
export function placeOf(high: Uint32Array, from: number, threshold: number): number {
  let [first, end] = [from, high.length];
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (high[middle]! < threshold) first = middle + 1;
    else end = middle;
  }
  return first;
}
