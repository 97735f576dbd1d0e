// Merged runs that questions have read, decoded, in the memory of the thread that reads. The tabs of a page, its filters and the steps of a
// funnel ask for the same days again and again; without it, each of these questions reads and decodes them anew.
//
// WHY ANSWERS ARE AS OF NOW. A part of a run never changes, and the number of a run is never used again (see upkeep/merge.ts). Each
// question first asks the database which parts there are now (read-kept-runs.ts), and uses only those. What was merged, erased or swept is
// not there any more, so it is not used, and is dropped when its days are next asked for. A visitor is erased by replacing one part, so
// runs are kept part by part.
//
// THE LIMITS are in bytes. A website has at most half of the memory, so others keep theirs, however many days are asked for there. If there
// are too many, what was used the longest ago goes first.
// Why: docs/decisions/reports.md, "Runs that questions have read stay in memory".
import type { StoredDimension } from '../../../foundation/dimensions/dimension.ts';
import type { Window } from '../../rollups/window.ts';
import { isInside } from '../counting/log-question.ts';
import {
  type Actions,
  actionsOf,
  type DecodedColumns,
  type DimensionColumn,
  dimensionColumn,
  firstEventsOf,
  type Run,
  type RunColumn,
  secondsOf,
  visitorsOf,
} from '../format/run.ts';

const WEBSITE_SHARE = 1 / 2;
const NUMBER_BYTES = 8;
/** What a text takes besides its characters. */
const TEXT_BYTES = 32;
/** What the objects of a part and of one of its columns take, whatever is in them: a small day has little else. */
const PART_BYTES = 1_500;
const COLUMN_BYTES = 500;
/** What an event takes at most, roughly, with several dimensions. */
const EVENT_BYTES = 16;

/** How many times the bytes of a stored column, which is compressed, it takes in memory at least. */
const STORED_TIMES = 2;

/** A part of a run as the database knows it. */
export interface PartHead {
  readonly day: number;
  readonly number: number;
  readonly visitorsFrom: number;
}

/** A part of a run, as `runsOf` gives it. */
export interface StoredPart {
  readonly number: number;
  readonly visitorsFrom: number;
  readonly run: Run;
}

interface KeptPart {
  readonly run: Run;
  readonly columns: ReadonlySet<RunColumn>;
  readonly bytes: number;
}

/** The parts in the order in which they were used, the latest one last. */
interface KeptWebsite {
  readonly parts: Map<string, KeptPart>;
  bytes: number;
}

