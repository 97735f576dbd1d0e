// Signatures of webhooks: HMAC with SHA-256, compared in constant time.
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Signature {
  /** A header: undefined where it was not sent. */
  readonly text: string | string[] | undefined;
  readonly encoding: 'base64' | 'hex';
}

export function isSignatureOf(pieces: readonly (string | Uint8Array)[], secret: string, signature: Signature): boolean {
  if (typeof signature.text !== 'string') return false;
  const hmac = createHmac('sha256', secret);
  for (const piece of pieces) hmac.update(piece);
  const expected = hmac.digest();
  const given = Buffer.from(signature.text, signature.encoding);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
