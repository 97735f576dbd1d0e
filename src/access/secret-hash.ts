// How secrets that were handed out are stored and found again. They are random and long, so a plain hash is as safe as
// a slow one, and can be looked up by an index.
import { createHash } from 'node:crypto';

export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
