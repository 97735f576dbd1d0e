// Firefox, driven by Puppeteer: Playwright only supports its own build of Firefox.
import { type Browser, launch } from 'puppeteer-core';
import { findOrInstall } from './installed-browser.ts';

export const FIREFOX: string | undefined = findOrInstall({
  debianPackage: 'firefox-esr',
  knownPaths: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
  pathVariable: 'FIREFOX_PATH',
});

/** Throws if `FIREFOX` is undefined. */
export function launchFirefox(preferences: Record<string, unknown> = {}): Promise<Browser> {
  if (!FIREFOX) throw new Error('There is no Firefox.');
  return launch({ browser: 'firefox', executablePath: FIREFOX, extraPrefsFirefox: preferences });
}
