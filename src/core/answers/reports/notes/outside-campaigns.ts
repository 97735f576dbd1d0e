// Orders of a website that are in no row of a list of campaigns. Those of a holdout are apart: its visitors were shown nothing.

import { sentence } from '../../../../../languages/sentence.ts';
import type { ReadContext } from '../../../contract/operations/define-operation.ts';
import { SUBJECT_KIND, type SubjectKind } from '../../../engine/catalog/subject.ts';
import { breakdown } from '../../../engine/event-log/breakdowns/breakdown.ts';
import { askLog } from '../../../engine/event-log/questions/ask-log.ts';
import type { Counts } from '../../../engine/rollups/counts.ts';
import { readCounts } from '../../../engine/rollups/read-counts.ts';
import { inCurrencyUnits } from '../metrics.ts';
import type { Note } from '../note.ts';
import type { OpenReport } from '../open-report.ts';

/** With filters, and of parts of days, the same events as in the list. */
export async function outsideCampaigns(
  { website, window, builtThrough, filters, timeSpan, log, query }: OpenReport,
  { database }: Pick<ReadContext, 'database'>,
): Promise<Note[]> {
  const idsIn = async (sql: string) => (await database.query<{ id: number }>(sql, [website.id])).map((row) => row.id);
  const [campaigns, holdouts] = await Promise.all([
    idsIn('SELECT id FROM campaigns WHERE website_id = $1'),
    idsIn('SELECT id FROM variants WHERE website_id = $1 AND is_holdout = 1'),
  ]);
  const isPart = filters.length > 0 || query.since !== undefined || query.until !== undefined;
  const sumOf = async (kind: SubjectKind, subjectIds: readonly number[]) => {
    if (isPart) {
      const subjects = subjectIds.map((id) => ({ kind, id }));
      const asked = { subjects, windows: [window], filters, timeSpan, countType: 'total', isScaled: true } as const;
      return sum((await askLog(database, log!, breakdown(asked))).counts.map(([own]) => own!));
    }
    const counts = await readCounts(database, {
      ...{ websiteId: website.id, kind, subjectIds, windows: [window], countType: 'total', builtThrough },
      ...{ totals: ['orders', 'revenue'], visitorMetrics: [] },
    });
    return sum(Array.from(counts.values(), ([own]) => own!));
  };
  const [all, ofCampaigns, ofHoldouts] = await Promise.all([
    sumOf(SUBJECT_KIND.website, [website.id]),
    sumOf(SUBJECT_KIND.campaign, campaigns),
    sumOf(SUBJECT_KIND.variant, holdouts),
  ]);
  const rest = {
    orders: all.orders - ofCampaigns.orders - ofHoldouts.orders,
    revenue: all.revenue - ofCampaigns.revenue - ofHoldouts.revenue,
  };
  const said = ({ orders, revenue }: typeof rest) => {
    return { orders, revenue: { money: inCurrencyUnits(revenue), currency: website.currency } };
  };
  const sentences = [
    ...(rest.orders > 0 ? [sentence('ordersWithoutCampaign', said(rest))] : []),
    ...(ofHoldouts.orders > 0 ? [sentence('ordersOfHoldouts', said(ofHoldouts))] : []),
  ];
  if (sentences.length === 0) return [];
  if (isPart) sentences.push(sentence('ordersOfThePart'));
  return [{ code: 'outside_campaigns', sentences }];
}

type Sums = Pick<Counts, 'orders' | 'revenue'>;

function sum(counts: readonly Sums[]): Sums {
  return counts.reduce((all, own) => ({ orders: all.orders + own.orders, revenue: all.revenue + own.revenue }), {
    orders: 0,
    revenue: 0,
  });
}
