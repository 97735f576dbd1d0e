// Builds the tracker into dist/t.js, from where the service serves it. Fails if the file is too large.
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const GZIP_BYTES_MAX = 3 * 1024;

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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [limitSize()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2020',
    reportCompressedSize: false,
    lib: { entry: 'src/index.ts', formats: ['iife'], name: 'tracker', fileName: () => 't.js' },
  },
});