export class KeptRuns {
  readonly #bytesMax: number;
  /** The websites in the order in which they were asked for, the latest one last. */
  readonly #websites = new Map<number, KeptWebsite>();

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return [...this.#websites.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Runs of more events would not stay until the next question. */
  get eventsMax(): number {
    return (this.#bytesMax * WEBSITE_SHARE) / EVENT_BYTES;
  }

  /** What takes more bytes as it is stored would not stay, either: texts take four times as many in memory, and more. */
  get storedBytesMax(): number {
    return (this.#bytesMax * WEBSITE_SHARE) / STORED_TIMES;
  }

  /** Which of these columns are not kept of a part. */
  missingOf(websiteId: number, head: PartHead, columns: readonly RunColumn[]): readonly RunColumn[] {
    const kept = this.#websites.get(websiteId)?.parts.get(keyOf(head));
    return kept ? columns.filter((column) => !kept.columns.has(column)) : columns;
  }

  /** These parts. undefined: one of the columns is missing. */
  find(websiteId: number, heads: readonly PartHead[], columns: readonly RunColumn[]): Run[] | undefined {
    const { parts } = this.#websiteOf(websiteId);
    const found: Run[] = [];
    for (const head of heads) {
      const key = keyOf(head);
      const kept = parts.get(key);
      if (!kept || !columns.every((column) => kept.columns.has(column))) return undefined;
      parts.delete(key);
      parts.set(key, kept);
      found.push(kept.run);
    }
    return found;
  }

  /** Decodes these columns of a part, and adds them to those that are kept of it. */
  add(websiteId: number, { number, visitorsFrom, run }: StoredPart, columns: readonly RunColumn[]): void {
    const website = this.#websiteOf(websiteId);
    const key = keyOf({ day: run.day, number, visitorsFrom });
    const before = website.parts.get(key);
    const decoded = decode(run, columns, before?.run.decoded);
    const allColumns = new Set([...(before?.columns ?? []), ...columns]);
    const bytes = PART_BYTES + COLUMN_BYTES * allColumns.size + bytesOf(decoded);
    website.parts.set(key, {
      run: { ...run, columns: new Map(), decoded },
      columns: allColumns,
      bytes,
    });
    website.bytes += bytes - (before?.bytes ?? 0);
  }

  /** Called after a question about these days of a website: drops parts of them that are not there any more, and what is too much. */
  tidy(websiteId: number, days: readonly Window[], heads: readonly PartHead[]): void {
    const asked = this.#websiteOf(websiteId);
    const present = new Set(heads.map(keyOf));
    for (const [key, { run }] of asked.parts) {
      if (!present.has(key) && days.some((window) => isInside(run.day, window))) drop(asked, key);
    }
    dropOldest(asked, this.#bytesMax * WEBSITE_SHARE);
    if (asked.parts.size === 0) this.#websites.delete(websiteId);
    for (const [id, website] of this.#websites) {
      dropOldest(website, website.bytes - Math.max(0, this.bytes - this.#bytesMax));
      if (website.parts.size > 0) break;
      this.#websites.delete(id);
    }
  }

  #websiteOf(websiteId: number): KeptWebsite {
    const website = this.#websites.get(websiteId) ?? { parts: new Map(), bytes: 0 };
    this.#websites.delete(websiteId);
    this.#websites.set(websiteId, website);
    return website;
  }
}

function keyOf({ day, number, visitorsFrom }: PartHead): string {
  return `${day}/${number}/${visitorsFrom}`;
}

function dropOldest(website: KeptWebsite, bytesMax: number): void {
  for (const key of website.parts.keys()) {
    if (website.bytes <= bytesMax) return;
    drop(website, key);
  }
}

function drop(website: KeptWebsite, key: string): void {
  website.bytes -= website.parts.get(key)!.bytes;
  website.parts.delete(key);
}

/** These columns of a run, and what was decoded of it before. */
function decode(run: Run, columns: readonly RunColumn[], before: DecodedColumns | undefined): DecodedColumns {
  const own = { ...run, columns: new Map(Array.from(run.columns, ([name, bytes]) => [name, ownBytes(bytes)])) };
  const dimensions = new Map(before?.dimensions);
  for (const column of columns) {
    if (!isStoredDimension(column) || dimensions.has(column)) continue;
    dimensions.set(column, dimensionColumn(own, column));
  }
  const isNew = (column: RunColumn) => columns.includes(column);
  return {
    ...before,
    ...(isNew('visitor') && decodeVisitors(own)),
    ...(isNew('second') && { seconds: secondsOf(own) }),
    ...(isNew('action') && { actions: actionsOf(own) }),
    dimensions,
  };
}

/** A driver may give a part of a large buffer, which would be kept, too. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

function decodeVisitors(run: Run): Pick<DecodedColumns, 'visitors' | 'firstEvents'> {
  const visitors = visitorsOf(run);
  return { visitors, firstEvents: firstEventsOf(run, visitors.counts) };
}

function isStoredDimension(column: RunColumn): column is StoredDimension {
  return column !== 'visitor' && column !== 'second' && column !== 'action';
}

/** What it takes in memory, roughly. */
function bytesOf({ visitors, firstEvents, seconds, actions, dimensions }: DecodedColumns): number {
  const ofDimensions = [...dimensions.values()].reduce(
    (sum, column) => sum + (column ? bytesOfDimension(column) : 0),
    0,
  );
  const ofVisitors = (visitors?.high.buffer.byteLength ?? 0) + (firstEvents?.byteLength ?? 0);
  return ofVisitors + (seconds?.byteLength ?? 0) + bytesOfActions(actions) + ofDimensions;
}

function bytesOfActions(actions: Actions | undefined): number {
  if (!actions) return 0;
  const { numbers, revenue, subjects } = actions;
  const ids = subjects.ids.reduce((sum, { length }) => sum + length, 0);
  return numbers.byteLength + NUMBER_BYTES * (2 * revenue.places.length + ids + subjects.heads.length);
}

function bytesOfDimension({ dictionary, indexes }: DimensionColumn): number {
  return dictionary.reduce((sum, { length }) => sum + TEXT_BYTES + 2 * length, indexes.byteLength);
}
