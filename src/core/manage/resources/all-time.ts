// The window of records: all_time, as in the reports.

import { readWebsite, resolvePeriod } from '../../answers/reports/open-report.ts';
import type { ReadContext } from '../../contract/operations/define-operation.ts';
import type { Window } from '../../engine/rollups/window.ts';
import { UTC } from '../../foundation/time/zone.ts';

export async function allTime(websiteId: number, context: ReadContext): Promise<Window> {
  const website = await readWebsite(context, websiteId);
  return resolvePeriod({ timeframe: 'all_time' }, website ? [website] : [], context.todayIn(website?.zone ?? UTC));
}
