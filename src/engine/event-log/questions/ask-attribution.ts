// Asks the event log which campaigns had touches before the orders of a window: reads the runs that it needs, or a sample of their visitors if they
// have too many events, and credits the orders.

import type { Queries } from '../../../foundation/database/database.ts';
import { scaleToTotal } from '../../../foundation/statistics/scale-shares.ts';
import { SUBJECT_KIND } from '../../catalog/subject.ts';
import { readCounts } from '../../rollups/read-counts.ts';
import {
  ATTRIBUTION_MODELS,
  type AttributionAnswer,
  type AttributionModel,
  type AttributionQuestion,
  type Credit,
  type Credits,
  ORDER_PARTS,
} from '../attribution/attribution-question.ts';
import { ATTRIBUTION_COLUMNS, countAttribution } from '../attribution/count-attribution.ts';
import { type AskedLog, readRunsFor } from './ask-log.ts';

/**
 * The credits of all models but `any` add up to the orders and the revenue that the rollups have of the website, also those of a sample; and those
 * of `any` are scaled by the same factor.
 */
export async function askAttribution(
  database: Pick<Queries, 'query'>,
  log: AskedLog,
  asked: AttributionQuestion,
): Promise<AttributionAnswer> {
  const { websiteId } = log;
  const { window, touchesFrom } = asked;
  const { runs, sampleRate } = await readRunsFor(database, log, {
    windows: [{ firstDay: touchesFrom, lastDay: window.lastDay }],
    columns: ATTRIBUTION_COLUMNS,
    needsEarlierDays: false,
  });
  const { models, sampled } = countAttribution(runs, { ...asked, sampleRate });
  const counts = await readCounts(database, {
    websiteId,
    kind: SUBJECT_KIND.website,
    subjectIds: [websiteId],
    windows: [window],
    countType: 'total',
  });
  const { orders, revenue } = counts.get(websiteId)![0]!;
  const scale = scaledTo({ orders: orders * ORDER_PARTS, revenue }, sumOf(models.last));
  const scaled = ATTRIBUTION_MODELS.map((model) => [model, scale(models[model], model)]);
  return { models: Object.fromEntries(scaled) as Record<AttributionModel, Credits>, sampled };
}

function sumOf(credits: Credits): Credit {
  let [orders, revenue] = [0, 0];
  for (const credit of credits.values()) {
    orders += credit.orders;
    revenue += credit.revenue;
  }
  return { orders, revenue };
}

function scaledTo(whole: Credit, counted: Credit) {
  return (credits: Credits, model: AttributionModel): Credits => {
    if (whole.orders === counted.orders && whole.revenue === counted.revenue) return credits;
    // Of orders that the log does not have, no touches are known.
    const ids = [...new Set([...credits.keys(), null])];
    const scaled = (name: keyof Credit, unit: number) => {
      const numbers = ids.map((id) => (credits.get(id)?.[name] ?? 0) / unit);
      if (model === 'any')
        return numbers.map((number) => Math.round((number * whole[name]) / (counted[name] || 1)) * unit);
      const parts =
        scaleToTotal(numbers, whole[name] / unit) ?? ids.map((id) => (id === null ? whole[name] / unit : 0));
      return parts.map((part) => part * unit);
    };
    // Only equal parts are fractions of orders.
    const orders = scaled('orders', model === 'linear' ? 1 : ORDER_PARTS);
    const revenue = scaled('revenue', 1);
    return new Map(ids.map((id, index) => [id, { orders: orders[index]!, revenue: revenue[index]! }]));
  };
}
