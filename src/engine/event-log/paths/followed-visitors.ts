// The paths of visitors as numbers, and the tree that they make.
import { OTHER_VALUES } from '../../../foundation/dimensions/dimension.ts';
import type { VisitorColumns } from '../counting/log-question.ts';
import { grown } from '../format/event-table.ts';
import { PAGE_VIEW } from '../format/log-event.ts';
import type { PathNode, PathStep, PathsQuestion } from './paths-question.ts';

export interface MeantStep {
  /** Whether it is a step of paths. An event that matches may be none: the view of a later step counts for no website. */
  readonly isStep: boolean;
  /** Its number among the different steps. */
  readonly number: number;
}

type FollowedEvents = Pick<VisitorColumns<MeantStep>, 'first' | 'end' | 'times' | 'places' | 'meanings'>;

const ENDED = -1;

/**
 * What the visitors do, as numbers of steps. Nothing is kept of a node but its visitors while its children are found, so paths of very many
 * different steps take as much memory as those of few. Its loops go over all visitors: what they read has local names.
 */
export class FollowedVisitors {
  readonly #asked: PathsQuestion;
  readonly #known: readonly PathStep[];
  /** The steps of each visitor, `depth` of them; after the last one, `ENDED`. */
  #steps = new Int32Array(1_024);
  /** A number for each step; all are 0 after it was used. */
  #ofSteps = new Int32Array(0);
  #visitors = 0;

  /** `known`: the steps by their numbers. */
  constructor(asked: PathsQuestion, known: readonly PathStep[]) {
    this.#asked = asked;
    this.#known = known;
  }

  /** Adds a visitor, by the events in the order of paths and the place of the one that matches. */
  add({ first, end, times, places, meanings }: FollowedEvents, match: number): void {
    const { depth, isBackwards, withinSeconds } = this.#asked;
    if (depth * (this.#visitors + 1) > this.#steps.length) {
      this.#steps = grown(this.#steps, new Int32Array(2 * this.#steps.length));
    }
    const steps = this.#steps;
    let to = depth * this.#visitors++;
    const endOfVisitor = to + depth;
    const ofMatch = times[match]!;
    const by = isBackwards ? -1 : 1;
    for (let place = match + by; place >= first && place < end && to < endOfVisitor; place += by) {
      if (Math.abs(times[place]! - ofMatch) > withinSeconds) break;
      const { isStep, number } = meanings[places[place]!]!;
      if (isStep) steps[to++] = number;
    }
    while (to < endOfVisitor) steps[to++] = ENDED;
  }

  tree(): PathNode {
    const { depth } = this.#asked;
    const paths = new Int32Array(this.#visitors);
    for (let visitor = 0; visitor < paths.length; visitor++) paths[visitor] = depth * visitor;
    this.#ofSteps = new Int32Array(this.#known.length - ENDED);
    return this.#nodeOf(paths, 0);
  }

  /** `paths`: where the steps of the visitors of the node begin. `place`: how many steps lead to it. */
  #nodeOf(paths: Int32Array, place: number): PathNode {
    const visitors = paths.length;
    if (place === this.#asked.depth) return { visitors, children: [] };
    const counts = this.#countSteps(paths, place);
    const commonest = this.#commonest(counts);
    const ofChildren = this.#divide(
      paths,
      place,
      commonest.map((step) => ({ step, visitors: counts.get(step)! })),
    );
    const children = commonest.map((step, child) => ({
      ...this.#known[step]!,
      ...this.#nodeOf(ofChildren[child]!, place + 1),
    }));
    const ended = counts.get(ENDED) ?? 0;
    const shown = children.reduce((sum, child) => sum + child.visitors, 0);
    return { visitors, children, rest: { ended, others: visitors - ended - shown } };
  }

  /** How many of these visitors have each step next. */
  #countSteps(paths: Int32Array, place: number): ReadonlyMap<number, number> {
    const [steps, counts] = [this.#steps, this.#ofSteps];
    const { length } = paths;
    const found: number[] = [];
    for (let visitor = 0; visitor < length; visitor++) {
      const step = steps[paths[visitor]! + place]!;
      if (counts[step - ENDED]!++ === 0) found.push(step);
    }
    const counted = new Map(found.map((step) => [step, counts[step - ENDED]!]));
    for (const step of found) counts[step - ENDED] = 0;
    return counted;
  }

  /** The paths of the visitors of each of these children. */
  #divide(paths: Int32Array, place: number, children: readonly { step: number; visitors: number }[]): Int32Array[] {
    const [steps, childOf] = [this.#steps, this.#ofSteps];
    const { length } = paths;
    const divided = children.map(({ visitors }) => new Int32Array(visitors));
    const sizes = new Int32Array(children.length);
    for (const [child, { step }] of children.entries()) childOf[step - ENDED] = child + 1;
    for (let visitor = 0; visitor < length; visitor++) {
      const path = paths[visitor]!;
      const child = childOf[steps[path + place]! - ENDED]! - 1;
      if (child >= 0) divided[child]![sizes[child]!++] = path;
    }
    for (const { step } of children) childOf[step - ENDED] = 0;
    return divided;
  }

  /** The numbers of the steps with the most visitors. Pages that are not told apart are no step. */
  #commonest(counts: ReadonlyMap<number, number>): number[] {
    return [...counts.keys()]
      .filter((step) => step !== ENDED && this.#known[step]!.page !== OTHER_VALUES)
      .sort((a, b) => counts.get(b)! - counts.get(a)! || compareSteps(this.#known[a]!, this.#known[b]!))
      .slice(0, this.#asked.childrenMax);
  }
}

export function compareSteps(a: PathStep, b: PathStep): number {
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
