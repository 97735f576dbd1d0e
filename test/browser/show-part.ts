// Opens a part in a browser of its seer. The script that takes screenshots uses it: nothing here may import vitest.
import type { Page } from 'playwright-core';
import type { Language } from '../../languages/language.ts';
import { textsIn } from '../../src/core/foundation/text/translators.ts';
import type { Part } from './parts.ts';
import type { PartsWorld } from './parts-world.ts';

/** What a browser prefers whose user speaks the language: not the region that texts without one have. */
export const REGIONS = { en: 'en-GB', de: 'de-AT', fr: 'fr-CA', es: 'es-MX', pt: 'pt-BR' } as const satisfies Readonly<
  Record<Language, string>
>;

export const WIDTHS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

/** What stands where something is still loading. */
const SKELETON = '[role="status"]:has(> .visually-hidden:first-child)';

export interface ShownIn {
  readonly url: string;
  readonly world: PartsWorld;
  readonly language: Language;
}

export async function showPart(page: Page, part: Part, { url, world, language }: ShownIn): Promise<void> {
  await page.goto(url + part.path(world, language));
  await waitUntilLoaded(page);
  if (!part.open) return;
  await part.open(page, textsIn(language));
  await waitUntilLoaded(page);
}

/** Nothing is loading, and no value is being replaced. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator(`${SKELETON}, [aria-busy="true"]`).first().waitFor({ state: 'detached' });
}
