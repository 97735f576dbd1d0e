// What attribution needs of events: which are orders, which are touches of what, and when they happened. Subjects are looked at once for
// each entry of a dictionary, not for each event.
import { SUBJECT_KIND, type SubjectReference } from '../../catalog/subject.ts';
import { METRIC } from '../../rollups/metric.ts';
import { writeNumbers } from '../counting/event-codes.ts';
import type { AskedEvents } from '../counting/open-runs.ts';
import { RESTATED_ORDER } from '../format/log-event.ts';
import { type Actions, actionsOf, isHoldoutIn, kindIn, type Run, type Visitors, writeTimes } from '../format/run.ts';
import type { AttributionQuestion } from './attribution-question.ts';

/** The code 0 is neither an order nor a touch. */
const ORDER = 1;
export const RESTATED = 2;
/** Codes from here on are touches: the subject's place among `touched`, counted from this number. */
export const FIRST_TOUCH = 3;

export interface TouchedSubject extends SubjectReference {
  readonly campaignId: number;
}

export class AttributionEvents implements AskedEvents {
  readonly codes: Int32Array;
  /** Since 00:00 UTC of the date of the run's day. */
  readonly seconds: Int32Array;
  /** By event. */
  readonly revenue = new Map<number, number>();
  readonly touched: TouchedSubject[] = [];
  readonly #places = new Map<string, number>();
  readonly #touchTypes: readonly number[];
  #count = 0;

  constructor({ touchTypes }: AttributionQuestion, eventCount: number) {
    this.codes = new Int32Array(eventCount);
    this.seconds = new Int32Array(eventCount);
    this.#touchTypes = touchTypes;
  }

  add(run: Run, visitors: Visitors, eventCount: number): ReturnType<AskedEvents['add']> {
    const first = this.#count;
    this.#count += eventCount;
    const actions = actionsOf(run);
    const codes = this.codes.subarray(first, this.#count);
    writeNumbers(codes, actions.numbers.numbers(eventCount), this.#codesOf(actions));
    writeTimes(this.seconds.subarray(first, this.#count), run, 0);
    const { places, amounts } = actions.revenue;
    for (let i = 0; i < places.length && places[i]! < eventCount; i++) {
      this.revenue.set(first + places[i]!, amounts[i]!);
    }
    return { visitors, firstEvent: first, endEvent: this.#count };
  }

  /** For each subject and type. A view of a later step is a touch, too, although it is no view of the campaign. Who was shown nothing has touched nothing. */
  #codesOf({ types, subjects: { heads, ids } }: Actions): Int32Array {
    const codes = new Int32Array(heads.length * types.length);
    const write = (index: number, type: number, code: number) => {
      const place = types.indexOf(type);
      if (place >= 0) codes[index * types.length + place] = code;
    };
    for (let index = 0; index < heads.length; index++) {
      write(index, METRIC.orders, ORDER);
      write(index, RESTATED_ORDER, RESTATED);
      const campaignId = ids[SUBJECT_KIND.campaign]![index];
      if (campaignId === undefined || isHoldoutIn(heads[index]!)) continue;
      const kind = kindIn(heads[index]!);
      const place = this.#placeOf({ kind, id: ids[kind]![index]!, campaignId });
      for (const type of this.#touchTypes) write(index, type, FIRST_TOUCH + place);
    }
    return codes;
  }

  #placeOf(subject: TouchedSubject): number {
    const key = `${subject.kind} ${subject.id}`;
    let place = this.#places.get(key);
    if (place === undefined) {
      place = this.touched.push(subject) - 1;
      this.#places.set(key, place);
    }
    return place;
  }
}
