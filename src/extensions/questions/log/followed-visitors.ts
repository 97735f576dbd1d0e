// The paths of visitors as numbers, and the tree that they make.

import type { VisitorColumns } from '../../../core/engine/event-log/counting/log-question.ts';
import { grown } from '../../../core/engine/event-log/format/event-table.ts';
import { PAGE_VIEW } from '../../../core/engine/event-log/format/log-event.ts';
import { OTHER_VALUES } from '../../../core/foundation/dimensions/dimension.ts';
import type { PathNode, PathStep, PathsQuestion } from './paths-question.ts';

export interface MeantStep {
  /** Whether it is a step of paths. An event that matches may be none: the view of a later step counts for no website. */
  readonly isStep: boolean;
  /** Its number among the different steps. */
  readonly number: number;
}

type FollowedEvents = Pick<VisitorColumns<MeantStep>, 'first' | 'end' | 'times' | 'places' | 'meanings'>;

const ENDED = -1;

/** How many visitors go on with a step. */
interface ChildCount {
  readonly step: number;
  readonly visitors: number;
}

/**
 * What the visitors do, as numbers of steps. Nothing is kept of a node but its visitors while its children are found, so paths of very many
 * different steps take as much memory as those of few. Its loops go over all visitors: what they read has local names.
 */
export class FollowedVisitors {
  readonly #asked: PathsQuestion;
  readonly #known: readonly PathStep[];
  /** For each place of a path, the step that each visitor has there; after the last one, `ENDED`. */
  readonly #steps: Int32Array[];
  /** A number for each step; all are 0 after it was used. */
  #ofSteps = new Int32Array(0);
  #visitors = 0;

  /** `known`: the steps by their numbers. */
  constructor(asked: PathsQuestion, known: readonly PathStep[]) {
    this.#asked = asked;
    this.#known = known;
    this.#steps = Array.from({ length: asked.depth }, () => new Int32Array(1_024));
  }

  /** Adds a visitor, by the events in the order of paths and the place of the one that matches. */
  add({ first, end, times, places, meanings }: FollowedEvents, match: number): void {
    const { depth, isBackwards, withinSeconds } = this.#asked;
    const visitor = this.#visitors++;
    if (visitor === this.#steps[0]!.length) this.#makeRoom();
    const steps = this.#steps;
    const ofMatch = times[match]!;
    const by = isBackwards ? -1 : 1;
    let to = 0;
    for (let place = match + by; place >= first && place < end && to < depth; place += by) {
      if (Math.abs(times[place]! - ofMatch) > withinSeconds) break;
      const { isStep, number } = meanings[places[place]!]!;
      if (isStep) steps[to++]![visitor] = number;
    }
    while (to < depth) steps[to++]![visitor] = ENDED;
  }

  /** Adds visitors, by what `add` writes of each. */
  addPaths(paths: readonly Int32Array[]): void {
    const before = this.#visitors;
    this.#visitors += paths[0]!.length;
    while (this.#visitors > this.#steps[0]!.length) this.#makeRoom();
    for (const [place, steps] of paths.entries()) this.#steps[place]!.set(steps, before);
  }

  get count(): number {
    return this.#visitors;
  }

  #makeRoom(): void {
    for (const [place, steps] of this.#steps.entries()) {
      this.#steps[place] = grown(steps, new Int32Array(2 * steps.length));
    }
  }

  tree(): PathNode {
    const visitors = new Int32Array(this.#visitors);
    for (let visitor = 0; visitor < visitors.length; visitor++) visitors[visitor] = visitor;
    this.#ofSteps = new Int32Array(this.#known.length - ENDED);
    return this.#nodeOf(visitors, 0);
  }

  /** `all`: the visitors of the node. `place`: how many steps lead to it, less than the depth. */
  #nodeOf(all: Int32Array, place: number): PathNode {
    const visitors = all.length;
    const counts = this.#countSteps(all, place);
    const commonest = this.#commonest(counts);
    const children = this.#childrenOf(
      all,
      place,
      commonest.map((step) => ({ step, visitors: counts.get(step)! })),
    );
    const ended = counts.get(ENDED) ?? 0;
    const shown = children.reduce((sum, child) => sum + child.visitors, 0);
    return { visitors, children, rest: { ended, others: visitors - ended - shown } };
  }

  #childrenOf(all: Int32Array, place: number, counted: readonly ChildCount[]): PathNode['children'] {
    if (place === this.#asked.depth - 1) {
      return counted.map(({ step, visitors }) => ({ ...this.#known[step]!, visitors, children: [] }));
    }
    const divided = this.#divide(all, place, counted);
    return counted.map(({ step }, child) => ({ ...this.#known[step]!, ...this.#nodeOf(divided[child]!, place + 1) }));
  }

  /** How many of these visitors have each step next. */
  #countSteps(all: Int32Array, place: number): ReadonlyMap<number, number> {
    const [steps, counts] = [this.#steps[place]!, this.#ofSteps];
    const { length } = all;
    const found: number[] = [];
    for (let index = 0; index < length; index++) {
      const step = steps[all[index]!]!;
      if (counts[step - ENDED]!++ === 0) found.push(step);
    }
    const counted = new Map(found.map((step) => [step, counts[step - ENDED]!]));
    for (const step of found) counts[step - ENDED] = 0;
    return counted;
  }

  /** The visitors of each of these children. */
  #divide(all: Int32Array, place: number, children: readonly ChildCount[]): Int32Array[] {
    const [steps, childOf] = [this.#steps[place]!, this.#ofSteps];
    const { length } = all;
    const divided = children.map(({ visitors }) => new Int32Array(visitors));
    const sizes = new Int32Array(children.length);
    for (const [child, { step }] of children.entries()) childOf[step - ENDED] = child + 1;
    for (let index = 0; index < length; index++) {
      const visitor = all[index]!;
      const child = childOf[steps[visitor]! - ENDED]! - 1;
      if (child >= 0) divided[child]![sizes[child]!++] = visitor;
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
