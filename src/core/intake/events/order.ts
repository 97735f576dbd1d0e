// What is remembered of an order, so that it can be credited and refunded later. Plain data, because it may come from another thread.
import type { SubjectReference } from '../../engine/catalog/subject.ts';
import type { DimensionValues } from '../../foundation/dimensions/dimension.ts';
import { dimensionsAt, NO_DIMENSIONS } from '../../foundation/dimensions/dimension-rows.ts';
import type { BatchSource } from './batch.ts';
import type { AcceptedEvent, Conversion, ProductSale } from './event.ts';

/** What is counted of an order. Money is in 1/10,000 of a currency unit. */
export interface OrderValue {
  readonly revenue: number;
  readonly products: readonly ProductSale[];
}

/** Where and when an order is counted: everything of it but its value. */
export interface OrderPlace {
  readonly websiteId: number;
  readonly subject: SubjectReference;
  readonly day: number;
  readonly second: number;
  readonly visitorLow: number;
  readonly visitorHigh: number;
  /** null: the website did not keep its events. */
  readonly dimensions: DimensionValues | null;
  /** It named no subject, and was credited to that of a touch. */
  readonly isCredited: boolean;
  /** The other currency that it was sent in, and the rate at which it was converted. */
  readonly converted: Pick<Conversion, 'currency' | 'rate'> | undefined;
}

/** An order as it was accepted. */
export interface AcceptedOrder extends OrderPlace, OrderValue {
  /** 0: it counts where it says. Otherwise the commit decides, by the touches of the visitor at most so many days before. */
  readonly creditDays: number;
}

/** What a refund has taken from its order. */
export interface OrderRefund extends Pick<AcceptedRefund, 'time'> {
  readonly revenue: number;
}

export interface AcceptedRefund {
  readonly orderId: string;
  readonly refundId: string | undefined;
  /** When it happened, in seconds since 1970. */
  readonly time: number;
  /** undefined: all that is left of the order. */
  readonly revenue: number | undefined;
  /** The amount in another currency, if it was sent in one. It has no products then. */
  readonly sent: Pick<Conversion, 'currency' | 'sent'> | undefined;
  readonly products: readonly ProductSale[];
  readonly source: BatchSource;
  /** Its place in the batch, for the case that it is rejected. */
  readonly index: number;
  readonly line: number;
}

/** An order that counts for something else than before. */
export interface OrderChange {
  readonly place: OrderPlace;
  /** null: it was not counted. */
  readonly before: OrderValue | null;
  /** null: nothing is left of it. */
  readonly after: OrderValue | null;
}

export function orderOf(event: AcceptedEvent, creditDays: number): AcceptedOrder {
  const { websiteId, subject, day, second, visitorLow, visitorHigh, revenue, products, conversion } = event;
  const isLogged = event.dimensions !== NO_DIMENSIONS;
  const dimensions = isLogged ? dimensionsAt(event.dimensions, event.dimensionRow) : null;
  const { kind, id } = subject;
  return {
    websiteId,
    subject: { kind, id },
    day,
    second,
    visitorLow,
    visitorHigh,
    dimensions,
    isCredited: false,
    converted: conversion && { currency: conversion.currency, rate: conversion.rate },
    revenue,
    products,
    creditDays,
  };
}
