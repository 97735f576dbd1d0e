// Builds the dashboard into dist/, from where the service serves it.
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

const ROOT = import.meta.dirname;
/** What runs before the language is known. */
const START = [
  /dashboard\/src\/(language\/|format\/locale\.|session\/callback\.)/,
  /\/languages\/(language|translate)\./,
  /node_modules\/(intl-messageformat|@formatjs|react)\//,
  /vite\/preload-helper/,
];

/** What the pages of reports share, and the first page does not need. Nothing that the first page loads may import these. */
const REPORTS = [
  /dashboard\/src\/(funnels|retention|paths)\//,
  /charts\/(funnel|line-chart|lines|trend)\./,
  /components\/(add-filter|breakdown-card|chart-metrics|followed-note|heat-table|hours-of-day)\./,
  /components\/(bar-cell|kept-report-error|metrics-panel|products-card|report-page|website-report)\./,
  /report-files\/src\/(tables\/(event-log|subjects)|worst-step)\./,
];

/** The texts of a language come before the modules that read them. Meanwhile the browser loads these modules, too. */
function preloadApp(): Plugin {
  return {
    name: 'preload-app',
    transformIndexHtml(_html, { bundle = {} }): HtmlTagDescriptor[] {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const loaded = new Set<string>();
      const load = (fileName: string): void => {
        if (loaded.has(fileName)) return;
        loaded.add(fileName);
        for (const imported of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) load(imported);
      };
      load(chunks.find(({ isEntry }) => isEntry)!.fileName);
      const withEntry = new Set(loaded);
      load(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/show-app.tsx'))!.fileName);
      return [...loaded.difference(withEntry)].map((fileName) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
        injectTo: 'head',
      }));
    },
  };
}

/** Mails and the pages that the server renders are not of this build, nor are their texts. */
function withoutServerTexts(): Plugin {
  return {
    name: 'without-server-texts',
    load: (id) => (/\/languages\/\w+\/(mails|pages)\.ts$/.test(id) ? 'export default {};' : null),
  };
}

export default defineConfig({
  root: ROOT,
  plugins: [react(), preloadApp(), withoutServerTexts()],
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
          groups: [
            // It must not be in a file with modules that read texts.
            { name: 'start', test: (id) => START.some((part) => part.test(id)), priority: 3 },
            { name: 'reports', test: (id) => REPORTS.some((part) => part.test(id)), minShareCount: 3, priority: 2 },
            { name: 'packages', test: /node_modules/, minShareCount: 4, priority: 2 },
            { name: 'shared', test: /dashboard\/src\/|packages\/report-files\//, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
});
