// The subjects of the commits since this check was added. A shallow clone has fewer of them, and an export has none.
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultsOfSubject } from './commit-subjects.ts';

const THIS_FILE = 'test/contract/commit-subjects.test.ts';

/** undefined: there is no git here, or these files are not what it has. */
function subjectsSinceThisCheck(): string[] | undefined {
  try {
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync('.')) return undefined;
    // In a shallow clone, its oldest commit seems to have added all files.
    const added = git('log', '--diff-filter=A', '--format=%H', '--', THIS_FILE).split('\n').at(-1)!;
    if (added === '') return [];
    return git('log', '--no-merges', '--format=%s', `${added}..HEAD`)
      .split('\n')
      .filter((subject) => subject !== '');
  } catch {
    return undefined;
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

test('commits since this check have short, imperative subjects', ({ skip }) => {
  const subjects = subjectsSinceThisCheck();
  if (!subjects) {
    console.warn('The subjects of commits are not checked: there is no git history here.');
    return skip();
  }
  const wrong = subjects
    .map((subject) => [subject, faultsOfSubject(subject)])
    .filter(([, faults]) => faults!.length > 0);
  expect(wrong).toEqual([]);
});

test.each([
  ['Add a check', []],
  [`Add ${'a'.repeat(68)}`, []],
  [`Add ${'ä'.repeat(68)}`, []],
  [`Add ${'a'.repeat(69)}`, ['has 73 characters, and may have 72']],
  ['add a check', ['does not begin with a capital letter']],
  ['Add a check.', ['ends with a period']],
  ['Added a check', ['begins with "added", which is not imperative']],
  ['Stopping is faster', ['begins with "stopping", which is not imperative']],
  ['Removing it', ['begins with "removing", which is not imperative']],
  ['Simplifies it', ['begins with "simplifies", which is not imperative']],
  ['Fixes: the wait', ['begins with "fixes", which is not imperative']],
  ['Need fewer files', []],
])('%s', (subject, faults) => {
  expect(faultsOfSubject(subject)).toEqual(faults);
});
