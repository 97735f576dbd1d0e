// Pictures of all parts (parts.ts): in every language, in both themes, on a desktop and on a phone.
import type { Browser, BrowserContext } from 'playwright-core';
import { isLanguage, LANGUAGES } from '../../languages/language.ts';
import type { DemoService } from './demo-service.ts';
import { logIn } from './log-in.ts';
import { PARTS, type Seer } from './parts.ts';
import { createPartsWorld } from './parts-world.ts';
import { REGIONS, showPart, WIDTHS } from './show-part.ts';

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** `wanted`: languages, and names of parts. Without any, all. */
export async function photographParts(
  browser: Browser,
  service: DemoService,
  folder: string,
  wanted: readonly string[],
): Promise<void> {
  const world = await createPartsWorld(service);
  const sessions: Partial<Record<Seer, Session>> = {
    owner: await sessionOf(browser, service),
    client: await sessionOf(browser, { ...service, login: world.client }),
  };
  const languages = LANGUAGES.filter((language) => wanted.includes(language));
  const names = wanted.filter((word) => !isLanguage(word));
  const parts = PARTS.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const language of languages.length > 0 ? languages : LANGUAGES) {
    for (const [width, viewport] of Object.entries(WIDTHS)) {
      for (const seer of ['owner', 'client', 'reader'] as const) {
        const session = sessions[seer];
        const options = { locale: REGIONS[language], viewport, ...(session && { storageState: session }) };
        const context = await browser.newContext(options);
        const page = await context.newPage();
        for (const part of parts.filter(({ seenBy }) => seenBy === seer)) {
          await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
          await showPart(page, part, { url: service.url, world, language });
          const isDialog = (await page.locator('dialog[open], [role="dialog"]').count()) > 0;
          for (const theme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme: theme });
            const path = `${folder}${part.name}-${language}-${width}-${theme}.png`;
            await page.screenshot({ path, fullPage: !isDialog });
          }
        }
        await context.close();
      }
    }
  }
}

async function sessionOf(browser: Browser, service: DemoService): Promise<Session> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(service.url);
  await logIn(page, service);
  const session = await context.storageState();
  await context.close();
  return session;
}
