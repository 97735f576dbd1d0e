import { globSync, readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { HOOK_MS_MAX, TEST_MS_MAX, WAIT_MS_MAX } from './test/support/time-limits.ts';

// The tests start hundreds of processes and threads that load the same files: they share what was compiled, also with `bin/funnel`.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/node-compile', import.meta.url));

// What the tests start by the name `node` runs on the Node of the tests. The machine may have an older one.
process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);

const FILES = 'test/**/*.test.{ts,tsx}';
/** What these files replace would be replaced for others, too. */
const alone = globSync(FILES).filter((file) => /\bvi\.mock\(|@vitest-environment/.test(readFileSync(file, 'utf8')));

/** The sources of the client, which is not built here. */
const resolve = { conditions: ['@funnel/source', ...defaultServerConditions] };
const settings = {
  setupFiles: [
    'test/support/same-examples.ts',
    // Before the modules of the dashboard, which have texts.
    'dashboard/src/language/english.ts',
    'test/support/write-compile-cache.ts',
    ...(process.env.TEST_TIMES === undefined ? [] : ['test/support/note-processor-time.ts']),
  ],
  // No test depends on another one of its file.
  sequence: { shuffle: { tests: true } },
  testTimeout: TEST_MS_MAX,
  hookTimeout: HOOK_MS_MAX,
  // The runner's default is one second, which a busy machine exceeds.
  expect: { poll: { timeout: WAIT_MS_MAX } },
};

export default defineConfig({
  test: {
    globalSetup: ['test/support/compile-first.ts', 'test/support/start-postgres.ts'],
    // Each one loads and compiles everything for itself, and tests start processes besides.
    maxWorkers: 2,
    // The same order in every run; `--sequence.seed=7` tries another one.
    sequence: { sequencer: LongestFirst, shuffle: { tests: true }, seed: 1 },
    projects: [
      // A worker runs many files and loads the service once: see docs/decisions/code.md, "Tests share workers".
      {
        resolve,
        ssr: { resolve },
        test: {
          ...settings,
          name: 'shared',
          include: [FILES],
          exclude: alone,
          isolate: false,
          // Node loads the files as they are, as it does for the product: less work than a second compiler, and the code runs faster.
          // What replaces modules runs in a process of its own, so nothing has to be looked for in them.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      { resolve, ssr: { resolve }, test: { ...settings, name: 'alone', include: alone } },
    ],
  },
});
