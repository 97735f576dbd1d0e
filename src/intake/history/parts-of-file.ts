// Reads a file a part at a time, between the requests of others: a Blob in memory streams all of its bytes as one.
import { setImmediate } from 'node:timers/promises';

const PART_BYTES = 1024 * 1024;

export async function* partsOf(file: Blob): AsyncIterable<Uint8Array> {
  for (let start = 0; start < file.size; start += PART_BYTES) {
    yield new Uint8Array(await file.slice(start, start + PART_BYTES).arrayBuffer());
    await setImmediate();
  }
}

/** Takes all of them, each in a turn of its own: one day of a file may have thousands of values. */
export async function inTurns<Value>(values: Iterable<Value>): Promise<Value[]> {
  const taken: Value[] = [];
  for (const value of values) {
    taken.push(value);
    await setImmediate();
  }
  return taken;
}
