/**
 * What a question to the event log is.
 *
 * A question says what it reads, what events mean to it, how the events of one visitor are counted, and how the counts of a sample are
 * scaled. It has no input and output: `askLog` reads for it.
 *
 * THE PLAIN FORM of a question goes through visitors, one after the other, each with its events in the order of time
 * (`LogEvents.visitors`). It is the definition of the question: tests compare everything else with it, and the service uses it wherever
 * nothing faster can be said. Each visitor is counted once, as a whole, and added to what was counted before: so it does not matter in
 * which parts the visitors come.
 *
 * A FAST FORM may give the same counts from the columns of runs, for questions that tell few kinds of events apart. It gives up if it
 * can't, and then the plain form counts everything.
 * Why: docs/decisions/reports.md, "Every question of the log has a plain form".
 */
import type { Dimension } from '../../../foundation/dimensions/dimension.ts';
import { SUBJECT_KIND, type SubjectReference } from '../../catalog/subject.ts';
import type { Counts } from '../../rollups/counts.ts';
import { METRIC } from '../../rollups/metric.ts';
import type { CountsQuery } from '../../rollups/read-counts.ts';
import type { Window } from '../../rollups/window.ts';
import type { LogEventType, LogSubject } from '../format/log-event.ts';
import type { Run, RunColumn } from '../format/run.ts';

export const DAY_SECONDS = 86_400;

/**
 * An event that was before another one may be of a later day, up to so many days, if the time zone of the website was changed: two zones
 * differ by 26 hours at most.
 */
export const EARLIER_ON_LATER_DAYS_MAX = 2;

export interface LogQuestion<Counted, Answer> {
  readonly reads: LogReads;
  count(log: LogEvents): Counted;
  /** What the rollups are asked for after counting, because the counts are scaled to what they have. Empty: they are not. */
  rollups(counted: Counted, websiteId: number): readonly CountsQuery[];
  /** `rollups`: for each of these queries, by the id of the subject, for each window. */
  answer(counted: Counted, rollups: readonly ReadonlyMap<number, readonly Counts[]>[]): Answer;
}

/** What a question reads. */
export interface LogReads {
  /** Only events of these days matter. They may overlap. Empty: nothing is read. */
  readonly windows: readonly Window[];
  /** The dimensions that events are told apart by. `visitor_type` needs the visitors of all earlier days, too. */
  readonly dimensions: readonly Dimension[];
  /** Pages tell page views apart, and no other events. Default: `page` is like every dimension. */
  readonly pages?: AskedPages;
  /** Whether the times of events matter, and not only their days. */
  readonly needsTimes: boolean;
  /** Whether the revenue of events matters. Default: it does. If not, it is 0. */
  readonly needsRevenue?: boolean;
}

export interface AskedPages {
  /** So many pages are told apart: see pages-told-apart.ts. */
  readonly max: number;
  /** These are told apart in any case, and of all events. */
  readonly always: readonly string[];
}

/** Times in seconds since 1970. */
export interface TimeSpan {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Only events of these days have to be in this time. Default: all events. */
  readonly days?: Window;
}

export interface Filter {
  readonly dimension: Dimension;
  readonly value: string;
}

/** An event counts for its subject and its ancestors, as in the rollups: what belongs to a holdout, not for its campaign. */
export interface AskedSubject extends SubjectReference {
  /** What belongs to the holdout of a campaign counts, too. Experiments compare both. */
  readonly withHoldout?: boolean;
  /** What belongs to one of these, of the same kind, counts, too: who was on several of them is one visitor. */
  readonly orIds?: readonly number[];
}

/** If there is a rate, only this share of the visitors was counted. */
export type Sampled = false | { readonly rate: number };

/** What events can have in common. Of many events, few kinds occur: so a question decides about kinds, not about events. */
export interface EventKind {
  readonly type: LogEventType;
  readonly subject: LogSubject;
  /** Returns the value of a dimension that the question reads. */
  valueOf(dimension: Dimension): string;
}

/** `time` is in seconds since 1970; if the question does not need times, it is that of the day. */
export interface VisitorEvent<Meaning> {
  readonly day: number;
  readonly time: number;
  /** The amount is in 1/10,000 of a currency unit; 0 for all types but orders and restated orders. */
  readonly revenue: number;
  readonly meaning: Meaning;
}

/**
 * Events are in the order of time, if the question needs times; those of the same second are in any order. They are valid until the next
 * visitor.
 */
export interface Visitor<Meaning> {
  /** Events of people who were forgotten, and orders without a visitor: they count as events, but there is no visitor. */
  readonly isNobody: boolean;
  /** Whether the id of the visitor is for one day only: whoever comes back on another day is another visitor. */
  readonly isDaily: boolean;
  readonly events: readonly VisitorEvent<Meaning>[];
  /** The same events without an object for each of them, for questions that follow many visitors. */
  readonly columns: VisitorColumns<Meaning>;
}

/**
 * What `VisitorEvent` says, column by column. The events are from `first` on, and end before `end`. Loops over many visitors give these
 * names of their own: reading a field takes longer than what is done with it.
 */
export interface VisitorColumns<Meaning> {
  readonly first: number;
  readonly end: number;
  readonly days: Int32Array;
  readonly times: Float64Array;
  readonly revenues: Float64Array;
  /** The place of each event's meaning in the list. */
  readonly places: Int32Array;
  readonly meanings: readonly Meaning[];
}

export interface LogVisitors<Meaning> {
  /** What the events mean, each at least once. */
  readonly meanings: readonly Meaning[];
  each(count: (visitor: Visitor<Meaning>) => void): void;
  /** A fast form for paths. undefined: there is only the plain form. */
  follow?(asked: AskedFollowing<Meaning>, followed: Followed<Meaning>): void;
}

