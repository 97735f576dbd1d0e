// Credits orders that name a visitor but no subject, or a campaign alone, in the commit.
//
// THE GUARANTEE. The website is locked, so commits are in an order. An order is credited to the last touch, at its time or before, among
// those of its own commit and of all commits before; orders of a file among all of the file (deferred-orders.ts). It is credited once: a
// touch that arrives later does not move it, even if it happened before. An order that names a campaign alone stays there: it counts for
// the variant of the last touch within that campaign, too, or else for the one that the visitor was shown last.
// Why: docs/decisions/events.md, "Orders without a subject are credited to the last touch".
import { SUBJECT_KIND, type SubjectReference } from '../../engine/catalog/subject.ts';
import { placeholders, type Queries } from '../../foundation/database/database.ts';
import { visitorText } from '../../foundation/sketches/visitor-text.ts';
import type { AcceptedOrder, OrderPlace } from '../events/order.ts';
import { lastTouch, type Touch, type VisitorTouch } from '../events/touches.ts';
import { piecesOf } from './order-rows.ts';
import { readShown } from './read-shown.ts';
import { touchList } from './touch-list.ts';
import { addTouches, readTouches } from './touch-runs.ts';

/**
 * On how many days it looks for what visitors were shown, for all orders of a website in a commit, because others wait for the commit. The
 * orders after that count for their campaign alone. An order of the day on which something was shown needs one of them.
 */
export const SHOWN_DAYS_MAX = 50;

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
  const touchesOf = (order: AcceptedOrder) => byVisitor.get(visitorOf(order)) ?? [];
  const ofCampaigns = orders.filter(({ subject }) => subject.kind === SUBJECT_KIND.campaign);
  const variants = await readVariants(tx, at.websiteId, ofCampaigns.flatMap(touchesOf));
  const places: OrderPlace[] = [];
  const looks = { left: SHOWN_DAYS_MAX };
  for (const order of orders) {
    if (order.subject.kind !== SUBJECT_KIND.campaign) {
      places.push(placeOf(order, lastTouch(touchesOf(order), order, order.creditDays)));
      continue;
    }
    const touched = placeInCampaign(order, touchesOf(order), variants);
    places.push(touched === order ? await placeAtShown(tx, order, looks) : touched);
  }
  return places;
}

async function placeAtShown(
  tx: Pick<Queries, 'query'>,
  order: AcceptedOrder,
  looks: { left: number },
): Promise<OrderPlace> {
  // Most orders come on the day on which something was shown.
  for (let day = order.day; day >= order.day - order.creditDays && looks.left > 0; day--) {
    looks.left--;
    const seen = await readShown(tx, order, day);
    const place = placeInCampaign(order, seen, await readVariants(tx, order.websiteId, seen));
    if (place !== order) return place;
  }
  return order;
}

function visitorOf({ visitorLow, visitorHigh }: Pick<OrderPlace, 'visitorLow' | 'visitorHigh'>): string {
  return visitorText(visitorLow, visitorHigh);
}

/** Without a touch, the order counts for the website alone. */
function placeOf(order: AcceptedOrder, touch: Touch | undefined): OrderPlace {
  if (!touch) return order;
  return { ...order, subject: { kind: touch.kind, id: touch.id }, isCredited: true };
}

/** Without a touch of one of its variants, the order stays as it is. The sender has named the campaign either way. */
function placeInCampaign(order: AcceptedOrder, touches: readonly Touch[], variants: Variants): OrderPlace {
  const within = touches.filter((touch) => variants.get(nameOf(touch))?.campaignId === order.subject.id);
  const last = lastTouch(within, order, order.creditDays);
  if (!last) return order;
  return { ...order, subject: { kind: SUBJECT_KIND.variant, id: variants.get(nameOf(last))!.variantId } };
}

interface Variant {
  readonly variantId: number;
  readonly campaignId: number;
}

/** The key is the name of what was touched. */
type Variants = ReadonlyMap<string, Variant>;

function nameOf({ kind, id }: SubjectReference): string {
  return `${kind}/${id}`;
}

/** From where the variant of each kind of touched subjects is read, which is `t`. */
const TABLES = [
  [SUBJECT_KIND.variant, 'variants AS t JOIN variants AS v ON v.website_id = t.website_id AND v.id = t.id'],
  [SUBJECT_KIND.step, 'steps AS t JOIN variants AS v ON v.website_id = t.website_id AND v.id = t.variant_id'],
  [
    SUBJECT_KIND.element,
    `elements AS t JOIN steps AS s ON s.website_id = t.website_id AND s.id = t.step_id
     JOIN variants AS v ON v.website_id = t.website_id AND v.id = s.variant_id`,
  ],
] as const;

/** The variants that these touches are of, archived ones too. Those of holdouts are left out: nothing of theirs counts for the campaign. */
async function readVariants(
  tx: Pick<Queries, 'query'>,
  websiteId: number,
  touches: readonly Touch[],
): Promise<Variants> {
  const variants = new Map<string, Variant>();
  for (const [kind, tables] of TABLES) {
    const ids = new Set(touches.flatMap((touch) => (touch.kind === kind ? [touch.id] : [])));
    for (const some of piecesOf([...ids])) {
      const rows = await tx.query<{ id: number; variant_id: number; campaign_id: number }>(
        `SELECT t.id, v.id AS variant_id, v.campaign_id FROM ${tables}
         WHERE t.website_id = $1 AND v.is_holdout = 0 AND t.id IN (${placeholders(some.length, 1)})`,
        [websiteId, ...some],
      );
      for (const { id, variant_id: variantId, campaign_id: campaignId } of rows)
        variants.set(nameOf({ kind, id }), { variantId, campaignId });
    }
  }
  return variants;
}
