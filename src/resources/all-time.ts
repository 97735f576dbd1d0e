// The window of records: all_time, as in the reports.
import type { ReadContext } from '../operations/define-operation.ts';
import { readWebsite, resolvePeriod } from '../reports/open-report.ts';
import type { Window } from '../rollups/window.ts';
import { UTC } from '../time/zone.ts';

export async function allTime(websiteId: number, context: ReadContext): Promise<Window> {
  const website = await readWebsite(context, websiteId);
  return resolvePeriod({ timeframe: 'all_time' }, website ? [website] : [], context.todayIn(website?.zone ?? UTC));
}
