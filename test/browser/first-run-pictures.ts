// Pictures of every step of the first run, on an empty database.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { Website } from '../tracker/website.ts';
import { startEmptyProcess } from './empty-process.ts';
import { fillLogin, fillWebsite, next, visitShop } from './set-up.ts';

/** `take` is called with the name of each step. The browser must not say that it is automated. */
export async function photographFirstRun(
  browser: Browser,
  options: BrowserContextOptions,
  pathOf: (name: string) => string | undefined,
): Promise<void> {
  const [service, shop] = await Promise.all([startEmptyProcess(), Website.start()]);
  const context = await browser.newContext({ ...options, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  const take = async (name: string) => {
    const path = pathOf(name);
    await page.bringToFront();
    if (path !== undefined) await page.screenshot({ path, fullPage: true });
  };
  try {
    await page.goto(service.url);
    await page.getByRole('heading', { name: 'Set up Funnel' }).waitFor();
    await take('setup-needed');
    await page.goto('about:blank');
    await page.goto(service.link);
    await fillLogin(page);
    await take('setup-login');
    await next(page);
    await fillWebsite(page, shop.url);
    await take('setup-website');
    await next(page);
    await take('setup-campaigns');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Waiting for the first event' }).waitFor();
    await page.waitForLoadState('networkidle');
    await take('first-event-waiting');
    await visitShop(page, shop);
    await page.bringToFront();
    await page.getByRole('heading', { name: 'Your first event has arrived' }).waitFor();
    await take('first-event');
  } finally {
    await context.close();
    shop.close();
    await service.stop();
  }
}
