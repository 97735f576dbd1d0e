// What cannot be used by keyboard: controls that Tab does not reach, and those that do not show that they have the focus.
import type { Page } from 'playwright-core';

/** They are more than the controls of any page. */
const TABS_MAX = 1_000;

/** What this needs of a page: the tests are compiled without the types of browsers. */
interface PageElement {
  readonly checked?: boolean;
  readonly innerText?: string;
  readonly name?: string;
  readonly nextElementSibling: PageElement | null;
  readonly parentElement: PageElement | null;
  readonly tagName: string;
  readonly type?: string;
  checkVisibility(options: object): boolean;
  closest(selector: string): PageElement | null;
  contains(other: PageElement): boolean;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): {
    readonly width: number;
    readonly height: number;
    readonly top: number;
    readonly bottom: number;
  };
  matches(selector: string): boolean;
  querySelectorAll(selector: string): Iterable<PageElement>;
}
interface PageGlobals {
  readonly document: {
    readonly activeElement: (PageElement & { blur(): void }) | null;
    readonly body: PageElement;
    querySelector(selector: string): PageElement | null;
  };
  readonly innerHeight: number;
  /** The page, or the dialog that is open. */
  within: PageElement;
  last: PageElement | undefined;
  /** How often no control had the focus, as after the last one. */
  ends: number;
  getComputedStyle(element: PageElement): Readonly<Record<string, string>>;
  /** Kept in the page between two calls. */
  controls: Set<PageElement>;
  reached: Set<PageElement>;
  findings: Set<string>;
  nameOf(element: PageElement): string;
}

/** Presses Tab until it comes around. */
export async function keyboardFindings(page: Page): Promise<string[]> {
  await page.evaluate(noteControls);
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(noteFocus)) break;
  }
  return page.evaluate(unreached);
}

/** Runs in the page. */
function noteControls(): void {
  const globals = globalThis as unknown as PageGlobals;
  const { document } = globals;
  const within = document.querySelector('dialog[open]') ?? document.querySelector('[role="dialog"]') ?? document.body;
  const isSeen = (element: PageElement) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  const found = [
    ...within.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]'),
  ].filter((one) => isSeen(one) && !one.matches(':disabled, [inert] *, [tabindex="-1"]'));
  // Arrow keys choose among radio buttons: Tab goes to the one that is chosen, or to the first one.
  const groups = Map.groupBy(
    found.filter(({ type }) => type === 'radio'),
    ({ name }) => name,
  );
  const ofGroups = [...groups.values()].map((group) => group.find(({ checked }) => checked) ?? group[0]!);
  globals.controls = new Set([...found.filter(({ type }) => type !== 'radio'), ...ofGroups]);
  globals.reached = new Set();
  globals.findings = new Set();
  globals.nameOf = (element) => {
    const [text] = (element.getAttribute('aria-label') || element.innerText || element.name || '').split('\n');
    return `${element.tagName.toLowerCase()} ${text}`;
  };
  globals.within = within;
  globals.ends = 0;
  globals.last = undefined;
  const focused = document.activeElement;
  // A popover closes when the focus leaves it: its first control has the focus, and is not reached again.
  if (focused && within.matches('[role="dialog"]') && within.contains(focused)) globals.reached.add(focused);
  else focused?.blur();
}

/** Runs in the page. true: it has come around. */
function noteFocus(): boolean {
  const globals = globalThis as unknown as PageGlobals;
  const { document, innerHeight, within, getComputedStyle, reached, findings, nameOf } = globals;
  const focused = document.activeElement;
  // It began in the middle of the page if something was pressed there before.
  if (!focused || focused === document.body || focused.matches('dialog')) return ++globals.ends > 3;
  // It has left a popover.
  if (!within.contains(focused)) return true;
  // The parts of a date are reached one after the other.
  if (focused === globals.last) return false;
  globals.last = focused;
  if (reached.has(focused)) return true;
  reached.add(focused);
  const name = nameOf(focused);
  const hasRing = (element: PageElement | null) => {
    const { outlineStyle, outlineWidth, boxShadow } = element ? getComputedStyle(element) : {};
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth ?? '0') > 0) || (boxShadow ?? 'none') !== 'none';
  };
  // What looks like a button may be the text beside a radio button.
  if (!hasRing(focused) && !hasRing(focused.nextElementSibling)) findings.add(`no sign of the focus: ${name}`);
  const { top, bottom } = focused.getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) findings.add(`the focus is out of sight: ${name}`);
  return false;
}

/** Runs in the page. */
function unreached(): string[] {
  const { controls, reached, findings, nameOf } = globalThis as unknown as PageGlobals;
  const missed = [...controls].filter((control) => !reached.has(control));
  return [...findings, ...missed.map((control) => `Tab does not reach: ${nameOf(control)}`)];
}
