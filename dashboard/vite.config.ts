// Builds the dashboard into dist/, which the service serves as it is.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const ROOT = import.meta.dirname;

export default defineConfig({
  root: ROOT,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Inlined files would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
    // The charts are large by nature, and are loaded only where one is shown.
    chunkSizeWarningLimit: 600,
  },
});
