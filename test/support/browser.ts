// Chromium, driven by Playwright.
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findOrInstall, isRoot } from './installed-browser.ts';

export const CHROMIUM: string | undefined = findOrInstall({
  debianPackage: 'chromium',
  knownPaths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  pathVariable: 'CHROMIUM_PATH',
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

/** Throws if `CHROMIUM` is undefined. */
export function launchBrowser({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  if (!CHROMIUM) throw new Error('There is no Chromium.');
  return chromium.launch({ ...options, executablePath: CHROMIUM, args: [...CHROMIUM_ARGUMENTS, ...args] });
}
