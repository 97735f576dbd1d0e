// Buyers who come back: some of them order again weeks later, on their own, and some of these once more. Who does follows from the number
// of the order, so nothing else of the demo depends on it.

import { scramble, seedOf } from '../../core/foundation/statistics/random.ts';
import { sourceFields, visitorFields } from './audience.ts';
import type { WebsitePlan } from './plan.ts';
import { type OrderBook, orderFields, type Purchase, timeOf } from './visit.ts';
import { visitorUuid } from './visitors.ts';

/** Orders come between eight in the morning and ten in the evening. */
const FIRST_SECOND = 8 * 3600;
const SECONDS = 14 * 3600;
/** What is ordered again costs between 70 and 120 % of the order before. */
const [PERCENT_MIN, PERCENTS] = [70, 50] as const;

export class RepeatOrders {
  readonly #website: Pick<WebsitePlan, 'id' | 'repeatOrders'>;
  readonly #orders: OrderBook;
  /** What is ordered again on a day. */
  readonly #due = new Map<number, Purchase[]>();

  constructor(website: Pick<WebsitePlan, 'id' | 'repeatOrders'>, orders: OrderBook) {
    this.#website = website;
    this.#orders = orders;
  }

  /** The repeat orders of a day, each as a line of NDJSON. Called when the other orders of the day are known. */
  linesOf(day: number, date: string, isDescribed: boolean): string[] {
    const lines = (this.#due.get(day) ?? []).map((purchase) => this.#orderAgain(purchase, date, isDescribed));
    this.#due.delete(day);
    for (const purchase of this.#orders.bought.splice(0)) this.#decide(purchase, day);
    return lines;
  }

  /** Whether and when the buyer comes back. */
  #decide(purchase: Purchase, day: number): void {
    const { share, daysMin, daysMax } = this.#website.repeatOrders;
    const seed = scramble(seedOf(purchase.orderId) + 1);
    if (seed % 1000 >= share * 1000) return;
    const again = day + daysMin + (scramble(seed) % (daysMax - daysMin + 1));
    this.#due.set(again, [...(this.#due.get(again) ?? []), purchase]);
  }

  #orderAgain({ visitor, orderId, cents }: Purchase, date: string, isDescribed: boolean): string {
    const seed = scramble(seedOf(orderId) + 2);
    const second = FIRST_SECOND + (seed % SECONDS);
    const purchase = {
      visitor,
      orderId: `${orderId}-2`,
      cents: Math.round((cents * (PERCENT_MIN + (scramble(seed) % (PERCENTS + 1)))) / 100),
    };
    this.#orders.bought.push(purchase);
    const visit = isDescribed ? `,"page":"/",${visitorFields(visitor)}${sourceFields(visitor, second, true)}` : '';
    const head = `{"type":"order","website_id":${this.#website.id},"visitor":"${visitorUuid(visitor)}"`;
    const fields = orderFields(this.#orders, purchase.orderId, purchase.cents);
    return `${head},"at":"${date}T${timeOf(second)}Z"${fields}${visit}}\n`;
  }
}
