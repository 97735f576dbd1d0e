// What a website spent on channels and UTM campaigns, month by month.
import { firstDayOfMonth, monthOfDay } from '../../core/engine/rollups/calendar.ts';
import type { Window } from '../../core/engine/rollups/window.ts';
import type { Queries } from '../../core/foundation/database/database.ts';
import type { StoredDimension } from '../../core/foundation/dimensions/dimension.ts';

/** What costs can be of. */
export const COST_DIMENSIONS = ['channel', 'utm_campaign'] as const satisfies readonly StoredDimension[];
export type CostDimension = (typeof COST_DIMENSIONS)[number];

export function isCostDimension(dimension: StoredDimension): dimension is CostDimension {
  return COST_DIMENSIONS.some((name) => name === dimension);
}

export interface Cost {
  readonly dimension: CostDimension;
  readonly value: string;
  /** The number of the month. */
  readonly month: number;
  /** The amount is in 1/10,000 of a currency unit. */
  readonly amount: number;
}

interface Months {
  readonly first: number;
  readonly last: number;
}

const ALL_MONTHS: Months = { first: 0, last: 12 * 10_000 };

export function readCosts(
  database: Pick<Queries, 'query'>,
  websiteId: number,
  { first, last } = ALL_MONTHS,
): Promise<Cost[]> {
  return database.query<Cost & Record<string, never>>(
    'SELECT dimension, value, month, amount FROM costs WHERE website_id = $1 AND month >= $2 AND month <= $3',
    [websiteId, first, last],
  );
}

/** What each value of a dimension costs in a window, in 1/10,000 of a currency unit. The window may be empty. */
export async function readCostsOfWindow(
  database: Pick<Queries, 'query'>,
  websiteId: number,
  dimension: CostDimension,
  window: Window,
): Promise<ReadonlyMap<string, number>> {
  const months = { first: monthOfDay(window.firstDay), last: monthOfDay(window.lastDay) };
  const byValue = new Map<string, number>();
  if (window.lastDay < window.firstDay) return byValue;
  for (const cost of await readCosts(database, websiteId, months)) {
    if (cost.dimension !== dimension) continue;
    byValue.set(cost.value, (byValue.get(cost.value) ?? 0) + costWithin(cost, window));
  }
  return byValue;
}

/**
 * The part of a month's cost that belongs to the days of a window: all days of a month cost the same. What a month costs up to a day is
 * rounded down, and a window gets the difference of two such amounts, so that windows which follow each other add up to the month.
 */
export function costWithin({ month, amount }: Pick<Cost, 'month' | 'amount'>, window: Window): number {
  const [start, end] = [firstDayOfMonth(month), firstDayOfMonth(month + 1)];
  const costUntil = (day: number) =>
    Math.floor((amount * (Math.min(Math.max(day, start), end) - start)) / (end - start));
  return costUntil(window.lastDay + 1) - costUntil(window.firstDay);
}
