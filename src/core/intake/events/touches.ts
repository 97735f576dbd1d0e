// The touches of a visitor: what an order that names no subject can be credited to.

import type { WebsiteSettings } from '../../engine/catalog/settings.ts';
import { SUBJECT_KIND, type SubjectKind } from '../../engine/catalog/subject.ts';
import { compareTouched } from '../../engine/event-log/counting/touch-order.ts';
import { METRIC } from '../../engine/rollups/metric.ts';
import type { AcceptedEvent } from './event.ts';

const SECONDS_PER_DAY = 86_400;

export interface Touch {
  /** A day of the website, and the seconds since 00:00 UTC of its date. */
  readonly day: number;
  readonly second: number;
  readonly kind: SubjectKind;
  readonly id: number;
}

export interface VisitorTouch extends Touch {
  readonly visitorLow: number;
  readonly visitorHigh: number;
}

type CreditSettings = Pick<WebsiteSettings, 'credit_window_days' | 'credit_by'>;

/** Whether an event is a touch: of anything but the website itself, to which every order counts anyway. */
export function isTouch({ type, subject }: AcceptedEvent, settings: CreditSettings): boolean {
  if (settings.credit_window_days === 0 || subject.kind === SUBJECT_KIND.website) return false;
  return type === METRIC.conversions || (type === METRIC.views && settings.credit_by === 'view');
}

/** Whether an order is credited to a touch, if there is one: it names a visitor, but no subject, or a campaign alone. */
export function isCreditable(event: AcceptedEvent, settings: CreditSettings): boolean {
  const { type, isRefund, hasVisitor, subject } = event;
  const isOrder = type === METRIC.orders && !isRefund;
  return isOrder && settings.credit_window_days > 0 && hasVisitor && subject.kind <= SUBJECT_KIND.campaign;
}

/**
 * The last touch at the time of an order or before, if it is at most so many days of the website before the day of the order. Of touches in
 * the same second, the first one by `compareTouched`.
 */
export function lastTouch(
  touches: readonly Touch[],
  order: Pick<Touch, 'day' | 'second'>,
  creditDays: number,
): Touch | undefined {
  let last: Touch | undefined;
  for (const touch of touches) {
    if (secondsOf(touch) > secondsOf(order)) continue;
    const later = last ? secondsOf(touch) - secondsOf(last) : 1;
    if (later > 0 || (later === 0 && compareTouched(touch, last!) < 0)) last = touch;
  }
  return last && last.day >= order.day - creditDays ? last : undefined;
}

/** The seconds since 1970. */
export function secondsOf({ day, second }: Pick<Touch, 'day' | 'second'>): number {
  return day * SECONDS_PER_DAY + second;
}
