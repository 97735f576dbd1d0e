// How visitors are named in an export: by their hash, or by another number of 64 bits that the key of the export makes of it, so that the
// visitors of two exports can't be found in each other.
import { createCipheriv, createHmac } from 'node:crypto';
import { NOBODY_LOW } from '../../core/foundation/sketches/visitor-hash.ts';

/** Turns the halves of hashes into those of the names: the high and the low half of each, one after the other. */
export type RenameVisitors = (halves: Int32Array) => void;

export const keepNames: RenameVisitors = () => {};

/** As many make a Feistel network a permutation that can't be told from a random one, if its function can't (Luby and Rackoff). */
const ROUNDS = 3;
/** The size of a block of AES, in numbers of 32 bits. */
const BLOCK = 4;

/**
 * A permutation of all hashes: two visitors never get the same name, so that counting names counts visitors. The key is derived, not
 * stored: whoever has the export has no key, and each run of one export finds the same one. The function of the network is AES of a half
 * and the number of the round, for all visitors at once: one call of the library for each takes ten times as long.
 */
export function renameBy(visitorKey: string, exportId: string): RenameVisitors {
  const key = createHmac('sha256', visitorKey).update(`export ${exportId}`).digest();
  // Each block on its own, as a function: nothing is decrypted.
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return (halves) => {
    const count = halves.length / 2;
    const blocks = new Int32Array(BLOCK * count);
    for (let round = 0; round < ROUNDS; round++) {
      for (let visitor = 0; visitor < count; visitor++) {
        blocks[BLOCK * visitor] = round;
        blocks[BLOCK * visitor + 1] = halves[2 * visitor + 1]!;
      }
      const mixed = new Int32Array(Uint8Array.from(cipher.update(new Uint8Array(blocks.buffer))).buffer);
      for (let visitor = 0; visitor < count; visitor++) {
        const left = halves[2 * visitor]!;
        halves[2 * visitor] = halves[2 * visitor + 1]!;
        halves[2 * visitor + 1] = left ^ mixed[BLOCK * visitor]!;
      }
    }
  };
}

/** Hexadecimal digits. */
const NAME_LENGTH = 16;

/** The names of these visitors, by the halves of their hashes. null: nobody's events. All names are made at once, which is faster. */
export function namesOf(halves: Int32Array, rename: RenameVisitors): (string | null)[] {
  const renamed = halves.slice();
  rename(renamed);
  const count = halves.length / 2;
  const digits = Buffer.from(renamed.buffer).swap32().toString('hex');
  return Array.from({ length: count }, (_, visitor) =>
    halves[2 * visitor + 1] === NOBODY_LOW ? null : digits.slice(visitor * NAME_LENGTH, (visitor + 1) * NAME_LENGTH),
  );
}
