// How secrets that were handed out are stored and found again. They are random and long, so a plain hash is as safe as
// a slow one, and can be looked up by an index.
import { hash } from 'node:crypto';

export function secretHash(secret: string): string {
  return hash('sha256', secret);
}
