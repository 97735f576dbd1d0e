// Converts money to an exact integer of 1/10,000 currency units.
// Why: docs/decisions/events.md, "Amounts are rounded once and bounded".
import { REVENUE_SCALE } from '../../engine/rollups/metric.ts';

/** The limit in currency units. It is far above any order, and low enough that sums stay exact. */
export const REVENUE_MAX = 1_000_000_000;

const DECIMAL = /^(\d{1,10})(?:\.(\d{1,20}))?$/;
const KEPT_DECIMALS = 4;

/** Rounds to four decimals, half up, because a tracker that adds prices may send 0.30000000000000004. */
export function parseRevenue(value: unknown): number | undefined {
  const parts = typeof value === 'string' ? fromText(value) : fromNumber(value);
  return parts !== undefined && parts <= REVENUE_MAX * REVENUE_SCALE ? parts : undefined;
}

function fromNumber(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value >= 0 && value <= REVENUE_MAX)) return undefined;
  return Math.round(value * REVENUE_SCALE);
}

function fromText(text: string): number | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const decimals = (match[2] ?? '').padEnd(KEPT_DECIMALS + 1, '0');
  const roundUp = decimals.charCodeAt(KEPT_DECIMALS) >= '5'.charCodeAt(0) ? 1 : 0;
  return Number(match[1]) * REVENUE_SCALE + Number(decimals.slice(0, KEPT_DECIMALS)) + roundUp;
}
