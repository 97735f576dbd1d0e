// What every answer carries, whoever gives it. A page that may do more says so itself; nothing has to remember to be strict.

const YEAR_S = 365 * 24 * 60 * 60;

/** `baseUrl`: the service as others see it. Left out: it is not known to be reached by https. */
export function securityHeaders(baseUrl = ''): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    // For this host alone: what its subdomains speak is not ours to say.
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${YEAR_S}` }),
  };
}
