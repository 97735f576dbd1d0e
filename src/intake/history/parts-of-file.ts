// The bytes of a file, a part at a time: a Blob in memory streams all of them as one, and whoever reads that keeps everybody else waiting.
import { setImmediate } from 'node:timers/promises';

const PART_BYTES = 1024 * 1024;

export async function* partsOf(file: Blob): AsyncIterable<Uint8Array> {
  for (let start = 0; start < file.size; start += PART_BYTES) {
    yield new Uint8Array(await file.slice(start, start + PART_BYTES).arrayBuffer());
    await setImmediate();
  }
}
