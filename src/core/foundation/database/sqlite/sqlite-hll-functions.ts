// Adds the functions of PostgreSQL's hll extension that our SQL uses to SQLite, so that the same SQL works on every engine.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { InvalidSketchError } from '../../sketches/hyperloglog.ts';
import { uniteBytes, uniteForCopy } from '../../sketches/packed-sketches.ts';

/** How many are united at once: it limits the memory. */
const SKETCHES_MAX = 64;

export function registerHllFunctions(connection: DatabaseSync): void {
  connection.function('hll_union', { deterministic: true }, (a, b) => uniteForCopy([bytesOf(a), bytesOf(b)]));
  // null for what is no sketch: it equals nothing.
  connection.function('hll_hash_bytea', { deterministic: true }, (sketch) =>
    sketch instanceof Uint8Array ? crc32(sketch) : null,
  );
  // The state can be any JavaScript value, but the types of node:sqlite only allow SQL values.
  connection.aggregate('hll_union_agg', {
    start: () => new Union() as never,
    step: (state, value) => {
      if (value !== null) (state as unknown as Union).add(intactBytes(bytesOf(value)));
      return state;
    },
    result: (state) => (state as unknown as Union).bytes(),
  });
}

/** Most unions of a chart are of a single sketch, which is returned as it is. */
class Union {
  #sketches: Uint8Array[] = [];

  add(bytes: Uint8Array): void {
    if (this.#sketches.length === SKETCHES_MAX) this.#sketches = [uniteBytes(this.#sketches)];
    this.#sketches.push(bytes);
  }

  /** null if there was none, as in PostgreSQL. SQLite copies it. */
  bytes(): Uint8Array | null {
    return this.#sketches.length > 1 ? uniteForCopy(this.#sketches) : (this.#sketches[0] ?? null);
  }
}

function bytesOf(value: SQLOutputValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new InvalidSketchError('it is damaged');
}

const [DIGIT_0, DIGIT_9] = [0x30, 0x39];

/** Takes off the checksum that `checkedByUnion` puts before a sketch as digits. No sketch begins with one. */
function intactBytes(bytes: Uint8Array): Uint8Array {
  let checksum = 0;
  let at = 0;
  for (; bytes[at]! >= DIGIT_0 && bytes[at]! <= DIGIT_9; at++) checksum = 10 * checksum + bytes[at]! - DIGIT_0;
  if (at === 0) return bytes;
  const sketch = bytes.subarray(at);
  if (crc32(sketch) !== checksum) throw new InvalidSketchError('it is damaged');
  return sketch;
}
