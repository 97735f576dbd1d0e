// The pages of decisions are in their list and name files that exist. The sources name sections that exist, and each that governs some.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  type DecisionPage,
  mistakesIn,
  parsePage,
  type Repository,
  readPages,
  readRepository,
  referencesIn,
  WORDS_MAX,
} from './decisions.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('pages, their list and the sources fit together', () => {
  const repository = readRepository(ROOT);
  expect(mistakesIn(readPages(`${ROOT}docs/decisions`), repository)).toEqual([]);
  expect(repository.references.length).toBeGreaterThan(20);
});

const PAGE = parsePage('http.md', '# HTTP\n\n## Bodies end\n\nThey do.\n\nCode: `server.ts`, `http/bodies.ts`\n');
const REPOSITORY: Repository = {
  list: '[HTTP](http.md)',
  files: ['src/surfaces/http/server.ts', 'src/surfaces/http/bodies.ts'],
  references: [{ source: 'src/server.ts', page: 'http.md', heading: 'Bodies end' }],
};

test.each<[string, Partial<DecisionPage>, Partial<Repository>]>([
  ['http.md is not in the list', {}, { list: '[Events](events.md)' }],
  [
    'http.md: there is no file other.ts',
    { sections: [{ heading: 'Bodies end', code: ['server.ts', 'other.ts'] }] },
    {},
  ],
  // The end of a name is not the name.
  [
    'http.md: there is no file bodies.ts',
    { sections: [{ heading: 'Bodies end', code: ['bodies.ts'] }] },
    { files: ['src/all-bodies.ts'] },
  ],
  ['src/server.ts: http.md has no heading "Bodies end"', { sections: [{ heading: 'Bodies', code: [] }] }, {}],
  ['http.md: no file in src/ names "Bodies end" at its head', {}, { references: [] }],
  [`all pages together have ${WORDS_MAX + 1} words, and may have ${WORDS_MAX}`, { words: WORDS_MAX + 1 }, {}],
])('a mistake is found: %s', (mistake, page, repository) => {
  expect(mistakesIn([PAGE], REPOSITORY)).toEqual([]);
  expect(mistakesIn([{ ...PAGE, ...page }], { ...REPOSITORY, ...repository })).toEqual([mistake]);
});

test('a reference may continue on the next line of a comment', () => {
  const source = ' * Why: docs/decisions/http.md,\n * "Bodies\n * end".\n// See docs/decisions/http.md, "Ports".';
  expect(referencesIn('src/server.ts', source)).toEqual([
    { source: 'src/server.ts', page: 'http.md', heading: 'Bodies end' },
    { source: 'src/server.ts', page: 'http.md', heading: 'Ports' },
  ]);
});
