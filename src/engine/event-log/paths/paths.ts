/**
 * Paths: what visitors do next after a step, or what they did before it, as a tree.
 *
 * Events are in the order of time. Of the same second, page views come first, because what is on a page is seen after it; others are in the
 * order of their type numbers. Then the ids of their campaigns decide, those without a campaign first, and the pages as text. Of equal
 * ones, the one that matches the step comes first. Each event is a step of its own, also if it equals the one before. Nobody's events are
 * of no visitor, and visitors whose ids are for one day only are left out.
 */
import { NO_VALUE, OTHER_VALUES } from '../../../foundation/dimensions/dimension.ts';
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
import { numberOf } from '../counting/write-numbers.ts';
import { PAGE_VIEW, RESTATED_ORDER } from '../format/log-event.ts';
import { matchesStep } from '../funnels/funnel.ts';
import type { PathNode, PathStep, PathsAnswer, PathsQuestion } from './paths-question.ts';

/** What an event is to paths. */
interface Meaning extends PathStep {
  /** Whether paths begin or end with it. */
  readonly matches: boolean;
  /** Whether it is a step of paths. An event that matches may be none: the view of a later step counts for no website. */
  readonly isStep: boolean;
  /** Its number among the different steps. */
  readonly number: number;
}

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
      const followed = new FollowedVisitors(asked, known);
      const seen = { followable: 0, unfollowable: 0 };
      log.visitors(meaningIn, { needed: neededFor(asked) }).each(({ isNobody, isDaily, events }) => {
        if (isNobody || !events.some(({ meaning }) => meaning.matches)) return;
        if (isDaily) seen.unfollowable++;
        else {
          seen.followable++;
          followed.add(stepsOf(events, asked));
        }
      });
      return { root: followed.tree(), ...seen, sampled: log.sampled };
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

/**
 * What the visitors do, as numbers of steps. Nothing is kept of a node but its visitors while its children are found, so paths of very many
 * different steps take as much memory as those of few.
 */
class FollowedVisitors {
  readonly #asked: PathsQuestion;
  readonly #known: readonly PathStep[];
  /** The steps of each visitor, `depth` of them; after the last one, `ENDED`. */
  #steps = new Int32Array(1_024);
  #visitors = 0;

  /** `known`: the steps by their numbers. */
  constructor(asked: PathsQuestion, known: readonly PathStep[]) {
    this.#asked = asked;
    this.#known = known;
  }

  add(steps: readonly Meaning[]): void {
    const { depth } = this.#asked;
    const from = depth * this.#visitors++;
    if (from + depth > this.#steps.length) {
      const larger = new Int32Array(2 * this.#steps.length);
      larger.set(this.#steps);
      this.#steps = larger;
    }
    for (let place = 0; place < depth; place++) this.#steps[from + place] = steps[place]?.number ?? ENDED;
  }

  tree(): PathNode {
    return this.#nodeOf(
      Int32Array.from({ length: this.#visitors }, (_, visitor) => visitor * this.#asked.depth),
      0,
    );
  }

  /** `paths`: where the steps of the visitors of the node begin. `place`: how many steps lead to it. */
  #nodeOf(paths: Int32Array, place: number): PathNode {
    const visitors = paths.length;
    if (place === this.#asked.depth) return { visitors, children: [] };
    const counts = new Map<number, number>();
    for (const path of paths) {
      const step = this.#steps[path + place]!;
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
    const ended = counts.get(ENDED) ?? 0;
    const children = this.#commonest(counts).map((step) => ({
      ...this.#known[step]!,
      ...this.#nodeOf(
        paths.filter((path) => this.#steps[path + place] === step),
        place + 1,
      ),
    }));
    const shown = children.reduce((sum, child) => sum + child.visitors, 0);
    return { visitors, children, rest: { ended, others: visitors - ended - shown } };
  }

  /** The numbers of the steps with the most visitors. Pages that are not told apart are no step. */
  #commonest(counts: ReadonlyMap<number, number>): number[] {
    return [...counts.keys()]
      .filter((step) => step !== ENDED && this.#known[step]!.page !== OTHER_VALUES)
      .sort((a, b) => counts.get(b)! - counts.get(a)! || compareSteps(this.#known[a]!, this.#known[b]!))
      .slice(0, this.#asked.childrenMax);
  }
}

const ENDED = -1;

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
