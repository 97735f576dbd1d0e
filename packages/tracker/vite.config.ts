// Builds the tracker into dist/t.js. With `--mode shop` or `--mode form`, it builds a part of it that few pages load into dist/shop.js or
// dist/form.js. The service serves them all. Fails if a file is too large.
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** It has to stay below 3,072: other programs for gzip need a few bytes more, for the name of the file. */
const GZIP_BYTES_MAX = 3_064;

function limitSize(): Plugin {
  return {
    name: 'limit-size',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const bytes = gzipSync(file.code, { level: 9 }).length;
        const size = `${file.fileName}: ${bytes} bytes gzipped, ${GZIP_BYTES_MAX} allowed`;
        if (bytes > GZIP_BYTES_MAX) this.error(size);
        this.info(size);
      }
    },
  };
}

export default defineConfig(({ mode }) => {
  const isPart = mode === 'shop' || mode === 'form';
  const [entry, fileName] = isPart ? [`src/${mode}.ts`, `${mode}.js`] : ['src/index.ts', 't.js'];
  return {
    root: import.meta.dirname,
    plugins: [limitSize()],
    build: {
      outDir: 'dist',
      emptyOutDir: !isPart,
      target: 'es2020',
      reportCompressedSize: false,
      lib: { entry, formats: ['iife'], name: 'tracker', fileName: () => fileName },
      // Constants stay constants, so that the minifier writes their values where they are used.
      rolldownOptions: { output: { topLevelVar: false } },
    },
  };
});
