// The touches of a visitor: what an order that names no subject can be credited to.

import type { WebsiteSettings } from '../catalog/settings.ts';
import { SUBJECT_KIND, type SubjectKind } from '../catalog/subject.ts';
import { METRIC } from '../rollups/metric.ts';
import type { AcceptedEvent } from './event.ts';

/** Of a visitor, the last ones are kept. */
export const TOUCHES_MAX = 50;
const SECONDS_PER_DAY = 86_400;

export interface Touch {
  /** Of the website, and the seconds since 00:00 UTC of its date. */
  readonly day: number;
  readonly second: number;
  readonly kind: SubjectKind;
  readonly id: number;
}

type CreditSettings = Pick<WebsiteSettings, 'credit_window_days' | 'credit_by'>;

/** Whether an event is a touch: of anything but the website itself, to which every order counts anyway. */
export function isTouch({ metric, subject }: AcceptedEvent, settings: CreditSettings): boolean {
  if (settings.credit_window_days === 0 || subject.kind === SUBJECT_KIND.website) return false;
  return metric === METRIC.conversions || (metric === METRIC.views && settings.credit_by === 'view');
}

/** Whether an order is credited to a touch, if there is one: it names a visitor, but no subject. */
export function isCreditable(event: AcceptedEvent, settings: CreditSettings): boolean {
  const { metric, isRefund, hasVisitor, subject } = event;
  const isOrder = metric === METRIC.orders && !isRefund;
  return isOrder && settings.credit_window_days > 0 && hasVisitor && subject.kind === SUBJECT_KIND.website;
}

/**
 * In the order of time; of touches in the same second, those that were added later come later. Of touches of a subject that follow each other on one
 * day, only the first and the last are kept: an order between them is credited to the same subject either way.
 */
export function addTouches(stored: readonly Touch[], added: readonly Touch[]): Touch[] {
  const sorted = [...stored, ...added];
  // Nearly always there is nothing to sort.
  if (sorted.some((touch, at) => at > 0 && secondsOf(touch) < secondsOf(sorted[at - 1]!))) {
    sorted.sort((a, b) => secondsOf(a) - secondsOf(b));
  }
  if (sorted.length <= 2) return sorted;
  const kept = sorted.filter((touch, at) => !isLike(touch, sorted[at - 1]) || !isLike(touch, sorted[at + 1]));
  return kept.slice(-TOUCHES_MAX);
}

function isLike(touch: Touch, other: Touch | undefined): boolean {
  return other !== undefined && touch.day === other.day && touch.kind === other.kind && touch.id === other.id;
}

/** The last touch at the time of an order or before, if it is at most so many days of the website before the day of the order. */
export function lastTouch(
  touches: readonly Touch[],
  order: Pick<Touch, 'day' | 'second'>,
  windowDays: number,
): Touch | undefined {
  const last = touches.findLast((touch) => secondsOf(touch) <= secondsOf(order));
  return last && last.day >= order.day - windowDays ? last : undefined;
}

/** Since 1970. */
function secondsOf({ day, second }: Pick<Touch, 'day' | 'second'>): number {
  return day * SECONDS_PER_DAY + second;
}
