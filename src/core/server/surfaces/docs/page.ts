// The HTML page of the reference: what was built, and for browsers without JavaScript the list of operations.
import { html } from '../../../foundation/pages/html.ts';
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

/** The page may load scripts and styles from this service only, and send requests to it only. */
export function referenceHeaders({ baseUrl }: ReferenceOptions): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      `connect-src 'self' ${new URL(baseUrl).origin}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
  };
}
