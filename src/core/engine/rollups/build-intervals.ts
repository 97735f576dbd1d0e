// Builds the intervals of a website, in small transactions, so that other writers don't wait long. It can be interrupted at
// any point, and run on several nodes at once. Why reports are always right:
//
// 1. The website's lock serializes everything that writes its days. Whoever changes a day before `intervals_begun` changes the
//    intervals over that day in the same transaction (store.ts, store-intervals.ts).
// 2. A step first raises `intervals_begun`, and only then unites the days of each subject into its intervals. Days that were
//    stored before are found by the step, later ones add themselves. To unite the same visitors again changes nothing.
// 3. A step ends by raising `intervals_through`, and reports use only intervals that end before it. It never falls.
// Why: docs/decisions/reports.md, "Late events are added to intervals".

import { type Database, placeholders, type Queries } from '../../foundation/database/database.ts';
import { reachableWebsites } from '../catalog/list-websites.ts';
import { SUBJECT_KIND, type SubjectKind } from '../catalog/subject.ts';
import { subjectIds } from './erase-days.ts';
import { LONGEST_INTERVAL, SHORTEST_INTERVAL, startOfInterval } from './intervals.ts';
import { addIntervals } from './store-intervals.ts';

/** Most late events arrive within a day. Later ones are counted as well, but have to write the intervals too. */
const DAYS_OPEN = 1;
/** With a batch of subjects, this limits how long a transaction takes. */
const DAYS_PER_STEP = 64;

/** A step of a website, and how far it is. */
export interface Step {
  readonly websiteId: number;
  /** The step builds the intervals that end after this day … */
  readonly after: number;
  /** … and by this one. */
  readonly through: number;
  /** Subjects are processed by kind and id, up to this one. */
  readonly done: { readonly kind: SubjectKind; readonly id: number };
}

/** Part of building intervals; each call runs one transaction. */
export interface IntervalBuilder {
  /** Undefined: there is nothing to build for this website. */
  begin(websiteId: number, today: number): Promise<Step | undefined>;
  /** Undefined: the step is complete. */
  proceed(step: Step): Promise<Step | undefined>;
  /** Releases its resources. It can be used again. */
  stop(): Promise<void>;
}

export class DirectIntervalBuilder implements IntervalBuilder {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  begin(websiteId: number, today: number): Promise<Step | undefined> {
    return this.#database.transaction(async (tx) => {
      const state = await lockState(tx, websiteId);
      if (!state) return undefined;
      const { intervals_begun: begun, intervals_through: after } = state;
      // A step that was interrupted is done again.
      const through = begun > after ? begun : nextThrough(state, today);
      if (through <= after) return undefined;
      await raise(tx, websiteId, 'intervals_begun', through);
      return { websiteId, after, through, done: { kind: SUBJECT_KIND.website, id: 0 } };
    });
  }

  async proceed(step: Step): Promise<Step | undefined> {
    const { websiteId } = step;
    const next = await nextSubjects(this.#database, step);
    return this.#database.transaction(async (tx) => {
      const state = await lockState(tx, websiteId);
      // The website was erased in the meantime, and maybe created again.
      if (!state || state.intervals_begun < step.through) return undefined;
      if (!next) {
        await raise(tx, websiteId, 'intervals_through', step.through);
        return undefined;
      }
      await addIntervals(tx, { websiteId, ...next }, step);
      return { ...step, done: { kind: next.kind, id: next.ids.at(-1)! } };
    });
  }

  async stop(): Promise<void> {}
}

/** Websites with something to build. */
export async function websitesToBuild(
  database: Pick<Database, 'query' | 'unreachable'>,
  today: number,
): Promise<number[]> {
  const websiteIds: number[] = [];
  for await (const ids of reachableWebsites(database)) {
    const rows = await database.query<{ website_id: number }>(
      `SELECT website_id FROM website_activity
       WHERE website_id IN (${placeholders(ids.length, 2)}) AND (intervals_begun > intervals_through
         OR (intervals_through + $2 <= last_day AND intervals_through + $2 <= $1))
       ORDER BY website_id`,
      [today - DAYS_OPEN, SHORTEST_INTERVAL, ...ids],
    );
    websiteIds.push(...rows.map(({ website_id: id }) => id));
  }
  return websiteIds;
}

interface State {
  readonly intervals_begun: number;
  readonly intervals_through: number;
  readonly first_day: number | null;
  readonly last_day: number | null;
}

/** Does not raise the version: what reports show stays the same. undefined: the website has no events. */
async function lockState(tx: Queries, websiteId: number): Promise<State | undefined> {
  const [state] = await tx.query<State>(
    `UPDATE website_activity SET version = version WHERE website_id = $1
     RETURNING intervals_begun, intervals_through, first_day, last_day`,
    [websiteId],
  );
  return state;
}

function nextThrough({ intervals_through: through, first_day: first, last_day: last }: State, today: number): number {
  // The first step covers all days before the first event, where nothing is found.
  const next = Math.max(through + DAYS_PER_STEP, startOfInterval(first ?? 0, LONGEST_INTERVAL));
  // It ends at the last day with events: an import in time order still adds to it, and to the days after it.
  const lastBuildable = Math.min(today - DAYS_OPEN, last ?? 0);
  return startOfInterval(Math.min(next, lastBuildable), SHORTEST_INTERVAL);
}

async function nextSubjects(
  database: Pick<Database, 'query'>,
  { websiteId, done }: Step,
): Promise<{ kind: SubjectKind; ids: number[] } | undefined> {
  for (const kind of Object.values(SUBJECT_KIND)) {
    if (kind < done.kind) continue;
    for await (const ids of subjectIds(database, websiteId, kind, kind === done.kind ? done.id : 0)) {
      return { kind, ids };
    }
  }
  return undefined;
}

async function raise(
  tx: Queries,
  websiteId: number,
  column: 'intervals_begun' | 'intervals_through',
  day: number,
): Promise<void> {
  await tx.query(`UPDATE website_activity SET ${column} = greatest(${column}, $2) WHERE website_id = $1`, [
    websiteId,
    day,
  ]);
}
