// The times of events: their hours as numbers that they are counted by, and which events are outside of a time.
import { OTHER_VALUES } from '../dimensions/dimension.ts';
import type { Hours, TimeSpan } from './question.ts';
import { type Run, secondsOf } from './run.ts';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;

/** For each number that `writeHourNumbers` writes, the value that it is counted as. */
export function valuesOfHours({ starts }: Hours): string[] {
  return [...starts.map((_, hour) => String(hour)), OTHER_VALUES];
}

/** Writes the number of its hour for each event of a run. An event that is in none of the hours has the number after the last one. */
export function writeHourNumbers(to: Int32Array, run: Run, { starts, ends }: Hours): void {
  const seconds = secondsOf(run);
  const none = starts.length;
  const first = starts[0] ?? 0;
  for (let event = 0; event < to.length; event++) {
    const time = run.day * DAY_SECONDS + seconds[event]!;
    // Nearly all hours have 60 minutes, so this is the place of the hour, or one next to it.
    let hour = Math.min(Math.max(0, Math.floor((time - first) / HOUR_SECONDS)), none - 1);
    while (hour > 0 && starts[hour]! > time) hour--;
    while (hour + 1 < none && starts[hour + 1]! <= time) hour++;
    to[event] = hour >= 0 && starts[hour]! <= time && time < ends[hour]! ? hour : none;
  }
}

/** The numbers of events outside of this time become 0: they count for nothing. */
export function keepWithin(numbers: Int32Array, run: Run, { start, end }: TimeSpan): void {
  const seconds = secondsOf(run);
  const [first, last] = [start - run.day * DAY_SECONDS, end - run.day * DAY_SECONDS];
  for (let event = 0; event < numbers.length; event++) {
    if (seconds[event]! < first || seconds[event]! >= last) numbers[event] = 0;
  }
}
