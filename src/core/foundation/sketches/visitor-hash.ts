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

/** How the ids of visitors without consent look, which are for one day only. A shop that was told one sends it back as it is. */
const DAILY_PREFIX = 'day-';
const DAILY_LENGTH = DAILY_PREFIX.length + 43;

/**
 * The bit of the high half that is set where the id of the visitor is for one day only, and clear for all others. Registers
 * of sketches end at the bit below it, so no estimate depends on it, and it moves a visitor by so little that samples stay even.
 */
export const DAILY_BIT = 1 << 12;

/** The id that is for one day only, of the 43 characters that a SHA-256 hash has as base64url. */
export function dailyToken(hash: string): string {
  return DAILY_PREFIX + hash;
}

/** Whether the visitor with this hash has another id on the next day, so that nobody can follow it. Nobody is no visitor. */
export function isDailyHigh(high: number): boolean {
  return (high & DAILY_BIT) !== 0;
}

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
  const isDaily = token.length === DAILY_LENGTH && token.startsWith(DAILY_PREFIX);
  out[1] = isDaily ? out[1]! | DAILY_BIT : out[1]! & ~DAILY_BIT;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
