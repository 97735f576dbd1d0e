// Asks the event log: reads the runs that a question needs, or a sample of their visitors if they have too many events, and counts them.
import type { Queries } from '../../../foundation/database/database.ts';
import { type Dimension, OTHER_VALUES } from '../../../foundation/dimensions/dimension.ts';
import type { Counts } from '../../rollups/counts.ts';
import { type CountType, readCounts } from '../../rollups/read-counts.ts';
import { joinWindows, type Window } from '../../rollups/window.ts';
import { columnsOf, countRuns, needsEarlierDays, RunCounter } from '../counting/count-runs.ts';
import { shareOf } from '../counting/divide.ts';
import type { Answer, AskedSubject, Filter, Hours, Question, TimeSpan, WindowCounts } from '../counting/question.ts';
import type { Run, RunColumn } from '../format/run.ts';
import type { KeptRuns } from '../storage/kept-runs.ts';
import { readKeptRuns } from '../storage/read-kept-runs.ts';
import { readLateRuns } from '../storage/read-late-runs.ts';
import { countLoggedEvents, readRuns } from '../storage/read-runs.ts';

type Reader = Pick<Queries, 'query'>;

/** What a website's log can be asked, and up to which cost. */
export interface AskedLog {
  readonly websiteId: number;
  /** The log has the events of this day and of later ones. */
  readonly firstDay: number;
  /** A question that would read more events reads a sample of the visitors. */
  readonly eventsMax: number;
  /** See `PENDING_MAX`. */
  readonly pendingMax?: { readonly rows: number; readonly events: number };
  /** What earlier questions have read, if it is kept. */
  readonly keptRuns?: KeptRuns | undefined;
}

export interface LogQuery {
  readonly subjects: readonly AskedSubject[];
  readonly windows: readonly Window[];
  readonly filters: readonly Filter[];
  /** See `Question`. */
  readonly timeSpan?: TimeSpan;
  readonly countType: CountType;
  readonly breakDown?: {
    /** See `Question`. */
    readonly by: Dimension | Hours;
    readonly windows: number;
    /** So many values, those with the most views, are counted one by one, and all others together as `(other)`. */
    readonly valuesMax: number;
    /**
     * The first subject and the first window alone decide which values these are: many windows of thousands of values would take a lot of memory.
     * Default: all windows of the first subject do.
     */
    readonly isByFirstWindow?: boolean;
  };
}

/** Without scaling: of a sample, only its visitors are counted. */
export async function askLog(database: Reader, log: AskedLog, query: LogQuery): Promise<Answer> {
  return (await readAndCount(database, log, query)).answer;
}

interface LogCounts {
  /** For each subject, for each window: what `readCounts` gives, of events for which the filters hold. */
  readonly subjects: readonly (readonly Counts[])[];
  readonly answer: Answer;
}

/**
 * Counts as `readCounts` gives them, but of events for which the filters hold, and in the time that is asked for. Of a sample, they are shares of
 * what the rollups have: such events of the sample, among all events of the sample.
 */
export async function readLogCounts(database: Reader, log: AskedLog, query: LogQuery): Promise<LogCounts> {
  const { answer, runs, sampleRate } = await readAndCount(database, log, query);
  const chosen = (counts: WindowCounts): Counts => counts[query.countType];
  if (!answer.sampled)
    return { subjects: answer.subjects.map((windows) => windows.map(({ all }) => chosen(all))), answer };
  const { subjects, windows } = query;
  const everything = countRuns(runs, { subjects, windows, filters: [], sampleRate });
  const rollups = await readRollups(database, log.websiteId, query);
  return {
    subjects: answer.subjects.map((ofWindows, subject) =>
      ofWindows.map(({ all }, window) =>
        scaled(rollups[subject]![window]!, chosen(all), chosen(everything.subjects[subject]![window]!.all)),
      ),
    ),
    answer,
  };
}

function scaled(whole: Counts, part: Counts, all: Counts): Counts {
  const shares = (Object.keys(whole) as (keyof Counts)[]).map((metric) => [
    metric,
    shareOf(whole[metric], part[metric], all[metric]),
  ]);
  return Object.fromEntries(shares) as unknown as Counts;
}

/** For each subject, for each window. */
async function readRollups(
  database: Reader,
  websiteId: number,
  { subjects, windows, countType }: LogQuery,
): Promise<(readonly Counts[])[]> {
  const byKind = [...Map.groupBy(subjects, ({ kind }) => kind)];
  const counts = new Map(
    await Promise.all(
      byKind.map(async ([kind, ofKind]) => {
        const subjectIds = ofKind.map(({ id }) => id);
        return [kind, await readCounts(database, { websiteId, kind, subjectIds, windows, countType })] as const;
      }),
    ),
  );
  return subjects.map(({ kind, id }) => counts.get(kind)!.get(id)!);
}

interface Counted {
  readonly answer: Answer;
  readonly runs: readonly Run[];
  readonly sampleRate: number;
}

