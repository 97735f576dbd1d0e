// What the subject of a commit has to look like. The reason is in its body.

const CHARACTERS_MAX = 72;
/** Verbs that commits often begin with: "Add", not "Added", "Adds" or "Adding". */
const VERBS = [
  ...[
    'add',
    'allow',
    'ask',
    'build',
    'call',
    'change',
    'check',
    'clean',
    'close',
    'count',
    'cut',
    'delete',
    'document',
  ],
  ...[
    'drop',
    'explain',
    'fail',
    'fix',
    'give',
    'improve',
    'keep',
    'let',
    'limit',
    'make',
    'measure',
    'mend',
    'move',
    'name',
  ],
  ...[
    'open',
    'put',
    'read',
    'refuse',
    'remove',
    'rename',
    'replace',
    'run',
    'say',
    'send',
    'show',
    'simplify',
    'split',
  ],
  ...['start', 'stop', 'store', 'take', 'tell', 'test', 'update', 'use', 'wait', 'write'],
];

/** What is wrong with it; empty: nothing. Only the usual verbs are known, so not every subject that passes is imperative. */
export function faultsOfSubject(subject: string): string[] {
  const faults: string[] = [];
  const length = [...subject].length;
  if (length > CHARACTERS_MAX) faults.push(`has ${length} characters, and may have ${CHARACTERS_MAX}`);
  if (!/^\p{Lu}/u.test(subject)) faults.push('does not begin with a capital letter');
  if (/\.$/.test(subject)) faults.push('ends with a period');
  const [first = ''] = subject.toLowerCase().split(/[^\p{L}]/u);
  if (VERBS.some((verb) => formsOf(verb).includes(first)))
    faults.push(`begins with "${first}", which is not imperative`);
  return faults;
}

/** Forms of regular verbs; those that an irregular one does not have harm nobody. */
function formsOf(verb: string): string[] {
  const stem = verb.replace(/e$/, '');
  const doubled = `${verb}${verb.at(-1)}`;
  const ends = [`${stem}ed`, `${stem}ing`, `${verb}s`, `${verb}es`, `${doubled}ed`, `${doubled}ing`];
  return verb.endsWith('y') ? [...ends, `${verb.slice(0, -1)}ies`, `${verb.slice(0, -1)}ied`] : ends;
}
