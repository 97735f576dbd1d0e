// What is compiled to WebAssembly is committed beside its source, so that nobody needs a compiler to run the service. `npm run kernels`
// writes it.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compiledPath, compileKernel, KERNELS, withCurrentHead } from '../support/compile-kernels.ts';
import { IS_LONG } from '../support/long.ts';

test.each(KERNELS)('%s was compiled as it is now', (source) => {
  const text = readFileSync(compiledPath(source), 'utf8');
  expect(text).toBe(withCurrentHead(source, text));
});

test.runIf(IS_LONG).each(KERNELS)('%s is compiled to the same code again', async (source) => {
  expect(readFileSync(compiledPath(source), 'utf8')).toBe(await compileKernel(source));
});
