// Goes through the events of a run once, block by block, with all columns.
import { STORED_DIMENSIONS } from '../dimensions/dimension.ts';
import { InvalidRunError } from './bytes.ts';
import { EventTable } from './event-table.ts';
import type { LogSubject } from './log-event.ts';
import {
  ALL_VISITORS,
  type DictionaryColumn,
  dimensionColumn,
  type Indexes,
  type RevenueBlock,
  type Run,
  readSubject,
  revenueBlocks,
  secondBlocks,
  subjectColumn,
  typeBlocks,
  type VisitorBlock,
  visitorBlocks,
} from './run.ts';
import type { Dictionaries } from './run-writer.ts';

/** For each entry of a run's dictionaries its index in others. A run without a column has one entry. */
export interface NewIndexes {
  readonly subjects: ArrayLike<number>;
  /** In the order of `STORED_DIMENSIONS`. */
  readonly dimensions: readonly ArrayLike<number>[];
}

/** A run with all its events in memory. */
export interface RunEvents extends Dictionaries {
  readonly table: EventTable;
}

export function decodeRun(run: Run): RunEvents {
  const table = new EventTable();
  const cursor = new RunCursor(run);
  const { subjects, dimensions } = cursor;
  const same = (entries: readonly unknown[]) => Uint32Array.from(entries.keys());
  cursor.moveTo(ALL_VISITORS, table, {
    subjects: same(subjects),
    dimensions: dimensions.map((values) => same(values ?? [''])),
  });
  return { table, subjects, dimensions: dimensions.map((values) => values ?? []) };
}

export class RunCursor {
  readonly subjects: readonly LogSubject[];
  /** In the order of `STORED_DIMENSIONS`. undefined: no event has a value. */
  readonly dimensions: readonly (readonly string[] | undefined)[];
  readonly #columns: Columns;
  #block: Block | undefined;
  /** In the block. */
  #visitor = 0;
  #event = 0;

  constructor(run: Run) {
    this.#columns = openColumns(run);
    this.subjects = this.#columns.subjects.dictionary;
    this.dimensions = this.#columns.dimensions.map((column) => column?.dictionary);
    this.#block = nextBlock(this.#columns);
  }

  /** Adds the events of the next visitors, whose high half is below `end`, to the table. */
  moveTo(end: number, table: EventTable, newIndexes: NewIndexes): void {
    while (this.#block) {
      const { high, counts } = this.#block.visitors;
      for (; this.#visitor < high.length && high[this.#visitor]! < end; this.#visitor++) {
        this.#copy(this.#block, counts[this.#visitor]!, table, newIndexes);
      }
      if (this.#visitor < high.length) return;
      this.#block = nextBlock(this.#columns);
      this.#visitor = 0;
      this.#event = 0;
    }
  }

  #copy(block: Block, count: number, table: EventTable, newIndexes: NewIndexes): void {
    const { visitors, seconds, types, subjects, revenue, dimensions } = block;
    table.reserve(table.count + count);
    for (const end = this.#event + count; this.#event < end; this.#event++) {
      const at = table.count++;
      table.high[at] = visitors.high[this.#visitor]!;
      table.low[at] = visitors.low[this.#visitor]!;
      table.second[at] = seconds[this.#event]!;
      table.type[at] = types[this.#event]!;
      table.subject[at] = newIndexes.subjects[subjects[this.#event]!]!;
      table.revenue[at] = revenue[this.#event]!;
      for (let i = 0; i < dimensions.length; i++) {
        const entry = dimensions[i]?.[this.#event] ?? 0;
        table.dimensions[i]![at] = newIndexes.dimensions[i]![entry]!;
      }
    }
  }
}

interface Columns {
  readonly visitors: Generator<VisitorBlock>;
  readonly seconds: Generator<Uint32Array>;
  readonly types: Generator<Uint8Array>;
  readonly subjects: DictionaryColumn<LogSubject>;
  readonly revenue: Generator<RevenueBlock>;
  /** In the order of `STORED_DIMENSIONS`. */
  readonly dimensions: readonly (DictionaryColumn<string> | undefined)[];
}

function openColumns(run: Run): Columns {
  return {
    visitors: visitorBlocks(run),
    seconds: secondBlocks(run),
    types: typeBlocks(run),
    subjects: subjectColumn(run, readSubject),
    revenue: revenueBlocks(run),
    dimensions: STORED_DIMENSIONS.map((name) => dimensionColumn(run, name)),
  };
}

interface Block {
  readonly visitors: VisitorBlock;
  readonly seconds: Uint32Array;
  readonly types: Uint8Array;
  readonly subjects: Indexes;
  readonly revenue: Float64Array;
  readonly dimensions: readonly (Indexes | undefined)[];
}

function nextBlock(columns: Columns): Block | undefined {
  const visitors = columns.visitors.next();
  if (visitors.done) return undefined;
  const types: Uint8Array = columns.types.next().value;
  const revenue = new Float64Array(types.length);
  const { positions, amounts }: RevenueBlock = columns.revenue.next().value;
  for (const [i, position] of positions.entries()) revenue[position] = amounts[i]!;
  return {
    visitors: visitors.value,
    seconds: columns.seconds.next().value,
    types,
    subjects: nextIndexes(columns.subjects),
    revenue,
    dimensions: columns.dimensions.map((column) => column && nextIndexes(column)),
  };
}

function nextIndexes({ dictionary, blocks }: DictionaryColumn<unknown>): Indexes {
  const indexes: Indexes = blocks.next().value;
  for (let i = 0; i < indexes.length; i++) {
    if (indexes[i]! >= dictionary.length) throw new InvalidRunError('an index is not in its dictionary');
  }
  return indexes;
}
