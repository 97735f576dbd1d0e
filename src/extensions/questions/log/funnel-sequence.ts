/**
 * How far one visitor gets in a funnel: the plain form of funnels (log-question.ts).
 *
 * THE QUESTION. A visitor reaches step k if k different events match the steps 1 to k, each not earlier than the one before, and the last
 * one not later than the window of the funnel after the first. Times are whole seconds. The log does not know the order of
 * events in the same second, so they may stand in any order: a click and the page that it opens may have the same second.
 *
 * THE ALGORITHM. Events come as groups of the same second, in the order of time. An attempt is a second in which step 1 is matched, and the
 * number of steps that it has reached. With each group, an attempt whose window has not passed goes on as far as it can: from step k to
 * the last step q for which different events of the group match the steps k+1 to q. Then a new attempt begins, if the group matches
 * step 1. Of the attempts that have reached the same step, only the one that began last is kept. So there are never more
 * attempts than steps.
 *
 * WHY IT IS RIGHT.
 * 1. For an attempt, further is always better: if a group leads from step j to step q, its events match the steps j+1 to q, so they also
 *    match the steps k+1 to q for any k from j to q. So an attempt that goes as far as it can reaches each step as early as
 *    any sequence that begins in the same second.
 * 2. What an attempt can still reach depends only on the step that it has reached and on its beginning, and a later beginning leaves
 *    more time. So of two attempts at the same step, the one that began first never gets further than the other one.
 * By (1) and (2), after each group the furthest step of the attempts ever kept is the furthest one that any sequence has reached.
 *
 * How many steps a group matches is a matching of steps and events. It is found step by step: if the steps k+1 to q can be matched, any
 * matching of the steps k+1 to q-1 can be changed into one by an augmenting path.
 *
 * THE TIMES of a visitor are those of one sequence: of all that lead to the furthest step, the first one to get there; of several in the
 * same second, the one that began last. It has each step as early as possible (1). Its value is that of its first event; if that second has
 * several such events, it is the first value in alphabetical order: so the answer does not depend on which runs the events are in.
 * Why: docs/decisions/reports.md, "A visitor reaches a step of a funnel by any sequence".
 */

/** An event that matches some steps. */
export interface StepEvent {
  readonly time: number;
  /** A bit for each step that it matches, from the lowest one on. */
  readonly steps: number;
  readonly value: string;
}

export interface Sequence {
  /** When each step up to the furthest one was reached. */
  readonly times: readonly number[];
  readonly value: string;
}

/** Events are in the order of time. undefined: the visitor does not even reach the first step. */
export function furthestSequence(
  events: readonly StepEvent[],
  stepCount: number,
  withinSeconds: number,
): Sequence | undefined {
  /** The attempts by the step that they have reached. */
  const attempts = new Array<Sequence | undefined>(stepCount + 1);
  let furthest: Sequence | undefined;
  for (let next = 0; next < events.length && furthest?.times.length !== stepCount; ) {
    const first = next;
    const { time } = events[first]!;
    while (next < events.length && events[next]!.time === time) next++;
    const group = events.slice(first, next);
    const masks = differentMasks(group, stepCount);
    for (let step = stepCount - 1; step > 0; step--) {
      const attempt = attempts[step];
      if (!attempt) continue;
      const reached = time - attempt.times[0]! > withinSeconds ? 0 : furthestFrom(step, masks, stepCount);
      if (reached === step) continue;
      attempts[step] = undefined;
      const other = attempts[reached];
      if (reached === 0 || (other && other.times[0]! > attempt.times[0]!)) continue;
      attempts[reached] = { ...attempt, times: [...attempt.times, ...new Array<number>(reached - step).fill(time)] };
    }
    const begun = furthestFrom(0, masks, stepCount);
    if (begun > 0) attempts[begun] = { times: new Array<number>(begun).fill(time), value: firstValue(group) };
    const best = attempts.findLast((attempt) => attempt !== undefined);
    if (best && best.times.length > (furthest?.times.length ?? 0)) furthest = best;
  }
  return furthest;
}

const FIRST_STEP = 1;

function firstValue(group: readonly StepEvent[]): string {
  const values = group.filter(({ steps }) => (steps & FIRST_STEP) !== 0).map(({ value }) => value);
  return values.reduce((first, value) => (value < first ? value : first));
}

/** The steps that each event matches. More events of the same steps than there are steps make no difference. */
function differentMasks(group: readonly StepEvent[], stepCount: number): number[] {
  const masks = group.map(({ steps }) => steps);
  if (masks.length <= stepCount) return masks;
  return [...Map.groupBy(masks, (mask) => mask).values()].flatMap((alike) => alike.slice(0, stepCount));
}

/** The last step q for which different events of the group match the steps after `step` up to q. */
function furthestFrom(step: number, masks: readonly number[], stepCount: number): number {
  if (masks.length === 1) return step + ((masks[0]! >> step) & 1);
  /** The step that each event is matched with. */
  const owners: (number | undefined)[] = [];
  let tried: boolean[] = [];
  const isMatched = (wanted: number): boolean => {
    for (const [event, mask] of masks.entries()) {
      if (tried[event] || ((mask >> wanted) & 1) === 0) continue;
      tried[event] = true;
      const owner = owners[event];
      if (owner !== undefined && !isMatched(owner)) continue;
      owners[event] = wanted;
      return true;
    }
    return false;
  };
  let reached = step;
  while (reached < stepCount && isMatched(reached)) {
    reached++;
    tried = [];
  }
  return reached;
}
