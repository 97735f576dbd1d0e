// The API reference: Scalar over the document that the service serves for it. It loads nothing from elsewhere.
import { createApiReference } from '@scalar/api-reference';
import '@scalar/api-reference/style.css';
import './theme.css';

const HIDDEN_LANGUAGES = [
  'c',
  'clojure',
  'csharp',
  'dart',
  'fsharp',
  'go',
  'http',
  'java',
  'julia',
  'kotlin',
  'node',
  'objc',
  'ocaml',
  'php',
  'powershell',
  'r',
  'ruby',
  'rust',
  'swift',
];

createApiReference('#reference', {
  url: '/docs/openapi.json',
  // Services of others: fonts, telemetry, a proxy, an assistant and an editor.
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // The document of this page is for this page. The public one is linked in the introduction.
  documentDownloadType: 'none',
  authentication: { preferredSecurityScheme: 'bearer' },
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: {
    ...Object.fromEntries(HIDDEN_LANGUAGES.map((language) => [language, true])),
    shell: ['httpie', 'wget'],
    js: ['axios', 'jquery', 'ofetch', 'xhr'],
    python: ['python3', 'aiohttp', 'httpx_sync', 'httpx_async'],
  },
});
