// A real browser or PHP: the machine's own, or (as root on Debian) one that is installed first. If there is none, the
// suites that need it are skipped with a warning, and fail in CI.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Options of `apt-get install`: another test run, or the system, may be installing something. By default it fails then. */
export const WAIT_FOR_OTHERS = ['-o', 'DPkg::Lock::Timeout=600'];

export interface WantedProgram {
  readonly debianPackage: string;
  /** The first is where the package puts it. */
  readonly knownPaths: readonly [string, ...string[]];
  /** An environment variable with another path. */
  readonly pathVariable: string;
}

export function findOrInstall(program: WantedProgram): string | undefined {
  const found = findInstalled(program);
  if (found) return found;
  try {
    install(program);
    return findInstalled(program);
  } catch (error) {
    if (process.env.CI) throw error;
    console.warn(`\n!!! SKIPPED: every test that needs ${program.debianPackage}. ${(error as Error).message}\n`);
    return undefined;
  }
}

/** For a browser that can be replaced by another one. */
export function findOrTryToInstall(browser: WantedProgram): string | undefined {
  const found = findInstalled(browser);
  if (found || !canInstall()) return found;
  try {
    install(browser);
  } catch {
    console.warn(`${browser.debianPackage} could not be installed: the tests take longer without it.`);
  }
  return findInstalled(browser);
}

function findInstalled({ knownPaths, pathVariable }: WantedProgram): string | undefined {
  const given = process.env[pathVariable];
  return [...(given ? [given] : []), ...knownPaths].find((path) => existsSync(path));
}

function install({ debianPackage, knownPaths, pathVariable }: WantedProgram): void {
  if (!canInstall()) {
    throw new Error(`${debianPackage} was not found: set ${pathVariable}, or install the package ${debianPackage}.`);
  }
  console.log(`Installing ${debianPackage} (apt-get) …`);
  const get = 'apt-get -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=20';
  const add = `${get} install ${WAIT_FOR_OTHERS.join(' ')} -y --no-install-recommends ${debianPackage}`;
  const script = `test -e ${knownPaths[0]} || ${add} || { ${get} update && ${add}; }`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // One process at a time: `apt-get update` does not wait for another.
  execFileSync('flock', [join(tmpdir(), 'funnel-programs.lock'), 'sh', '-c', script], { stdio: 'inherit', env });
}

function canInstall(): boolean {
  return isRoot() && existsSync('/etc/debian_version');
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}
