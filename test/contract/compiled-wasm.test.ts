// What is compiled to WebAssembly is committed beside its source, so that nobody needs a compiler to run the service. `npm run kernels`
// writes it.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compiledPath, compileKernel, KERNELS } from '../support/compile-kernels.ts';

test.each(KERNELS)('%s is compiled', async (source) => {
  expect(readFileSync(compiledPath(source), 'utf8')).toBe(await compileKernel(source));
});
