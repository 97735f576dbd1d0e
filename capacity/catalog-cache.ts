// How often the cached catalog of a service node does not have the website of an event. The least recently used websites are dropped, so a
// website is there if its last event is younger than a certain time, which is the same for all websites: Che, Tung and Wang, "Hierarchical
// Web caching systems", IEEE Journal on Selected Areas in Communications 20 (2002).
import type { Band } from './sizes.ts';

const DAYS_MIN = 1e-12;
const DAYS_MAX = 1e12;
const PRECISION = 1.000_1;

/** The share of the events. */
export function missShareOf(
  bands: readonly Band[],
  subjectsOf: (eventsPerDay: number) => number,
  subjectsMax: number,
): number {
  const sum = (of: (band: Band) => number) => bands.reduce((total, band) => total + band.websites * of(band), 0);
  const cachedSubjects = (days: number) =>
    sum(({ eventsPerDay }) => subjectsOf(eventsPerDay) * (1 - chanceOfNone(eventsPerDay, days)));
  if (cachedSubjects(DAYS_MAX) <= subjectsMax) return 0;
  let [low, high] = [DAYS_MIN, DAYS_MAX];
  while (high / low > PRECISION) {
    const middle = Math.sqrt(low * high);
    if (cachedSubjects(middle) > subjectsMax) high = middle;
    else low = middle;
  }
  const misses = sum(({ eventsPerDay }) => eventsPerDay * chanceOfNone(eventsPerDay, low));
  return misses / sum(({ eventsPerDay }) => eventsPerDay);
}

function chanceOfNone(eventsPerDay: number, days: number): number {
  return Math.exp(-eventsPerDay * days);
}
