// What browsers load and what processes run, as it is now, not as it was built some time ago.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DASHBOARD = [
  'dashboard/*.{html,ts}',
  'dashboard/public/**',
  'dashboard/src/**',
  'languages/**',
  'packages/api-client/src/*',
  'packages/report-files/src/*',
];

/** By the name of its script in package.json: a file that the build writes, and what it is made of. */
const BUILDS = {
  dashboard: { built: 'dashboard/dist/index.html', sources: DASHBOARD },
  chat: { built: 'dashboard/chat/dist/index.html', sources: [...DASHBOARD, 'dashboard/chat/*.{html,ts}'] },
  docs: { built: 'reference/dist/complete.json', sources: [...DASHBOARD, 'reference/*.{html,ts}', 'reference/src/*'] },
  server: {
    built: 'dist/complete.json',
    sources: ['src/**', 'packages/report-files/src/*', 'languages/**', 'vite.server.config.ts'],
  },
  tracker: { built: 'packages/tracker/dist/form.js', sources: ['packages/tracker/*.ts', 'packages/tracker/src/*'] },
} as const;
type Build = keyof typeof BUILDS;

/** What this worker of the test runner has looked at. */
const seen = new Set<Build>();

/** Everything is there after `npm ci`. One process at a time builds: others wait until it is complete. */
export function buildIfChanged(build: Build): void {
  if (seen.has(build)) return;
  if (!isCurrent(build)) {
    const program = [process.execPath, fileURLToPath(import.meta.url), build];
    execFileSync('flock', [join(ROOT, 'package.json'), ...program], { cwd: ROOT, stdio: 'ignore' });
  }
  seen.add(build);
}

function isCurrent(build: Build): boolean {
  const { built, sources } = BUILDS[build];
  const changedAt = (file: string) => statSync(join(ROOT, file)).mtimeMs;
  if (!existsSync(join(ROOT, built))) return false;
  const files = [...globSync(sources, { cwd: ROOT }), 'package-lock.json'];
  return files.every((file) => changedAt(file) <= changedAt(built));
}

if (import.meta.main) {
  const build = process.argv[2] as Build;
  // The test runner sets it to test, which would give a build for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  if (!isCurrent(build)) execFileSync('npm', ['run', `build:${build}`], { cwd: ROOT, stdio: 'ignore', env });
}
