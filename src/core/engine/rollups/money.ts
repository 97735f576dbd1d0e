// Revenue as it stands in sentences.
import type { Value } from '../../../../languages/sentence.ts';
import { REVENUE_SCALE } from './metric.ts';

/** `revenue` is in 1/10,000 of a currency unit. */
export function money(revenue: number, currency: string): Value {
  return { money: revenue / REVENUE_SCALE, currency };
}
