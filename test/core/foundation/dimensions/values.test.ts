// How what is sent becomes the value of a dimension: texts, hosts, paths, countries and user agents.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it, test } from 'vitest';
import { cleanTag, cleanText } from '../../../../src/core/foundation/dimensions/clean-text.ts';
import { countryOf } from '../../../../src/core/foundation/dimensions/country.ts';
import { CountryTable } from '../../../../src/core/foundation/dimensions/country-table.ts';
import { DIMENSION_FIELDS, wrongField } from '../../../../src/core/foundation/dimensions/fields.ts';
import { languageOf } from '../../../../src/core/foundation/dimensions/language.ts';
import { pathOf } from '../../../../src/core/foundation/dimensions/page.ts';
import { hostOf, OwnHosts } from '../../../../src/core/foundation/dimensions/referrer.ts';
import { softwareOf } from '../../../../src/core/foundation/dimensions/user-agent.ts';
import { anyCharacter } from '../../../support/any-text.ts';
import { countryFile } from '../../../support/country-file.ts';

const anything = fc.oneof(
  fc.string(),
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);
const characters = (text: string) => [...text].length;

describe('a text', () => {
  it.each([
    ['  Spring Sale ', 'Spring Sale'],
    ['a\u0000b\nc', 'a b c'],
    ['\ud800x', 'x'],
    ['', undefined],
    [' \t', undefined],
    ['(none)', undefined],
    ['🚀'.repeat(101), '🚀'.repeat(100)],
  ])('%j becomes %j', (text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });

  test('fits, is stored and read as it is, and stays as it is if it is cleaned again', () => {
    const property = fc.property(anything, (text) => {
      for (const clean of [cleanText(text), cleanTag(text)]) {
        if (clean === undefined) continue;
        expect(characters(clean)).toBeLessThanOrEqual(100);
        expect(Buffer.from(clean).toString()).toBe(clean);
        expect(clean).toBe(clean.trim());
        expect(cleanText(clean)).toBe(clean);
      }
    });
    fc.assert(property);
  });

  test('that is a tag has no capital letters', () => {
    expect(cleanTag(' NewsLetter ')).toBe('newsletter');
    expect(characters(cleanTag('İ'.repeat(100))!)).toBe(100);
    fc.assert(
      fc.property(anything, (text) => {
        expect(cleanTag(text)?.toLowerCase()).toBe(cleanTag(text));
      }),
    );
  });

  test('of any length takes no longer than a short one', () => {
    expect(cleanText('\u0001 '.repeat(5_000_000))).toBeUndefined();
    expect(cleanText(`a${' '.repeat(5_000_000)}`)).toBe('a');
  });
});

describe('a referrer', () => {
  it.each([
    ['https://www.Google.com/search?q=shoes', 'google.com'],
    ['http://news.example.com:8080/a', 'news.example.com'],
    ['news.example.com', 'news.example.com'],
    ['News.Example.com/a?b#c', 'news.example.com'],
    ['news.example.com:443', 'news.example.com'],
    ['https://user:secret@example.com/', 'example.com'],
    ['https://example.com./', 'example.com'],
    ['android-app://com.google.android.gm/', 'com.google.android.gm'],
    ['https://münchen.example/', 'xn--mnchen-3ya.example'],
    ['localhost', 'localhost'],
    ['', undefined],
    ['   ', undefined],
    ['about:blank', undefined],
    ['data:text/html,x', undefined],
    ['a friend told me', undefined],
    ['https://', undefined],
    [`https://${'a'.repeat(101)}.example`, undefined],
  ])('%j becomes %j', (referrer, host) => {
    expect(hostOf(referrer)).toBe(host);
  });

  test('is the host of any URL, in lower case and without www.', () => {
    const property = fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      const host = hostOf(url);
      const { hostname } = new URL(url);
      expect(host).toBe(hostname.length > 100 ? undefined : hostname.replace(/^www\./, ''));
      if (host !== undefined) expect(hostOf(host)).toBe(host.replace(/^www\./, ''));
    });
    fc.assert(property);
  });

  test('is never more than a host, whatever was sent', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(hostOf(text) ?? 'none').toMatch(/^[a-z0-9_.-]{1,100}$/);
      }),
    );
  });
});

