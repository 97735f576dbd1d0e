// How many records events may register, and people create. Keys come from pages, and anybody can invent any number of them.
import { type RegisteredCount, SUBJECT_KIND, type SubjectKind } from './subject.ts';

/** How many a website can have in all. */
export const REGISTERED_MAX = 10_000;
/** How many a website can get in each hour of the clock. */
export const REGISTERED_PER_HOUR_MAX = 1_000;
/** How many children of each kind one parent can have. Imported records count too. */
export const CHILDREN_MAX: Readonly<Partial<Record<SubjectKind, number>>> = {
  [SUBJECT_KIND.campaign]: 5_000,
  [SUBJECT_KIND.variant]: 100,
  [SUBJECT_KIND.step]: 100,
  [SUBJECT_KIND.element]: 500,
};

/** How many people can create on a website. An import is not limited. */
export const AREAS_MAX = 500;
/** Created by people, as above. */
export const WEBSITES_PER_ACCOUNT_MAX = 500;

/** Returns the hour of an ISO 8601 timestamp in UTC, such as 2026-01-31T12. */
export function hourOf(timestamp: string): string {
  return timestamp.slice(0, 13);
}

/** How many more may be registered now. */
export function roomForNew({ total, lastHour, inLastHour }: RegisteredCount, now: string): number {
  const inThisHour = lastHour === hourOf(now) ? inLastHour : 0;
  return Math.max(0, Math.min(REGISTERED_MAX - total, REGISTERED_PER_HOUR_MAX - inThisHour));
}

/** What ingestion keeps in memory unless it is configured: about 100 MB. */
export const SUBJECTS_CACHED_MAX = 500_000;