async function readAndCount(database: Reader, log: AskedLog, query: LogQuery): Promise<Counted> {
  const { subjects, windows, filters, timeSpan, breakDown } = query;
  if (subjects.length === 0) return { answer: { subjects: [], sampled: false }, runs: [], sampleRate: 1 };
  const asked: Question = {
    subjects,
    windows,
    filters,
    ...(timeSpan && { timeSpan }),
    ...(breakDown && { breakDown }),
  };
  const { runs, sampleRate } = await readRunsFor(database, log, {
    windows,
    columns: columnsOf(asked),
    needsEarlierDays: needsEarlierDays(asked),
  });
  const question = { ...asked, sampleRate };
  if (breakDown?.isByFirstWindow) {
    const answer = countRuns(runs, {
      ...question,
      breakDown: { ...breakDown, values: firstValues(runs, query, question) },
    });
    return { answer, runs, sampleRate };
  }
  const counter = new RunCounter(runs, question);
  const answer = counter.count();
  const values = breakDown && shownValues(answer, query.countType, breakDown.valuesMax);
  // A visitor of several of the other values is one visitor of `(other)`: so they are counted again, together.
  return { answer: values ? counter.count(values) : answer, runs, sampleRate };
}

/** The values that are counted one by one: those that the first subject has in the first window, or those of them with the most views. */
function firstValues(
  runs: readonly Run[],
  { countType, breakDown }: LogQuery,
  { subjects, windows, ...question }: Question,
): ReadonlySet<string> {
  const first = countRuns(runs, {
    ...question,
    subjects: subjects.slice(0, 1),
    windows: windows.slice(0, 1),
    breakDown: { by: breakDown!.by, windows: 1 },
  });
  return shownValues(first, countType, breakDown!.valuesMax) ?? new Set(first.subjects[0]![0]!.values.keys());
}

interface NeededRuns {
  readonly windows: readonly Window[];
  /** Of the days in the windows. */
  readonly columns: readonly RunColumn[];
  /** The visitors of all earlier days are needed, too. */
  readonly needsEarlierDays: boolean;
}

/**
 * Of what is not merged yet, a question keeps so many events in memory: some 100 MB. It is a sample of the visitors if there are more. More rows are not read at once. While events are merged, a day has
 * a few hundred rows.
 */
const PENDING_MAX = { rows: 100_000, events: 2_000_000 };

/** All runs that a question needs; or, if they have too many events, those of a sample of the visitors. */
export async function readRunsFor(
  database: Reader,
  { websiteId, firstDay: logFrom, eventsMax, keptRuns, pendingMax = PENDING_MAX }: AskedLog,
  needed: NeededRuns,
): Promise<{ readonly runs: Run[]; readonly sampleRate: number }> {
  const windows = joinWindows(needed.windows);
  // What is not asked for is not read, but for the days that a visitor's type depends on.
  const days = needed.needsEarlierDays ? [spanOf(windows)] : windows;
  const { firstDay } = days[0]!;
  const earlier = needed.needsEarlierDays && logFrom < firstDay ? [{ firstDay: logFrom, lastDay: firstDay - 1 }] : [];
  const size = await countLoggedEvents(database, websiteId, [...earlier, ...days]);
  const isLate = size.pendingEvents > pendingMax.events || size.pendingRows > pendingMax.rows;
  const sampleRate = Math.min(
    1,
    eventsMax / Math.max(1, size.events),
    pendingMax.events / Math.max(1, size.pendingEvents),
  );
  const isKept = sampleRate === 1 && keptRuns && size.events <= keptRuns.eventsMax;
  const read = (ofDays: readonly Window[], columns: readonly RunColumn[]) => {
    const wanted = { websiteId, days: ofDays, columns, sampleRate };
    if (isLate) return readLateRuns(database, wanted);
    return isKept ? readKeptRuns(database, keptRuns, wanted) : readRuns(database, wanted);
  };
  const [runs, earlierRuns] = await Promise.all([
    read(days, needed.columns),
    earlier.length > 0 ? read(earlier, []) : [],
  ]);
  return { runs: [...earlierRuns, ...runs], sampleRate };
}

/** From the first day of the first one to the last day of the last one. */
function spanOf(windows: readonly Window[]): Window {
  return { firstDay: windows[0]!.firstDay, lastDay: windows.at(-1)!.lastDay };
}

/** Those with the most views, in the first window above all. undefined: there are not more than may be shown. */
function shownValues(
  { subjects: [windows = []] }: Answer,
  countType: CountType,
  valuesMax: number,
): ReadonlySet<string> | undefined {
  const names = [...new Set(windows.flatMap(({ values }) => [...values.keys()]))].filter(
    (name) => name !== OTHER_VALUES,
  );
  if (names.length <= valuesMax) return undefined;
  const views = new Map(
    names.map((name) => [name, windows.map(({ values }) => values.get(name)?.[countType].views ?? 0)]),
  );
  names.sort((a, b) => compareViews(views.get(a)!, views.get(b)!) || (a < b ? -1 : 1));
  return new Set(names.slice(0, valuesMax));
}

/** Most views first; where windows are equal, the next one decides. */
export function compareViews(a: readonly number[], b: readonly number[]): number {
  const different = a.findIndex((views, window) => views !== b[window]);
  return different < 0 ? 0 : b[different]! - a[different]!;
}
