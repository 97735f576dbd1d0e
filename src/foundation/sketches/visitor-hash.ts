/**
 * The 64-bit hash of a visitor: SipHash of the UTF-8 bytes of the visitor token, with the key of the installation. Without
 * the key, nobody can forge visitors that inflate the estimate of a sketch, or look for a known person in a sketch.
 *
 * Why: docs/decisions/reports.md, "Visitors are hashed with a key of the installation".
 */
import { type SipKey, sipHash } from './sip-hash.ts';

const UTF8_BYTES_PER_CODE_UNIT_MAX = 3;

/** A reused buffer, because the hash runs for every event and must not allocate. */
let buffer = Buffer.alloc(1024);
let bufferView = viewOf(buffer);

/**
 * The low half of a hash that is nobody's: the event log has such hashes for orders without a visitor and for events of people who were
 * forgotten. The high half says which samples of visitors the event is in.
 */
export const NOBODY_LOW = 0;

/** Writes the hash of the token: `out[0]` = low 32 bits, never `NOBODY_LOW`; `out[1]` = high 32 bits. */
export function hashVisitor(token: string, key: SipKey, out: Int32Array): void {
  const bytesMax = token.length * UTF8_BYTES_PER_CODE_UNIT_MAX;
  if (bytesMax > buffer.length) {
    buffer = Buffer.alloc(bytesMax);
    bufferView = viewOf(buffer);
  }
  const end = buffer.write(token);
  sipHash(key, bufferView, 0, end, out);
  if (out[0] === NOBODY_LOW) out[0] = 1;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
