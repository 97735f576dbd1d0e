/**
 * Retention: the visitors whose first event is in the same week or month, and how many of them come back in the same and in each later one.
 *
 * A visitor comes back with an event that is at least a second after the first one: otherwise one action that is two events would count.
 * Of several first events in the same second, the one of the first day and of the smallest value is the first. Nobody's events are of no
 * visitor, and a visitor whose id is for one day only can't be seen coming back: both are in no cohort. A refund lowers what a buyer has
 * bought, and changes nothing else: the visitor has ordered.
 */
import {
  countsFor,
  dimensionsOf,
  type EventKind,
  holdFor,
  type LogEvents,
  type LogQuestion,
  type Sampled,
  type VisitorEvent,
} from '../../../core/engine/event-log/counting/log-question.ts';
import { RESTATED_ORDER } from '../../../core/engine/event-log/format/log-event.ts';
import { countDays } from './retention-days.ts';
import {
  type BuyersAfter,
  type Cohort,
  daysOf,
  type RetentionAnswer,
  type RetentionQuestion,
} from './retention-question.ts';
import { type RetentionMeaning, RetentionTally } from './retention-tally.ts';

/** Of a sample, as many visitors are expected as its rate says. */
export function retention(asked: RetentionQuestion): LogQuestion<RetentionAnswer, RetentionAnswer> {
  const { filters, breakDown } = asked;
  return {
    reads: {
      windows: [daysOf(asked)],
      dimensions: dimensionsOf(filters, breakDown?.by),
      needsTimes: true,
    },
    count(log) {
      const tally = new RetentionTally(asked);
      if (!countDays(log, asked, (kind) => meaningOf(kind, asked), tally)) countVisitors(log, asked, tally);
      return { ...tally.answer(), sampled: log.sampled };
    },
    rollups: () => [],
    answer(answer) {
      const { cohorts, buyers, values, sampled } = answer;
      if (!sampled) return answer;
      const scaled = { cohort: scaledCohort(sampled), buyers: scaledBuyers(sampled) };
      return {
        ...answer,
        cohorts: cohorts.map(scaled.cohort),
        buyers: buyers.map(scaled.buyers),
        values: values.map((ofValue) => ({
          value: ofValue.value,
          cohorts: ofValue.cohorts.map(scaled.cohort),
          buyers: ofValue.buyers.map(scaled.buyers),
        })),
      };
    },
  };
}

function meaningOf(kind: EventKind, asked: RetentionQuestion): RetentionMeaning | undefined {
  const { subject, firstType, thenType, filters, breakDown, buyersAfter } = asked;
  const isFirst = kind.type === firstType;
  const isThen = kind.type === thenType;
  const isRefund = buyersAfter !== undefined && kind.type === RESTATED_ORDER;
  if ((!isFirst && !isThen && !isRefund) || !countsFor(kind, subject) || !holdFor(filters, kind)) return undefined;
  return { isFirst, isThen, value: breakDown ? kind.valueOf(breakDown.by) : '' };
}

type Sample = Exclude<Sampled, false>;

function scaledCohort({ rate }: Sample) {
  const all = (count: number) => Math.round(count / rate);
  return ({ start, visitors, returned }: Cohort): Cohort => ({
    start,
    visitors: all(visitors),
    returned: returned.map(all),
  });
}

function scaledBuyers({ rate }: Sample) {
  const all = (count: number) => Math.round(count / rate);
  return ({ days, buyers, repeatBuyers, revenue }: BuyersAfter): BuyersAfter => ({
    days,
    buyers: all(buyers),
    repeatBuyers: all(repeatBuyers),
    revenue: all(revenue),
  });
}

/** The plain form. */
function countVisitors(log: LogEvents, asked: RetentionQuestion, tally: RetentionTally): void {
  const needed = { types: [asked.firstType], isNeededFor: ({ isFirst }: RetentionMeaning) => isFirst };
  const visitors = log.visitors((kind) => meaningOf(kind, asked), { needed });
  visitors.each(({ isNobody, isDaily, events }) => {
    if (isNobody) return;
    let first: VisitorEvent<RetentionMeaning> | undefined;
    for (const event of events) if (event.meaning.isFirst && (!first || isBefore(event, first))) first = event;
    if (!first) return;
    const { day: firstDay, time: firstTime, meaning: ofFirst } = first;
    let seen = 0;
    for (const { day, time, meaning } of events) {
      if (meaning.isThen && time > firstTime) seen |= tally.bitOf(day, firstDay);
    }
    tally.add({ day: firstDay, time: firstTime, value: ofFirst.value }, isDaily, seen, events);
  });
}

function isBefore(a: VisitorEvent<RetentionMeaning>, b: VisitorEvent<RetentionMeaning>): boolean {
  if (a.time !== b.time) return a.time < b.time;
  return a.day === b.day ? a.meaning.value < b.meaning.value : a.day < b.day;
}
