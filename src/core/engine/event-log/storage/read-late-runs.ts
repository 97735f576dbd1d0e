// Reads the event log while much of it is not merged yet, because the job that merges is late: some pending rows at a time, and of a sample
// only the events of its visitors stay in memory. So an answer takes longer then, but no more memory, and a question is never refused.
//
// WHY EACH EVENT IS READ ONCE. A statement says as of one moment which merged runs there are, and for each day how many pending rows, up to
// which commit. These rows are read afterwards. Rows are never changed, and those of later commits are left out. If one of the rows is
// gone, it was merged or erased meanwhile, and its day is read again. That ends: each time, less of the day is pending, because a merge
// begins with the oldest rows, as reading does, but takes longer.
import type { Queries } from '../../../foundation/database/database.ts';
import { plain } from '../format/bytes.ts';
import { PendingEvents } from '../format/pending.ts';
import { type Run, visitorsBefore } from '../format/run.ts';
import { writeRun } from '../format/write-run.ts';
import { type PendingKey, readPendingPage } from './pending-rows.ts';
import { type PendingDay, readMerged, type WantedRuns } from './read-runs.ts';

type Reader = Pick<Queries, 'query'>;

/** Some megabytes. */
const PAGE_MAX = { rowsMax: 1_000, eventsMax: 65_536 };

/** The same as `readRuns`; but of what is pending, others than the visitors of the sample are not kept. */
export async function readLateRuns(database: Reader, wanted: WantedRuns): Promise<Run[]> {
  const { merged, pending } = await readMerged(database, wanted);
  const runs: Run[] = [];
  const readAgain = new Set<number>();
  for (const ofDay of pending) {
    const { day } = ofDay;
    const events = await readPendingDay(database, wanted, ofDay);
    if (!events) {
      readAgain.add(day);
      runs.push(...(await readLateRuns(database, { ...wanted, days: [{ firstDay: day, lastDay: day }] })));
    } else if (events.count > 0) runs.push(writeRun(events.sorted(), plain));
  }
  return [...runs, ...merged.filter(({ day }) => !readAgain.has(day))];
}

/** undefined: one of the rows is gone. */
async function readPendingDay(
  database: Reader,
  { websiteId, columns, sampleRate = 1 }: WantedRuns,
  { day, rows, lastVersion }: PendingDay,
): Promise<PendingEvents | undefined> {
  const events = new PendingEvents(day, columns, visitorsBefore(sampleRate));
  let after: PendingKey | undefined;
  let read = 0;
  for (let isMore = true; isMore; ) {
    const page = await readPendingPage(database, { websiteId, day }, { ...PAGE_MAX, after, lastVersion });
    for (const content of page.contents) events.add(content);
    read += page.contents.length;
    after = page.last;
    isMore = page.isCut;
  }
  return read === rows ? events : undefined;
}
