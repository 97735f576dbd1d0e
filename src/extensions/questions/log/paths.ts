/**
 * Paths: what visitors do next after a step, or what they did before it, as a tree.
 *
 * Events are in the order of time. Of the same second, page views come first, because what is on a page is seen after it; others are in the
 * order of their type numbers. Then the ids of their campaigns decide, those without a campaign first, and the pages as text. Of equal
 * ones, the one that matches the step comes first. Each event is a step of its own, also if it equals the one before. Nobody's events are
 * of no visitor, and visitors whose ids are for one day only are left out.
 */

import { SUBJECT_KIND } from '../../../core/engine/catalog/subject.ts';
import {
  countedSubjects,
  countsFor,
  DAY_SECONDS,
  dimensionsOf,
  EARLIER_ON_LATER_DAYS_MAX,
  type EventKind,
  type LogQuestion,
  type LogVisitors,
  type NeededVisitors,
  type Visitor,
  type VisitorColumns,
} from '../../../core/engine/event-log/counting/log-question.ts';
import { numberOf } from '../../../core/engine/event-log/counting/write-numbers.ts';
import { PAGE_VIEW, RESTATED_ORDER } from '../../../core/engine/event-log/format/log-event.ts';
import { METRIC } from '../../../core/engine/rollups/metric.ts';
import { NO_VALUE } from '../../../core/foundation/dimensions/dimension.ts';
import { scaleToTotal } from '../../../core/foundation/statistics/scale-shares.ts';
import { compareSteps, FollowedVisitors, type MeantStep } from './followed-visitors.ts';
import { matchesStep } from './funnel.ts';
import type { FunnelStep } from './funnel-question.ts';
import type { PathNode, PathStep, PathsAnswer, PathsQuestion } from './paths-question.ts';

/** What an event is to paths. */
interface Meaning extends PathStep, MeantStep {
  /** Whether paths begin or end with it. */
  readonly matches: boolean;
}

/** The events of a visitor in the order of paths. */
type PathEvents = Pick<VisitorColumns<Meaning>, 'first' | 'end' | 'times' | 'places' | 'meanings'>;

/** Of a sample, as many visitors are expected as its rate says; the parts of a node add up. */
export function paths(asked: PathsQuestion): LogQuestion<PathsAnswer, PathsAnswer> {
  const { step, window } = asked;
  return {
    reads: {
      windows: [window],
      dimensions: dimensionsOf(step.filters, 'page'),
      pages: {
        max: asked.pagesMax,
        always: step.filters.flatMap(({ dimension, value }) => (dimension === 'page' ? value : [])),
      },
      needsTimes: true,
      needsRevenue: false,
    },
    count(log) {
      const steps = new Map<string, number>();
      const known: PathStep[] = [];
      const meaningIn = (kind: EventKind): Meaning | undefined => {
        const meaning = meaningOf(kind, asked);
        if (!meaning) return undefined;
        const { type, campaignId, page } = meaning;
        const number = numberOf(steps, `${type} ${campaignId} ${page}`);
        known[number] ??= { type, campaignId, page };
        return { ...meaning, number };
      };
      const visitors = log.visitors(meaningIn, { needed: neededFor(asked) });
      const followed = new FollowedVisitors(asked, known);
      const unfollowable = followVisitors(visitors, asked, followed);
      return { root: followed.tree(), followable: followed.count, unfollowable, sampled: log.sampled };
    },
    rollups: () => [],
    answer(answer) {
      const { root, sampled } = answer;
      return sampled ? { ...answer, root: scaledTo(Math.round(root.visitors / sampled.rate), root) } : answer;
    },
  };
}

