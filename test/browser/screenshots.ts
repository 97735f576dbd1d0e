// Screenshots of every page, light and dark, desktop and phone, into screenshots/ (not committed). Run it with
// `npm run screenshots`. Arguments: names of pages for only those, or `docs` for the pictures in the documentation, or `parts` for what is
// shown to others, in every language; languages and names of parts (parts.ts) after it for only those.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { buildIfChanged } from '../support/build-if-changed.ts';
import { startDemoService } from './demo-service.ts';
import { photographFirstRun } from './first-run-pictures.ts';
import { logIn } from './log-in.ts';
import { PAGES } from './pages.ts';
import { photographParts } from './parts-pictures.ts';
import { MAIL } from './parts-world.ts';
import { EventSender, TYPO, VIEW } from './sent-events.ts';

const FOLDER = fileURLToPath(new URL('../../screenshots/', import.meta.url));
const SIZES = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

/** Small, because they are committed. */
const DOCS_FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const DOCS_PICTURES = [
  { name: 'overview', path: '/', viewport: { width: 1200, height: 800 }, colorScheme: 'light' },
  { name: 'campaign', path: '/websites/1/campaigns/11', viewport: { width: 1200, height: 1430 }, colorScheme: 'light' },
  {
    name: 'retention',
    path: '/websites/1/retention?timeframe=last_90_days',
    viewport: { width: 1200, height: 960 },
    colorScheme: 'light',
  },
  {
    name: 'paths',
    path: '/websites/1/paths?from=view%3Bcampaign%3A13',
    viewport: { width: 1200, height: 980 },
    colorScheme: 'light',
  },
  { name: 'phone', path: '/websites/1', viewport: SIZES.phone, colorScheme: 'dark' },
] as const;

const FIRST_RUN_PICTURES: Readonly<Record<string, string>> = { 'setup-website': 'setup', 'first-event': 'first-event' };
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const wanted = process.argv.slice(2);
mkdirSync(FOLDER, { recursive: true });
buildIfChanged('dashboard');
buildIfChanged('tracker');
const service = await startDemoService(undefined, wanted[0] === 'parts' ? MAIL : {});
const browser = await launchBrowser();
/** Events of browsers that say that they are automated don't count. */
const visitors = await launchBrowser({
  args: ['--disable-blink-features=AutomationControlled', `--user-agent=${USER_AGENT}`],
});
try {
  if (wanted[0] === 'docs') await takeForDocs(browser);
  else if (wanted[0] === 'parts') await photographParts(browser, service, FOLDER, wanted.slice(1));
  else {
    for (const size of ['desktop', 'phone'] as const) {
      for (const theme of ['light', 'dark'] as const) await takeAll(browser, size, theme);
    }
  }
} finally {
  await Promise.all([browser.close(), visitors.close()]);
  await service.close();
}

async function takeAll(browser: Browser, size: keyof typeof SIZES, colorScheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme,
    // Phones have sharp screens; on desktops, the smaller file matters more.
    deviceScaleFactor: size === 'phone' ? 2 : 1,
  });
  const page = await context.newPage();
  await page.goto(service.url);
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  const take = (name: string, fullPage: boolean) =>
    page.screenshot({ path: `${FOLDER}${name}-${size}-${colorScheme}.png`, fullPage });
  if (isWanted('log-in')) await take('log-in', false);
  await logIn(page, service);
  for (const { name, path, open } of PAGES) {
    if (!isWanted(name)) continue;
    await page.goto(service.url + path);
    await settle(page);
    if (name === 'live') await sendEvents(page);
    await open?.(page);
    await take(name, open === undefined);
  }
  await context.close();
  await photographFirstRun(visitors, { viewport: SIZES[size], colorScheme }, (name) =>
    isWanted(name) ? `${FOLDER}${name}-${size}-${colorScheme}.png` : undefined,
  );
  console.log(`${size} ${colorScheme}`);
}

async function takeForDocs(browser: Browser): Promise<void> {
  mkdirSync(DOCS_FOLDER, { recursive: true });
  for (const { name, path, ...options } of DOCS_PICTURES) {
    const page = await browser.newPage(options);
    await page.goto(service.url + path);
    await logIn(page, service);
    await settle(page);
    await page.screenshot({ path: `${DOCS_FOLDER}${name}.png` });
    await page.context().close();
  }
  await photographFirstRun(visitors, { viewport: { width: 1000, height: 600 }, colorScheme: 'light' }, (name) =>
    FIRST_RUN_PICTURES[name] === undefined ? undefined : `${DOCS_FOLDER}${FIRST_RUN_PICTURES[name]}.png`,
  );
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.includes(name);
}

/** Waits until nothing is loading. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('main').getByRole('status').first().waitFor({ state: 'detached' });
}

/** While the page is open, so that it shows them one by one. */
async function sendEvents(page: Page): Promise<void> {
  await (await EventSender.of(service, 1)).send(VIEW, { ...VIEW, type: 'order', revenue: 49.9 }, TYPO, {
    ...VIEW,
    at: '2019',
  });
  await page.getByText('invalid_at').first().waitFor();
}
