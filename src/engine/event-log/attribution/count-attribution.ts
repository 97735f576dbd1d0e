// Credits the orders of runs to the campaigns that their visitors touched before, by all models at once.
//
// Visitors are gone through one after the other (visitor-ranges.ts). Of a visitor with orders, the touches of all days are put in the order of
// time. Orders are credited in the order of time, too, so the touches that are within the days before an order are a part of the list that
// only moves on: each touch enters and leaves it once (touched-campaigns.ts). Nobody's events are no touches: nobody's orders are credited to nothing.
//
// Equal parts of an order are whole 1/10,000: what is left by the division goes to the campaigns with the smallest ids, one each, so that the parts
// add up to the order. Of several touches in the same second, the first one by `compareTouched` is the first and the last one: the answer
// does not depend on which runs the events are in, and `last` credits an order as it was credited when it came, unless a touch came later.
// Why: docs/decisions/reports.md, "Attribution is counted when it is asked for".
import type { Window } from '../../rollups/window.ts';
import { thresholdOf } from '../counting/count-runs.ts';
import { isInside, type OpenRun, openRuns } from '../counting/open-runs.ts';
import { APPEARANCE, countRanges, NOBODY, type VisitorRange } from '../counting/visitor-ranges.ts';
import { ALL_VISITORS, type Run, type RunColumn } from '../format/run.ts';
import { AttributionEvents, FIRST_TOUCH, RESTATED, type TouchedSubject } from './attribution-events.ts';
import {
  ATTRIBUTION_MODELS,
  type AttributionAnswer,
  type AttributionModel,
  type AttributionQuestion,
  type Credit,
  type Credits,
  ORDER_PARTS,
} from './attribution-question.ts';
import { compareTouched } from './touch-order.ts';
import { TouchedCampaigns } from './touched-campaigns.ts';

const DAY_SECONDS = 86_400;

/** The columns that attribution needs. */
export const ATTRIBUTION_COLUMNS: readonly RunColumn[] = ['visitor', 'second', 'action'];

/** The runs may be of any days and in any order; several may be of the same day. */
export function countAttribution(runs: Iterable<Run>, question: AttributionQuestion): AttributionAnswer {
  const given = [...runs];
  const threshold = thresholdOf(given, question);
  let events: AttributionEvents | undefined;
  const opened = openRuns(given, {
    windows: [{ firstDay: question.touchesFrom, lastDay: question.window.lastDay }],
    threshold,
    needsEarlierDays: false,
    collect: (eventCount) => (events = new AttributionEvents(question, eventCount)),
  });
  const counter = new AttributionCounter(question, opened, events!);
  countRanges(opened, threshold, (range) => counter.countVisitors(range));
  const sampled = threshold === ALL_VISITORS ? false : { rate: threshold / ALL_VISITORS };
  return { models: counter.credits(), sampled };
}

interface Touch {
  readonly day: number;
  /** In seconds since 1970. */
  readonly time: number;
  readonly subject: TouchedSubject;
}

interface Order extends Credit {
  readonly day: number;
  readonly time: number;
  /** -1: it takes an order of the same visitor and second back. Its touches are the same ones, so its credits cancel those of the order. */
  readonly sign: 1 | -1;
}

function isOrder(code: number): boolean {
  return code > 0 && code < FIRST_TOUCH;
}

/** See `RESTATED_ORDER`. */
function orderOf(code: number, day: number, time: number, revenue: number): Order {
  const sign = code === RESTATED && revenue <= 0 ? -1 : 1;
  return { day, time, sign, orders: ORDER_PARTS, revenue: Math.abs(revenue) };
}

class AttributionCounter {
  readonly #window: Window;
  readonly #windowDays: number;
  readonly #days: Int32Array;
  readonly #events: AttributionEvents;
  readonly #tallies = ATTRIBUTION_MODELS.map(() => new Tally());
  #touches: Touch[] = [];
  #orders: Order[] = [];

