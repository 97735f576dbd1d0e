// The fast form of breakdowns (log-question.ts), of all that do not depend on other days of a visitor: what events count for is a code
// (event-codes.ts).
//
// Few kinds of events, such as the views, conversions … of three devices, are counted by pattern (count-patterns.ts). If there are more,
// the events of one visitor are counted after those of the other. Each counter remembers the last visitor that it has counted, so it counts
// each visitor once. Nobody's events count, but for no visitor.
import type { Dimension } from '../../../foundation/dimensions/dimension.ts';
import { squaredRevenue } from '../../rollups/metric.ts';
import { isInside, type RunsBelow } from '../counting/log-question.ts';
import { type OpenRun, openRuns } from '../counting/open-runs.ts';
import { APPEARANCE, countRanges, NOBODY } from '../counting/visitor-ranges.ts';
import { type CodedRuns, countPatterns } from './count-patterns.ts';
import { type CodedQuestion, codedQuestion, EventCodes } from './event-codes.ts';
import type { CountedInTime, CountedValues, SubjectCounter, SubjectCounts } from './subject-counts.ts';

/** undefined: it depends on more than codes. */
export function openCodes(
  runs: RunsBelow,
  asked: CountedInTime,
  by: Dimension | undefined,
): SubjectCounter | undefined {
  const question = codedQuestion(asked, by);
  return question && new CodeCounter(runs, question);
}

class CodeCounter implements SubjectCounter {
  readonly #question: CodedQuestion;
  readonly #threshold: number;
  readonly #runs: readonly OpenRun[];
  readonly #events: EventCodes;

  constructor({ all, threshold }: RunsBelow, question: CodedQuestion) {
    this.#question = question;
    this.#threshold = threshold;
    this.#events = new EventCodes(question);
    this.#runs = openRuns(all, { windows: question.windows, threshold, collect: () => this.#events });
  }

  get values(): readonly string[] {
    return this.#events.valueNames;
  }

  eventsByValue(): Int32Array {
    const counts = new Int32Array(this.values.length);
    const { codes, values } = this.#events;
    // Others count for nothing that is asked for.
    for (let event = 0; event < codes.length; event++) if (codes[event] !== 0) counts[values[event]!]!++;
    return counts;
  }

  count(counts: SubjectCounts, values: CountedValues): void {
    for (const group of this.#groups()) {
      if (!countPatterns(group, this.#events, counts, values)) countVisitors(group, this.#events, counts, values);
    }
  }

  /** If no windows overlap, those of each window. */
  #groups(): CodedRuns[] {
    const { codedFor } = this.#events;
    const threshold = this.#threshold;
    const codes = [...codedFor.keys()].slice(1);
    if (codedFor.some(({ windows }) => windows.length > 1)) return [{ runs: this.#runs, codes, threshold }];
    return this.#question.windows.map((window, index) => ({
      runs: this.#runs.filter(({ day }) => isInside(day, window)),
      codes: codes.filter((code) => codedFor[code]!.windows[0] === index),
      threshold,
    }));
  }
}

function countVisitors(
  { runs, threshold }: CodedRuns,
  events: EventCodes,
  counts: SubjectCounts,
  { numbers }: CountedValues,
): void {
  const { codes, values } = events;
  // The counters of each code, one after the other, and by code where they begin.
  const ofCodes = events.codedFor.map((coded) => counts.countersOf(coded, coded.windows));
  let size = 0;
  const targets = Int32Array.from(ofCodes.flat());
  const firstTargets = Int32Array.from([0, ...ofCodes.map(({ length }) => (size += length))]);
  const { events: eventCounts, visitors: visitorCounts } = counts;
  const { firstEvent: FIRST_EVENT, endEvent: END_EVENT, next: NEXT } = APPEARANCE;
  const lastVisitors = new Int32Array(eventCounts.length);
  // The loop over everything: what it reads has local names, because reading fields, constants and imports takes longer than counting.
  countRanges(runs, threshold, (range) => {
    const { firstNumber, visitorCount } = range;
    const { appearances, first, nobody } = range.appearances();
    for (let visitor = NOBODY; visitor < visitorCount; visitor++) {
      const number = firstNumber + visitor;
      for (let at = visitor < 0 ? nobody : first[visitor]!; at >= 0; at = appearances[at + NEXT]!) {
        const end = appearances[at + END_EVENT]!;
        for (let event = appearances[at + FIRST_EVENT]!; event < end; event++) {
          const code = codes[event]!;
          const value = numbers[values[event]!]!;
          const endTarget = firstTargets[code + 1]!;
          for (let i = firstTargets[code]!; i < endTarget; i += 2) {
            const counter = targets[i]! + targets[i + 1]! * value;
            eventCounts[counter]!++;
            if (visitor < 0 || lastVisitors[counter] === number) continue;
            visitorCounts[counter]!++;
            lastVisitors[counter] = number;
          }
        }
      }
    }
  });
  // Few events have revenue.
  for (const run of runs) {
    const { places, amounts } = events.revenueOf(run);
    for (const [i, place] of places.entries()) {
      const event = run.firstEvent + place;
      const amount = amounts[i]!;
      const sum = { amount, squared: squaredRevenue(amount), positive: Number(amount > 0) };
      const own = ofCodes[codes[event]!]!;
      for (let at = 0; at < own.length; at += 2) {
        counts.addRevenue(own[at]! + own[at + 1]! * numbers[values[event]!]!, sum);
      }
    }
  }
}
