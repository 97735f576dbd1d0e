// Counts the events and visitors of any question: the events of one visitor after those of the other. Each counter remembers the last visitor
// that it has counted, so it counts each visitor once. Nobody's events count, but for no visitor.
import type { Counters } from './counters.ts';
import type { OpenRun } from './open-runs.ts';
import { APPEARANCE, countRanges, NOBODY } from './visitor-ranges.ts';

export function countVisitors(runs: readonly OpenRun[], threshold: number, counters: Counters): void {
  const { codes, values } = counters.events;
  const { events: eventCounts, visitors: visitorCounts } = counters.cells;
  const { targets, firstTargets, valueNumbers } = counters;
  const { firstEvent: FIRST_EVENT, endEvent: END_EVENT, next: NEXT } = APPEARANCE;
  const isBrokenDown = values.length > 0;
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
          const value = isBrokenDown ? valueNumbers[values[event]!]! : 0;
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
}
