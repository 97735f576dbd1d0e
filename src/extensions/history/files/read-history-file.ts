// Reads a file of another tool into days.

import type { OwnHosts } from '../../../core/foundation/dimensions/referrer.ts';
import type { Zone } from '../../../core/foundation/time/zone.ts';
import type { HistoryTool, TrafficDay } from '../days/traffic-day.ts';
import type { FileBytes } from './file-bytes.ts';
import { HistoryFileError, shown } from './file-error.ts';
import { readGa4 } from './ga4.ts';
import type { HistoryReader } from './history-reader.ts';
import { openFile } from './open-file.ts';
import { readPlausible } from './plausible.ts';
import { TrafficDays } from './traffic-days.ts';
import { readUmami } from './umami.ts';

const READERS: Readonly<Record<HistoryTool, HistoryReader>> = {
  plausible: readPlausible,
  umami: readUmami,
  ga4: readGa4,
};
const EVENT_NAMES_SHOWN = 20;

export interface HistoryLimits {
  readonly unpackedBytesMax: number;
  /** Values of dimensions that all days have together. */
  readonly valuesMax: number;
  /** Distinct visitors, visits and values that events have together. */
  readonly keysMax: number;
}

const MIB = 1024 * 1024;

/** What a request may take of a service that does other things, too: less than 200 MB. */
export const UPLOAD_LIMITS: HistoryLimits = { unpackedBytesMax: 512 * MIB, valuesMax: 500_000, keysMax: 4_000_000 };
export const COMMAND_LIMITS: HistoryLimits = {
  unpackedBytesMax: 8_192 * MIB,
  valuesMax: 3_000_000,
  keysMax: 30_000_000,
};

export interface HistoryFile {
  readonly tool: HistoryTool;
  readonly bytes: FileBytes;
  readonly name: string;
  readonly limits: HistoryLimits;
  readonly conversionEvent?: string | undefined;
  /** The last day that is read. Default: yesterday. */
  readonly lastDay?: number | undefined;
  /** The current day of the website. */
  readonly today: number;
  readonly zone: Zone;
  readonly ownHosts: OwnHosts;
  /** Is called for each part of the file that was read and unpacked. It throws to end the reading. */
  readonly onPart?: (() => Promise<void>) | undefined;
}

export interface ReadHistoryFile {
  /** At least one day; they are in the order of time. */
  readonly days: readonly TrafficDay[];
  /** What was not read: names of files, or of tables. */
  readonly skipped: readonly string[];
}

/** Throws `HistoryFileError`. */
export async function readHistoryFile(file: HistoryFile): Promise<ReadHistoryFile> {
  const { tool, bytes, name, limits, conversionEvent, lastDay, today, zone, ownHosts, onPart } = file;
  const { unpackedBytesMax, valuesMax, keysMax } = limits;
  const files = await openFile(bytes, name, { unpackedBytesMax, onPart });
  const days = new TrafficDays({ file: name, today, lastDay, valuesMax, conversionEvent });
  const skipped = await READERS[tool](files, { file: name, days, zone, ownHosts, keysMax });
  const found = [...days.finish()];
  if (found.length === 0) throw new HistoryFileError({ file: name }, 'it has no traffic of any day that is imported');
  const { eventNames } = days;
  if (conversionEvent !== undefined && !eventNames.includes(conversionEvent)) {
    throw new HistoryFileError({ file: name }, `it has no event ${shown(conversionEvent)}. ${namesOf(eventNames)}`);
  }
  return { days: found, skipped };
}

function namesOf(names: readonly string[]): string {
  if (names.length === 0) return 'It has no events at all.';
  const listed = names.slice(0, EVENT_NAMES_SHOWN).map(shown).join(', ');
  return `Its events: ${listed}${names.length > EVENT_NAMES_SHOWN ? ' …' : ''}`;
}
