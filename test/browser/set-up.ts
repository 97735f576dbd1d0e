// What a person does on the pages of the setup.
import type { Page } from 'playwright-core';
import { ENGLISH } from '../../src/core/foundation/text/translators.ts';
import type { Website } from '../tracker/website.ts';

export const EMAIL = 'ada@example.com';
export const PASSWORD = 'correct horse battery staple';

export async function fillLogin(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel('Account name').fill('Ada & Co.');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

export async function fillWebsite(page: Page, origin: string): Promise<void> {
  await page.getByLabel('Website name').fill('shop.example');
  await page.getByLabel('Addresses of its pages').fill(origin);
  await page.getByLabel('Currency').selectOption('EUR');
}

/** Goes to the next form. */
export async function next(page: Page): Promise<void> {
  const before = await page.locator('[aria-current="step"]').innerText();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('[aria-current="step"]').filter({ hasNotText: before }).waitFor();
}

/** Puts what the dashboard says into a page, as people do, and opens it. */
export async function visitShop(page: Page, shop: Website): Promise<Page> {
  const head = await copied(page, 'the line for your pages');
  const body = await copied(page, 'the example');
  shop.pages = { '/': `<!doctype html><title>Shop</title>${head}<body>${body}</body>` };
  const visit = await page.context().newPage();
  await visit.goto(shop.url);
  return visit;
}

/** The page has the permission to read the clipboard. */
export async function copied(page: Page, what: string, t = ENGLISH): Promise<string> {
  await page.getByRole('button', { name: t('report.copyWhat', { what }) }).click();
  await page.getByRole('button', { name: t('report.copiedWhat', { what }) }).waitFor();
  return page.evaluate<string>('navigator.clipboard.readText()');
}
