// What the readers of each tool's files have in common.
import type { OwnHosts } from '../../../core/foundation/dimensions/referrer.ts';
import type { Zone } from '../../../core/foundation/time/zone.ts';
import { type CsvRow, CsvTable, readRows } from './csv.ts';
import type { ExportedFile } from './open-file.ts';
import type { TrafficDays } from './traffic-days.ts';

export interface HistoryReading {
  /** The name of the whole file, for errors. */
  readonly file: string;
  readonly days: TrafficDays;
  /** The time zone of the website, for events that have a time. */
  readonly zone: Zone;
  readonly ownHosts: OwnHosts;
  /** Bounds the memory that distinct visitors of events take. */
  readonly keysMax: number;
}

/** Returns what it did not read: names of files, or of tables. */
export type HistoryReader = (files: readonly ExportedFile[], reading: HistoryReading) => Promise<string[]>;

/** Calls `read` for each row behind the header, with the table at this row. `open` checks the columns. */
export async function readTable(
  { name, read }: ExportedFile,
  open: (table: CsvTable) => void,
  readRow: (table: CsvTable) => void,
): Promise<void> {
  let table: CsvTable | undefined;
  for await (const rows of readRows(name, read())) {
    for (const row of rows) {
      if (isBlank(row)) continue;
      if (table) readRow(table.at(row));
      else {
        table = new CsvTable(name, row);
        open(table);
      }
    }
  }
}

export function isBlank({ fields }: CsvRow): boolean {
  return fields.length === 1 && fields[0] === '';
}

/** The day in a column, or undefined if it is not wanted. Throws if it is no date. */
export function dayIn(table: CsvTable, column: string, days: TrafficDays): number | undefined {
  const day = days.dayOf(table.text(column));
  if (typeof day === 'string') throw table.error(column, day);
  return days.isWanted(day) ? day : undefined;
}
