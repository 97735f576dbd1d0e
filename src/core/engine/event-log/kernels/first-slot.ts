// Where the tables of visitors and of patterns begin to search.
// Why: docs/decisions/reports.md, "Nobody can choose where a visitor is searched for".
import { randomInt } from 'node:crypto';

function oddNumber(): number {
  return 2 * randomInt(2 ** 31) + 1;
}

/**
 * The search for a visitor begins where the highest bits of a sum say: the halves of its hash, each multiplied by one of these. Nobody who
 * does not know them can send visitors who are all searched for at the same place.
 */
export const MULTIPLIERS = { low: oddNumber(), high: oddNumber() };

/** Where the search for a visitor begins among so many numbers, which are a power of two; the lowest bits are not used. */
export function slotOf(high: number, low: number, size: number, multipliers = MULTIPLIERS): number {
  return (Math.imul(low, multipliers.low) + Math.imul(high, multipliers.high)) >>> Math.clz32(size - 1);
}
