// The pages of docs/decisions: their headings, the files that they name, and the sources that name them.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DecisionPage {
  /** A name such as `http.md`. */
  readonly file: string;
  readonly sections: readonly Section[];
  readonly words: number;
}

interface Section {
  readonly heading: string;
  /** What the line `Code:` names: a file, with as much of its path as tells it from others of this name. */
  readonly code: readonly string[];
}

/** A place in a source that names a page and one of its headings. */
export interface Reference {
  readonly source: string;
  readonly page: string;
  readonly heading: string;
}

export interface Repository {
  readonly list: string;
  readonly files: readonly string[];
  readonly references: readonly Reference[];
}

export const WORDS_MAX = 25_000;
const LIST = 'README.md';
/** The heading may continue on the next line of a comment. */
const REFERENCE = /docs\/decisions\/(?<page>[\w-]+\.md),\s+(?:\/\/\s*|\*\s*)?"(?<heading>[^"]+)"/g;
const NOT_OURS: ReadonlySet<string> = new Set(['node_modules', 'dist', '.git', 'artifacts']);

export function readPages(folder: string): DecisionPage[] {
  return readdirSync(folder)
    .filter((file) => file !== LIST)
    .map((file) => parsePage(file, readFileSync(join(folder, file), 'utf8')));
}

export function parsePage(file: string, text: string): DecisionPage {
  const sections = text.split(/^## /m).slice(1);
  return {
    file,
    sections: sections.map((section) => {
      const lines = Array.from(section.matchAll(/^Code: (.+)$/gm), ([, line]) => line!);
      return {
        heading: section.split('\n')[0]!,
        code: lines.flatMap((line) => Array.from(line.matchAll(/`([^`]+)`/g), ([, name]) => name!)),
      };
    }),
    words: text.split(/\s+/).filter(Boolean).length,
  };
}

export function referencesIn(source: string, text: string): Reference[] {
  return Array.from(text.matchAll(REFERENCE), ({ groups }) => {
    const { page = '', heading = '' } = groups!;
    return { source, page, heading: heading.replaceAll(/\s*\n\s*(\/\/|\*)?\s*/g, ' ') };
  });
}

export function readRepository(root: string): Repository {
  const files = globSync('**/*', { cwd: root, exclude: (name) => NOT_OURS.has(name) });
  const sources = files.filter((file) => /^src\/.*\.ts$/.test(file));
  return {
    list: readFileSync(join(root, 'docs/decisions', LIST), 'utf8'),
    files,
    references: sources.flatMap((file) => referencesIn(file, readFileSync(join(root, file), 'utf8'))),
  };
}

/** What is wrong with the pages, as a list of sentences. */
export function mistakesIn(pages: readonly DecisionPage[], { list, files, references }: Repository): string[] {
  const words = pages.reduce((sum, page) => sum + page.words, 0);
  const sections = pages.flatMap((page) => page.sections.map((section) => ({ ...section, page: page.file })));
  const isNamed = (file: string, name: string) => file === name || file.endsWith(`/${name}`);
  const exists = (name: string) => files.some((file) => isNamed(file, name));
  const sources = files.filter((file) => file.startsWith('src/'));
  const governsSources = (section: Section) =>
    section.code.some((name) => sources.some((source) => isNamed(source, name)));
  const isSame = (section: { readonly page: string; readonly heading: string }, { page, heading }: Reference) =>
    section.page === page && section.heading === heading;
  return [
    ...pages.filter(({ file }) => !list.includes(`](${file})`)).map(({ file }) => `${file} is not in the list`),
    ...sections.flatMap(({ page, code }) =>
      code.filter((name) => !exists(name)).map((name) => `${page}: there is no file ${name}`),
    ),
    ...sections
      .filter((section) => governsSources(section) && !references.some((reference) => isSame(section, reference)))
      .map(({ page, heading }) => `${page}: no file in src/ names "${heading}" at its head`),
    ...references
      .filter((reference) => !sections.some((section) => isSame(section, reference)))
      .map(({ source, page, heading }) => `${source}: ${page} has no heading "${heading}"`),
    ...(words > WORDS_MAX ? [`all pages together have ${words} words, and may have ${WORDS_MAX}`] : []),
  ];
}
