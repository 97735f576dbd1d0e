// The products of a whole website or campaign: what was chosen and bought on all of its elements.
import { productsFile } from '@funnel/report-files/tables/subjects.ts';
import { z } from 'zod';
import { exampleReport } from '../../core/answers/reports/examples.ts';
import { requireCampaign } from '../../core/answers/reports/not-found.ts';
import { notesOf } from '../../core/answers/reports/notes/report-notes.ts';
import {
  type OpenReport,
  openReport,
  type ReportQuery,
  requestedPeriod,
  resolvePeriod,
} from '../../core/answers/reports/open-report.ts';
import { noteParameters, timeframeParameters } from '../../core/answers/reports/parameters.ts';
import { envelope, productRow } from '../../core/answers/reports/schemas.ts';
import { dayCount } from '../../core/answers/reports/windows.ts';
import type { AskedFor } from '../../core/contract/operations/csv-tables.ts';
import { defineOperation, type ReadContext } from '../../core/contract/operations/define-operation.ts';
import { idParameter, positiveInteger, websiteParameter } from '../../core/contract/operations/parameters.ts';
import { id } from '../../core/contract/operations/schemas.ts';
import { PRODUCT_LIST } from '../../core/engine/rollups/fold.ts';
import { REVENUE_SCALE } from '../../core/engine/rollups/metric.ts';
import type { Window } from '../../core/engine/rollups/window.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';

const exampleProducts = {
  product_count: 40,
  products: [
    { value: 'sku-1', selections: 30, orders: 12, revenue: 1438.8 },
    { value: null, selections: 3, orders: 0, revenue: 0 },
  ],
};

const PRODUCTS_DEFAULT = 25;
const PRODUCTS_MAX = 100;
/** Values are stored by element and day, so the work grows with both. */
const DAYS_MAX = 400;

const parameters = {
  limit: positiveInteger(
    z
      .int()
      .positive()
      .default(PRODUCTS_DEFAULT)
      .describe(`Number of products, at most ${PRODUCTS_MAX}. The others are combined under null.`),
    'invalid_limit',
  ),
  ...websiteParameter,
  ...timeframeParameters,
  ...noteParameters,
};

const data = {
  product_count: z.int().nonnegative().describe('How many products there are, without null.'),
  products: z.array(productRow).describe('By revenue, then by selections; null, if there is one, is the last.'),
};

interface Products {
  readonly website: { readonly currency: string };
  readonly data: { readonly products: readonly z.output<typeof productRow>[] };
}

const SHARED = {
  tag: 'Reports',
  method: 'GET',
  scope: 'reports',
  website: 'chosen',
  csv: {
    products: {
      fileOf: ({ website, data: { products } }: Products, { t }: AskedFor<unknown>) =>
        productsFile(products, website.currency, t),
    },
  },
  errors: { 422: ['range_too_wide'] },
  check: checkDays,
} as const;

export const websiteProductsReport = defineOperation({
  ...SHARED,
  name: 'get_products',
  path: '/api/v1/reports/website/products',
  isTool: 'extended',
  title: 'Products of a website',
  description: `The products that were chosen and bought on the elements of all campaigns or of one, in at most ${DAYS_MAX} days.`,
  input: z.object({
    campaign_id: positiveInteger(
      id.optional().describe('Only products of this campaign, from list_campaigns.'),
      'invalid_campaign_id',
    ),
    ...parameters,
  }),
  subjectsRead: 200,
  output: envelope('website_products', z.strictObject(data)),
  example: exampleReport('website_products', exampleProducts),
  async read(query, context) {
    const { campaign_id: campaignId } = query;
    const report = await openProducts(query, context);
    const products = await readProducts(
      context,
      report,
      query.limit,
      campaignId === undefined ? undefined : { id: campaignId, param: 'campaign_id' },
    );
    return { ...(await notesOf(report, context)), report: 'website_products', ...report.head, data: products };
  },
});

export const campaignProductsReport = defineOperation({
  ...SHARED,
  name: 'list_campaign_products',
  path: '/api/v1/reports/campaigns/{id}/products',
  title: 'Products of a campaign',
  description: `The products that were chosen and bought on the elements of a campaign, in at most ${DAYS_MAX} days.`,
  input: z.object({ ...idParameter('campaign', 'list_campaigns'), ...parameters }),
  subjectsRead: 20,
  output: envelope('campaign_products', z.strictObject({ id: z.int(), ...data })),
  example: exampleReport('campaign_products', { id: 10, ...exampleProducts }),
  async read(query, context) {
    const report = await openProducts(query, context);
    const products = await readProducts(context, report, query.limit, { id: query.id, param: 'id' });
    return {
      ...(await notesOf(report, context)),
      report: 'campaign_products',
      ...report.head,
      data: { id: query.id, ...products },
    };
  },
});

