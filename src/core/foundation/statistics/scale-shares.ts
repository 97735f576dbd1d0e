// Counts of a sample become shares of exact totals.
// Why: docs/decisions/reports.md, "A sample is scaled by its share".

/**
 * Scales the counts of a sample so that they add up exactly to `total`, an integer: each gets its share, rounded down, and what is left
 * goes to those that lost most by rounding (largest remainder); of equal ones, to the first. If nothing was counted, nothing is known about
 * the shares, and the result is undefined unless the total is 0.
 */
export function scaleToTotal(counts: readonly number[], total: number): number[] | undefined {
  const sum = counts.reduce((all, count) => all + BigInt(count), 0n);
  if (sum === 0n) return total === 0 ? counts.map(() => 0) : undefined;
  // Integers of any size, because revenue times revenue is beyond 2^53.
  const products = counts.map((count) => BigInt(count) * BigInt(total));
  const scaled = products.map((product) => Number(product / sum));
  const left = total - scaled.reduce((all, count) => all + count, 0);
  const byRemainder = [...products.keys()].sort((a, b) => Number((products[b]! % sum) - (products[a]! % sum)) || a - b);
  for (const index of byRemainder.slice(0, left)) scaled[index]!++;
  return scaled;
}