  constructor(question: AttributionQuestion, runs: readonly OpenRun[], events: AttributionEvents) {
    this.#window = question.window;
    this.#windowDays = question.windowDays;
    this.#days = Int32Array.from(runs, ({ day }) => day);
    this.#events = events;
  }

  credits(): Readonly<Record<AttributionModel, Credits>> {
    const entries = ATTRIBUTION_MODELS.map((model, index) => [model, this.#tallies[index]!.credits]);
    return Object.fromEntries(entries) as Record<AttributionModel, Credits>;
  }

  countVisitors(range: VisitorRange): void {
    const { visitorCount } = range;
    const { appearances, first, nobody } = range.appearances();
    const isOrderInside = (code: number, day: number) => isOrder(code) && isInside(day, this.#window);
    for (let visitor = NOBODY; visitor < visitorCount; visitor++) {
      const own = visitor === NOBODY ? nobody : first[visitor]!;
      this.#collect(appearances, own, isOrderInside);
      // Most visitors have none.
      if (this.#orders.length === 0) continue;
      if (visitor !== NOBODY) this.#collect(appearances, own, (code) => code >= FIRST_TOUCH);
      this.#touches.sort((a, b) => a.time - b.time || compareTouched(a.subject, b.subject));
      this.#orders.sort((a, b) => a.time - b.time);
      this.#creditOrders();
      this.#touches = [];
      this.#orders = [];
    }
  }

  /** Adds those events of a visitor whose code and day are wanted. */
  #collect(appearances: Int32Array, first: number, isWanted: (code: number, day: number) => boolean): void {
    const { codes, seconds, revenue, touched } = this.#events;
    for (let at = first; at >= 0; at = appearances[at + APPEARANCE.next]!) {
      const day = this.#days[appearances[at + APPEARANCE.run]!]!;
      const end = appearances[at + APPEARANCE.endEvent]!;
      for (let event = appearances[at + APPEARANCE.firstEvent]!; event < end; event++) {
        const code = codes[event]!;
        if (!isWanted(code, day)) continue;
        const time = day * DAY_SECONDS + seconds[event]!;
        if (code >= FIRST_TOUCH) this.#touches.push({ day, time, subject: touched[code - FIRST_TOUCH]! });
        else this.#orders.push(orderOf(code, day, time, revenue.get(event) ?? 0));
      }
    }
  }

  #creditOrders(): void {
    const touches = this.#touches;
    const [last, first, linear, any] = this.#tallies as [Tally, Tally, Tally, Tally];
    const touched = new TouchedCampaigns(
      touches.map(({ subject }) => subject.campaignId),
      (campaignId, part, whole) => {
        linear.add(campaignId, part, 1);
        any.add(campaignId, whole, 1);
      },
    );
    let [start, end] = [0, 0];
    let lastTouch = 0;
    for (const order of this.#orders) {
      for (; end < touches.length && touches[end]!.time <= order.time; end++) {
        if (end === 0 || touches[lastTouch]!.time < touches[end]!.time) lastTouch = end;
        touched.addTouch(touches[end]!.subject.campaignId);
      }
      for (; start < end && touches[start]!.day < order.day - this.#windowDays; start++) {
        touched.removeTouch(touches[start]!.subject.campaignId);
      }
      if (start === end) {
        for (const tally of this.#tallies) tally.add(null, order, order.sign);
        continue;
      }
      last.add(touches[lastTouch]!.subject.campaignId, order, order.sign);
      first.add(touches[start]!.subject.campaignId, order, order.sign);
      touched.credit(order);
    }
    touched.end();
  }
}

class Tally {
  readonly credits = new Map<number | null, { orders: number; revenue: number }>();

  add(campaignId: number | null, { orders, revenue }: Credit, sign: 1 | -1): void {
    let credit = this.credits.get(campaignId);
    if (!credit) {
      credit = { orders: 0, revenue: 0 };
      this.credits.set(campaignId, credit);
    }
    credit.orders += sign * orders;
    credit.revenue += sign * revenue;
  }
}
