// What is to be done after a week of a website, with the segment that explains each claim.
import type { ReadWeekItems } from '../../core/answers/insights/snapshot.ts';
import type { WeekItem } from '../../core/answers/reports/insights/stored-week.ts';
import type { ExactBounds } from '../../core/engine/event-log/questions/unique-visitors.ts';
import type { Database } from '../../core/foundation/database/database.ts';
import { explainFromLog } from './segments/explain-from-log.ts';
import { explanationSentence, movedSegmentOf } from './segments/explanation.ts';
import { readWebsiteWeek } from './week/read-website-week.ts';
import { type Recommendation, recommend } from './week/recommend.ts';

/** `queryEventsMax`: claims about more events are not explained. */
export const readWeekItems: ReadWeekItems = async (database, { websiteId, monday }, bounds) => {
  const week = await readWebsiteWeek(database, websiteId, monday, bounds);
  const items: WeekItem[] = [];
  if (!week) return items;
  for (const recommendation of recommend(week))
    items.push(await explained(database, websiteId, bounds, recommendation));
  return items;
};

/** Adds the segment that explains the claim, if there is one. */
async function explained(
  database: Pick<Database, 'query'>,
  websiteId: number,
  { queryEventsMax }: ExactBounds,
  { sentences, kind, campaignIds, move }: Recommendation,
): Promise<WeekItem> {
  const item = { kind, sentences, campaign_ids: campaignIds };
  const explanation = move && (await explainFromLog(database, { websiteId, eventsMax: queryEventsMax }, move));
  if (!explanation) return item;
  return {
    ...item,
    sentences: [...sentences, explanationSentence(explanation, move.noun)],
    segment: movedSegmentOf(explanation),
  };
}
