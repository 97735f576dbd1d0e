// The hours of local dates. An hour begins wherever the clock of a zone shows a full hour, and wherever it is set to another time. So a
// date has as many hours as it lasts, where clocks are set by an hour. Where they are set by half an hour (Lord Howe Island), one hour of
// that date lasts 30 minutes.
import type { Zone } from './zone.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export interface Hour {
  /** Its local time with the offset from UTC, such as 2026-11-16T09:00:00+11:00. */
  readonly date: string;
  readonly startMs: number;
  /** Exclusive. */
  readonly endMs: number;
}

/** The hours of all dates from the first to the last one, in the order of time. */
export function hoursOf(zone: Zone, firstDay: number, lastDay: number): Hour[] {
  const hours: Hour[] = [];
  // Where clocks were set back after midnight, some minutes of a date come after the beginning of the next one.
  const untilMs = zone.startOfDay(lastDay + 1) + HOUR_MS;
  for (let startMs = zone.startOfDay(firstDay); startMs < untilMs; ) {
    const endMs = endOfHour(zone, startMs);
    const day = zone.dayAt(startMs);
    if (day >= firstDay && day <= lastDay) hours.push({ date: localTime(zone, startMs), startMs, endMs });
    startMs = endMs;
  }
  return hours;
}

function endOfHour(zone: Zone, startMs: number): number {
  const { offsetMs } = zone.stretchAt(startMs);
  const endMs = (Math.floor((startMs + offsetMs) / HOUR_MS) + 1) * HOUR_MS - offsetMs;
  for (let { untilMs } = zone.stretchAt(startMs); untilMs < endMs; ) {
    const next = zone.stretchAt(untilMs);
    if (next.offsetMs !== offsetMs) return untilMs;
    untilMs = next.untilMs;
  }
  return endMs;
}

function localTime(zone: Zone, ms: number): string {
  const { offsetMs } = zone.stretchAt(ms);
  const minutes = Math.round(Math.abs(offsetMs) / MINUTE_MS);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const offset = `${offsetMs < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return new Date(ms + offsetMs).toISOString().replace(/\.\d+Z$/, offset);
}
