// Hashes secrets for storage. They are long and random, so a fast hash is as safe as a slow one, and an index can find it.
import { hash } from 'node:crypto';

export function secretHash(secret: string): string {
  return hash('sha256', secret);
}
