// Texts that people read are in languages/, and not in the sources of the dashboard.
import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';

/** Chats are in English. */
const ENGLISH_FILES = ['dashboard/src/chat/**'];
const ALLOWED: readonly (string | RegExp)[] = [
  // Names.
  'Funnel',
  'Google Analytics 4',
  'Parquet',
  'Plausible',
  'Shopify',
  'Slack',
  'Stripe',
  'Umami',
  'WooCommerce',
  // What the administration of Shopify calls its webhooks.
  'Order cancellation',
  'Order payment',
  'Order updated',
  'Refund create',
  // Code, commands and examples of data.
  /^</,
  /^">/,
  /createElement/,
  /addEventListener|contentWindow/,
  /^-H '/,
  'bin/funnel doctor',
  'bin/funnel setup-link',
  /^currency,date,rate /,
  /^channel,month,amount /,
  /^https:/,
  // Keys of the keyboard, headers and selectors.
  'Escape',
  'Tab',
  'Bearer',
  'If-Match',
  /^(, button|button|input)\b.*, /,
  // Ends of names of texts.
  /^(Can|Detail)$/,
  // Mistakes of programmers and operators.
  /^The page has no settings/,
  'the script of the page could not be loaded',
  /needs an? \w+Provider around it\.$/,
];

/** Two words, or one with a capital letter. */
const IS_TEXT = /\p{Ll}{2,},? \p{L}|^\p{Lu}\p{Ll}/u;

interface Node {
  readonly type?: string;
  readonly value?: unknown;
}

/** What is between quotes and between tags, except what is imported. */
function stringsIn(file: string): string[] {
  const strings: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value } = node as Node;
    if (type === 'ImportDeclaration' || type === 'TSLiteralType') return;
    if (type === 'JSXText' || (type === 'Literal' && typeof value === 'string')) strings.push(String(value));
    if (type === 'TemplateElement') strings.push((value as { readonly cooked: string }).cooked);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }));
  return strings.map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

it('has no English text in the sources of the dashboard', () => {
  const files = globSync('dashboard/src/**/*.{ts,tsx}', { exclude: ENGLISH_FILES });
  const isAllowed = (text: string) =>
    ALLOWED.some((allowed) => (typeof allowed === 'string' ? allowed === text : allowed.test(text)));
  const found = files.flatMap((file) =>
    stringsIn(file)
      .filter((text) => IS_TEXT.test(text) && !isAllowed(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
  // It would find some.
  expect(stringsIn('languages/definition-groups.ts').some((text) => IS_TEXT.test(text))).toBe(true);
});
