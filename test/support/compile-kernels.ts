// `npm run kernels` compiles the files *.as.ts from AssemblyScript to WebAssembly, and writes what comes out beside them, as *-wasm.ts.
import { globSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { main as compile } from 'assemblyscript/asc';

/** Other such files import it; it has no functions of its own. */
const IMPORTED = 'src/foundation/web-assembly/numbers.as.ts';
const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];
const LINE = /.{1,110}/g;

export const KERNELS = globSync('src/**/*.as.ts').filter((source) => source !== IMPORTED);

export function compiledPath(source: string): string {
  return source.replace(/\.as\.ts$/, '-wasm.ts');
}

/** The text of the compiled file. */
export async function compileKernel(source: string): Promise<string> {
  let bytes: Uint8Array | undefined;
  const { error, stderr } = await compile([source, '--outFile', 'compiled.wasm', ...OPTIONS], {
    writeFile: (_name, contents) => {
      bytes = contents as Uint8Array;
    },
  });
  if (error || !bytes) throw new Error(`${source} can not be compiled:\n${stderr}`);
  const name = `${basename(source, '.as.ts').toUpperCase().replaceAll('-', '_')}_WASM`;
  const lines = Buffer.from(bytes).toString('base64').match(LINE)!;
  return [
    `// ${basename(source)}, compiled to WebAssembly, in Base64: see there.`,
    `export const ${name} = [`,
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ].join('\n');
}

if (import.meta.main) {
  for (const source of KERNELS) writeFileSync(compiledPath(source), await compileKernel(source));
}
