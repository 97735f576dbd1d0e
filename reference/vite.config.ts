// Builds the API reference into dist/, from where the service serves it at /docs. Compressed here, because the files are large.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const ROOT = import.meta.dirname;
/** The best one, 11, takes ten times as long for files that are a twelfth smaller. */
const BROTLI_QUALITY = 9;
const ASSETS = join(ROOT, 'dist/assets');

/** Ends with a file that says that everything is there. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    writeBundle() {
      for (const name of readdirSync(ASSETS)) {
        const path = join(ASSETS, name);
        const bytes = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
        );
      }
      writeFileSync(join(ROOT, 'dist/complete.json'), '{}');
    },
  };
}

export default defineConfig({
  root: ROOT,
  base: '/docs/',
  plugins: [react(), compressAssets()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Inlined files would be data: URLs, which the content security policy does not allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    cssCodeSplit: false,
  },
});
