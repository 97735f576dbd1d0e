// The API reference as it is now, not as it was built some time ago.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The build writes it last. */
const BUILT = 'reference/dist/complete.json';
const SOURCES = ['reference/*.{html,ts}', 'reference/src/*'];

/** Only if something has changed: after `npm ci` it is there. One process at a time: others wait until it is complete. */
export function buildReference(): void {
  if (isCurrent()) return;
  execFileSync('flock', ['reference/index.html', process.execPath, fileURLToPath(import.meta.url)], {
    stdio: 'ignore',
  });
}

function isCurrent(): boolean {
  const changedAt = (file: string) => statSync(file).mtimeMs;
  return existsSync(BUILT) && globSync(SOURCES).every((file) => changedAt(file) <= changedAt(BUILT));
}

if (import.meta.main && !isCurrent()) {
  // The test runner sets it to test, and the renderer would be built for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync('npm', ['run', 'build:docs'], { stdio: 'ignore', env });
}
