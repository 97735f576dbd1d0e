// Costs: what a website spent on a channel or a UTM campaign in a month. Attribution compares it with revenue.
import { z } from 'zod';
import { inCurrencyUnits } from '../../core/answers/reports/metrics.ts';
import { defineOperation } from '../../core/contract/operations/define-operation.ts';
import { websiteParameter } from '../../core/contract/operations/parameters.ts';
import { isoOfMonth } from '../../core/engine/rollups/calendar.ts';
import type { Database } from '../../core/foundation/database/database.ts';
import { CHANNELS } from '../../core/foundation/dimensions/channel.ts';
import { VALUE_LENGTH_MAX } from '../../core/foundation/dimensions/clean-text.ts';
import { COST_DIMENSIONS, type Cost, type CostDimension, readCosts } from './read-costs.ts';

/** How many a website may have. All of them fit into one request. */
export const COSTS_MAX = 5_000;

export const channel = z
  .enum(CHANNELS)
  .optional()
  .describe('The channel that the amount was spent on; else utm_campaign.');
export const utmCampaign = z
  .string()
  .min(1)
  .max(VALUE_LENGTH_MAX)
  .optional()
  .describe('The UTM campaign that it was spent on. Upper and lower case are the same.');
export const month = z.string().describe("Such as 2026-10, in the website's days.");

export const cost = z.strictObject({
  channel,
  utm_campaign: utmCampaign,
  month,
  amount: z.number().positive().describe("For the whole month, in the website's currency."),
});
export const costs = z.strictObject({
  currency: z.string(),
  costs: z.array(cost).max(COSTS_MAX).describe('The newest month first.'),
});

export const exampleCosts = {
  currency: 'USD',
  costs: [
    { channel: 'paid_search', month: '2026-03', amount: 1250.5 },
    { utm_campaign: 'spring-sale', month: '2026-03', amount: 400 },
  ],
};

export const listCosts = defineOperation({
  name: 'list_costs',
  tag: 'Costs',
  method: 'GET',
  path: '/api/v1/costs',
  title: 'List costs',
  description:
    'What the website spent on channels and UTM campaigns, by month. get_attribution compares it with revenue.',
  scope: 'reports',
  website: 'chosen',
  input: z.object(websiteParameter),
  csv: { costs: 'costs' },
  output: costs,
  example: exampleCosts,
  read: async (_query, { database, websiteId }) => shownCosts(await readCostsOfWebsite(database, websiteId)),
});

export interface CostsOfWebsite {
  readonly currency: string;
  /** They are sorted by `compareCosts`. */
  readonly costs: readonly Cost[];
}

export async function readCostsOfWebsite(
  database: Pick<Database, 'query'>,
  websiteId: number,
): Promise<CostsOfWebsite> {
  const [[website], costs] = await Promise.all([
    database.query<{ currency: string }>('SELECT currency FROM websites WHERE id = $1', [websiteId]),
    readCosts(database, websiteId),
  ]);
  return { currency: website!.currency, costs: costs.sort(compareCosts) };
}

/** The newest month first; then channels before UTM campaigns, in the order of text. */
function compareCosts(a: Cost, b: Cost): number {
  const place = (dimension: CostDimension) => COST_DIMENSIONS.indexOf(dimension);
  return b.month - a.month || place(a.dimension) - place(b.dimension) || (a.value < b.value ? -1 : 1);
}

export function shownCosts({ currency, costs: all }: CostsOfWebsite): z.input<typeof costs> {
  return {
    currency,
    costs: all.map(({ dimension, value, month: number, amount }) => {
      return { [dimension]: value, month: isoOfMonth(number), amount: inCurrencyUnits(amount) };
    }),
  };
}
