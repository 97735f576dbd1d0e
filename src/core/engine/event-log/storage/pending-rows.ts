// Pending rows of a day, from the oldest one on, some at a time: however many there are, those that are in memory are few.
import type { Queries } from '../../../foundation/database/database.ts';
import { type PendingRow, pendingContent } from './run-rows.ts';

export interface PendingKey {
  readonly version: number;
  readonly part: number;
}

interface PendingPage {
  readonly contents: readonly Uint8Array[];
  readonly eventCount: number;
  /** The key of the last row; undefined: there are none. */
  readonly last: PendingKey | undefined;
  /** There are more rows. */
  readonly isCut: boolean;
}

interface PageOptions {
  readonly rowsMax: number;
  /** The last row may have more. */
  readonly eventsMax: number;
  /** Rows after this one. Default: from the first one on. */
  readonly after?: PendingKey | undefined;
  /** Rows of commits up to this one. Default: all. */
  readonly lastVersion?: number;
}

const BEFORE_ALL: PendingKey = { version: -1, part: -1 };

/** The oldest rows after a key. Versions increase from commit to commit, so no row comes later with a smaller one. */
export async function readPendingPage(
  database: Pick<Queries, 'query'>,
  { websiteId, day }: { readonly websiteId: number; readonly day: number },
  { rowsMax, eventsMax, after = BEFORE_ALL, lastVersion = Number.MAX_SAFE_INTEGER }: PageOptions,
): Promise<PendingPage> {
  const listed = await database.query<PendingKey & { event_count: number }>(
    `SELECT version, part, event_count FROM event_log_pending
     WHERE website_id = $1 AND day = $2 AND (version, part) > ($3, $4) AND version <= $5 ORDER BY version, part LIMIT ${rowsMax + 1}`,
    [websiteId, day, after.version, after.part, lastVersion],
  );
  let eventCount = 0;
  let rowCount = 0;
  const rows = Math.min(listed.length, rowsMax);
  while (rowCount < rows && eventCount < eventsMax) eventCount += listed[rowCount++]!.event_count;
  const last = listed[rowCount - 1];
  const isCut = rowCount < listed.length;
  if (!last) return { contents: [], eventCount, last, isCut };
  const page = await database.query<PendingRow>(
    `SELECT day, event_count, content, checksum FROM event_log_pending
     WHERE website_id = $1 AND day = $2 AND (version, part) > ($3, $4) AND (version, part) <= ($5, $6) ORDER BY version, part`,
    [websiteId, day, after.version, after.part, last.version, last.part],
  );
  return { contents: page.map((row) => pendingContent(websiteId, row)), eventCount, last, isCut };
}
