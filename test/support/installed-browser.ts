// A real browser: the machine's own, or (as root on Debian) one that is installed first. If there is none, the
// suites that need one are skipped with a warning, and fail in CI.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface WantedBrowser {
  readonly debianPackage: string;
  readonly knownPaths: readonly string[];
  /** An environment variable with another path. */
  readonly pathVariable: string;
}

export function findOrInstall(browser: WantedBrowser): string | undefined {
  const found = findInstalled(browser);
  if (found) return found;
  try {
    install(browser);
    return findInstalled(browser);
  } catch (error) {
    if (process.env.CI) throw error;
    console.warn(`\n!!! SKIPPED: every test in ${browser.debianPackage}. ${(error as Error).message}\n`);
    return undefined;
  }
}

function findInstalled({ knownPaths, pathVariable }: WantedBrowser): string | undefined {
  const given = process.env[pathVariable];
  return [...(given ? [given] : []), ...knownPaths].find((path) => existsSync(path));
}

function install({ debianPackage, pathVariable }: WantedBrowser): void {
  if (!isRoot() || !existsSync('/etc/debian_version')) {
    throw new Error(`${debianPackage} was not found: set ${pathVariable}, or install the package ${debianPackage}.`);
  }
  console.log(`Installing ${debianPackage} (apt-get) …`);
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], options);
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}
