// The demo account, built once for all test files, with the shortest history: all of it takes about three times as long.
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { type BuildDemo, FUNNEL, printedBy } from '../../eval/build-demo.ts';

/** `funnel demo` builds nothing in a folder that has its data, and prints new credentials. Nobody else writes while they are copied. */
const BUILD_AND_COPY = 'mkdir -p "$1" && "$0" demo --keep "$1" --days 105 --no-serve --json && cp "$1"/funnel.db* "$2"';

export const copySharedDemo: BuildDemo = (folder) => {
  const run = dirname(inject('templateFile'));
  return printedBy('flock', [join(run, 'demo.lock'), 'sh', '-ec', BUILD_AND_COPY, FUNNEL, join(run, 'demo'), folder]);
};
