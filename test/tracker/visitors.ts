// People with a Chromium: it does not say that it is automated, and it keeps pages in the back/forward cache.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';

export class Visitors {
  readonly #browser: Browser;
  readonly #userAgent: string;
  readonly #contexts: BrowserContext[] = [];

  private constructor(browser: Browser, userAgent: string) {
    this.#browser = browser;
    this.#userAgent = userAgent;
  }

  static async arrive(): Promise<Visitors> {
    const browser = await launchBrowser({
      args: ['--disable-blink-features=AutomationControlled'],
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    const page = await browser.newPage();
    const userAgent = await page.evaluate<string>('navigator.userAgent');
    await page.close();
    return new Visitors(browser, userAgent.replace('Headless', ''));
  }

  /** With a browser profile of their own. */
  async visitor(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      userAgent: this.#userAgent,
      viewport: { width: 800, height: 600 },
      ...options,
    });
    context.setDefaultTimeout(10_000);
    this.#contexts.push(context);
    return context;
  }

  async leave(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

/** Everything that the page's origin has stored, but for its session storage in other tabs. */
export function storedIn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...Object.keys(localStorage), ...Object.keys(sessionStorage), ...document.cookie.split('; ').filter(Boolean)]`,
  );
}
