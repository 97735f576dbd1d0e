// Converts a fold to database rows. All numbers share one buffer, and so do all sketches, so that rows can be transferred
// between threads without copying them one by one.

import type { Sketch } from '../../foundation/sketches/hyperloglog.ts';
import type { Subject } from '../catalog/subject.ts';
import type { DayCell, Fold, ValueList } from './fold.ts';
import { METRIC_COUNT, VISITOR_METRICS } from './metric.ts';

/** website_id, subject_kind, subject_id, day, the six counts, revenue, squared revenue. */
export const NUMBERS_PER_COUNTER_ROW = 4 + METRIC_COUNT + 2;
/** website_id, subject_kind, subject_id, metric, day, end offset of the sketch (it starts at the previous end). */
export const NUMBERS_PER_VISITOR_ROW = 6;

export interface RollupRows {
  readonly counters: Float64Array<ArrayBuffer>;
  readonly visitors: Float64Array<ArrayBuffer>;
  readonly sketches: Uint8Array<ArrayBuffer>;
  readonly valueLists: readonly ValueList[];
}

/** Rows sorted by key. Call `fold.rollUp()` first. */
export function rowsOf(fold: Fold): RollupRows {
  const subjects = [...fold.subjects()]
    .map(([subject, days]): SubjectDays => [subject, [...days].sort(([a], [b]) => a - b)])
    .sort(([a], [b]) => a.websiteId - b.websiteId || a.kind - b.kind || a.id - b.id);
  return { counters: counterRows(subjects), ...visitorRows(subjects), valueLists: [...fold.valueLists()] };
}

/** Days in ascending order. */
type SubjectDays = readonly [Subject, readonly [number, DayCell][]];

function counterRows(subjects: readonly SubjectDays[]): Float64Array<ArrayBuffer> {
  const rowCount = subjects.reduce((sum, [, days]) => sum + days.length, 0);
  const rows = new Float64Array(rowCount * NUMBERS_PER_COUNTER_ROW);
  let at = 0;
  for (const [{ websiteId, kind, id }, days] of subjects) {
    for (const [day, { counts, revenue, revenueSquared }] of days) {
      rows[at++] = websiteId;
      rows[at++] = kind;
      rows[at++] = id;
      rows[at++] = day;
      for (let metric = 0; metric < METRIC_COUNT; metric++) rows[at++] = counts[metric]!;
      rows[at++] = revenue;
      rows[at++] = revenueSquared;
    }
  }
  return rows;
}

function visitorRows(subjects: readonly SubjectDays[]): Pick<RollupRows, 'visitors' | 'sketches'> {
  const keys: number[] = [];
  const sketches = new SketchBytes();
  for (const [{ websiteId, kind, id }, days] of subjects) {
    for (let metric = 0; metric < VISITOR_METRICS.length; metric++) {
      for (const [day, { visitors }] of days) {
        const sketch = visitors[metric];
        if (sketch && !sketch.isEmpty) keys.push(websiteId, kind, id, metric, day, sketches.append(sketch));
      }
    }
  }
  return { visitors: Float64Array.from(keys), sketches: sketches.bytes() };
}

class SketchBytes {
  #bytes = new Uint8Array(1024);
  #end = 0;

  /** Returns the end offset. */
  append(sketch: Sketch): number {
    const packed = sketch.toBytes();
    const end = this.#end + packed.length;
    if (end > this.#bytes.length) this.#grow(end);
    this.#bytes.set(packed, this.#end);
    this.#end = end;
    return end;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#end);
  }

  #grow(lengthMin: number): void {
    const larger = new Uint8Array(Math.max(lengthMin, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = larger;
  }
}
