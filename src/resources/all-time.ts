// The window of records: all_time, as in the reports.
import type { ReadContext } from '../operations/define-operation.ts';
import { readWebsite, windowOver } from '../reports/open-report.ts';
import type { Window } from '../rollups/window.ts';

export async function allTime(websiteId: number, context: ReadContext): Promise<Window> {
  const website = await readWebsite(context, websiteId);
  return windowOver({ timeframe: 'all_time' }, website ? [website] : [], context.today);
}
