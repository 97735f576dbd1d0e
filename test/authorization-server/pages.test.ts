import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { messagePage } from '../../src/authorization-server/pages/provider-pages.ts';
import { pageHeaders, policySources, renderPage } from '../../src/pages/page-layout.ts';

describe('a page', () => {
  it('allows only its own style sheet and its own script', () => {
    const text = renderPage(messagePage('T', 'M'));
    const hashOf = (element: string) => {
      const found = [...text.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))];
      expect(found).toHaveLength(1);
      return createHash('sha256').update(found[0]![1]!).digest('base64');
    };
    expect(pageHeaders({})['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hashOf('style')}'; script-src 'sha256-${hashOf('script')}'; ` +
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(text).not.toMatch(/<script[^>]| on\w+=|javascript:| style=/i);
  });

  it('looks like the dashboard: the same variables, and the theme that was chosen there', () => {
    const text = renderPage(messagePage('T', 'M'));
    const read = (path: string) => readFileSync(new URL(`../../dashboard/${path}`, import.meta.url), 'utf8');
    const variables = (css: string) =>
      [...css.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]);
    const own = variables(text);
    expect(own.length).toBeGreaterThan(10);
    expect(variables(read('src/styles/tokens.css'))).toEqual(expect.arrayContaining(own));
    expect(text).toContain(read('public/theme.js').replace(/^\/\/.*\n/, ''));
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
