// Which counters of an answer events count for, by their codes and values.
import { squaredRevenue } from '../../rollups/metric.ts';
import type { AnswerCells } from './answer-cells.ts';
import type { EventCodes } from './event-codes.ts';
import type { OpenRun } from './open-runs.ts';

export class Counters {
  readonly events: EventCodes;
  readonly cells: AnswerCells;
  /** How many values are told apart. */
  readonly valueCount: number;
  /** For each value of the events its number among these. Without a breakdown there is one value, 0. */
  readonly valueNumbers: Int32Array;
  /** The counters of each code, one after the other (`AnswerCells.countersOf`); and by code where they begin. */
  readonly targets: Int32Array;
  readonly firstTargets: Int32Array;

  constructor(events: EventCodes, cells: AnswerCells, valueNumbers: Int32Array) {
    this.events = events;
    this.cells = cells;
    this.valueNumbers = events.isBrokenDown && valueNumbers.length > 0 ? valueNumbers : new Int32Array(1);
    this.valueCount = this.valueNumbers.reduce((largest, number) => Math.max(largest, number), 0) + 1;
    const targets = events.countedFor.map((countedFor) => cells.countersOf(countedFor));
    let count = 0;
    this.targets = Int32Array.from(targets.flat());
    this.firstTargets = Int32Array.from([0, ...targets.map(({ length }) => (count += length))]);
  }

  /** `value`: its number among those that are told apart. */
  countersOf(code: number, value: number): number[] {
    const counters: number[] = [];
    for (let at = this.firstTargets[code]!; at < this.firstTargets[code + 1]!; at += 2) {
      counters.push(this.targets[at]! + this.targets[at + 1]! * value);
    }
    return counters;
  }

  /** Of the events of these runs. */
  addRevenue(runs: readonly OpenRun[]): void {
    const { codes, values } = this.events;
    for (const run of runs) {
      const { places, amounts } = this.events.revenueOf(run);
      for (const [i, place] of places.entries()) {
        const event = run.firstEvent + place;
        const amount = amounts[i]!;
        const sum = { amount, squared: squaredRevenue(amount), positive: Number(amount > 0) };
        const own = this.countersOf(codes[event]!, this.valueNumbers[values[event] ?? 0]!);
        for (const counter of own) this.cells.addRevenue(counter, sum);
      }
    }
  }
}
