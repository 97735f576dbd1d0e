import { describe, expect, it } from 'vitest';
import { messagePage } from '../../src/authorization-server/pages/provider-pages.ts';
import { pageHeaders, policySources, renderPage } from '../../src/pages/page-layout.ts';

describe('a page', () => {
  it('allows only its own style sheet', () => {
    const policy = pageHeaders({})['content-security-policy']!;
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(renderPage(messagePage('T', 'M'))).not.toMatch(/<script| on\w+=|javascript:| style=/i);
  });

  it('is neither cached nor framed, and sends no referrer to other sites', () => {
    expect(pageHeaders({})).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    });
  });

  it.each([
    ['http://127.0.0.1:5000/cb?x=1', 'https: http:'],
    ['https://client.example/a;b', 'https: http:'],
    ['http://[::1]:5000/cb', 'https: http:'],
    ['com.example.app:/cb', 'https: http: com.example.app:'],
  ])('allows its form to redirect to %s and beyond with the CSP sources %s', (redirectUri, source) => {
    expect(policySources(redirectUri)).toBe(source);
    expect(pageHeaders({ leadsTo: source })['content-security-policy']).toContain(`form-action 'self' ${source};`);
  });
});
