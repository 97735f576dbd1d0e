// Clients that others generate from the OpenAPI file compile. The generators are larger than all that the other tests need, so they
// are installed for this test alone, with `npm run test:clients` and in the long tests. `test/contract/openapi.test.ts` has the rules
// of names that they depend on.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { IS_LONG } from '../support/long.ts';

const isRun = IS_LONG || process.env.CLIENTS === 'all';
const root = fileURLToPath(new URL('../../', import.meta.url));
const OPENAPI_FILE = join(root, 'contract/openapi.json');
const MINUTES_MAX = 10;

interface Generator {
  readonly name: string;
  readonly packages: readonly string[];
  readonly configFile: string;
  readonly config: string;
  readonly command: readonly string[];
}

const ORVAL: Generator = {
  name: 'orval',
  packages: ['orval@7.13.2'],
  configFile: 'orval.config.cjs',
  config: `module.exports = { funnel: {
    input: ${JSON.stringify(OPENAPI_FILE)},
    output: { target: './out/client.ts', client: 'fetch' },
  } };`,
  command: ['orval', '--config', 'orval.config.cjs'],
};

const KUBB_PARTS = ['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-client'];
const KUBB: Generator = {
  name: 'kubb',
  packages: KUBB_PARTS.map((part) => `@kubb/${part}@4.39.3`),
  configFile: 'kubb.config.mjs',
  config: `import { defineConfig } from '@kubb/core';
    import { pluginClient } from '@kubb/plugin-client';
    import { pluginOas } from '@kubb/plugin-oas';
    import { pluginTs } from '@kubb/plugin-ts';
    export default defineConfig({
      root: '.',
      input: { path: ${JSON.stringify(OPENAPI_FILE)} },
      output: { path: './out', clean: true, format: false, lint: false },
      plugins: [pluginOas({ validate: false, generators: [] }), pluginTs(), pluginClient({ client: 'fetch' })],
    });`,
  command: ['kubb', 'generate', '--config', 'kubb.config.mjs'],
};

const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  target: 'esnext',
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  lib: ['esnext', 'dom'],
  types: [],
};

describe('a client generated from the OpenAPI file compiles', () => {
  it.runIf(isRun).each([ORVAL, KUBB])('with $name', { timeout: MINUTES_MAX * 60_000 }, (generator) => {
    const folder = mkdtempSync(join(tmpdir(), 'funnel-generated-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const run = (file: string, args: readonly string[]) => execFileSync(file, args, { cwd: folder, encoding: 'utf8' });

    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', ...generator.packages]);
    writeFileSync(join(folder, generator.configFile), generator.config);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['out'] }),
    );
    mkdirSync(join(folder, 'out'));
    const [command, ...args] = generator.command;
    run(join(folder, 'node_modules/.bin', command!), args);
    expect(readdirSync(join(folder, 'out')).length).toBeGreaterThan(0);
    // It fails, with the errors of the compiler, unless every generated file compiles.
    expect(run(join(root, 'node_modules/.bin/tsc'), ['-p', '.'])).toBe('');
  });
});
