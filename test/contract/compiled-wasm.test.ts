// What is compiled to WebAssembly is committed beside its source, so that nobody needs a compiler to run the service.
// `npx vitest run test/contract/compiled-wasm.test.ts -u` compiles it.
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const COMPILER = resolve('node_modules/wabt/bin/wat2wasm');
const LINE = /.{1,110}/g;

test.each(globSync('src/**/*.wat'))('%s is compiled', async (source) => {
  const folder = mkdtempSync(join(tmpdir(), 'compiled-wasm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const target = join(folder, 'target.wasm');
  execFileSync(process.execPath, [COMPILER, source, '-o', target]);
  const lines = readFileSync(target).toString('base64').match(LINE)!;
  const file = [
    `// ${basename(source)}, compiled to WebAssembly, in Base64: see there.`,
    `export const ${basename(source, '.wat').toUpperCase().replaceAll('-', '_')}_WASM = [`,
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ].join('\n');
  await expect(file).toMatchFileSnapshot(resolve(source.replace(/\.wat$/, '-wasm.ts')));
});
