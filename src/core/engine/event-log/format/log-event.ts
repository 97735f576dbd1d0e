// An accepted event as the log keeps it.

import type { DimensionValues } from '../../../foundation/dimensions/dimension.ts';
import type { Zone } from '../../../foundation/time/zone.ts';
import type { Subject } from '../../catalog/subject.ts';
import { TYPE_NUMBERS } from './stored-numbers.ts';

/** It counts for no metric. */
export const SELECTION = TYPE_NUMBERS.selections;
/**
 * What a refund changes. If its revenue is positive, it counts an order: what is left of one that was refunded. Otherwise it takes an order
 * back, with its revenue. Funnels don't see it: the visitor has ordered once, whatever is refunded later.
 */
export const RESTATED_ORDER = TYPE_NUMBERS.restated_orders;
/** It counts for no metric, and is in the log alone. Its subject is the website. */
export const PAGE_VIEW = TYPE_NUMBERS.page_views;
export type LogEventType = (typeof TYPE_NUMBERS)[keyof typeof TYPE_NUMBERS];
/** All types of events are below it. It is not stored. */
export const TYPES = Object.keys(TYPE_NUMBERS).length;

const NOON_SECOND = 12 * 3_600;
/** Long after all events. Zones have crossed the date line in the past, so their offsets of the past can be those of another date. */
const LATER_MS = Date.UTC(2100, 0);

/**
 * The second of events that must not tell their time any more: around noon in the time zone of the website, so that such an event is in one
 * of the hours of its day.
 */
export function noTimeIn(zone: Zone): number {
  return NOON_SECOND - zone.stretchAt(LATER_MS).offsetMs / 1_000;
}

/**
 * The log keeps the subject with its ancestors, whether its views count for them, and whether it belongs to a holdout, as they were when
 * the event was counted. So its counts equal those of the rollups also after steps have changed places.
 */
export type LogSubject = Pick<Subject, 'kind' | 'id' | 'viewsCountForParent' | 'isHoldout'> & {
  readonly parent: LogSubject | null;
};

export interface LogEvent {
  /** The int32 halves of the visitor's hash. The low half is `NOBODY_LOW` where the event is nobody's. */
  readonly visitorLow: number;
  readonly visitorHigh: number;
  readonly day: number;
  /** The seconds since 00:00 UTC of the date `day`: negative if the website's day began before that. */
  readonly second: number;
  readonly type: LogEventType;
  readonly subject: LogSubject;
  /** The amount is in 1/10,000 of a currency unit; 0 for all types but orders and restated orders. */
  readonly revenue: number;
  readonly dimensions: DimensionValues;
}
