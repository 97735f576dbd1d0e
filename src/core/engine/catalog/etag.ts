// Versions of what people see in the catalog, for changes that must not undo somebody else's.
import { createHash } from 'node:crypto';
import { Problem } from '../../foundation/problem/problem.ts';

/** A hash of what is shown, so that every way of changing it counts, and sending the same again changes nothing. */
export function etagOf(shown: unknown): string {
  return createHash('sha1').update(JSON.stringify(shown)).digest('base64url');
}

/** `ifMatch`: as in the header; undefined: whatever there is. Throws a problem of status 412. */
export function requireMatch(ifMatch: string | undefined, etag: string): void {
  if (ifMatch === undefined) return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.includes(`"${etag}"`)) return;
  throw new Problem(412, 'Somebody has changed this since. Read it again, then send the change again.', {
    code: 'changed_meanwhile',
  });
}
