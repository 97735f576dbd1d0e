/**
 * Attribution: which campaigns, or which values of a dimension, a visitor had touched before an order, and what each of them gets of it by
 * several models at once. Conversions are credited in the same way, if they are asked for.
 *
 * Of several touches in the same second, the first one by `compareTouched` is the first and the last one: the answer does not depend on
 * which runs the events are in, and `last` credits an order as it was credited when it came, unless a touch came later. Of values, it is
 * the first one by text. Equal parts of an order are whole 1/10,000: what is left by the division goes to the campaigns with the smallest
 * ids, or to the first values by text, one each, so that the parts add up to the order. Nobody's events are no touches: nobody's orders are
 * credited to nothing.
 * Why: docs/decisions/reports.md, "Attribution is counted when it is asked for".
 */

import { SUBJECT_KIND } from '../../../core/engine/catalog/subject.ts';
import {
  campaignShown,
  EARLIER_ON_LATER_DAYS_MAX,
  type EventKind,
  type LogEvents,
  type LogQuestion,
  type NeededVisitors,
} from '../../../core/engine/event-log/counting/log-question.ts';
import { RESTATED_ORDER } from '../../../core/engine/event-log/format/log-event.ts';
import type { Counts } from '../../../core/engine/rollups/counts.ts';
import { METRIC } from '../../../core/engine/rollups/metric.ts';
import { NO_VALUE, OTHER_VALUES } from '../../../core/foundation/dimensions/dimension.ts';
import { scaleToTotal } from '../../../core/foundation/statistics/scale-shares.ts';
import {
  type AttributionAnswer,
  type AttributionQuestion,
  CREDIT_NAMES,
  type Credit,
  type CreditedValues,
  type CreditName,
  type Credits,
  type CreditsByName,
  compareIdsOrTexts,
  ORDER_PARTS,
  type Touched,
} from './attribution-question.ts';
import { CreditTally, NOTHING, Targets } from './credit-tally.ts';
import { creditVisitor, type Meaning } from './credit-visitor.ts';

/**
 * The credits of all models but `any` add up to the orders, the revenue and the conversions that the rollups have of the website, also
 * those of a sample; and those of `any` are scaled by the same factor.
 */
export function attribution(asked: AttributionQuestion): LogQuestion<AttributionAnswer, AttributionAnswer> {
  const { window, touchesFrom, values } = asked;
  return {
    reads: {
      windows: [{ firstDay: touchesFrom, lastDay: window.lastDay + EARLIER_ON_LATER_DAYS_MAX }],
      dimensions: values ? [values.by] : [],
      needsTimes: true,
    },
    count: (log) => ({ ...countCredits(log, asked), sampled: log.sampled }),
    rollups: (_, websiteId) => [
      { websiteId, kind: SUBJECT_KIND.website, subjectIds: [websiteId], windows: [window], countType: 'total' },
    ],
    answer({ credits, conversions, sampled }, [rollups]) {
      const [[whole]] = [...rollups!.values()] as [[Counts]];
      const scaled = (counted: CreditsByName, total: Credit) => {
        const scale = scaledTo(total, sumOf(counted.last));
        const isAsked = (name: CreditName) => name !== 'stored' || values !== undefined;
        return byName((name) => (isAsked(name) ? scale(counted[name], name) : counted[name]));
      };
      return {
        credits: scaled(credits, { orders: whole.orders * ORDER_PARTS, revenue: whole.revenue }),
        conversions: asked.withConversions
          ? scaled(conversions, { orders: whole.conversions * ORDER_PARTS, revenue: 0 })
          : conversions,
        sampled,
      };
    },
  };
}

function byName(creditsOf: (name: CreditName) => Credits): CreditsByName {
  return Object.fromEntries(CREDIT_NAMES.map((name) => [name, creditsOf(name)])) as Record<CreditName, Credits>;
}

type CountedCredits = Pick<AttributionAnswer, 'credits' | 'conversions'>;

function countCredits(log: LogEvents, asked: AttributionQuestion): CountedCredits {
  const counted = tallyCredits(log, asked);
  const shown = asked.values && shownValues(counted, asked.values);
  if (!shown) return counted;
  // An order with touches of several of the other values is one order of `(other)`: so these are counted again, together.
  const together = tallyCredits(log, asked, shown);
  const grouped = (of: keyof CountedCredits) =>
    byName((name) => (name === 'any' ? together[of].any : withOthers(counted[of][name], shown)));
  return { credits: grouped('credits'), conversions: grouped('conversions') };
}

/** `shown`: all other values are `(other)`. */
function tallyCredits(log: LogEvents, asked: AttributionQuestion, shown?: ReadonlySet<Touched>): CountedCredits {
  const targets = new Targets();
  const needed: NeededVisitors<Meaning> = {
    types: [METRIC.orders, RESTATED_ORDER, ...(asked.withConversions ? [METRIC.conversions] : [])],
    days: { before: asked.creditDays, after: EARLIER_ON_LATER_DAYS_MAX },
  };
  const visitors = log.visitors((kind) => meaningOf(kind, asked, targets, shown), { needed });
  // What all events mean is known, and so are all targets.
  const tallies = { orders: new CreditTally(targets), conversions: new CreditTally(targets) };
  visitors.each((visitor) => creditVisitor(tallies, visitor, asked));
  return { credits: tallies.orders.credits, conversions: tallies.conversions.credits };
}

