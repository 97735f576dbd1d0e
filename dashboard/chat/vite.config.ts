// Builds the report pages for chats into dist/index.html: one document with everything inlined, because hosts forbid it to load
// anything.
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const ROOT = import.meta.dirname;

export default defineConfig({
  root: ROOT,
  plugins: [react(), inlineEverything()],
  // The sources of the client, which is not built here.
  resolve: { conditions: ['@funnel/source', ...defaultClientConditions] },
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    modulePreload: false,
    reportCompressedSize: false,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { output: { codeSplitting: false } },
  },
});

/** Puts the script and the styles into the page in place of the tags that name them. */
function inlineEverything(): Plugin {
  return {
    name: 'inline-everything',
    enforce: 'post',
    generateBundle: {
      // It follows Vite's own plugins.
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const page = files.find(({ fileName }) => fileName.endsWith('.html'));
        if (page?.type !== 'asset') throw new Error('The build made no page.');
        const scripts = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
        const styles = files.flatMap((file) =>
          file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
        );
        // Functions, because a replacement string gives `$` a meaning.
        page.source = String(page.source)
          .replace(/<link rel="stylesheet"[^>]*>/, () => '')
          .replace(/<script type="module"[^>]*><\/script>/, () => '')
          .replace('</head>', () => `<style>${styles.join('')}</style></head>`)
          .replace('</body>', () => `<script type="module">${escaped(scripts.join(''))}</script></body>`);
        for (const { fileName } of files) if (fileName !== page.fileName) delete bundle[fileName];
      },
    },
  };
}

/** A script ends at the first closing tag in it, even in a string. */
function escaped(script: string): string {
  return script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}
