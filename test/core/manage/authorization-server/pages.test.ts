import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../../languages/language.ts';
import { pageHeaders, policySources, renderPage } from '../../../../src/core/foundation/pages/page-layout.ts';
import { pageMessage } from '../../../../src/core/foundation/pages/page-problem.ts';
import { Problem } from '../../../../src/core/foundation/problem/problem.ts';
import { ENGLISH, textsForBrowser, textsIn } from '../../../../src/core/foundation/text/translators.ts';
import { consentPage } from '../../../../src/core/manage/authorization-server/pages/consent-page.ts';
import { logoutPage, problemPage } from '../../../../src/core/manage/authorization-server/pages/provider-pages.ts';
import { interactionEnded } from '../../../../src/core/server/surfaces/oauth/interactions/interaction-ended.ts';

describe('a page', () => {
  it('allows only its own style sheet and its own script', () => {
    const text = renderPage(problemPage('M', '/', ENGLISH));
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
    const text = renderPage(problemPage('M', '/', ENGLISH));
    const read = (path: string) => readFileSync(new URL(`../../../../dashboard/${path}`, import.meta.url), 'utf8');
    const variables = (css: string) =>
      [...css.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]);
    const own = variables(text);
    expect(own.length).toBeGreaterThan(10);
    expect(variables(read('src/styles/tokens.css'))).toEqual(expect.arrayContaining(own));
    // Only a shared page of the dashboard can be asked for a theme.
    const script = read('public/theme.js')
      .replace(/^\/\/.*\n/, '')
      .replace(/ {2}\/\/ A page that embeds.*\n {2}const asked = .*\n/, '')
      .replace('asked ?? ', '');
    expect(text).toContain(script);
  });

  it.each(LANGUAGES)('says in %s which language it has, and escapes names in texts', (language) => {
    const form = {
      ...{ action: '/a', cancelAction: '/c', logoutUrl: '/l', formToken: 'x', leadsTo: 'https:', isForTools: false },
      client: { name: '<i>Name</i>', redirectsTo: '<i>there</i>', describedAt: '<i>here</i>' },
      ...({ scopes: ['reports'], email: '<i>@example.com', websites: [], chosenIds: new Set<number>() } as const),
      policies: { privacyPolicyUrl: 'https://a.example/?a=1&b=2', supportUrl: 'https://a.example/help' },
    };
    const text = renderPage(consentPage(form, textsIn(language)));
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).not.toContain('<i>');
    const links = [...text.matchAll(/<a href="(https:[^"]+)">/g)].map(([, url]) => url);
    expect(links).toEqual(['https://a.example/?a=1&amp;b=2', 'https://a.example/help']);
    for (const escaped of [
      '<strong>&lt;i&gt;Name',
      '<strong>&lt;i&gt;there',
      '<strong>&lt;i&gt;here',
      ' &lt;i&gt;@example',
    ]) {
      expect(text).toContain(escaped);
    }
  });

  it('has the language that the application asks for, or else the first one of the browser that we have', () => {
    expect(textsForBrowser('sv, de-AT;q=0.8', undefined).language).toBe('de');
    expect(textsForBrowser('de', 'sv fr-CA').language).toBe('fr');
    expect(textsForBrowser('de', 'sv').language).toBe('de');
    expect(textsForBrowser(undefined, ['fr']).language).toBe('en');
    const text = renderPage(logoutPage('', textsForBrowser('es')));
    expect(text).toContain('<h1>¿Cerrar sesión?</h1>');
  });

  it('says what went wrong in its language, if it is written for people', () => {
    const t = textsIn('de');
    expect(pageMessage(interactionEnded(), t)).toMatch(/^Diese Anmeldung ist abgelaufen/);
    expect(pageMessage(new Problem(429, 'Too many.'), t)).toMatch(/^Zu viele Anfragen/);
    expect(pageMessage(new Problem(500, 'Internal.'), t)).toMatch(/^Interner Serverfehler/);
    expect(pageMessage(new Problem(413, 'The body is too large.'), t)).toBe('The body is too large.');
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
