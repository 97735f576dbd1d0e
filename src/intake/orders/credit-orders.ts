// Credits orders that name a visitor but no subject, in the commit.
//
// THE GUARANTEE. The website is locked, so commits are in an order. An order is credited to the last touch, at its time or before, among
// those of its own commit and of all commits before; orders of a file among all of the file (deferred-orders.ts). It is credited once: a
// touch that arrives later does not move it, even if it happened before.
// Why: docs/decisions/events.md, "Orders without a subject are credited to the last touch".
import { SUBJECT_KIND } from '../../engine/catalog/subject.ts';
import type { Queries } from '../../foundation/database/database.ts';
import { visitorText } from '../../foundation/sketches/visitor-text.ts';
import type { AcceptedOrder, OrderPlace } from '../events/order.ts';
import { lastTouch, type Touch, type VisitorTouch } from '../events/touches.ts';
import { touchList } from './touch-list.ts';
import { addTouches, readTouches } from './touch-runs.ts';

/**
 * Stores the touches of a website, and returns where each of the orders is counted. `version`: that of the website's data after this
 * commit. `nowMs`: touches that are dated ahead of it do not take the place of others.
 */
export async function creditOrders(
  tx: Queries,
  at: { readonly websiteId: number; readonly version: number; readonly nowMs: number },
  touches: readonly VisitorTouch[],
  orders: readonly AcceptedOrder[],
): Promise<OrderPlace[]> {
  await addTouches(tx, at, touchList(touches));
  if (orders.length === 0) return [];
  const byVisitor = await readTouches(tx, at.websiteId, [...new Set(orders.map(visitorOf))], at.nowMs);
  return orders.map((order) =>
    placeOf(order, lastTouch(byVisitor.get(visitorOf(order)) ?? [], order, order.creditDays)),
  );
}

function visitorOf({ visitorLow, visitorHigh }: OrderPlace): string {
  return visitorText(visitorLow, visitorHigh);
}

/** Without a touch, the order counts for the website alone. */
function placeOf(order: AcceptedOrder, touch: Touch | undefined): OrderPlace {
  if (!touch) return { ...order, subject: { kind: SUBJECT_KIND.website, id: order.websiteId } };
  return { ...order, subject: { kind: touch.kind, id: touch.id }, isCredited: true };
}
