// Signatures of webhooks: HMAC with SHA-256, compared in constant time.
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Signatures {
  /** The signatures that were sent. One valid signature is enough. undefined stands for a header that was not sent. */
  readonly texts: readonly (string | string[] | undefined)[];
  readonly encoding: 'base64' | 'hex';
}

/** Reads the pieces once, however many signatures there are. */
export function isSigned(
  pieces: readonly (string | Uint8Array)[],
  secret: string,
  { texts, encoding }: Signatures,
): boolean {
  const hmac = createHmac('sha256', secret);
  for (const piece of pieces) hmac.update(piece);
  const expected = hmac.digest();
  return texts.some((text) => {
    const given = Buffer.from(typeof text === 'string' ? text : '', encoding);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
