// Reads the runs that a question needs, but only what is not kept of them (kept-runs.ts).
//
// Which runs there are, and everything that is not kept, comes from one statement, so each event is read exactly once (see read-runs.ts).
// What is not kept is known before: from a list of the runs. If there are others by the time of the statement, because something was merged
// in between, the question is asked again.
import type { Queries } from '../../../foundation/database/database.ts';
import { joinWindows, type Window } from '../../rollups/window.ts';
import { isInside } from '../counting/log-question.ts';
import type { Run, RunColumn } from '../format/run.ts';
import type { KeptRuns, PartHead, StoredPart } from './kept-runs.ts';
import { type ColumnsOfDays, listParts, readColumns, readRuns, type WantedRuns } from './read-runs.ts';

type Reader = Pick<Queries, 'query'>;

/** Something is merged about once a second. */
const ATTEMPTS_MAX = 3;
/** A statement with more parts would take longer than reading columns that are kept. */
const WINDOWS_MAX = 8;

/** The same as `readRuns`, of all visitors. */
export async function readKeptRuns(database: Reader, kept: KeptRuns, wanted: WantedRuns): Promise<Run[]> {
  const { websiteId, days } = wanted;
  const columns: RunColumn[] = ['visitor', ...wanted.columns];
  const listed = await listParts(database, websiteId, days);
  let heads = listed.heads;
  let runs = listed.hasPending ? undefined : kept.find(websiteId, heads, columns);
  for (let attempt = 0; !runs && attempt < ATTEMPTS_MAX; attempt++) {
    const read = missingColumns(kept, websiteId, heads, columns, days);
    const { parts, pending } = await readColumns(database, wanted, read);
    // Decoding all of it before it is counted would take a lot of memory, for what is too large to be kept.
    if (storedBytes(parts) > kept.storedBytesMax) break;
    for (const part of parts) {
      const added = read.filter(({ window }) => isInside(part.run.day, window)).flatMap((ofDays) => ofDays.columns);
      if (added.length > 0) kept.add(websiteId, part, added);
    }
    heads = parts.map(({ number, visitorsFrom, run }) => ({ day: run.day, number, visitorsFrom }));
    const found = kept.find(websiteId, heads, columns);
    runs = found && [...found, ...pending];
  }
  kept.tidy(websiteId, days, heads);
  return runs ?? readRuns(database, wanted);
}

/** The bytes that are stored, compressed. */
function storedBytes(parts: readonly StoredPart[]): number {
  let bytes = 0;
  for (const { run } of parts) for (const column of run.columns.values()) bytes += column.byteLength;
  return bytes;
}

/** What has to be read: runs that are new have no columns, and others may lack some. */
function missingColumns(
  kept: KeptRuns,
  websiteId: number,
  heads: readonly PartHead[],
  columns: readonly RunColumn[],
  days: readonly Window[],
): ColumnsOfDays[] {
  const missing = heads.map((head) => ({ day: head.day, columns: kept.missingOf(websiteId, head, columns) }));
  const groups = Map.groupBy(missing, (ofPart) => ofPart.columns.join());
  const read = [...groups.values()].flatMap((group) =>
    group[0]!.columns.length === 0
      ? []
      : joinWindows(group.map(({ day }) => ({ firstDay: day, lastDay: day }))).map((window) => ({
          window,
          columns: group[0]!.columns,
        })),
  );
  return read.length <= WINDOWS_MAX ? read : days.map((window) => ({ window, columns }));
}
