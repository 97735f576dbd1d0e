// An event on its way through the steps, and the reasons for which it may be turned away.
import type { Subject } from '../catalog/subject.ts';
import type { Metric } from '../rollups/metric.ts';

export interface Rejection {
  readonly code: string;
  readonly message: string;
}

export interface RejectedEvent extends Rejection {
  /** The event's place in its batch, from 0. */
  readonly index: number;
}

/** What `order` brings besides its revenue: the products of an element that were bought. */
export interface ProductSale {
  readonly value: string | null;
  /** In 1/10,000 of a currency unit. */
  readonly revenue: number;
}

/**
 * Filled in step by step. One object serves all events of a batch, one after the other: a million small objects would
 * cost more than the steps themselves.
 */
export class EventDraft {
  /** The JSON object as it was sent. */
  sent: Readonly<Record<string, unknown>> = {};
  /** undefined: a selection, which feeds no metric. */
  metric: Metric | undefined;
  websiteId = 0;
  subject: Subject | undefined;
  hasVisitor = false;
  visitorLow = 0;
  visitorHigh = 0;
  day = 0;
  id: string | undefined;
  orderId: string | undefined;
  /** In 1/10,000 of a currency unit. */
  revenue = 0;
  products: readonly ProductSale[] = [];
  /** Of a selection: the list it was made from, and what was chosen. */
  list = '';
  value: string | null = null;
}
