/**
 * Paths: what visitors do next after a step, or what they did before it, as a tree.
 *
 * Events are in the order of time. Of the same second, page views come first, because what is on a page is seen after it; others are in the
 * order of their type numbers. Then the ids of their campaigns decide, those without a campaign first, and the pages as text. Of equal
 * ones, the one that matches the step comes first. Each event is a step of its own, also if it equals the one before. Nobody's events are
 * of no visitor, and visitors whose ids are for one day only are left out.
 */
import { NO_VALUE } from '../../../foundation/dimensions/dimension.ts';
import { scaleToTotal } from '../../../foundation/statistics/scale-shares.ts';
import { SUBJECT_KIND } from '../../catalog/subject.ts';
import {
  countedSubjects,
  countsFor,
  DAY_SECONDS,
  dimensionsOf,
  EARLIER_ON_LATER_DAYS_MAX,
  type EventKind,
  type LogQuestion,
  type NeededVisitors,
  type VisitorEvent,
} from '../counting/log-question.ts';
import { PAGE_VIEW, RESTATED_ORDER } from '../format/log-event.ts';
import { matchesStep } from '../funnels/funnel.ts';
import type { PathNode, PathStep, PathsAnswer, PathsQuestion } from './paths-question.ts';

/** What an event is to paths. */
interface Meaning extends PathStep {
  /** Whether paths begin or end with it. */
  readonly matches: boolean;
  /** Whether it is a step of paths. An event that matches may be none: the view of a later step counts for no website. */
  readonly isStep: boolean;
  readonly key: string;
}

/** Of a sample, as many visitors are expected as its rate says; the parts of a node add up. */
export function paths(asked: PathsQuestion): LogQuestion<PathsAnswer, PathsAnswer> {
  const { step, window } = asked;
  return {
    reads: {
      windows: [window],
      dimensions: dimensionsOf(step.filters, 'page'),
      dimensionsOfPageViews: step.filters.some(({ dimension }) => dimension === 'page') ? [] : ['page'],
      needsTimes: true,
    },
    count(log) {
      const root = new CountedNode();
      const seen = { followable: 0, unfollowable: 0 };
      log
        .visitors((kind) => meaningOf(kind, asked), { needed: neededFor(asked) })
        .each(({ isNobody, isDaily, events }) => {
          if (isNobody || !events.some(({ meaning }) => meaning.matches)) return;
          if (isDaily) seen.unfollowable++;
          else {
            seen.followable++;
            root.count(stepsOf(events, asked), asked.depth);
          }
        });
      return { root: root.shown(asked.childrenMax, asked.depth), ...seen, sampled: log.sampled };
    },
    rollups: () => [],
    answer(answer) {
      const { root, sampled } = answer;
      return sampled ? { ...answer, root: scaledTo(Math.round(root.visitors / sampled.rate), root) } : answer;
    },
  };
}

function neededFor({ step, isBackwards, withinSeconds }: PathsQuestion): NeededVisitors<Meaning> {
  const far = Math.ceil(withinSeconds / DAY_SECONDS) + EARLIER_ON_LATER_DAYS_MAX;
  return {
    types: [step.type],
    isNeededFor: ({ matches }) => matches,
    isFirstDayOnly: true,
    days: isBackwards
      ? { before: far, after: EARLIER_ON_LATER_DAYS_MAX }
      : { before: EARLIER_ON_LATER_DAYS_MAX, after: far },
  };
}

function meaningOf(kind: EventKind, { subject, step }: PathsQuestion): Meaning | undefined {
  const { type } = kind;
  const matches = matchesStep(kind, step);
  // A refund is nothing that a visitor does.
  const isStep = type !== RESTATED_ORDER && countsFor(kind, subject);
  if (!matches && !isStep) return undefined;
  const campaignId = campaignOf(kind);
  const page = pageOf(kind);
  return { type, campaignId, page, matches, isStep, key: `${type} ${campaignId} ${page}` };
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

/** The visitor's next events after the one that matches, or those before it, the nearest first. */
function stepsOf(events: readonly VisitorEvent<Meaning>[], { isBackwards, withinSeconds, depth }: PathsQuestion) {
  const hasTies = events.some(({ time }, at) => at > 0 && time === events[at - 1]!.time);
  const inOrder = hasTies ? events.toSorted(compareEvents) : events;
  const place = inOrder.findIndex(({ meaning }) => meaning.matches);
  const { time: ofMatch } = inOrder[place]!;
  const steps: Meaning[] = [];
  const by = isBackwards ? -1 : 1;
  for (let at = place + by; at >= 0 && at < inOrder.length && steps.length < depth; at += by) {
    const event = inOrder[at]!;
    if (Math.abs(event.time - ofMatch) > withinSeconds) break;
    if (event.meaning.isStep) steps.push(event.meaning);
  }
  return steps;
}

function compareEvents(a: VisitorEvent<Meaning>, b: VisitorEvent<Meaning>): number {
  return a.time - b.time || compareSteps(a.meaning, b.meaning) || Number(b.meaning.matches) - Number(a.meaning.matches);
}

class CountedNode {
  #visitors = 0;
  #ended = 0;
  readonly #children = new Map<string, { readonly step: PathStep; readonly node: CountedNode }>();

  count(steps: readonly Meaning[], depth: number, place = 0): void {
    this.#visitors++;
    if (place === depth) return;
    const step = steps[place];
    if (!step) {
      this.#ended++;
      return;
    }
    let child = this.#children.get(step.key);
    if (!child) {
      child = { step, node: new CountedNode() };
      this.#children.set(step.key, child);
    }
    child.node.count(steps, depth, place + 1);
  }

  shown(childrenMax: number, depth: number): PathNode {
    const visitors = this.#visitors;
    if (depth === 0) return { visitors, children: [] };
    const children = [...this.#children.values()]
      .sort((a, b) => b.node.#visitors - a.node.#visitors || compareSteps(a.step, b.step))
      .slice(0, childrenMax)
      .map(({ step: { type, campaignId, page }, node }) => ({
        type,
        campaignId,
        page,
        ...node.shown(childrenMax, depth - 1),
      }));
    const shownVisitors = children.reduce((sum, child) => sum + child.visitors, 0);
    return { visitors, children, rest: { ended: this.#ended, others: visitors - this.#ended - shownVisitors } };
  }
}

function compareSteps(a: PathStep, b: PathStep): number {
  return (
    Number(b.type === PAGE_VIEW) - Number(a.type === PAGE_VIEW) ||
    a.type - b.type ||
    (a.campaignId ?? 0) - (b.campaignId ?? 0) ||
    compareTexts(a.page ?? '', b.page ?? '')
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
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
