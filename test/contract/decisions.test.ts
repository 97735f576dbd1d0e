// Every decision is in the list of decisions, and says whether it is still in force.
import { expect, test } from 'vitest';
import { type Decision, listOf, mistakesIn, parseDecision, readDecisions } from './decisions.ts';

const DECISIONS = readDecisions('docs/decisions');

test('decisions have a topic, a date and a status that fits the others', () => {
  expect(mistakesIn(DECISIONS)).toEqual([]);
  expect(DECISIONS.length).toBeGreaterThan(140);
});

test('the list is the committed one', async () => {
  await expect(listOf(DECISIONS)).toMatchFileSnapshot('../../docs/decisions/README.md');
});

test('a file without its line is refused', () => {
  expect(() => parseDecision('0001-a.md', '# A\n\nText.\n')).toThrow('0001-a.md does not begin');
});

const DECISION: Decision = {
  file: '0002-a.md',
  title: 'A',
  topic: 'Events',
  date: '2026-11-15',
  status: 'in force',
  body: 'Text.',
};

test.each<[string, Partial<Decision>]>([
  ['the name', { file: 'a.md' }],
  ['no topic', { topic: 'Weather' }],
  ['no status', { status: 'mostly in force' }],
  ['no file', { status: 'replaced by [0003](0003-b.md)' }],
  ['not a later decision', { status: 'replaced by [0001](0001-c.md)' }],
  ['belongs into its second line', { body: '**Superseded** by 0003.' }],
])('a mistake is found: %s', (words, wrong) => {
  const earlier = { ...DECISION, file: '0001-c.md' };
  expect(mistakesIn([earlier, { ...DECISION, ...wrong }])).toEqual([expect.stringContaining(words)]);
});

test('two decisions with one number are found', () => {
  expect(mistakesIn([DECISION, { ...DECISION, file: '0002-b.md' }])).toHaveLength(2);
});
