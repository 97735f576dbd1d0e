import { type Cost, dimensionOf } from '../api/costs.ts';
import { formatMonth } from '../format/dates.ts';
import { valueName } from '../format/dimensions.ts';

/** What a cost is of, and of which month, in words. */
export function costName(cost: Cost): { readonly name: string; readonly month: string } {
  const dimension = dimensionOf(cost);
  return { name: valueName({ dimension, value: cost[dimension]! }), month: formatMonth(`${cost.month}-01`) };
}
