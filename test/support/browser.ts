// Chromium, driven by Playwright.
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findOrInstall, findOrTryToInstall, isRoot } from './installed-program.ts';

export const CHROMIUM: string | undefined = findOrInstall({
  debianPackage: 'chromium',
  knownPaths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  pathVariable: 'CHROMIUM_PATH',
});

/** Chromium without windows and user profiles: it takes much less processor time, and has no back/forward cache. */
const HEADLESS_SHELL = process.env.CHROMIUM_PATH
  ? undefined
  : findOrTryToInstall({
      debianPackage: 'chromium-headless-shell',
      knownPaths: ['/usr/bin/chromium-headless-shell'],
      pathVariable: 'CHROMIUM_HEADLESS_SHELL_PATH',
    });

export const CHROMIUM_ARGUMENTS: readonly string[] = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of one browser context share a process: starting one takes more processor time than loading a page.
  '--renderer-process-limit=1',
  // Chromium does not run its sandbox as root.
  ...(isRoot() ? ['--no-sandbox'] : []),
];

/** For whatever a page is asked to do, on a machine that may be busy. Only what hangs takes this long. */
const ACTION_MS_MAX = 120_000;

/** Throws if `CHROMIUM` is undefined. */
export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return launch(HEADLESS_SHELL ?? CHROMIUM, options);
}

/** The browser that users have. Throws if `CHROMIUM` is undefined. */
export function launchCompleteBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return launch(CHROMIUM, options);
}

async function launch(executablePath: string | undefined, { args = [], ...options }: LaunchOptions): Promise<Browser> {
  if (!executablePath) throw new Error('There is no Chromium.');
  const browser = await chromium.launch({
    timeout: ACTION_MS_MAX,
    ...options,
    executablePath,
    args: [...CHROMIUM_ARGUMENTS, ...args],
  });
  browser.on('context', (context) => context.setDefaultTimeout(ACTION_MS_MAX));
  return browser;
}
