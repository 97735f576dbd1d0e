// How visitors are named in an export: by their hash, or by another number of 64 bits that the key of the export makes of it, so that the
// visitors of two exports can't be found in each other.
import { createHmac } from 'node:crypto';
import { sipHash, sipKeyFromHex } from '../../foundation/sketches/sip-hash.ts';
import { NOBODY_LOW } from '../../foundation/sketches/visitor-hash.ts';

/** Turns the halves of a hash, high and low, into those of the name. */
export type RenameVisitor = (halves: Int32Array) => void;

export const keepName: RenameVisitor = () => {};

const KEY_DIGITS = 32;
/** As many make a Feistel network a permutation that can't be told from a random one, if its function can't (Luby and Rackoff). */
const ROUNDS = 3;

/**
 * A permutation of all hashes: two visitors never get the same name, so that counting names counts visitors. The key is derived, not
 * stored: whoever has the export has no key, and each run of one export finds the same one.
 */
export function renameBy(visitorKey: string, exportId: string): RenameVisitor {
  const digest = createHmac('sha256', visitorKey).update(`export ${exportId}`).digest('hex');
  const key = sipKeyFromHex(digest.slice(0, KEY_DIGITS));
  const block = new DataView(new ArrayBuffer(8));
  const out = new Int32Array(2);
  return (halves) => {
    let left = halves[0]!;
    let right = halves[1]!;
    for (let round = 0; round < ROUNDS; round++) {
      block.setInt32(0, round);
      block.setInt32(4, right);
      sipHash(key, block, 0, block.byteLength, out);
      const mixed = left ^ out[0]!;
      left = right;
      right = mixed;
    }
    halves[0] = left;
    halves[1] = right;
  };
}

const HASH_BYTES = 8;
const NAME_LENGTH = 2 * HASH_BYTES;

/** The names of these visitors, by their halves one after the other. null: nobody's events. All names are made at once, which is faster. */
export function namesOf(halves: readonly number[], rename: RenameVisitor): (string | null)[] {
  const count = halves.length / 2;
  const bytes = Buffer.allocUnsafe(count * HASH_BYTES);
  const pair = new Int32Array(2);
  for (let visitor = 0; visitor < count; visitor++) {
    pair[0] = halves[2 * visitor]!;
    pair[1] = halves[2 * visitor + 1]!;
    rename(pair);
    bytes.writeInt32BE(pair[0], visitor * HASH_BYTES);
    bytes.writeInt32BE(pair[1], visitor * HASH_BYTES + 4);
  }
  const digits = bytes.toString('hex');
  return Array.from({ length: count }, (_, visitor) =>
    halves[2 * visitor + 1] === NOBODY_LOW ? null : digits.slice(visitor * NAME_LENGTH, (visitor + 1) * NAME_LENGTH),
  );
}
