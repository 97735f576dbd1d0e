// Writes a run, block by block, from events in the order of a run.
import { NO_VALUE, STORED_DIMENSIONS } from '../dimensions/dimension.ts';
import { ByteWriter } from './bytes.ts';
import { EventTable } from './event-table.ts';
import type { LogSubject } from './log-event.ts';
import {
  BLOCK_EVENTS,
  type Run,
  type RunColumn,
  writeDimensionDictionary,
  writeIndexes,
  writeRevenue,
  writeSeconds,
  writeSubjectDictionary,
  writeVisitors,
} from './run.ts';

/** The dictionaries of a run, sorted. */
export interface Dictionaries {
  readonly subjects: readonly LogSubject[];
  /** In the order of `STORED_DIMENSIONS`. A dictionary without any value has no column. */
  readonly dimensions: readonly (readonly string[])[];
}

export class RunWriter {
  readonly #day: number;
  readonly #threshold: number;
  readonly #dictionaries: Dictionaries;
  readonly #writers = new Map<RunColumn, ByteWriter>();
  readonly #block = new EventTable();
  #eventCount = 0;
  #hasRevenue = false;

  constructor(day: number, threshold: number, dictionaries: Dictionaries) {
    this.#day = day;
    this.#threshold = threshold;
    this.#dictionaries = dictionaries;
    writeSubjectDictionary(this.#writer('subject'), dictionaries.subjects);
    for (const [i, values] of dictionaries.dimensions.entries()) {
      if (hasValues(values)) writeDimensionDictionary(this.#writer(STORED_DIMENSIONS[i]!), values);
    }
  }

  /** Adds the events of the table that have these indexes. */
  add(table: EventTable, indexes: Uint32Array): void {
    this.#block.reserve(Math.min(BLOCK_EVENTS, this.#block.count + indexes.length));
    for (const index of indexes) {
      this.#block.push(table, index);
      if (this.#block.count === BLOCK_EVENTS) this.#writeBlock();
    }
  }

  finish(): Run {
    if (this.#block.count > 0) this.#writeBlock();
    if (!this.#hasRevenue) this.#writers.delete('revenue');
    if (this.#eventCount === 0) this.#writers.clear();
    const columns = new Map(Array.from(this.#writers, ([column, writer]) => [column, writer.written()]));
    return { day: this.#day, eventCount: this.#eventCount, threshold: this.#threshold, columns };
  }

  #writeBlock(): void {
    const { count, second, type, subject, revenue, dimensions } = this.#block;
    writeVisitors(this.#writer('visitor'), visitorsOf(this.#block));
    writeSeconds(this.#writer('second'), second.subarray(0, count));
    this.#writer('type').part(type.subarray(0, count));
    writeIndexes(this.#writer('subject'), subject.subarray(0, count), this.#dictionaries.subjects.length);
    this.#hasRevenue = writeRevenue(this.#writer('revenue'), revenue.subarray(0, count)) || this.#hasRevenue;
    for (const [i, values] of this.#dictionaries.dimensions.entries()) {
      if (!hasValues(values)) continue;
      writeIndexes(this.#writer(STORED_DIMENSIONS[i]!), dimensions[i]!.subarray(0, count), values.length);
    }
    this.#eventCount += count;
    this.#block.count = 0;
  }

  #writer(column: RunColumn): ByteWriter {
    let writer = this.#writers.get(column);
    if (!writer) {
      writer = new ByteWriter();
      this.#writers.set(column, writer);
    }
    return writer;
  }
}

function hasValues(values: readonly string[]): boolean {
  return values.length > 1 || (values.length === 1 && values[0] !== NO_VALUE);
}

/** Neighbours with the same hash become one visitor. */
function visitorsOf({ count, high, low }: EventTable) {
  const highs = new Uint32Array(count);
  const lows = new Uint32Array(count);
  const counts = new Uint32Array(count);
  let size = 0;
  for (let i = 0; i < count; i++) {
    if (size === 0 || high[i] !== highs[size - 1] || low[i] !== lows[size - 1]) {
      highs[size] = high[i]!;
      lows[size] = low[i]!;
      size++;
    }
    counts[size - 1]!++;
  }
  return { high: highs.subarray(0, size), low: lows.subarray(0, size), counts: counts.subarray(0, size) };
}
