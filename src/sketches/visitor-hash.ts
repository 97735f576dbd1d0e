/**
 * The 64-bit hash under which a visitor is counted, of the token's UTF-8 bytes: SipHash with the key of the installation.
 * Without the key nobody can make up visitors that a sketch takes for many more than they are, nor look for a known person
 * among the hashes of a sketch.
 *
 * A database from before there were keys has none, and goes on with MurmurHash: its sketches can't be counted together with
 * those of another hash.
 */
import { murmurHash } from './murmur-hash.ts';
import { type SipKey, sipHash } from './sip-hash.ts';

/** null: of a database that has no key. */
export type VisitorKey = SipKey | null;

const UTF8_BYTES_PER_CODE_UNIT_MAX = 3;

/** The hash runs once for every event: the text is written here, and nothing is allocated. */
let text = Buffer.alloc(1024);
let textView = viewOf(text);

/** Writes the hash of the token: `out[0]` = low 32 bits, `out[1]` = high 32 bits. */
export function hashVisitor(token: string, key: VisitorKey, out: Int32Array): void {
  const room = token.length * UTF8_BYTES_PER_CODE_UNIT_MAX;
  if (room > text.length) {
    text = Buffer.alloc(room);
    textView = viewOf(text);
  }
  const end = text.write(token);
  if (key) sipHash(key, textView, 0, end, out);
  else murmurHash(textView, 0, end, out);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
