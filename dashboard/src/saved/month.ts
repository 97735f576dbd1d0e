import type { LocalTime } from '../format/dates.ts';

const MINUTES_OF_DAY = 24 * 60;

/** The part of the month that is over then, from 0 to 1, to the minute. */
export function monthOver({ day, time }: LocalTime): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return (date - 1 + (hours * 60 + minutes) / MINUTES_OF_DAY) / days;
}
