// Revenue as it stands in sentences.
import { roundMoney } from '../../foundation/text/wording.ts';
import { REVENUE_SCALE } from './metric.ts';

/** `revenue` is in 1/10,000 of a currency unit. */
export function money(revenue: number, currency: string): string {
  return roundMoney(revenue / REVENUE_SCALE, currency);
}
