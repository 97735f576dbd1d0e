// What was said and called in a conversation that went wrong, for people who want to know why.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from './evaluate.ts';

/** Writes a file for each conversation that is not right. Returns how many. */
export function writeTranscripts(folder: string, assistant: string, outcomes: readonly Outcome[]): number {
  const failures = outcomes.flatMap((outcome, index) => (outcome.verdict === 'right' ? [] : [{ outcome, index }]));
  mkdirSync(folder, { recursive: true });
  for (const { outcome, index } of failures) {
    const number = String(index + 1).padStart(3, '0');
    writeFileSync(join(folder, `${assistant}-${number}-${outcome.verdict}.md`), transcript(outcome));
  }
  return failures.length;
}

export function transcript({ question, verdict, turns, calls, resultTokens }: Outcome): string {
  const said = turns.flatMap(({ text, answer, truth, verdict: ofTurn, why }) => [
    `## ${text}`,
    '',
    answer || '(no answer)',
    '',
    `Expected: ${truth}`,
    `Grade: ${ofTurn}${why && ` (${why})`}`,
    '',
  ]);
  const called = calls.flatMap(({ tool, args, text }) => [
    `\`${tool}\` ${JSON.stringify(args)}`,
    '',
    '```json',
    text,
    '```',
    '',
  ]);
  return [
    `# ${verdict} (${question.kind})`,
    '',
    ...said,
    `## Calls: ${resultTokens} tokens of results`,
    '',
    ...called,
  ].join('\n');
}
