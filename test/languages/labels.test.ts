// Who says what a button shows, to control the page by voice, reaches it: its longer name has the text that it shows, in every language.
import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { LANGUAGES } from '../../languages/language.ts';
import type { TextKey, Texts } from '../../languages/translate.ts';

interface Node {
  readonly type?: string;
  readonly name?: { readonly name?: string };
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly { readonly value?: unknown }[];
  readonly attributes?: readonly Node[];
  readonly children?: readonly Node[];
  readonly openingElement?: Node;
  readonly expression?: Node;
  readonly value?: Node | string;
}

interface NamedControl {
  readonly file: string;
  /** The names of two texts. */
  readonly label: TextKey;
  readonly shown: TextKey;
}

/** The name of the text in `{t('name')}`. */
function textNameIn(container: Node | string | undefined): TextKey | undefined {
  const call = typeof container === 'object' ? container.expression : undefined;
  const name = call?.callee?.name === 't' ? call.arguments?.[0]?.value : undefined;
  return typeof name === 'string' ? (name as TextKey) : undefined;
}

/** What has a text as its content, and another one as its name. */
function namedControlsIn(file: string): NamedControl[] {
  const found: NamedControl[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, openingElement, children = [] } = node as Node;
    if (type === 'JSXElement') {
      const named = openingElement?.attributes?.find(({ name }) => name?.name === 'aria-label');
      const content = children.filter((child) => child.type !== 'JSXText' || String(child.value).trim() !== '');
      const [label, shown] = [textNameIn(named?.value), textNameIn(content[0])];
      if (label && shown && content.length === 1) found.push({ file, label, shown });
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(readFileSync(file, 'utf8'), { lang: 'tsx' }));
  return found;
}

const controls = globSync('dashboard/src/**/*.tsx').flatMap(namedControlsIn);

it.each(LANGUAGES)('the name of a control has the text that it shows: %s', async (language) => {
  const { default: texts } = (await import(`../../languages/${language}/index.ts`)) as { readonly default: Texts };
  const textOf = (key: TextKey) => {
    const [area, name] = key.split('.') as [keyof Texts, never];
    return String(texts[area][name]).toLowerCase();
  };
  expect(controls.length).toBeGreaterThan(20);
  const wrong = controls.filter(({ label, shown }) => !textOf(label).includes(textOf(shown)));
  expect(wrong).toEqual([]);
});
