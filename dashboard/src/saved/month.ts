/** The part of the month that is over at the end of a date, from 0 to 1. */
export function monthOver(date: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day / days;
}
