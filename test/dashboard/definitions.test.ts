// What words mean is written once. The documentation is the same, and every word has a sentence and an example.
import { describe, expect, it } from 'vitest';
import { DEFINITIONS } from '../../dashboard/src/format/definitions.ts';
import english from '../../languages/en/definitions.ts';
import { definitionsText, ENGLISH_DEFINITIONS } from '../../languages/english-definitions.ts';

const ALL = ENGLISH_DEFINITIONS.flatMap(({ definitions }) => definitions.map(([, definition]) => definition));

function documentOf(): string {
  const places = 'in its tooltips and on the page *Definitions* of the service, `/docs#definitions`';
  return `# Definitions

What the words of the dashboard mean. The same words are ${places}.
This file is written by \`npx vitest run test/dashboard/definitions.test.ts -u\` from \`languages/en/definitions.ts\`.

${definitionsText()}
`;
}

describe('definitions', () => {
  it('are those of the documentation', async () => {
    await expect(documentOf()).toMatchFileSnapshot('../../docs/definitions.md');
  });

  it('each have a name of their own, a sentence and an example', () => {
    expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length);
    for (const { sentence, example } of ALL) {
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(example).toMatch(/\.$/);
    }
  });

  it('are there for each word that has a text', () => {
    const named = Object.keys(english).filter((name) => name.endsWith('_name') || name.endsWith('_alsoCalled'));
    const used = Object.entries(DEFINITIONS).flatMap(([term, { alsoCalled }]) => [
      `${term}_name`,
      ...(alsoCalled === undefined ? [] : [`${term}_alsoCalled`]),
    ]);
    expect(used.sort()).toEqual(named.sort());
  });

  it.each(['impressions', 'CTR', 'A/B test', 'Attribution', 'Segment', 'AOV', 'unique visitors'])(
    'say what is meant by %s, also outside of this product',
    (word) => {
      expect(ALL.some(({ name, alsoCalled = '' }) => `${name}, ${alsoCalled}`.includes(word))).toBe(true);
    },
  );

  it('say how visitors map to the API', () => {
    expect(DEFINITIONS.visitors.inApi).toContain('`views` with `count_type=distinct`');
  });
});