describe("a website's own hosts", () => {
  const own = new OwnHosts('Shop.example', [
    'https://www.acme.example',
    'https://*.acme.test',
    'http://localhost:3000',
  ]);

  it.each(['shop.example', 'blog.shop.example', 'acme.example', 'a.b.acme.test', 'localhost'])('include %s', (host) => {
    expect(own.has(host)).toBe(true);
  });

  it.each(['myshop.example', 'blog.acme.example', 'acme.test', 'evilacme.test', 'example', ''])(
    'do not include %j',
    (host) => {
      expect(own.has(host)).toBe(false);
    },
  );

  test('are unknown if the name is not a host', () => {
    const named = new OwnHosts('Our shop', []);
    expect(named.has('our shop')).toBe(false);
    expect(new OwnHosts('google', []).has('google')).toBe(false);
  });
});

describe('a page', () => {
  it.each([
    ['https://shop.example/shoes/red?utm_source=x#top', '/shoes/red'],
    ['/shoes/red?utm_source=x#top', '/shoes/red'],
    ['shoes/red', '/shoes/red'],
    ['https://shop.example', '/'],
    ['https://shop.example?a=/b', '/'],
    ['/', '/'],
    ['//double', '//double'],
    ['/caf%C3%A9', '/café'],
    ['/100%', '/100%'],
    ['/a%2Fb%3Fc', '/a%2Fb%3Fc'],
    ['#/cart', '/'],
    ['', undefined],
    ['  ', undefined],
    [`/${'a'.repeat(300)}`, `/${'a'.repeat(199)}`],
  ])('%j becomes %j', (page, path) => {
    expect(pathOf(page)).toBe(path);
  });

  test('is a path without query and fragment, whatever was sent', () => {
    const property = fc.property(anything, (text) => {
      const path = pathOf(text) ?? '/';
      expect(path).toMatch(/^\//);
      expect(path).not.toMatch(/[?#]/);
      expect(characters(path)).toBeLessThanOrEqual(200);
    });
    fc.assert(property);
  });

  test('is the same for a URL and for its path', () => {
    const property = fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      expect(pathOf(url)).toBe(pathOf(url.replace(/^https?:\/\/[^/?#]*/, '') || '/'));
    });
    fc.assert(property);
  });
});

describe('a country', () => {
  it.each([
    ['DE', 'DE'],
    [' us ', 'US'],
    ['XK', 'XK'],
    ['UK', undefined],
    ['XX', undefined],
    ['T1', undefined],
    ['DEU', undefined],
    ['', undefined],
  ])('%j becomes %j', (code, country) => {
    expect(countryOf(code)).toBe(country);
  });

  test('has a name in every case', () => {
    const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const countries = letters.flatMap((first) => letters.map((second) => first + second)).filter(countryOf);
    expect(countries).toHaveLength(250);
    for (const country of countries) expect(names.of(country)).toBeDefined();
  });
});

describe('a language', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    [' EN-us ', 'en'],
    ['zh-Hant-TW', 'zh'],
    ['pt_BR', 'pt'],
    ['de_DE.UTF-8@euro', 'de'],
    ['iw', 'he'],
    ['haw', 'haw'],
    ['en-US-u-ca-buddhist', 'en'],
    ['en-US,en;q=0.9', undefined],
    ['english', undefined],
    ['und', undefined],
    ['C', undefined],
    ['*', undefined],
    ['', undefined],
  ])('%j becomes %j', (tag, language) => {
    expect(languageOf(tag)).toBe(language);
  });

  test('of any kind is two or three letters, or nothing', () => {
    const property = fc.property(anything, (tag) => {
      expect(languageOf(tag) ?? 'en').toMatch(/^[a-z]{2,3}$/);
    });
    fc.assert(property);
  });
});

describe('the country of an address', () => {
  const table = new CountryTable();

  it.each([
    ['8.8.8.8', 'US'],
    ['2001:4860:4860::8888', 'US'],
    ['::ffff:8.8.8.8', 'US'],
    ['::ffff:808:808', 'US'],
    // The University of Oxford, Deutsche Telekom, ETH Zurich, the University of Tokyo.
    ['129.67.1.1', 'GB'],
    ['217.0.0.1', 'DE'],
    ['2003::1', 'DE'],
    ['129.132.1.1', 'CH'],
    ['157.82.0.1', 'JP'],
    ['127.0.0.1', undefined],
    ['10.1.2.3', undefined],
    ['192.168.1.1', undefined],
    ['::ffff:192.168.1.1', undefined],
    ['100.64.0.1', undefined],
    ['::1', undefined],
    ['fd00::1', undefined],
    ['fe80::1%eth0', undefined],
    ['2001:db8::1', undefined],
    ['8', undefined],
    ['nonsense', undefined],
    ['', undefined],
  ])('%s is %s', (address, country) => {
    expect(table.countryOf(address)).toBe(country);
  });

  describe('in a table of the operator', () => {
    const folder = mkdtempSync(join(tmpdir(), 'countries-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'own.mmdb');

    it.each([
      [{ country_code: 'DE' }, 'DE'],
      [{ country: { iso_code: 'FR' } }, 'FR'],
      [{ country: { names: 'France' } }, undefined],
      [{ country_code: 'Europe' }, undefined],
    ])('with the row %j is %s', (row, country) => {
      const madeAt = new Date('2026-11-01T00:00:00Z');
      writeFileSync(file, countryFile(row, madeAt));
      const own = new CountryTable(file);
      expect(own.countryOf('8.8.8.8')).toBe(country);
      expect(own.date).toEqual(madeAt);
    });

    it('that is no table is an error that names the file', () => {
      writeFileSync(file, 'no table');
      for (const path of [file, join(folder, 'missing.mmdb')]) {
        expect(() => new CountryTable(path).countryOf('8.8.8.8')).toThrow(`${path} can't be read as a country table`);
      }
    });
  });

  test('is a country or none, for every address', () => {
    const addresses = fc.oneof(fc.ipV4(), fc.ipV6());
    const property = fc.property(addresses, (address) => {
      const country = table.countryOf(address) ?? 'DE';
      expect(countryOf(country)).toBe(country);
    });
    fc.assert(property);
  });
});

describe('a user agent', () => {
  const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
  const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)';
  const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

  it.each([
    [`${WINDOWS} Chrome/142.0.0.0 Safari/537.36`, 'desktop', 'Chrome', 'Windows'],
    [`${WINDOWS} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'desktop', 'Edge', 'Windows'],
    [`${WINDOWS} Chrome/142.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'desktop', 'Opera', 'Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'desktop', 'Firefox', 'Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      ...['desktop', 'Safari', 'macOS'],
    ],
    [`${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36`, 'mobile', 'Chrome', 'Android'],
    [`${ANDROID} Chrome/142.0.0.0 Safari/537.36`, 'tablet', 'Chrome', 'Android'],
    [`${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'mobile', 'Samsung Internet', 'Android'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'mobile', 'Firefox', 'Android'],
    [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 'mobile', 'Safari', 'iOS'],
    [`${IPHONE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`, 'mobile', 'Chrome', 'iOS'],
    [
      'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1',
      ...['tablet', 'Safari', 'iOS'],
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      ...['desktop', 'Chrome', 'Chrome OS'],
    ],
  ])('%s', (userAgent, device, browser, os) => {
    expect(softwareOf(userAgent)).toEqual({ device, browser, os });
  });

  it.each(['', 'x', 'Mozilla/5.0'])('%j says nothing about device and system', (userAgent) => {
    const { device, os } = softwareOf(userAgent);
    expect([device, os]).toEqual([undefined, undefined]);
  });

  test('of any kind gives texts that fit, or nothing', () => {
    const property = fc.property(anything, (userAgent) => {
      const { device = 'desktop', browser = '-', os = '-' } = softwareOf(userAgent);
      expect(['desktop', 'mobile', 'tablet']).toContain(device);
      for (const name of [browser, os]) expect(cleanText(name)).toBe(name);
    });
    fc.assert(property);
  });
});

describe('the fields of an event', () => {
  test('may be left out or empty', () => {
    for (const name of DIMENSION_FIELDS) {
      for (const value of [undefined, null, '']) expect(wrongField(name, value)).toBeUndefined();
    }
  });

  test('must be strings, and the message names the field', () => {
    const property = fc.property(
      fc.constantFrom(...DIMENSION_FIELDS),
      fc.oneof(fc.double(), fc.boolean(), fc.object(), fc.array(fc.string())),
      (name, value) => {
        expect(wrongField(name, value)).toMatch(new RegExp(`^${name} must be .+`));
      },
    );
    fc.assert(property);
  });

  test('device and country have their own rules', () => {
    expect(wrongField('device', 'Mobile')).toBeUndefined();
    expect(wrongField('device', 'fridge')).toBe('device must be desktop, mobile or tablet');
    expect(wrongField('country', 'de')).toBeUndefined();
    expect(wrongField('country', 'UK')).toBe('country must be a country code of two letters (ISO 3166-1), such as DE');
  });
});
