// The times of events: their hours as numbers that they are counted by, and which events are outside of a time.
import { OTHER_VALUES } from '../../../foundation/dimensions/dimension.ts';
import type { Hours, TimeSpan } from './question.ts';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;

/** For each number that `writeHourNumbers` writes, the value that it is counted as. */
export function valuesOfHours({ starts }: Hours): string[] {
  return [...starts.map((_, hour) => String(hour)), OTHER_VALUES];
}

/** Writes the number of its hour for each event of a day. An event that is in none of the hours has the number after the last one. */
export function writeHourNumbers(
  to: Int32Array,
  seconds: Uint8Array | Int32Array,
  day: number,
  { starts, ends }: Hours,
): void {
  const none = starts.length;
  const first = starts[0] ?? 0;
  for (let event = 0; event < to.length; event++) {
    const time = day * DAY_SECONDS + seconds[event]!;
    // Nearly all hours have 60 minutes, so this is the place of the hour, or one next to it.
    let hour = Math.min(Math.max(0, Math.floor((time - first) / HOUR_SECONDS)), none - 1);
    while (hour > 0 && starts[hour]! > time) hour--;
    while (hour + 1 < none && starts[hour + 1]! <= time) hour++;
    to[event] = hour >= 0 && starts[hour]! <= time && time < ends[hour]! ? hour : none;
  }
}

/** The numbers of events outside of this time become 0: they count for nothing. */
export function keepWithin(
  numbers: Int32Array,
  seconds: Uint8Array | Int32Array,
  day: number,
  { start, end }: TimeSpan,
): void {
  const [first, last] = [start - day * DAY_SECONDS, end - day * DAY_SECONDS];
  for (let event = 0; event < numbers.length; event++) {
    if (seconds[event]! < first || seconds[event]! >= last) numbers[event] = 0;
  }
}
