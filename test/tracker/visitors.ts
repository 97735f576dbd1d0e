// People with a Chromium that does not say that it is automated.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { launchBrowser, launchCompleteBrowser } from '../support/browser.ts';
import { BROWSER } from '../support/test-service.ts';

function likeAPerson(userAgent = BROWSER) {
  // For the whole browser: a context's own user agent is not sent by requests that outlive their page.
  return { args: ['--disable-blink-features=AutomationControlled', `--user-agent=${userAgent}`] };
}

/** Two events of one millisecond would leave open which of them came first. */
const NO_TWO_MOMENTS_ARE_EQUAL = `{
  let lastMs = 0;
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length ? given : [(lastMs = Math.max(lastMs + 1, Date.now()))]));
    }
  };
}`;

export class Visitors {
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async arrive(userAgent?: string): Promise<Visitors> {
    return new Visitors(await launchBrowser(likeAPerson(userAgent)));
  }

  static async arriveWithBackForwardCache(): Promise<Visitors> {
    return new Visitors(
      await launchCompleteBrowser({ ...likeAPerson(), ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    );
  }

  /** Has a browser profile of their own. */
  async visitor(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      viewport: { width: 800, height: 600 },
      // Drawing what moves takes processor time from everything else.
      reducedMotion: 'reduce',
      ...options,
    });
    await context.addInitScript(NO_TWO_MOMENTS_ARE_EQUAL);
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

/**
 * Back or forward, perhaps to a page in the back/forward cache. The driver's own way waits for events that such a page does not
 * have, and for a moment there is no page to ask.
 */
export async function traverse(page: Page, steps: number, path: string): Promise<void> {
  await page.evaluate(`history.go(${steps})`).catch(() => {});
  const current = () => page.evaluate('location.pathname').catch(() => undefined);
  await expect.poll(current).toBe(path);
}

/**
 * Before a form is used, which makes the tracker load its part for forms. Returns a function that waits until this part runs, which may be
 * long after its response.
 */
export function watchForms(page: Page): () => Promise<void> {
  const response = page.waitForResponse('**/t.js?form');
  return async () => {
    await page.evaluate(`import(${JSON.stringify((await response).url())}).then(() => {})`);
  };
}

/** Everything that the page's origin has stored, but for its session storage in other tabs. */
export function storedIn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...Object.keys(localStorage), ...Object.keys(sessionStorage), ...document.cookie.split('; ').filter(Boolean)]`,
  );
}
