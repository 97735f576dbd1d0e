// What people see at once and axe does not: texts that are cut off, stick out, overlap, break inside of a word or are in another language.
// The rules run in the page, on everything that can be seen of it.
import type { Page } from 'playwright-core';

export interface LookOptions {
  /** Texts that the page must not have: those of another language. */
  readonly foreign: readonly string[];
}

/** What this needs of a page: the tests are compiled without the types of browsers. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}
interface PageElement {
  readonly tagName: string;
  readonly parentElement: PageElement | null;
  readonly clientWidth: number;
  readonly scrollWidth: number;
  readonly innerText?: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly selectedOptions?: ArrayLike<{ readonly text: string }>;
  checkVisibility(options: object): boolean;
  closest(selector: string): PageElement | null;
  contains(other: PageElement): boolean;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): Box;
  matches(selector: string): boolean;
  querySelectorAll(selector: string): Iterable<PageElement>;
}
interface TextNode {
  readonly nodeValue: string;
  readonly parentElement: PageElement | null;
}
interface PageGlobals {
  readonly innerWidth: number;
  readonly document: {
    readonly body: PageElement;
    readonly documentElement: PageElement;
    createElement(name: 'canvas'): { getContext(kind: '2d'): { font: string; measureText(text: string): Box } };
    createRange(): {
      setStart(node: TextNode, at: number): void;
      setEnd(node: TextNode, at: number): void;
      getClientRects(): Iterable<Box>;
    };
    createTreeWalker(within: PageElement, show: number): { nextNode(): TextNode | null };
    querySelector(selector: string): PageElement | null;
  };
  getComputedStyle(element: PageElement): Readonly<Record<string, string>>;
}

export async function lookFindings(page: Page, options: LookOptions): Promise<string[]> {
  return page.evaluate(findingsInPage, options);
}

/** Runs in the page. */
function findingsInPage({ foreign }: LookOptions): string[] {
  const { document, getComputedStyle, innerWidth } = globalThis as unknown as PageGlobals;
  const TEXT_NODES = 4;
  /** Rounding, and letters that lean over their edge. */
  const SLACK = 1.5;
  const findings = new Set<string>();
  const within = document.querySelector('dialog[open]') ?? document.querySelector('[role="dialog"]') ?? document.body;
  if (document.documentElement.scrollWidth > innerWidth) findings.add('the page scrolls sideways');

  const isSeen = (element: PageElement) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const isHidden = (element: PageElement) =>
    element.closest('.visually-hidden, script, style, template, [class*="skipLink"]') !== null;
  const short = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text);

  /** Each line of a text is a box. */
  const lines: { readonly box: Box; readonly text: string; readonly element: PageElement }[] = [];
  const boxesOf = (node: TextNode, start: number, end: number) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  };

  const walker = document.createTreeWalker(within, TEXT_NODES);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue.trim();
    const element = node.parentElement;
    if (text === '' || !element || element.matches('option, optgroup') || isHidden(element) || !isSeen(element))
      continue;
    const boxes = boxesOf(node, 0, node.nodeValue.length);
    for (const box of boxes) lines.push({ box, text, element });
    checkEdges(element, boxes, text);
    checkWords(node);
    checkMeaning(text, 'text');
  }

  /** A text is cut off by an ancestor that hides what is outside of it, sticks out of a box with an edge, or is beside the page. */
  function checkEdges(element: PageElement, boxes: readonly Box[], text: string): void {
    const right = Math.max(...boxes.map((box) => box.right));
    const left = Math.min(...boxes.map((box) => box.left));
    let isBoxed = false;
    for (let ancestor: PageElement | null = element; ancestor; ancestor = ancestor.parentElement) {
      const style = getComputedStyle(ancestor);
      if (style.overflowX === 'auto' || style.overflowX === 'scroll') return;
      const box = ancestor.getBoundingClientRect();
      const isOutside = right > box.right + SLACK || left < box.left - SLACK;
      const hides = style.overflowX !== 'visible';
      const hasTitle = element.closest('[title]') !== null;
      if (hides && style.textOverflow === 'ellipsis') {
        if (ancestor.scrollWidth > ancestor.clientWidth && !hasTitle) findings.add(`cut off with …: ${short(text)}`);
        return;
      }
      if (hides && isOutside) {
        findings.add(`cut off: ${short(text)}`);
        return;
      }
      const hasEdge =
        style.backgroundColor !== 'rgba(0, 0, 0, 0)' || Number.parseFloat(style.borderRightWidth ?? '0') > 0;
      if (!isBoxed && hasEdge && style.display !== 'inline') {
        isBoxed = true;
        if (isOutside) findings.add(`sticks out: ${short(text)}`);
      }
      if (style.position === 'fixed') break;
    }
    if (right > innerWidth + SLACK) findings.add(`beside the page: ${short(text)}`);
  }

  /** Words of usual length are not broken, nor are numbers with their unit. URLs may be; domains and email addresses only between words. */
  function checkWords(node: TextNode): void {
    for (const { 0: word, index } of node.nodeValue.matchAll(/[^ \n\t]+/g)) {
      if (/^[\p{L}\d.@-]+\.\p{L}+,?$/u.test(word)) {
        for (const part of word.matchAll(/[^.@-]+/g)) checkWord(node, index + part.index, part[0]);
      } else if (!/[-–/@_›=&;]|\.\p{L}|\u200b/u.test(word)) checkWord(node, index, word);
    }
  }

  function checkWord(node: TextNode, start: number, word: string): void {
    const tops = boxesOf(node, start, start + word.length).map(({ top }) => Math.round(top));
    if (word.length <= 16 && new Set(tops).size > 1) findings.add(`broken: ${word}`);
  }

  function checkMeaning(text: string, where: string): void {
    if (foreign.includes(text)) findings.add(`not translated (${where}): ${short(text)}`);
    if (/\bundefined\b|\bNaN\b|\[object |Invalid Date|\{\w+[,}]/.test(text)) findings.add(`no value: ${short(text)}`);
  }

  const middle = ({ left, right, top, bottom, height }: Box) => ({
    ...{ left, right },
    ...{ top: top + height * 0.2, bottom: bottom - height * 0.2 },
  });
  const isOver = (one: Pick<Box, 'left' | 'right' | 'top' | 'bottom'>, other: typeof one) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const isFloating = (element: PageElement): boolean => {
    for (let ancestor: PageElement | null = element; ancestor; ancestor = ancestor.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(ancestor).position!)) return true;
    }
    return false;
  };
  /** Of what is scrolled away, nothing is seen. */
  const isShown = ({ box, element }: { readonly box: Box; readonly element: PageElement }) => {
    for (let ancestor: PageElement | null = element; ancestor; ancestor = ancestor.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(ancestor);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const edge = ancestor.getBoundingClientRect();
      if (box.left > edge.right || box.right < edge.left || box.top > edge.bottom || box.bottom < edge.top)
        return false;
    }
    return true;
  };
  const sorted = lines.filter(isShown).sort((a, b) => a.box.top - b.box.top);
  for (const [place, one] of sorted.entries()) {
    for (let next = place + 1; next < sorted.length && sorted[next]!.box.top < one.box.bottom; next++) {
      const other = sorted[next]!;
      if (one.element === other.element || !isOver(middle(one.box), middle(other.box))) continue;
      if (isFloating(one.element) !== isFloating(other.element)) continue;
      findings.add(`overlaps: ${short(one.text)} | ${short(other.text)}`);
    }
  }

  const controls = [...within.querySelectorAll('button, input, select, textarea, summary')].filter(isSeen);
  for (const [place, one] of controls.entries()) {
    for (const other of controls.slice(place + 1)) {
      if (one.contains(other) || other.contains(one) || isFloating(one) !== isFloating(other)) continue;
      if (!isOver(one.getBoundingClientRect(), other.getBoundingClientRect())) continue;
      findings.add(`controls overlap: ${nameOf(one)} | ${nameOf(other)}`);
    }
  }
  function nameOf(control: PageElement): string {
    return short((control.innerText || control.getAttribute('name') || control.tagName).replaceAll('\n', ' '));
  }

  // What a control shows is no text of the page: its width is measured.
  const pen = document.createElement('canvas').getContext('2d');
  for (const control of controls) {
    const isSelect = control.matches('select');
    const text = isSelect ? control.selectedOptions?.[0]?.text : control.value || control.placeholder;
    if (!text || !control.matches('select, input:not([type]), input[type="text"], input[type="search"]')) continue;
    const style = getComputedStyle(control);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const inner =
      control.clientWidth -
      Number.parseFloat(style.paddingLeft ?? '0') -
      Number.parseFloat(style.paddingRight ?? '0') -
      // The arrow.
      (isSelect ? 18 : 0);
    if (pen.measureText(text).width > inner + SLACK && style.textOverflow !== 'ellipsis') {
      findings.add(`cut off in a control: ${short(text)}`);
    }
    checkMeaning(text, 'control');
  }

  for (const element of within.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = element.getAttribute(name)?.trim();
      if (text) checkMeaning(text, name);
    }
  }
  return [...findings];
}
