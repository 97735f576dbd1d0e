// Runs axe in a page: every rule on every element, but the contrast of colors only for some elements of each look. Contrast takes longer
// than all other rules together, and the cells of a table, or the menus of two pages, look the same.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** More than one, because axe leaves out what is covered by something else. */
const ELEMENTS_PER_LOOK = 3;

type Violations = AxeResults['violations'];

/** The looks whose contrast is known from other pages. */
export type KnownLooks = Set<string>;

export interface AxeOptions {
  /** The themes differ in colors only, so the other rules need one run. */
  readonly colorsOnly?: boolean;
  /** New looks are added. By default none is known. */
  readonly known?: KnownLooks;
}

/** What this needs of a page: the tests are compiled without the types of browsers. */
interface PageElement {
  readonly childNodes: Iterable<{ readonly nodeType: number; readonly nodeValue: string | null }>;
  readonly parentElement: PageElement | null;
  checkVisibility(options: object): boolean;
  getBoundingClientRect(): { readonly width: number; readonly height: number };
  matches(selector: string): boolean;
  querySelectorAll(selector: string): Iterable<PageElement>;
}
interface PageGlobals {
  readonly axe: { run(within: unknown, options: object): Promise<AxeResults> };
  readonly document: PageElement & { querySelector(selector: string): PageElement | null };
  getComputedStyle(element: PageElement): Readonly<Record<string, string>>;
}

export async function axeViolations(
  page: Page | Frame,
  { colorsOnly = false, known = new Set() }: AxeOptions = {},
): Promise<Violations> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(AXE);
  const others = colorsOnly ? [] : await page.evaluate(violationsButContrast);
  const { violations, looks } = await page.evaluate(contrastViolations, { known: [...known], some: ELEMENTS_PER_LOOK });
  for (const look of looks) known.add(look);
  return [...others, ...violations];
}

/** Runs in the page. Nothing has to be preloaded: that is for rules about media and stylesheets of other origins. */
async function violationsButContrast(): Promise<Violations> {
  const { axe, document } = globalThis as unknown as PageGlobals;
  // The page behind a modal dialog can't be reached, and is looked at without it.
  const within = document.querySelector('dialog[open]') ?? document;
  const rules = { 'color-contrast': { enabled: false } };
  return (await axe.run(within, { resultTypes: ['violations'], preload: false, rules })).violations;
}

interface ContrastFound {
  readonly violations: Violations;
  readonly looks: readonly string[];
}

/** Runs in the page. */
async function contrastViolations(given: { known: readonly string[]; some: number }): Promise<ContrastFound> {
  const { axe, document, getComputedStyle } = globalThis as unknown as PageGlobals;
  const within = document.querySelector('dialog[open]') ?? document;
  const hasText = ({ childNodes }: PageElement) =>
    [...childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue!.trim() !== '');
  const isSeen = (element: PageElement) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const backgrounds = new Map<PageElement | null, string>([[null, '']]);
  const backgroundOf = (element: PageElement | null): string => {
    const computed = backgrounds.get(element);
    if (computed !== undefined) return computed;
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element!);
    const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
    const isPlain = own === 'rgba(0, 0, 0, 0) none 1';
    const background = backgroundOf(element!.parentElement) + (isPlain ? '' : `/${own}`);
    backgrounds.set(element, background);
    return background;
  };
  const known = new Set(given.known);
  const chosen = new Map<string, PageElement[]>();
  for (const element of within.querySelectorAll('*')) {
    if (!(hasText(element) || element.matches('input, select, textarea')) || !isSeen(element)) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const look = [backgroundOf(element), color, fontSize, fontWeight, textShadow].join();
    const alike = chosen.get(look) ?? [];
    if (!known.has(look) && alike.length < given.some) chosen.set(look, [...alike, element]);
  }
  if (chosen.size === 0) return { violations: [], looks: [] };
  const options = { resultTypes: ['violations'], preload: false, runOnly: ['color-contrast'] };
  const { violations } = await axe.run({ include: [...chosen.values()].flat() }, options);
  return { violations, looks: [...chosen.keys()] };
}
