// Visitors that an attacker can construct from the hash function: each raises another register of a sketch by a lot.
import { hashVisitor } from '../../src/core/foundation/sketches/visitor-hash.ts';

/** One that the attacker knows. */
export const KNOWN_KEY = new Int32Array(4);

const INDEX_BITS = 14;
/** Zero bits before the bit that a register counts to. */
const ZERO_BITS = 4;
/** Almost all of the 16,384 registers. The last few take the longest to find. */
const VISITORS = 16_000;

/** They are made for the hash with `KNOWN_KEY`. */
export function craftedVisitors(): string[] {
  const visitors = new Map<number, string>();
  const hash = new Int32Array(2);
  for (let number = 0; visitors.size < VISITORS; number++) {
    const visitor = `visitor-${number}`;
    hashVisitor(visitor, KNOWN_KEY, hash);
    const register = hash[0]! & ((1 << INDEX_BITS) - 1);
    const hasZeros = ((hash[0]! >>> INDEX_BITS) & ((1 << ZERO_BITS) - 1)) === 0;
    if (hasZeros && !visitors.has(register)) visitors.set(register, visitor);
  }
  return [...visitors.values()];
}
