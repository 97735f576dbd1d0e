// What can be asked of the event log about visitors who come back, and its answer.

import type { SubjectReference } from '../../../core/engine/catalog/subject.ts';
import type { Filter, Sampled } from '../../../core/engine/event-log/counting/log-question.ts';
import type { LogEventType } from '../../../core/engine/event-log/format/log-event.ts';
import { firstDayOfMonth, firstDayOfWeek, monthOfDay, weekOfDay } from '../../../core/engine/rollups/calendar.ts';
import type { Window } from '../../../core/engine/rollups/window.ts';
import type { Dimension } from '../../../core/foundation/dimensions/dimension.ts';

/** Periods are numbered without gaps. Weeks begin on Monday. */
export const RETENTION_PERIODS = {
  week: { numberOf: weekOfDay, firstDayOf: firstDayOfWeek },
  month: { numberOf: monthOfDay, firstDayOf: firstDayOfMonth },
} as const;
export type RetentionPeriod = keyof typeof RETENTION_PERIODS;

export interface RetentionQuestion {
  /** The events of this subject count, as in the rollups. */
  readonly subject: SubjectReference;
  /** The days of a visitor's first event. */
  readonly window: Window;
  /** The first day of the log: whether an event is a visitor's first one depends on all days before. */
  readonly logFrom: number;
  readonly by: RetentionPeriod;
  /** The type of the event that a visitor begins with. */
  readonly firstType: LogEventType;
  /** The type of the events that a visitor comes back with. */
  readonly thenType: LogEventType;
  /** Only events for which all of them hold are seen, as first ones and as later ones. */
  readonly filters: readonly Filter[];
  /** How many periods after that of the first event are counted. */
  readonly periods: number;
  readonly breakDown?: {
    readonly by: Dimension;
    /** How many values, those with the most visitors, are counted one by one. All others are counted together as `(other)`. */
    readonly valuesMax: number;
  };
  /** Visitors begin with an order: also counts what they buy within so many days after the day of it. */
  readonly buyersAfter?: {
    readonly days: readonly number[];
    /** A buyer counts after the last one of these days is over. */
    readonly today: number;
  };
}

/** The days that it is about. */
export function daysOf(asked: RetentionQuestion): Window {
  return { firstDay: Math.min(asked.logFrom, asked.window.firstDay), lastDay: lastDayOf(asked) };
}

type Days = Pick<RetentionQuestion, 'window' | 'by' | 'periods' | 'buyersAfter'>;

/** The last day on which a visitor of the last cohort can come back. */
export function lastDayOf({ window, by, periods, buyersAfter }: Days): number {
  const { numberOf, firstDayOf } = RETENTION_PERIODS[by];
  const lastOfPeriods = firstDayOf(numberOf(window.lastDay) + periods + 1) - 1;
  return Math.max(lastOfPeriods, window.lastDay + Math.max(0, ...(buyersAfter?.days ?? [])));
}

/** What the visitors of all cohorts buy within so many days after the day of their first order, the first order included. */
export interface BuyersAfter {
  readonly days: number;
  /** Those whose days are over. All other numbers are about them. */
  readonly buyers: number;
  /** How many of them order again, at least a second after the first order. */
  readonly repeatBuyers: number;
  /** In 1/10,000 of a currency unit, without what was refunded. */
  readonly revenue: number;
}

export interface Cohort {
  /** The first day of the period. */
  readonly start: number;
  /** Visitors with their first event in this period, in the days of the window. */
  readonly visitors: number;
  /** How many of them have come back in the same period, and in each of the later ones. */
  readonly returned: readonly number[];
}

interface ValueRetention {
  readonly value: string;
  readonly cohorts: readonly Cohort[];
  readonly buyers: readonly BuyersAfter[];
}

export interface RetentionAnswer {
  /** One for each period of the window, the first one first. */
  readonly cohorts: readonly Cohort[];
  /** One for each of the asked days. */
  readonly buyers: readonly BuyersAfter[];
  /** The values of the first event, those with the most visitors first, then `(other)`. A visitor has one value. */
  readonly values: readonly ValueRetention[];
  /**
   * Visitors with a first event in the window, by whether they can be followed to other days: only those that can are in cohorts. Of a
   * sample, these are its visitors.
   */
  readonly followable: number;
  readonly unfollowable: number;
  readonly sampled: Sampled;
}
