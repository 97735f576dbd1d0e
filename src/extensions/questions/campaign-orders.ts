// Where the orders and the revenue of a campaign come from.
import { z } from 'zod';
import { exampleReport } from '../../core/answers/reports/examples.ts';
import { notFound } from '../../core/answers/reports/not-found.ts';
import { notesOf } from '../../core/answers/reports/notes/report-notes.ts';
import { checkWindow, openReport } from '../../core/answers/reports/open-report.ts';
import { noteParameters, timeframeParameters } from '../../core/answers/reports/parameters.ts';
import { envelope } from '../../core/answers/reports/schemas.ts';
import { defineOperation } from '../../core/contract/operations/define-operation.ts';
import { idParameter, websiteParameter } from '../../core/contract/operations/parameters.ts';
import { SUBJECT_KIND } from '../../core/engine/catalog/subject.ts';
import { readWebsiteSettings } from '../../core/engine/catalog/website-settings.ts';
import { REVENUE_SCALE } from '../../core/engine/rollups/metric.ts';
import { readOrderSources } from '../../core/engine/rollups/order-sources.ts';
import { readCounts } from '../../core/engine/rollups/read-counts.ts';

const part = z.strictObject({ orders: z.int(), revenue: z.number() });

const exampleOrders = {
  id: 10,
  counted: { orders: 12, revenue: 1438.8 },
  named: { orders: 9, revenue: 1100 },
  credited: { orders: 3, revenue: 338.8 },
  refunded: { orders: 1, revenue: 150 },
  credit_window_days: 7,
  credit_by: 'conversion',
};

export const campaignOrdersReport = defineOperation({
  name: 'get_campaign_orders',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/campaigns/{id}/orders',
  title: 'Where the orders of a campaign come from',
  description:
    'The orders and the revenue of a campaign, as other reports count them, in two parts: ' +
    'orders that named the campaign or something in it, and orders that were credited to it. ' +
    'And what was refunded, which is in neither.',
  scope: 'reports',
  website: 'chosen',
  input: z.object({
    ...idParameter('campaign', 'list_campaigns'),
    ...websiteParameter,
    ...timeframeParameters,
    ...noteParameters,
  }),
  output: envelope(
    'campaign_orders',
    z.strictObject({
      id: z.int(),
      counted: part.describe('What is left after refunds: the numbers of other reports.'),
      named: part.describe('Of these, orders that named the campaign, or something in it.'),
      credited: part.describe("Of these, orders without a subject that were credited to the visitor's last touch."),
      refunded: part.describe('Orders of which nothing is left, and what all refunds have taken.'),
      credit_window_days: z.int().nonnegative().describe('As it is set now. 0: no orders are credited.'),
      credit_by: z.enum(['conversion', 'view']).describe('As it is set now.'),
    }),
  ),
  example: exampleReport('campaign_orders', exampleOrders),
  check: (query, context) => checkWindow({ ...query, ...WHOLE }, context),
  async read(query, context) {
    const report = await openReport({ ...query, ...WHOLE }, context);
    const { database } = context;
    const { website, window } = report;
    const [campaign] = await database.query('SELECT id FROM campaigns WHERE website_id = $1 AND id = $2', [
      website.id,
      query.id,
    ]);
    if (!campaign) throw notFound('campaign', query.id);
    const subject = { websiteId: website.id, kind: SUBJECT_KIND.campaign };
    const counts = await readCounts(database, {
      ...subject,
      subjectIds: [query.id],
      windows: [window],
      countType: 'total',
    });
    const { orders, revenue } = counts.get(query.id)![0]!;
    const sources = await readOrderSources(database, { ...subject, id: query.id }, window);
    const { credit_window_days, credit_by } = (await readWebsiteSettings(database, website.id))!;
    return {
      ...(await notesOf(report, context)),
      report: 'campaign_orders',
      ...report.head,
      data: {
        id: query.id,
        counted: partOf(orders, revenue),
        named: partOf(orders - sources.credited_orders, revenue - sources.credited_revenue),
        credited: partOf(sources.credited_orders, sources.credited_revenue),
        refunded: partOf(sources.refunded_orders, sources.refunded_revenue),
        credit_window_days,
        credit_by,
      },
    };
  },
});

const WHOLE = { count_type: 'total', previous_period: false } as const;

/** `revenue` is in 1/10,000 of a currency unit. */
function partOf(orders: number, revenue: number): z.output<typeof part> {
  return { orders, revenue: revenue / REVENUE_SCALE };
}
