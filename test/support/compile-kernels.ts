// `npm run kernels` compiles the files *.as.ts from AssemblyScript to WebAssembly, and writes what comes out beside them, as *-wasm.ts.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Other such files import it; it has no functions of its own. */
const IMPORTED = 'src/core/foundation/web-assembly/numbers.as.ts';
const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];
const LINE = /.{1,110}/g;

export const KERNELS = globSync('src/**/*.as.ts').filter((source) => source !== IMPORTED);

export function compiledPath(source: string): string {
  return source.replace(/\.as\.ts$/, '-wasm.ts');
}

/** The text of the compiled file. */
export async function compileKernel(source: string): Promise<string> {
  const { main: compile } = await import('assemblyscript/asc');
  let bytes: Uint8Array | undefined;
  const { error, stderr } = await compile([source, '--outFile', 'compiled.wasm', ...OPTIONS], {
    writeFile: (_name, contents) => {
      bytes = contents as Uint8Array;
    },
  });
  if (error || !bytes) throw new Error(`${source} can not be compiled:\n${stderr}`);
  const name = `${basename(source, '.as.ts').toUpperCase().replaceAll('-', '_')}_WASM`;
  const lines = Buffer.from(bytes).toString('base64').match(LINE)!;
  const code = [`export const ${name} = [`, ...lines.map((line) => `  '${line}',`), "].join('');", ''].join('\n');
  return withHead(source, code);
}

/** The text with the head that it has if it was compiled from the sources as they are now: compiling takes seconds. */
export function withCurrentHead(source: string, text: string): string {
  return withHead(source, text.slice(text.indexOf('export const')));
}

function withHead(source: string, code: string): string {
  const compiler = JSON.parse(readFileSync('package.json', 'utf8')).devDependencies.assemblyscript;
  const sources = [source, IMPORTED].map((file) => readFileSync(file, 'utf8'));
  const digest = createHash('sha256')
    .update(JSON.stringify([compiler, OPTIONS, sources, code]))
    .digest('hex');
  return [
    `// ${basename(source)}, compiled to WebAssembly, in Base64: see there.`,
    `// The digest of the compiler, the sources and this code: ${digest}`,
    code,
  ].join('\n');
}

if (import.meta.main) {
  for (const source of KERNELS) writeFileSync(compiledPath(source), await compileKernel(source));
}
