// Adds the functions of PostgreSQL's hll extension that our SQL uses to SQLite, so that the same SQL works on every engine.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { Sketch, unionBytes } from '../sketches/hyperloglog.ts';

export function registerHllFunctions(connection: DatabaseSync): void {
  connection.function('hll_union', { deterministic: true }, (a, b) => unionBytes(bytesOf(a), bytesOf(b)));
  // The state can be any JavaScript value, but the types of node:sqlite only allow SQL values.
  connection.aggregate('hll_union_agg', {
    start: () => new Sketch() as never,
    step: (state, value) => {
      if (value !== null) (state as unknown as Sketch).mergeBytes(bytesOf(value));
      return state;
    },
    result: (state) => (state as unknown as Sketch).toBytes(),
  });
}

function bytesOf(value: SQLOutputValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new TypeError('a sketch must be a blob');
}
