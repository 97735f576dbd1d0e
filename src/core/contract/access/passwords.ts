// How passwords are stored and checked: of users, and of links to shared pages.
import { hash, verify } from '@node-rs/argon2';

/** argon2id with the defaults of the library, which follow the OWASP recommendations. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalizedPassword(password));
}

export function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, normalizedPassword(password));
}

/** Keyboards compose accented characters differently. */
export function normalizedPassword(password: string): string {
  return password.normalize('NFKC');
}
