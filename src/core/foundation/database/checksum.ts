// A checksum for bytes that are stored. A disk that changes a bit of them changes numbers that people decide by, and nothing else would
// notice it: SQLite has no checksums of its own, and PostgreSQL only if the cluster was created with them.
// Why: docs/decisions/database.md, "Whatever is stored as bytes has a checksum".
import { crc32 } from 'node:zlib';

/** Covers the bytes and the numbers of their row that matter as much. It is a signed number of 32 bits. */
export function checksumOf(bytes: Uint8Array, row: readonly number[]): number {
  return crc32(bytes, seedOf(row)) | 0;
}

const HALF = 2 ** 32;
/** Odd, so that two rows with one different number have different seeds. */
const FACTOR = 0x9e3779b1;

/** Arithmetic, because most rows are small: a checksum of the numbers would take longer than that of the bytes. */
function seedOf(row: readonly number[]): number {
  let seed = 1;
  for (const number of row) seed = Math.imul(Math.imul(seed, FACTOR) ^ number, FACTOR) ^ Math.floor(number / HALF);
  return seed >>> 0;
}

export function isIntact(bytes: Uint8Array, row: readonly number[], checksum: number): boolean {
  return checksum === checksumOf(bytes, row);
}
