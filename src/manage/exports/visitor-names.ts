// How visitors are named in an export: by their hash, or by another number of 64 bits that the key of the export makes of it, so that the
// visitors of two exports can't be found in each other.
import { createHmac } from 'node:crypto';
import { sipHash, sipKeyFromHex } from '../../foundation/sketches/sip-hash.ts';
import { NOBODY_LOW } from '../../foundation/sketches/visitor-hash.ts';

/** The name of the visitor with this hash. null: the event is nobody's. */
export type NameVisitor = (high: number, low: number) => string | null;

export const stableNames: NameVisitor = (high, low) => (low === NOBODY_LOW ? null : hex(high) + hex(low));

const KEY_DIGITS = 32;
/** As many make a Feistel network a permutation that can't be told from a random one, if its function can't (Luby and Rackoff). */
const ROUNDS = 4;

/**
 * A permutation of all hashes: two visitors never get the same name, so that counting names counts visitors. The key is derived, not
 * stored: whoever has the export has no key, and each run of one export finds the same one.
 */
export function rotatedNames(visitorKey: string, exportId: string): NameVisitor {
  const digest = createHmac('sha256', visitorKey).update(`export ${exportId}`).digest('hex');
  const key = sipKeyFromHex(digest.slice(0, KEY_DIGITS));
  const block = new DataView(new ArrayBuffer(8));
  const out = new Int32Array(2);
  return (high, low) => {
    if (low === NOBODY_LOW) return null;
    let [left, right] = [high, low];
    for (let round = 0; round < ROUNDS; round++) {
      block.setInt32(0, round);
      block.setInt32(4, right);
      sipHash(key, block, 0, block.byteLength, out);
      [left, right] = [right, left ^ out[0]!];
    }
    return hex(left) + hex(right);
  };
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, '0');
}
