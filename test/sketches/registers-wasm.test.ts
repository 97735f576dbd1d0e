// The compiled loops are committed, so that nobody needs a compiler to run the service. `npx vitest run test/sketches/registers-wasm.test.ts -u` compiles them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const COMPILER = resolve('node_modules/wabt/bin/wat2wasm');
const SOURCE = resolve('src/sketches/registers.wat');
const COMPILED = resolve('src/sketches/registers-wasm.ts');
const LINE = 110;

it('is what the source compiles to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'registers-wasm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const target = join(folder, 'registers.wasm');
  execFileSync(process.execPath, [COMPILER, SOURCE, '-o', target]);
  const lines = readFileSync(target)
    .toString('base64')
    .match(new RegExp(`.{1,${LINE}}`, 'g'))!;
  const file = [
    '// registers.wat, compiled to WebAssembly, in Base64: see there.',
    'export const REGISTERS_WASM = [',
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ].join('\n');
  await expect(file).toMatchFileSnapshot(COMPILED);
});
