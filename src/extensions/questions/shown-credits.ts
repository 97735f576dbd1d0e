// The rows of an attribution report: what campaigns or values get by each model, and what they cost.
import { z } from 'zod';
import { inCurrencyUnits, ratioOf } from '../../core/answers/reports/metrics.ts';
import type { Counts } from '../../core/engine/rollups/counts.ts';
import { REVENUE_SCALE } from '../../core/engine/rollups/metric.ts';
import {
  ATTRIBUTION_MODELS,
  type AttributionAnswer,
  type AttributionModel,
  type CreditName,
  ORDER_PARTS,
  type Touched,
} from './log/attribution-question.ts';

export const credit = z.strictObject({
  orders: z.number().nonnegative().describe('By the model `linear`, parts of orders with at most 4 decimals.'),
  revenue: z.number().nonnegative().describe("In the website's currency."),
  conversions: z.number().nonnegative().optional().describe('Only with conversions.'),
});
export const models = Object.fromEntries(ATTRIBUTION_MODELS.map((model) => [model, credit.optional()])) as Record<
  AttributionModel,
  z.ZodOptional<typeof credit>
>;

/** What the costs of a row mean. Its orders and its revenue are those of one of the models. */
export const costFields = {
  cost: z
    .number()
    .nonnegative()
    .nullable()
    .optional()
    .describe(
      'Of the days of the window until today, from list_costs. Only by channel and utm_campaign; null: none is known.',
    ),
  cost_per_order: z
    .number()
    .nullable()
    .optional()
    .describe('By the first of the models, or costs_by. null: no cost, or no orders.'),
  return_on_spend: z.number().nullable().optional().describe('Revenue by that model for each unit of cost.'),
};

export type StoredCounts = Pick<Counts, 'orders' | 'revenue' | 'conversions'>;
type ShownCredit = z.input<typeof credit>;
type CreditedRow = { readonly stored: ShownCredit } & Partial<Record<AttributionModel, ShownCredit>>;

interface AskedCredits {
  /** Rows are sorted by the first one. */
  readonly asked: readonly AttributionModel[];
  /** The model that costs are compared with. Default: the first one. */
  readonly costsBy?: AttributionModel | undefined;
  readonly withConversions: boolean;
}

/** The credits of an answer, as its rows show them. */
export class ShownCredits {
  /** Campaigns or values. */
  readonly values: readonly Touched[];
  readonly #answer: AttributionAnswer;
  readonly #asked: readonly AttributionModel[];
  /** The model that costs are compared with. */
  readonly costsBy: AttributionModel;
  readonly #withConversions: boolean;

  constructor(answer: AttributionAnswer, { asked, costsBy = asked[0]!, withConversions }: AskedCredits) {
    const { credits, conversions } = answer;
    const all = [...Object.values(credits), ...Object.values(conversions)].flatMap((each) => [...each.keys()]);
    this.values = [...new Set(all)].filter((value) => value !== null);
    this.#answer = answer;
    this.#asked = asked;
    this.costsBy = costsBy;
    this.#withConversions = withConversions;
  }

  /** Returns the credit by the value of an order, or of a conversion, itself. */
  stored(touched: Touched | null): ShownCredit {
    return this.#of('stored', touched);
  }

  models(touched: Touched | null): Partial<Record<AttributionModel, ShownCredit>> {
    return Object.fromEntries(this.#asked.map((model) => [model, this.#of(model, touched)]));
  }

  shown({ orders, revenue, conversions }: StoredCounts): ShownCredit {
    return { orders, revenue: inCurrencyUnits(revenue), ...(this.#withConversions && { conversions }) };
  }

  /** Whether a row has orders, or conversions if they are asked for. */
  isAny(row: CreditedRow): boolean {
    const credits = [row.stored, ...this.#asked.map((model) => row[model]!)];
    return credits.some(({ orders, conversions = 0 }) => orders > 0 || conversions > 0);
  }

  /** Most revenue first, then most conversions. */
  compare(a: CreditedRow, b: CreditedRow): number {
    const first = this.#asked[0]!;
    return (
      b[first]!.revenue - a[first]!.revenue ||
      b.stored.revenue - a.stored.revenue ||
      (b[first]!.conversions ?? 0) - (a[first]!.conversions ?? 0) ||
      (b.stored.conversions ?? 0) - (a.stored.conversions ?? 0)
    );
  }

  /** `cost`: in 1/10,000 of a currency unit. null: none is known. */
  costFields(row: CreditedRow, cost: number | null) {
    if (cost === null) return { cost, cost_per_order: null, return_on_spend: null };
    const { orders, revenue } = row[this.costsBy]!;
    const units = inCurrencyUnits(cost);
    return {
      cost: units,
      cost_per_order: ratioOf(cost, Math.round(orders * ORDER_PARTS)),
      return_on_spend: ratioOf(Math.round(revenue * REVENUE_SCALE), cost),
    };
  }

  #of(name: CreditName, touched: Touched | null): ShownCredit {
    const { credits, conversions } = this.#answer;
    const { orders = 0, revenue = 0 } = credits[name].get(touched) ?? {};
    const credited = conversions[name].get(touched)?.orders ?? 0;
    return this.shown({ orders: orders / ORDER_PARTS, revenue, conversions: credited / ORDER_PARTS });
  }
}
