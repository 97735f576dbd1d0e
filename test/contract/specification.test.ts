// docs/specification.md: every section exists, every rule names a test, and every test exists.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type TestName, testNames } from '../support/test-titles.ts';

const DOCUMENT = readFileSync('docs/specification.md', 'utf8');

/** The sections of the specification that contain rules, and those of decisions beyond it. */
const SECTIONS = [
  ...['1', '2', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.8', '2.9', '2.10', '2.11', '2.12', '3'],
  ...['4', '4.1', '4.2', '4.3', '4.4', '4.5', '5', '6', '7', '8', '9'],
  ...['D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8', 'D9', 'D10'],
];

interface Rule {
  readonly section: string;
  readonly text: string;
  readonly shownBy: string;
}

function rulesIn(markdown: string): Rule[] {
  let section = '';
  return markdown.split('\n').flatMap((line) => {
    section = /^### (\S+) /.exec(line)?.[1] ?? section;
    const [, text, shownBy] = /^\| (.*) \| ?(.*?) ?\|$/.exec(line) ?? [];
    return text === undefined || text === 'rule' ? [] : [{ section, text, shownBy: shownBy! }];
  });
}

const namesByFile = new Map<string, TestName[]>();

function namesOf(path: string): TestName[] {
  const known = namesByFile.get(path);
  if (known) return known;
  const names = existsSync(path) ? testNames(readFileSync(path, 'utf8')) : [];
  namesByFile.set(path, names);
  return names;
}

/** What is wrong with `path` › group › title, or nothing. Groups may be left out if the title is unique. */
function faultOf(reference: string): string | undefined {
  const [, path, name] = /^`(test\/[\w./-]+\.test\.ts)` › (.+)$/.exec(reference) ?? [];
  if (path === undefined || name === undefined) return `not a reference: ${reference}`;
  const parts = name.split(' › ');
  const found = namesOf(path).filter((candidate) => isNamedBy(candidate, parts));
  return found.length === 1 ? undefined : `${found.length} tests are named ${reference}`;
}

function isNamedBy(candidate: TestName, parts: readonly string[]): boolean {
  if (candidate.at(-1) !== parts.at(-1)) return false;
  const groups = candidate.slice(0, -1);
  let from = 0;
  return parts.slice(0, -1).every((part) => {
    const index = groups.indexOf(part, from);
    from = index + 1;
    return index >= 0;
  });
}

function faultsIn(markdown: string): string[] {
  return rulesIn(markdown).flatMap(({ section, text, shownBy }) => {
    const references = shownBy === '' ? [] : shownBy.split('<br>');
    if (references.length === 0) return [`${section}: no test shows "${text}"`];
    return references.flatMap((reference) => faultOf(reference) ?? []).map((fault) => `${section}: ${fault}`);
  });
}

test('every section exists, in order, and has rules', () => {
  const sections = [...DOCUMENT.matchAll(/^### (\S+) /gm)].map(([, number]) => number);
  expect(sections).toEqual(SECTIONS);
  expect([...new Set(rulesIn(DOCUMENT).map(({ section }) => section))]).toEqual(SECTIONS);
});

test('every rule is shown by tests that exist', () => {
  expect(faultsIn(DOCUMENT)).toEqual([]);
  expect(rulesIn(DOCUMENT).length).toBeGreaterThan(150);
});

test.each([
  ['a rule without a test', '| a rule |  |', 'no test shows "a rule"'],
  ['a file that does not exist', '| a rule | `test/nowhere.test.ts` › a title |', '0 tests'],
  ['a title that does not exist', '| a rule | `test/core/server/config/config.test.ts` › no such title |', '0 tests'],
  [
    'a title in another group',
    '| a rule | `test/core/server/config/config.test.ts` › no such group › has defaults for everything |',
    '0 tests',
  ],
  ['words that are no reference', '| a rule | it is obvious |', 'not a reference'],
  [
    'one of several that does not exist',
    '| a rule | `test/core/server/config/config.test.ts` › has defaults for everything<br>x |',
    'not a',
  ],
])('the check finds %s', (_, line, fault) => {
  expect(faultsIn(`### 1 Section\n\n| rule | shown by |\n|---|---|\n${line}`)).toEqual([
    expect.stringContaining(fault),
  ]);
});

test('names are read from the source, those of each and of templates too', () => {
  const source = `
    describe.each(ROWS)('on %s', (row) => {
      describe.skipIf(row === 1)('group', () => {
        test.each<[string]>([['a']])('%s works', async () => { expect('a').toBe(it); });
        it.runIf(true).each([1])(\`of \${COUNT} things\`, () => {});
      });
      test(TITLE, () => {});
    });
    testify('not a test', () => {});`;
  expect(testNames(source)).toEqual([
    ['on %s', 'group', '%s works'],
    ['on %s', 'group', 'of … things'],
  ]);
});
