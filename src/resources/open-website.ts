// What every record about one website starts with: which website (400), and whether it is the principal's (404).
import { chooseWebsite } from '../access/guard.ts';
import type { ReportContext } from '../reports/define-report.ts';
import { readWebsites, windowOver } from '../reports/open-report.ts';
import type { Window } from '../rollups/split-window.ts';

export function chosenWebsite(input: { readonly website_id?: number | undefined }, context: ReportContext): number {
  const choice = chooseWebsite(context.principal, input.website_id);
  choice.requireBound();
  return choice.id;
}

/** All time, as the reports have it. */
export async function allTime(websiteId: number, context: ReportContext): Promise<Window> {
  const websites = await readWebsites(context, [websiteId]);
  return windowOver({ timeframe: 'all_time' }, websites, context.today);
}
