// Compares the stored intervals with the days that they were built from, and can build them again. Also finds days and intervals whose
// sketches can't be read. Works while events come in.

import { type Database, placeholders } from '../../foundation/database/database.ts';
import { damageOf } from '../../foundation/database/sketch-damage.ts';
import { InvalidSketchError, Sketch } from '../../foundation/sketches/hyperloglog.ts';
import { uniteBytes } from '../../foundation/sketches/packed-sketches.ts';
import { reachableWebsites } from '../catalog/list-websites.ts';
import { SUBJECT_KIND, type SubjectKind } from '../catalog/subject.ts';
import { subjectIds } from './erase-days.ts';
import { INTERVAL_LENGTHS, SHORTEST_INTERVAL, startOfInterval } from './intervals.ts';
import { DAY_PERIOD, METRIC, VISITOR_METRICS, type VisitorMetric } from './metric.ts';
import { lockWebsites } from './store.ts';
import { rebuildIntervals } from './store-intervals.ts';
import type { Window } from './window.ts';

type SubjectName = keyof typeof SUBJECT_KIND;

/** An interval that is not the union of its days; or an interval or a day that is damaged. */
export interface IntervalDifference {
  readonly websiteId: number;
  readonly subject: SubjectName;
  readonly subjectId: number;
  readonly metric: VisitorMetric;
  readonly window: Window;
  readonly problem: 'missing' | 'unexpected' | 'different' | 'damaged';
  /** false: a day that it is built from is damaged. */
  readonly canBeBuilt: boolean;
}

export interface CheckedIntervals {
  readonly websites: number;
  readonly intervals: number;
  readonly differences: readonly IntervalDifference[];
}

/** `onProgress` gets the share that is done, from 0 to 1, and the number of intervals compared. */
export async function checkIntervals(
  database: Pick<Database, 'query' | 'unreachable'>,
  onProgress: (share: number, intervals: number) => void = () => {},
): Promise<CheckedIntervals> {
  const websites: BuiltWebsite[] = [];
  for await (const ids of reachableWebsites(database)) {
    const some = await database.query<BuiltWebsite>(
      `SELECT website_id, intervals_through FROM website_activity
       WHERE website_id IN (${placeholders(ids.length)}) AND first_day IS NOT NULL ORDER BY website_id`,
      ids,
    );
    websites.push(...some);
  }
  const kinds = Object.entries(SUBJECT_KIND) as [SubjectName, SubjectKind][];
  const differences: IntervalDifference[] = [];
  let intervals = 0;
  for (const [index, website] of websites.entries()) {
    for (const [place, [subject, kind]] of kinds.entries()) {
      for await (const ids of subjectIds(database, website.website_id, kind)) {
        for (const subjectId of ids) {
          const found: IntervalDifference[] = [];
          for (const metric of VISITOR_METRICS) {
            const compared = await compareSubject(database, website, { subject, subjectId, metric });
            found.push(...compared.differences);
            intervals += compared.intervals;
          }
          // All metrics of a subject are built together.
          const canBeBuilt = found.every((difference) => difference.canBeBuilt);
          differences.push(...found.map((difference) => ({ ...difference, canBeBuilt })));
        }
        onProgress((index + place / kinds.length) / websites.length, intervals);
      }
    }
  }
  return { websites: websites.length, intervals, differences };
}

/** Builds all intervals of the subject again. */
export async function repairIntervals(database: Database, difference: IntervalDifference): Promise<void> {
  const { websiteId, subject, subjectId } = difference;
  await database.transaction(async (tx) => {
    await lockWebsites(tx, [websiteId]);
    await rebuildIntervals(tx, { websiteId, kind: SUBJECT_KIND[subject], ids: [subjectId] }, difference.window);
  });
}

interface BuiltWebsite {
  readonly website_id: number;
  readonly intervals_through: number;
}

interface CheckedSubject {
  readonly subject: SubjectName;
  readonly subjectId: number;
  readonly metric: VisitorMetric;
}

interface PeriodRow {
  readonly period_kind: number;
  readonly period: number;
  readonly is_damaged: number;
  readonly sketch: Uint8Array;
}

