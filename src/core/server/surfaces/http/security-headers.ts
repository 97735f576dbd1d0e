// Security headers of every response. They are strict by default; a page that needs more overrides them.
// Why: docs/decisions/http.md, "Responses are strict unless they say otherwise".
// Why: docs/decisions/http.md, "Which pages of other origins may read what".

const YEAR_S = 365 * 24 * 60 * 60;

/** `baseUrl` is the public URL of the service. Without it, HTTPS is not assumed. */
export function securityHeaders(baseUrl = ''): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    // There is no includeSubDomains: other subdomains may not support HTTPS.
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${YEAR_S}` }),
  };
}
