// The HTML page of the reference: what was built, and for browsers without JavaScript the list of operations.
import { html } from '../../html.ts';
import type { ReferenceDocument, ReferenceOptions } from './document.ts';

export function withOperations(page: string, document: ReferenceDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => ({ route: `${method.toUpperCase()} ${path}`, summary })),
  );
  const list = html`<noscript>
    <h1>${document.info.title}: API reference</h1>
    <p>This page needs JavaScript. The whole reference is also in the <a href="/api/v1/openapi.json">OpenAPI document</a>.</p>
    <ul>${operations.map(({ route, summary }) => html`<li><code>${route}</code> ${summary}</li>`)}</ul>
  </noscript>`;
  // A function, because `$` is special in a replacement string.
  return page.replace('</body>', () => `${list.text}</body>`);
}

/**
 * Scripts, styles and requests of this service only. The renderer writes style elements and attributes for its theme, so inline
 * styles are allowed: they can't load anything either.
 */
export function referenceHeaders({ baseUrl, issuerUrl }: ReferenceOptions): Record<string, string> {
  const origins = new Set([baseUrl, issuerUrl ?? baseUrl].map((url) => new URL(url).origin));
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self'",
      `connect-src 'self' ${[...origins].join(' ')}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
  };
}
