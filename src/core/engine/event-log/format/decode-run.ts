// A run with all its events in memory.
import { NO_VALUE, STORED_DIMENSIONS } from '../../../foundation/dimensions/dimension.ts';
import type { StoredNumbers } from './bytes.ts';
import { EventTable } from './event-table.ts';
import { actionsOf, dimensionColumn, entriesOf, outsideOfDictionary, type Run, secondsOf, visitorsOf } from './run.ts';
import type { Dictionaries } from './write-run.ts';

/** A column without any value has the dictionary of a column whose only value is none. */
const NO_VALUES: readonly string[] = [NO_VALUE];

export function dictionariesOf(run: Run): Dictionaries {
  return {
    subjects: entriesOf(actionsOf(run).subjects),
    dimensions: STORED_DIMENSIONS.map((dimension) => dimensionColumn(run, dimension)?.dictionary ?? NO_VALUES),
  };
}

/** Its events in the order of the run, with indexes into its own dictionaries. */
export function decodeRun(run: Run): EventTable {
  const table = new EventTable();
  table.reserve(run.eventCount);
  table.count = run.eventCount;
  writeHashes(run, table);
  table.second.set(secondsOf(run));
  const { numbers, types, revenue, subjects } = actionsOf(run);
  writeIndexes(table.subject, numbers, run.eventCount, subjects.heads.length * types.length);
  for (let i = 0; i < run.eventCount; i++) {
    const number = table.subject[i]!;
    table.type[i] = types[number % types.length]!;
    table.subject[i] = Math.floor(number / types.length);
  }
  for (const [i, place] of revenue.places.entries()) table.revenue[place] = revenue.amounts[i]!;
  for (const [i, dimension] of STORED_DIMENSIONS.entries()) {
    const column = dimensionColumn(run, dimension);
    if (column) writeIndexes(table.dimensions[i]!, column.indexes, run.eventCount, column.dictionary.length);
  }
  return table;
}

/** The hash of the visitor of each event. */
function writeHashes(run: Run, { high, low }: EventTable): void {
  const visitors = visitorsOf(run);
  let at = 0;
  for (let visitor = 0; visitor < visitors.high.length; visitor++) {
    for (const end = at + visitors.counts[visitor]!; at < end; at++) {
      high[at] = visitors.high[visitor]!;
      low[at] = visitors.low[visitor]!;
    }
  }
}

function writeIndexes(
  to: Uint16Array | Uint32Array,
  stored: StoredNumbers,
  count: number,
  dictionarySize: number,
): void {
  const indexes = stored.numbers(count);
  for (let i = 0; i < count; i++) {
    const index = indexes[i]!;
    if (index >= dictionarySize) throw outsideOfDictionary();
    to[i] = index;
  }
}
