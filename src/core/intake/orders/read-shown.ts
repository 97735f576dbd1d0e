// What a visitor was shown before an order, for websites that keep their events. Touches do not say so unless the website credits orders by
// view: there are many times as many views as conversions, and few orders need them.
import { readLoggedDays } from '../../engine/event-log/storage/read-runs.ts';
import { readVisitorEvents, type VisitorLimits } from '../../engine/event-log/storage/read-visitor.ts';
import { METRIC } from '../../engine/rollups/metric.ts';
import type { Queries } from '../../foundation/database/database.ts';
import { DamagedDataError } from '../../foundation/problem/damaged-data.ts';
import type { AcceptedOrder } from '../events/order.ts';
import { secondsOf, type Touch } from '../events/touches.ts';

/** The limits of each day. Others wait for the commit, so it reads little: a day with more to look through shows nothing. */
const LIMITS: VisitorLimits = { eventsMax: 200_000, pendingEventsMax: 20_000, ownEventsMax: 10_000 };

/**
 * The views of its visitor on a day. The log has those of the order's own commit, too, from whichever batch: all events of a commit are
 * stored before its orders are settled. The time of a view says whether it came before the order, not its place among the batches.
 */
export async function readShown(
  tx: Pick<Queries, 'query'>,
  { websiteId, visitorLow, visitorHigh }: Pick<AcceptedOrder, 'websiteId' | 'visitorLow' | 'visitorHigh'>,
  day: number,
  limits = LIMITS,
): Promise<Touch[]> {
  if ((await readLoggedDays(tx, [websiteId])).get(websiteId)?.logFrom === undefined) return [];
  const within = { firstDay: day, lastDay: day };
  try {
    const { events } = await readVisitorEvents(tx, { websiteId, visitorLow, visitorHigh }, { ...limits, within });
    const views = events.filter(({ type }) => type === METRIC.views);
    const startOfDay = secondsOf({ day, second: 0 });
    return views.map(({ subject, time }) => ({ ...subject, day, second: time - startOfDay }));
  } catch (error) {
    // Damaged days are found and named elsewhere: nobody loses an order because of them.
    if (error instanceof DamagedDataError) return [];
    throw error;
  }
}
