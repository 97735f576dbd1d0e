// Builds the service into dist/, from where bin/funnel runs it: fewer and larger files, so that a process and its threads start with much less
// work. The code stays readable, and `NODE_OPTIONS=--enable-source-maps` shows the lines of the sources in stack traces.
import { globSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const ROOT = import.meta.dirname;
const SOURCES = join(ROOT, 'src/');
const BUILT = join(ROOT, 'dist/');
/** The program, and the scripts of its threads. */
const ENTRIES = [join(SOURCES, 'main.ts'), ...globSync(join(SOURCES, '**/*-worker.ts'))];
const THREAD_OR_PLACE = /new URL\('[^']*?([\w-]+-worker)\.ts', import\.meta\.url\)|import\.meta\.url/g;

/** The service finds the files that it reads from where its sources are, and the scripts of its threads beside the program. */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    // It reads the sources as they are written: the compiler changes quotes.
    enforce: 'pre',
    transform(code, id) {
      // Stack traces need the lines of the service, not those of its libraries.
      if (!id.startsWith(SOURCES)) return { code, map: { mappings: '' } };
      const place = `new URL('${relative(BUILT, id)}', import.meta.url).href`;
      const moved = code.replaceAll(THREAD_OR_PLACE, (_, thread?: string) =>
        thread === undefined ? place : `new URL('./${thread}.js', import.meta.url)`,
      );
      // The lines stay the same.
      return moved === code ? undefined : { code: moved, map: null };
    },
  };
}

/** Ends with a file that says that everything is there, as of when the build began: what changes meanwhile is newer. */
function sayWhenBuilt(): Plugin {
  let begin: Date;
  return {
    name: 'say-when-built',
    buildStart() {
      begin = new Date();
    },
    writeBundle() {
      const complete = join(BUILT, 'complete.json');
      writeFileSync(complete, '{}');
      utimesSync(complete, begin, begin);
    },
  };
}

export default defineConfig({
  root: ROOT,
  plugins: [keepPlaces(), sayWhenBuilt()],
  publicDir: false,
  // The first has machine code, the second reads files of its own.
  ssr: { noExternal: true, external: ['@node-rs/argon2', 'pdfkit'] },
  logLevel: 'warn',
  build: {
    outDir: BUILT,
    emptyOutDir: true,
    target: 'node24',
    ssr: true,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(ENTRIES.map((file) => [basename(file, '.ts'), file])),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        sourcemapExcludeSources: true,
      },
      // A library of the authorization server makes functions from texts of its own.
      checks: { eval: false },
    },
  },
});