/** undefined: there are not more than may be shown. */
function shownValues(
  { credits, conversions }: CountedCredits,
  { valuesMax, rankedBy, alwaysShown = [] }: CreditedValues,
): ReadonlySet<Touched> | undefined {
  // Nothing is left of a value whose orders were all taken back.
  const isLeft = (own: Credits) => [...own].flatMap(([value, { orders }]) => (orders ? [value] : []));
  const all = new Set(
    [credits, conversions].flatMap((counted) => CREDIT_NAMES.flatMap((name) => isLeft(counted[name]))),
  );
  const values = [...all].filter((value) => value !== null && value !== OTHER_VALUES) as string[];
  if (values.length <= valuesMax) return undefined;
  const compare = (name: CreditName, a: string, b: string) =>
    (credits[name].get(b)?.revenue ?? 0) - (credits[name].get(a)?.revenue ?? 0);
  const compareConversions = (name: CreditName, a: string, b: string) =>
    (conversions[name].get(b)?.orders ?? 0) - (conversions[name].get(a)?.orders ?? 0);
  values.sort(
    (a, b) =>
      compare(rankedBy, a, b) ||
      compare('stored', a, b) ||
      compareConversions(rankedBy, a, b) ||
      compareConversions('stored', a, b) ||
      compareIdsOrTexts(a, b),
  );
  return new Set([...values.slice(0, valuesMax), ...alwaysShown]);
}

function withOthers(credits: Credits, shown: ReadonlySet<Touched>): Credits {
  const grouped = new Map<Touched | null, Credit>();
  for (const [value, credit] of credits) {
    const name = value === null || shown.has(value) ? value : OTHER_VALUES;
    const { orders, revenue } = grouped.get(name) ?? { orders: 0, revenue: 0 };
    grouped.set(name, { orders: orders + credit.orders, revenue: revenue + credit.revenue });
  }
  return grouped;
}

function meaningOf(
  kind: EventKind,
  { touchTypes, values, withConversions }: AttributionQuestion,
  targets: Targets,
  shown?: ReadonlySet<Touched>,
): Meaning | undefined {
  const { type, subject } = kind;
  const isOrder = type === METRIC.orders || type === RESTATED_ORDER;
  const isCredited = isOrder || (type === METRIC.conversions && withConversions);
  const isTouch = touchTypes.includes(type);
  if (!isCredited && !isTouch) return undefined;
  const keptValue = ({ by }: CreditedValues) => {
    const value = kind.valueOf(by);
    if (value === NO_VALUE) return null;
    return shown && !shown.has(value) ? OTHER_VALUES : value;
  };
  const own = values ? keptValue(values) : null;
  const touched = values ? own : campaignShown(subject);
  const target = isTouch && touched !== null ? targets.numberOf(touched) : NOTHING;
  const credited = isCredited ? { type, own: targets.numberOf(own) } : undefined;
  if (target === NOTHING && !credited) return undefined;
  return { target, subject: values ? undefined : subject, credited };
}

function sumOf(credits: Credits): Credit {
  let [orders, revenue] = [0, 0];
  for (const credit of credits.values()) {
    orders += credit.orders;
    revenue += credit.revenue;
  }
  return { orders, revenue };
}

function scaledTo(whole: Credit, counted: Credit) {
  return (credits: Credits, creditName: CreditName): Credits => {
    const hasNegative = [...credits.values()].some(({ orders, revenue }) => orders < 0 || revenue < 0);
    if (whole.orders === counted.orders && whole.revenue === counted.revenue && !hasNegative) return credits;
    // In this order, the first of equal ones does not depend on the runs, either. Nothing is known about orders that the log does not have.
    const all = [...[...credits.keys()].filter((touched) => touched !== null).sort(compareIdsOrTexts), null];
    const scaled = (name: keyof Credit, unit: number) => {
      // Less than 0: the value of an order was given up for `(other)`, and a refund of it still has the value.
      const numbers = all.map((touched) => Math.max(0, credits.get(touched)?.[name] ?? 0) / unit);
      if (creditName === 'any')
        return numbers.map((number) => Math.round((number * whole[name]) / (counted[name] || 1)) * unit);
      const parts =
        scaleToTotal(numbers, whole[name] / unit) ?? all.map((touched) => (touched === null ? whole[name] / unit : 0));
      return parts.map((part) => part * unit);
    };
    // Only equal parts are fractions of orders.
    const orders = scaled('orders', creditName === 'linear' ? 1 : ORDER_PARTS);
    const revenue = scaled('revenue', 1);
    return new Map(all.map((touched, index) => [touched, { orders: orders[index]!, revenue: revenue[index]! }]));
  };
}