/** Returns how many visitors with an event that matches have an id for one day only. */
function followVisitors(visitors: LogVisitors<Meaning>, asked: PathsQuestion, followed: FollowedVisitors): number {
  const { withinSeconds, depth, isBackwards } = asked;
  let unfollowable = 0;
  const add = ({ isNobody, isDaily, columns }: Visitor<Meaning>) => {
    if (isNobody) return;
    const events = hasTies(columns) ? inOrder(columns) : columns;
    const match = placeOfMatch(events);
    if (match === events.end) return;
    if (isDaily) unfollowable++;
    else followed.add(events, match);
  };
  if (!visitors.follow) {
    visitors.each(add);
    return unfollowable;
  }
  const following = {
    ...{ withinSeconds, depth, isBackwards },
    matches: ({ matches }: Meaning) => matches,
    stepOf: ({ isStep, number }: Meaning) => (isStep ? number : undefined),
  };
  visitors.follow(following, {
    add,
    addPaths: (paths) => followed.addPaths(paths),
    addDaily: (count) => {
      unfollowable += count;
    },
  });
  return unfollowable;
}

function neededFor({ step, isBackwards, withinSeconds }: PathsQuestion): NeededVisitors<Meaning> {
  const far = Math.ceil(withinSeconds / DAY_SECONDS) + EARLIER_ON_LATER_DAYS_MAX;
  return {
    types: [step.type],
    ...(!matchesAllOfType(step) && { isNeededFor: ({ matches }: Meaning) => matches }),
    isFirstDayOnly: true,
    days: isBackwards
      ? { before: far, after: EARLIER_ON_LATER_DAYS_MAX }
      : { before: EARLIER_ON_LATER_DAYS_MAX, after: far },
  };
}

/** Every event counts for the website, but for views of later steps. */
function matchesAllOfType({ type, subject, filters }: FunnelStep): boolean {
  return filters.length === 0 && subject.kind === SUBJECT_KIND.website && type !== METRIC.views;
}

function meaningOf(kind: EventKind, { subject, step }: PathsQuestion): Omit<Meaning, 'number'> | undefined {
  const { type } = kind;
  const matches = matchesStep(kind, step);
  // A refund is nothing that a visitor does.
  const isStep = type !== RESTATED_ORDER && countsFor(kind, subject);
  if (!matches && !isStep) return undefined;
  return { type, campaignId: campaignOf(kind), page: pageOf(kind), matches, isStep };
}

function pageOf(kind: EventKind): string | null {
  const page = kind.type === PAGE_VIEW ? kind.valueOf('page') : NO_VALUE;
  return page === NO_VALUE ? null : page;
}

/** The campaign that the event counts for: none, if it belongs to a holdout. */
function campaignOf(kind: EventKind): number | null {
  for (const { kind: ofSubject, id, isHeldOut } of countedSubjects(kind)) {
    if (ofSubject === SUBJECT_KIND.campaign) return isHeldOut ? null : id;
  }
  return null;
}

function hasTies({ first, end, times }: PathEvents): boolean {
  for (let place = first + 1; place < end; place++) if (times[place] === times[place - 1]) return true;
  return false;
}

function inOrder({ first, end, times, places, meanings }: PathEvents): PathEvents {
  const compare = (a: number, b: number) => {
    const [ofA, ofB] = [meanings[places[a]!]!, meanings[places[b]!]!];
    return times[a]! - times[b]! || compareSteps(ofA, ofB) || Number(ofB.matches) - Number(ofA.matches);
  };
  const order = Array.from({ length: end - first }, (_, place) => first + place).sort(compare);
  return {
    ...{ first: 0, end: order.length, meanings },
    times: Float64Array.from(order, (place) => times[place]!),
    places: Int32Array.from(order, (place) => places[place]!),
  };
}

/** The end, if no event matches. */
function placeOfMatch({ first, end, places, meanings }: PathEvents): number {
  let place = first;
  while (place < end && !meanings[places[place]!]!.matches) place++;
  return place;
}

function scaledTo(visitors: number, { children, rest }: PathNode): PathNode {
  if (!rest) return { visitors, children: [] };
  const counts = [...children.map((child) => child.visitors), rest.ended, rest.others];
  const scaled = scaleToTotal(counts, visitors)!;
  return {
    visitors,
    children: children.map(({ type, campaignId, page, ...node }, place) => ({
      ...{ type, campaignId, page },
      ...scaledTo(scaled[place]!, node),
    })),
    rest: { ended: scaled.at(-2)!, others: scaled.at(-1)! },
  };
}
