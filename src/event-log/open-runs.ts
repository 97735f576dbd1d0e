// Runs whose visitors are in memory, beside one array of what is asked for of the events of all of them.
import type { Window } from '../rollups/window.ts';
import { type Run, type Visitors, visitorsOf } from './run.ts';

export interface OpenRun {
  readonly day: number;
  readonly visitors: Visitors;
  /** Its place in the array. The others follow in the order of the run. */
  readonly firstEvent: number;
}

/** What is asked for of events. */
export interface AskedEvents {
  /** Adds the events of a run, and returns the place of the first one. */
  add(run: Run): number;
}

interface Opening {
  readonly windows: readonly Window[];
  /** Whether the visitors of days before the end of the windows matter. */
  readonly needsEarlierDays: boolean;
  /** For so many events. */
  readonly collect: (eventCount: number) => AskedEvents;
}

/** Opens the runs whose day is in a window; and only the visitors of earlier ones, if these are needed. In the order of days, so that a visitor appears first on its first day. */
export function openRuns(runs: readonly Run[], { windows, needsEarlierDays, collect }: Opening): OpenRun[] {
  const lastDay = windows.reduce((last, window) => Math.max(last, window.lastDay), 0);
  const isAsked = ({ day }: Run) => windows.some((window) => isInside(day, window));
  const asked = runs.filter(isAsked);
  const earlier = needsEarlierDays ? runs.filter((run) => !isAsked(run) && run.day < lastDay) : [];
  const events = collect(asked.reduce((sum, { eventCount }) => sum + eventCount, 0));
  const opened = [
    ...asked.map((run) => ({ day: run.day, visitors: visitorsOf(run), firstEvent: events.add(run) })),
    ...earlier.map((run) => ({ day: run.day, visitors: visitorsOf(run), firstEvent: 0 })),
  ];
  return opened.sort((a, b) => a.day - b.day);
}

export function isInside(day: number, { firstDay, lastDay }: Window): boolean {
  return firstDay <= day && day <= lastDay;
}
