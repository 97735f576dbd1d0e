import type { Sentence } from '../../languages/sentence.ts';
import { wordsIn } from '../../src/core/foundation/text/words.ts';

/** Rows of the audit log with what they are about in English. */
export async function saidSubjects<Row>(
  rows: Promise<readonly Row[]>,
): Promise<(Row & { readonly subject: string })[]> {
  return (await rows).map((row) => {
    const subject = JSON.parse((row as { subject: string }).subject) as string | Sentence;
    return { ...row, subject: typeof subject === 'string' ? subject : wordsIn()(subject) };
  });
}