async function compareSubject(
  database: Pick<Database, 'query'>,
  { website_id: websiteId, intervals_through: through }: BuiltWebsite,
  checked: CheckedSubject,
): Promise<{ intervals: number; differences: IntervalDifference[] }> {
  // Days and intervals in one statement: both as they were at one moment.
  const rows = await database.query<PeriodRow>(
    `SELECT period_kind, period, ${damageOf('rollup_visitors')} AS is_damaged, sketch FROM rollup_visitors
     WHERE website_id = $1 AND subject_kind = $2 AND subject_id = $3 AND metric = $4`,
    [websiteId, SUBJECT_KIND[checked.subject], checked.subjectId, METRIC[checked.metric]],
  );
  const {
    days = [],
    damagedDays = [],
    stored = [],
  } = Object.groupBy(rows, (row) => {
    if (!isDay(row)) return 'stored';
    return isReadable(row) ? 'days' : 'damagedDays';
  });
  const lossy = daysThatLostVisitors(days, stored, through);
  const canBeBuilt = damagedDays.length === 0 && lossy.length === 0;
  const unknown = [...damagedDays.map(({ period }) => ({ firstDay: period, lastDay: period })), ...lossy];
  const differences: IntervalDifference[] = unknown.map((window) => {
    return { websiteId, ...checked, window, problem: 'damaged', canBeBuilt };
  });
  let intervals = 0;
  for (const length of INTERVAL_LENGTHS) {
    const expected = unionsOf(days, length, through);
    const found = new Map(
      stored
        .filter(({ period_kind: kind, period }) => kind === length && period + length <= through)
        .map((row) => [row.period, row]),
    );
    for (const first of new Set([...expected.keys(), ...found.keys()])) {
      intervals++;
      const window = { firstDay: first, lastDay: first + length - 1 };
      const problem = problemOf(expected.get(first), found.get(first));
      // Over a damaged day, nobody knows what it should be.
      const isUnknown = unknown.some(({ firstDay }) => startOfInterval(firstDay, length) === first);
      if (problem && !(isUnknown && problem !== 'damaged')) {
        differences.push({ websiteId, ...checked, window, problem, canBeBuilt });
      }
    }
  }
  return { intervals, differences };
}

/**
 * The days of the shortest intervals that have visitors whom none of their days has. One of these days was damaged after the interval was
 * built, and an interval that is built again would lose the same visitors. Only if all the days are stored: a day that is missing may have
 * been erased, and then its visitors have to leave the intervals.
 */
function daysThatLostVisitors(days: readonly PeriodRow[], stored: readonly PeriodRow[], through: number): Window[] {
  const unions = unionsOf(days, SHORTEST_INTERVAL, through);
  const daysOf = Map.groupBy(days, ({ period }) => startOfInterval(period, SHORTEST_INTERVAL));
  const [ofShortest = [], ofNext = []] = INTERVAL_LENGTHS.map((length) =>
    stored.filter((row) => row.period_kind === length),
  );
  return ofShortest
    .filter((row) => {
      const { period, sketch } = row;
      const union = unions.get(period)?.toBytes();
      if (!union || daysOf.get(period)?.length !== SHORTEST_INTERVAL || !isReadable(row)) return false;
      // The next longer interval was built from this one. If it does not have these visitors, they come from damage to this interval.
      const next = ofNext.find((longer) => longer.period === startOfInterval(period, longer.period_kind));
      const isConfirmed = !next || !isReadable(next) || contains(next.sketch, sketch);
      return isConfirmed && contains(sketch, union) && !contains(union, sketch);
    })
    .map(({ period }) => ({ firstDay: period, lastDay: period + SHORTEST_INTERVAL - 1 }));
}

/** Whether all visitors of the second are in the first. */
function contains(all: Uint8Array, some: Uint8Array): boolean {
  return Buffer.compare(uniteBytes([all, some]), all) === 0;
}

function isReadable({ is_damaged: isDamaged, sketch }: Pick<PeriodRow, 'is_damaged' | 'sketch'>): boolean {
  if (isDamaged === 1) return false;
  try {
    Sketch.fromBytes(sketch);
    return true;
  } catch (error) {
    if (error instanceof InvalidSketchError) return false;
    throw error;
  }
}

function isDay({ period_kind: kind }: PeriodRow): boolean {
  return kind === DAY_PERIOD;
}

function unionsOf(days: readonly PeriodRow[], length: number, through: number): Map<number, Sketch> {
  const unions = new Map<number, Sketch>();
  for (const { period, sketch } of days) {
    const first = startOfInterval(period, length);
    if (first < 0 || first + length > through) continue;
    const union = unions.get(first) ?? new Sketch();
    union.mergeBytes(sketch);
    unions.set(first, union);
  }
  return unions;
}

/** After a visitor was erased, a sketch may be empty: that is the same as none. */
function problemOf(
  expected = new Sketch(),
  found: Pick<PeriodRow, 'is_damaged' | 'sketch'> = { is_damaged: 0, sketch: new Sketch().toBytes() },
): IntervalDifference['problem'] | undefined {
  if (!isReadable(found)) return 'damaged';
  if (Buffer.compare(expected.toBytes(), found.sketch) === 0) return undefined;
  if (expected.isEmpty) return 'unexpected';
  return Sketch.fromBytes(found.sketch).isEmpty ? 'missing' : 'different';
}
