// Where a public key may be used.
import { describe, expect, test } from 'vitest';
import { allowsOrigin, normalizeOrigin } from '../../../../src/core/intake/collector/origins.ts';

describe('normalizeOrigin', () => {
  test('takes a text of 300 characters, and not of one more', () => {
    const origin = `https://${'a.'.repeat(140)}example.com`;
    expect(normalizeOrigin(`${origin}/`)).toBe(origin);
    expect(`${origin}/`).toHaveLength(300);
    expect(normalizeOrigin(`${origin}x/`)).toBeUndefined();
  });

  test.each([
    ['https://www.example.com', 'https://www.example.com'],
    ['https://www.example.com/', 'https://www.example.com'],
    ['HTTPS://WWW.Example.COM:443', 'https://www.example.com'],
    ['example.com', 'https://example.com'],
    ['http://example.com:80', 'http://example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
    ['localhost:8500', 'http://localhost:8500'],
    ['LOCALHOST/', 'http://localhost'],
    ['shop.localhost:3000', 'http://shop.localhost:3000'],
    ['127.0.0.1:8000', 'http://127.0.0.1:8000'],
    ['[::1]:8000', 'http://[::1]:8000'],
    ['https://localhost:8500', 'https://localhost:8500'],
    ['localhost.example.com', 'https://localhost.example.com'],
    ['notlocalhost', 'https://notlocalhost'],
    ['*.example.com', 'https://*.example.com'],
    ['https://*.shop.example.com:8443', 'https://*.shop.example.com:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('%s is %s', (text, origin) => {
    expect(normalizeOrigin(text)).toBe(origin);
  });

  test.each([
    '',
    ' ',
    '*',
    'https://*',
    'https://*.com',
    'https://*.localhost',
    'https://*.10.0.0.1',
    'https://www.*.com',
    'https://*.*.example.com',
    'https://example.com/shop',
    'https://example.com?a=1',
    'https://example.com#a',
    'https://user@example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    `https://${'a'.repeat(300)}.com`,
  ])('%j is not an origin', (text) => {
    expect(normalizeOrigin(text)).toBeUndefined();
  });
});

describe('allowsOrigin', () => {
  const exact = ['https://example.com', 'http://localhost:3000'];
  const subdomains = ['https://*.example.com'];

  test('an exact origin allows itself alone: scheme, host and port', () => {
    expect(allowsOrigin(exact, 'https://example.com')).toBe(true);
    expect(allowsOrigin(exact, 'http://localhost:3000')).toBe(true);
    for (const origin of [
      'http://example.com',
      'https://example.com:8443',
      'https://www.example.com',
      'https://example.com.evil.example',
      'http://localhost',
      'http://localhost:3001',
      'null',
      '',
    ]) {
      expect(allowsOrigin(exact, origin), origin).toBe(false);
    }
  });

  test('a wildcard allows subdomains at any depth, not the host itself', () => {
    expect(allowsOrigin(subdomains, 'https://www.example.com')).toBe(true);
    expect(allowsOrigin(subdomains, 'https://a.b.example.com')).toBe(true);
    for (const origin of [
      'https://example.com',
      'http://www.example.com',
      'https://www.example.com:8443',
      'https://evilexample.com',
      'https://evil.example/.example.com',
      'https://evil.example:1.example.com',
      'https://.example.com',
      'https://www.example.com.evil.example',
    ]) {
      expect(allowsOrigin(subdomains, origin), origin).toBe(false);
    }
  });
});
