// Reads a file a part at a time: a Blob in memory streams all of its bytes as one.
import type { FileBytes } from './file-bytes.ts';

const PART_BYTES = 256 * 1024;

export async function* partsOf(file: FileBytes): AsyncIterable<Uint8Array> {
  for (let start = 0; start < file.size; start += PART_BYTES) {
    yield new Uint8Array(await file.slice(start, start + PART_BYTES).arrayBuffer());
  }
}
