// Adds the functions of PostgreSQL's hll extension that our SQL uses to SQLite, so that the same SQL works on every engine.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { Sketch, unionBytes } from '../sketches/hyperloglog.ts';

export function registerHllFunctions(connection: DatabaseSync): void {
  connection.function('hll_union', { deterministic: true }, (a, b) => unionBytes(bytesOf(a), bytesOf(b)));
  // The state can be any JavaScript value, but the types of node:sqlite only allow SQL values.
  connection.aggregate('hll_union_agg', {
    start: () => new Union() as never,
    step: (state, value) => {
      if (value !== null) (state as unknown as Union).add(bytesOf(value));
      return state;
    },
    result: (state) => (state as unknown as Union).bytes(),
  });
}

/** Most unions of a chart are of a single sketch, which is returned as it is. */
class Union {
  #first: Uint8Array | null = null;
  #sketch: Sketch | null = null;

  add(bytes: Uint8Array): void {
    if (this.#first === null) this.#first = bytes;
    else {
      this.#sketch ??= Sketch.fromBytes(this.#first);
      this.#sketch.mergeBytes(bytes);
    }
  }

  /** null if there was none, as in PostgreSQL. */
  bytes(): Uint8Array | null {
    return this.#sketch ? this.#sketch.toBytes() : this.#first;
  }
}

function bytesOf(value: SQLOutputValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new TypeError('a sketch must be a blob');
}