type ProductsQuery = Pick<ReportQuery, 'timeframe' | 'range_start' | 'range_end' | 'notes' | 'language'>;

function checkDays(query: ProductsQuery, today: number): void {
  const period = requestedPeriod(query);
  // The width of all_time depends on the website.
  if (period.timeframe !== 'all_time') rejectTooManyDays(resolvePeriod(period, [], today));
}

async function openProducts(query: ProductsQuery, context: Parameters<typeof openReport>[1]): Promise<OpenReport> {
  const report = await openReport({ ...query, count_type: 'total', previous_period: false }, context);
  rejectTooManyDays(report.window);
  return report;
}

function rejectTooManyDays(window: Window): void {
  if (dayCount(window) <= DAYS_MAX) return;
  const detail = `Products are counted over at most ${DAYS_MAX} days: choose a shorter timeframe.`;
  throw new Problem(422, detail, { code: 'range_too_wide', param: 'timeframe' });
}

const ELEMENTS_OF_CAMPAIGN = `AND elements.step_id IN (
  SELECT steps.id FROM variants JOIN steps ON steps.website_id = variants.website_id AND steps.variant_id = variants.id
  WHERE variants.website_id = $1 AND variants.campaign_id = $5 AND variants.is_holdout = 0
)`;

/** Goes from the elements to their days, so that no other days are read. Ties are sorted by name, the same on every engine. */
const productsSql = (ofCampaign: string) => `
  WITH sums AS (
    SELECT stored.value, SUM(stored.selections) AS selections, SUM(stored.orders) AS orders, SUM(stored.revenue) AS revenue
    FROM elements JOIN rollup_values AS stored
      ON stored.website_id = elements.website_id AND stored.element_id = elements.id
    WHERE elements.website_id = $1 AND stored.day BETWEEN $2 AND $3 AND stored.list = '${PRODUCT_LIST}' ${ofCampaign}
    GROUP BY stored.value
    HAVING SUM(stored.selections) <> 0 OR SUM(stored.orders) <> 0 OR SUM(stored.revenue) <> 0
  ), ranked AS (
    SELECT value, selections, orders, revenue, ROW_NUMBER() OVER (
      ORDER BY CASE WHEN value = 'null' THEN 1 ELSE 0 END, revenue DESC, selections DESC, value COLLATE "C"
    ) AS place
    FROM sums
  ), kept AS (
    SELECT selections, orders, revenue, place,
      CASE WHEN place <= $4 THEN value ELSE 'null' END AS value,
      CASE WHEN value = 'null' THEN 0 ELSE 1 END AS is_product
    FROM ranked
  )
  SELECT value, CAST(SUM(selections) AS bigint) AS selections, CAST(SUM(orders) AS bigint) AS orders,
    CAST(SUM(revenue) AS text) AS revenue, CAST(SUM(is_product) AS bigint) AS products
  FROM kept GROUP BY value ORDER BY CASE WHEN value = 'null' THEN 1 ELSE 0 END, MIN(place)`;

interface StoredProduct {
  readonly value: string;
  readonly selections: number;
  readonly orders: number;
  readonly revenue: string;
  readonly products: number;
}

/** Throws a problem of status 404 if the website does not have the campaign. */
async function readProducts(
  { database }: ReadContext,
  { website, window }: OpenReport,
  limit: number,
  campaign?: { readonly id: number; readonly param: string },
) {
  if (campaign) await requireCampaign(database, website.id, campaign.id, campaign.param);
  const rows = await database.query<StoredProduct>(productsSql(campaign ? ELEMENTS_OF_CAMPAIGN : ''), [
    website.id,
    window.firstDay,
    window.lastDay,
    Math.min(limit, PRODUCTS_MAX),
    ...(campaign ? [campaign.id] : []),
  ]);
  return {
    product_count: rows.reduce((sum, { products }) => sum + products, 0),
    products: rows.map(({ value, selections, orders, revenue }) => ({
      value: JSON.parse(value) as string | null,
      selections,
      orders,
      revenue: Number(revenue) / REVENUE_SCALE,
    })),
  };
}
