// Builds the dashboard into dist/, from where the service serves it.
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const ROOT = import.meta.dirname;

export default defineConfig({
  root: ROOT,
  plugins: [react()],
  // The sources of the client, which is not built here.
  resolve: { conditions: ['@funnel/source', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Inlined files would be data: URLs, which the content security policy does not allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
    // The styles are small, and one file is one request.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Each page is a file of its own. What several pages use is one file: otherwise the first page would be 30 small ones.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'shared', test: /dashboard\/src\//, minShareCount: 4 }],
        },
      },
    },
  },
});
