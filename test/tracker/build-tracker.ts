// The tracker as it is now, not as it was built some time ago.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';

const BUILT = 'packages/tracker/dist/t.js';

/** Only if something has changed: after `npm ci` it is there, and other tests may be reading it. */
export function buildTracker(): void {
  const changedAt = (file: string) => statSync(file).mtimeMs;
  const isCurrent =
    existsSync(BUILT) && globSync('packages/tracker/src/*.ts').every((file) => changedAt(file) <= changedAt(BUILT));
  if (!isCurrent) execFileSync('npm', ['run', 'build:tracker'], { stdio: 'ignore' });
}