/** How visitors are followed from their first event that matches: see paths/paths.ts. */
export interface AskedFollowing<Meaning> {
  matches(meaning: Meaning): boolean;
  /** The number of the step that an event is. undefined: it is none. */
  stepOf(meaning: Meaning): number | undefined;
  /** Steps at another time by more than that are none. */
  readonly withinSeconds: number;
  /** How many steps a path has. */
  readonly depth: number;
  readonly isBackwards: boolean;
}

/** Gets the visitors who have an event that matches, some after the others. */
export interface Followed<Meaning> {
  /** For each place of a path, the step that each visitor has there; after the last one, -1. They are valid until the next ones. */
  addPaths(paths: readonly Int32Array[]): void;
  /** So many visitors whose ids are for one day only. */
  addDaily(count: number): void;
  /** A visitor for the plain form, with or without an event that matches. */
  add(visitor: Visitor<Meaning>): void;
}

export type MeaningOf<Meaning> = (kind: EventKind) => Meaning | undefined;

/** Which visitors and events a question is about. */
export interface AskedVisitors<Meaning> {
  /** Only events in this time matter; the question needs times. */
  readonly timeSpan?: TimeSpan | undefined;
  /** Default: all visitors and events. */
  readonly needed?: NeededVisitors<Meaning>;
}

/**
 * Visitors without an event that they are needed for need not be counted, nor their events on days that are too far from all such events:
 * leaving them out is much faster than counting them. Some may be counted nevertheless.
 */
export interface NeededVisitors<Meaning> {
  /** The types that such an event can have. */
  readonly types: readonly LogEventType[];
  /** Default: all events of these types are such events. They all mean something. */
  readonly isNeededFor?: (meaning: Meaning) => boolean;
  /** How far the days of a visitor's other events may be from that of such an event. Default: any days. */
  readonly days?: { readonly before: number; readonly after: number };
  /** Whether such events on a visitor's later days need not be counted, either. */
  readonly isFirstDayOnly?: true;
}

/** What was read for a question. */
export interface LogEvents {
  readonly sampled: Sampled;
  /**
   * `meaningOf`: what events of a kind mean to the question; undefined: nothing, so they are left out. Visitors without any others are left
   * out, too.
   */
  visitors<Meaning>(meaningOf: MeaningOf<Meaning>, asked?: AskedVisitors<Meaning>): LogVisitors<Meaning>;
  /** Only fast forms read runs. undefined: there is only the plain form. */
  readonly runs?: RunsBelow | undefined;
}

/** Only visitors whose high half is below the threshold are counted. All runs have all of these. */
export interface RunsBelow {
  readonly all: readonly Run[];
  readonly threshold: number;
}

/** The columns that a question needs of the days in its windows. */
export function columnsOf({ dimensions, needsTimes }: LogReads): RunColumn[] {
  const stored = new Set(dimensions.filter((dimension) => dimension !== 'visitor_type'));
  return ['visitor', ...(needsTimes ? (['second'] as const) : []), 'action', ...stored];
}

/** Whether a question also needs to know who was there on all days of the log before the end of its windows, and who only saw pages. */
export function needsEarlierDays({ dimensions }: LogReads): boolean {
  return dimensions.includes('visitor_type');
}

/** The dimensions of filters and of a breakdown, each once. */
export function dimensionsOf(filters: readonly Filter[], by?: Dimension): Dimension[] {
  return [...new Set([...filters.map(({ dimension }) => dimension), ...(by ? [by] : [])])];
}

export function holdFor(filters: readonly Filter[], kind: EventKind): boolean {
  return filters.every(({ dimension, value }) => kind.valueOf(dimension) === value);
}

/** The subjects that an event counts for, from its own one up: views count for fewer of its ancestors than other events. */
export function* countedSubjects({ type, subject }: EventKind): Generator<SubjectReference & { isHeldOut: boolean }> {
  let isHeldOut = false;
  for (let place: LogSubject | null = subject; place; place = place.parent) {
    const { kind, id } = place;
    isHeldOut ||= place.isHoldout;
    yield { kind, id, isHeldOut: isHeldOut && kind === SUBJECT_KIND.campaign };
    if (type === METRIC.views && !place.viewsCountForParent) return;
  }
}

/** The ids that an asked subject stands for. */
export function askedIds({ id, orIds = [] }: AskedSubject): number[] {
  return [id, ...orIds];
}

export function countsFor(kind: EventKind, asked: AskedSubject): boolean {
  for (const subject of countedSubjects(kind)) {
    if (subject.kind === asked.kind && subject.id === asked.id) return !subject.isHeldOut || asked.withHoldout === true;
  }
  return false;
}

/**
 * The campaign that was shown to whoever has an event of this subject. A later step shows it, too, although its views are no views of the
 * campaign. null: a holdout, to which nothing was shown, or no campaign.
 */
export function campaignShown(subject: LogSubject): number | null {
  for (let place: LogSubject | null = subject; place; place = place.parent) {
    if (place.isHoldout) return null;
    if (place.kind === SUBJECT_KIND.campaign) return place.id;
  }
  return null;
}

/** The seconds of a day that are in this time, from 00:00 UTC of its date on; the end is exclusive. undefined: all of them. */
export function secondsWithin(timeSpan: TimeSpan | undefined, day: number): Omit<TimeSpan, 'days'> | undefined {
  if (!timeSpan || (timeSpan.days && !isInside(day, timeSpan.days))) return undefined;
  return { start: timeSpan.start - day * DAY_SECONDS, end: timeSpan.end - day * DAY_SECONDS };
}

export function isInside(day: number, { firstDay, lastDay }: Window): boolean {
  return firstDay <= day && day <= lastDay;
}
