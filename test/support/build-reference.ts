// The API reference as it is now, not as it was built some time ago.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';

const BUILT = 'reference/dist/index.html';
const SOURCES = ['reference/*.{html,ts}', 'reference/src/*.ts'];

/** Only if something has changed: after `npm ci` it is there, and other tests may be reading it. */
export function buildReference(): void {
  const changedAt = (file: string) => statSync(file).mtimeMs;
  const isCurrent = existsSync(BUILT) && globSync(SOURCES).every((file) => changedAt(file) <= changedAt(BUILT));
  if (!isCurrent) execFileSync('npm', ['run', 'build:docs'], { stdio: 'ignore' });
}
