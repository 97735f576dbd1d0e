// The event log in the database. Two tables have the events of a website, and each event is in one row of one of them:
//
// 1. `event_log_pending`: a commit adds its events here, one row for each day, in the transaction that adds them to the rollups. If a day
//    has many (an import), it adds a run.
// 2. `event_log_runs`: a job merges rows of a day into runs, and runs into larger ones (merge.ts). A row is one column of a run.
//
// Why the log has the events that the rollups have counted:
//
// - A commit stores both or none of them. Both are made from the same events after duplicates were dropped.
// - `log_from` of `website_activity` says from which day on the log is complete. The website's lock serializes everything that changes it.
//   A commit that does not log sets it to null. The first commit that logs sets it to the day after the last day that has events
//   (`firstDayOfNewLog`): every event that was not logged is of an earlier day. So it does not matter when which node notices that the
//   setting `event_log` has changed. Events before `log_from` are not logged.
// - Rows are added and deleted, but never changed, and their keys are never used again. So whoever has read rows and deletes them by their
//   keys has deleted what was read. A merge and an erasure insert what they made of the rows in the transaction that deletes these; if one
//   of the rows is gone by then, nothing is done.
// - A question reads both tables with one statement (read-runs.ts), so it sees a merge completely or not at all; or day by day, if much is
//   pending (read-late-runs.ts).
//
// Commits and merges never wait for each other: they lock different rows. A merge only keeps the website from being locked alone
// (`keepWebsite`), which is what erasures do (`lockWebsiteAlone`): otherwise a merge could insert a run after an erasure has looked for
// runs.
// Why: docs/decisions/database.md, "Rows of the event log are added and deleted, never changed".
import type { Queries, SqlValue } from '../../../foundation/database/database.ts';
import type { LockedWebsites } from '../../rollups/store.ts';
import type { LogRows } from './log-rows.ts';
import { checksumOfPending, insertRun } from './run-rows.ts';

/** Call it after `storeRows`. `part`: the place of these rows among those of the transaction. */
export async function storeLog(tx: Queries, { rows }: LogRows, locked: LockedWebsites, part: number): Promise<void> {
  const stored: SqlValue[][] = [];
  for (const { websiteId, day, eventCount, content } of rows) {
    const { version, logFrom } = locked.get(websiteId)!;
    if (logFrom === null || day < logFrom) continue;
    if (content instanceof Uint8Array) {
      const checksum = checksumOfPending(websiteId, { day, event_count: eventCount, content });
      stored.push([websiteId, day, version, part, eventCount, content, checksum]);
    } else await insertRun(tx, websiteId, content);
  }
  await tx.insertMany({
    into: 'event_log_pending',
    columns: ['website_id', 'day', 'version', 'part', 'event_count', 'content', 'checksum'],
    rows: stored,
  });
}
