// A real Chromium: the machine's own, or (as root on Debian) one that is installed on the way. Where none can be had, the
// suites that need one are skipped, loudly; in CI that is a failure.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const KNOWN_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const CHROMIUM: string | undefined = findOrInstall();

/** Throws where `CHROMIUM` is undefined. */
export function launchBrowser(): Promise<Browser> {
  if (!CHROMIUM) throw new Error('There is no Chromium.');
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Chromium refuses its sandbox to root.
      ...(isRoot() ? ['--no-sandbox'] : []),
    ],
  });
}

function findOrInstall(): string | undefined {
  const found = installed();
  if (found) return found;
  try {
    install();
    return installed();
  } catch (error) {
    if (process.env.CI) throw error;
    console.warn(`\n!!! SKIPPED: every test in a browser. ${(error as Error).message}\n`);
    return undefined;
  }
}

function installed(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  return [...(given ? [given] : []), ...KNOWN_PLACES].find((path) => existsSync(path));
}

function install(): void {
  if (!isRoot() || !existsSync('/etc/debian_version')) {
    throw new Error('No Chromium was found: set CHROMIUM_PATH, or install the package chromium.');
  }
  console.log('Installing Chromium (apt-get) …');
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
