/**
 * The 64-bit hash of a visitor: SipHash of the UTF-8 bytes of the visitor token, with the key of the installation. Without
 * the key, nobody can forge visitors that inflate the estimate of a sketch, or look for a known person in a sketch.
 *
 * A database that is older than visitor keys has none, and keeps using MurmurHash: sketches of different hashes can't be
 * united.
 */
import { murmurHash } from './murmur-hash.ts';
import { type SipKey, sipHash } from './sip-hash.ts';

/** null: the database has no key. */
export type VisitorKey = SipKey | null;

const UTF8_BYTES_PER_CODE_UNIT_MAX = 3;

/** A reused buffer, because the hash runs for every event and must not allocate. */
let buffer = Buffer.alloc(1024);
let bufferView = viewOf(buffer);

/** Writes the hash of the token: `out[0]` = low 32 bits, `out[1]` = high 32 bits. */
export function hashVisitor(token: string, key: VisitorKey, out: Int32Array): void {
  const bytesMax = token.length * UTF8_BYTES_PER_CODE_UNIT_MAX;
  if (bytesMax > buffer.length) {
    buffer = Buffer.alloc(bytesMax);
    bufferView = viewOf(buffer);
  }
  const end = buffer.write(token);
  if (key) sipHash(key, bufferView, 0, end, out);
  else murmurHash(bufferView, 0, end, out);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
