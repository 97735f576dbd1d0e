// The channel of a visit, by the rules that Google publishes for GA4, and the lists of sites that they use.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { CHANNEL_RULES, channelOf, type Source } from '../../../../src/core/foundation/dimensions/channel.ts';
import { KNOWN_SITES, type SiteKind, siteKindOf } from '../../../../src/core/foundation/dimensions/known-sites.ts';

const CHANNELS = [
  ...['direct', 'organic_search', 'paid_search', 'organic_social', 'paid_social', 'email', 'display', 'affiliates'],
  ...['referral', 'other'],
];

function tagged(source: string, medium?: string, campaign?: string): Source {
  return { utm_source: source, utm_medium: medium, utm_campaign: campaign };
}

describe('the channel', () => {
  it.each<[string, Source, string]>([
    ['nothing is known', {}, 'direct'],
    ['the link says so', tagged('(direct)', '(none)'), 'direct'],
    ['only the campaign is known', { utm_campaign: 'spring' }, 'other'],
    ['a search engine refers', { referrer: 'google.com' }, 'organic_search'],
    ['a search engine of a country refers', { referrer: 'google.co.uk' }, 'organic_search'],
    ['a search engine for a country refers', { referrer: 'de.search.yahoo.com' }, 'organic_search'],
    ['the medium is organic', tagged('somewhere', 'organic'), 'organic_search'],
    ['an ad of a search engine', tagged('google', 'cpc'), 'paid_search'],
    ['an ad of a search engine, otherwise named', tagged('bing', 'paidsearch'), 'paid_search'],
    ['an ad whose source is only in the referrer', { utm_medium: 'ppc', referrer: 'bing.com' }, 'paid_search'],
    ['a social network refers', { referrer: 'l.facebook.com' }, 'organic_social'],
    ['the app of a social network refers', { referrer: 'com.reddit.frontpage' }, 'organic_social'],
    ['the medium is social', tagged('agency', 'social-media'), 'organic_social'],
    ['an ad of a social network', tagged('facebook', 'paid_social'), 'paid_social'],
    ['an ad of a social network, by click', tagged('instagram.com', 'cpc'), 'paid_social'],
    ['an ad that reaches visitors again', tagged('linkedin', 'retargeting'), 'paid_social'],
    ['an email', tagged('newsletter', 'email'), 'email'],
    ['an email, spelled otherwise', tagged('newsletter', 'e-mail'), 'email'],
    ['the source is email', tagged('email'), 'email'],
    ['a banner', tagged('publisher', 'banner'), 'display'],
    ['an ad by impressions', tagged('publisher', 'cpm'), 'display'],
    ['an affiliate', tagged('partner', 'affiliate'), 'affiliates'],
    ['another website refers', { referrer: 'blog.example.com' }, 'referral'],
    ['the medium is referral', tagged('partner', 'referral'), 'referral'],
    ['an ad of an unknown network', tagged('taboola', 'cpc'), 'other'],
    ['a tagged source without a medium', tagged('partner'), 'other'],
    ['a video site refers', { referrer: 'youtube.com' }, 'other'],
    ['a shop refers', { referrer: 'amazon.de' }, 'other'],
    ['a campaign about shopping', tagged('google', 'cpc', 'spring-shopping'), 'other'],
    ['a campaign of all networks', tagged('google', 'cpc', 'cross-network'), 'other'],
    ['a text message', tagged('sms', 'sms'), 'other'],
    ['tags beside a referrer', { ...tagged('newsletter', 'email'), referrer: 'mail.example.com' }, 'email'],
  ])('if %s', (_, source, channel) => {
    expect(channelOf(source)).toBe(channel);
  });

  const text = fc.option(
    fc.oneof(fc.string(), fc.constantFrom('google', 'facebook.com', 'cpc', 'email', 'organic', 'cross-network')),
    { nil: undefined },
  );

  test('is one of ten values, whatever was sent', () => {
    const source = fc.record({ utm_source: text, utm_medium: text, utm_campaign: text, referrer: text });
    fc.assert(
      fc.property(source, (sent) => {
        expect(CHANNELS).toContain(channelOf(sent));
      }),
    );
    expect([...new Set(CHANNEL_RULES.map(({ channel }) => channel))].sort()).toEqual([...CHANNELS].sort());
  });

  test('is direct only if no referrer is known', () => {
    fc.assert(
      fc.property(fc.domain(), (referrer) => {
        expect(channelOf({ referrer })).not.toBe('direct');
      }),
    );
  });
});

describe('the lists of sites', () => {
  const entries = (Object.keys(KNOWN_SITES) as SiteKind[]).flatMap((kind) =>
    KNOWN_SITES[kind].map((entry): [string, SiteKind] => [entry, kind]),
  );

  test('have each site once, as it is compared', () => {
    const names = entries.map(([entry]) => entry);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9 -]+$|^([a-z0-9-]+\.)+([a-z]+|\*)$/);
  });

  test('know each site, its subdomains, and its hosts in other countries', () => {
    for (const [entry, kind] of entries) {
      const hosts = entry.endsWith('.*')
        ? ['com', 'de', 'co.uk', 'com.au'].map((end) => entry.replace('*', end))
        : [entry];
      for (const host of hosts) {
        expect([host, siteKindOf(host)]).toEqual([host, kind]);
        if (host.includes('.')) expect([host, siteKindOf(`a.${host}`)]).toEqual([host, kind]);
      }
    }
  });

  it.each([
    'notgoogle.com',
    'google.com.evil.example',
    'google.example.com',
    'examplefacebook.com',
    'facebook.example',
    '',
  ])('do not know %j', (host) => {
    expect(siteKindOf(host)).toBeUndefined();
  });

  test('go by the part that says most', () => {
    expect(siteKindOf('groups.google.com')).toBe('social');
    expect(siteKindOf('shopping.google.com')).toBe('shopping');
    expect(siteKindOf('blog.naver.com')).toBe('social');
    expect(siteKindOf('mail.google.com')).toBe('search');
  });
});
