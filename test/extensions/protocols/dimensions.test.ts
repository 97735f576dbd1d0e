// The dimensions of accepted events of SDKs and shops; kept only where the website keeps its events.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SegmentFormat } from '../../../src/extensions/protocols/segment/decode-messages.ts';
import type { WebhookFormat } from '../../../src/extensions/protocols/webhooks/decode-webhook.ts';
import { batchOf, orderWith } from '../../support/events.ts';
import { LoggedWebsite } from '../../support/logged-website.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

let website: LoggedWebsite;

beforeAll(async () => {
  website = await LoggedWebsite.open('shop.example');
});

afterAll(() => website.dispose());

describe('messages of SDKs', () => {
  const segment = (context: object) => {
    const format: SegmentFormat = { protocol: 'segment', type: undefined, receivedAtMs: website.clock.nowMs };
    const body = { batch: [{ type: 'track', event: 'view', anonymousId: 'a', context }] };
    return batchOf(JSON.stringify(body), { format, onlyWebsiteId: 1 });
  };

  test('have the dimensions of their context', async () => {
    const context = {
      ...{ campaign: { source: 'Google', medium: 'cpc', name: 'Spring' }, ip: '203.0.113.9', userAgent: PHONE },
      page: { path: '/shoes', referrer: 'https://www.google.de/' },
    };
    expect(await website.dimensionsOf(segment(context))).toEqual([
      {
        ...{ channel: 'paid_search', utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring' },
        ...{ referrer: 'google.de', device: 'mobile', browser: 'Safari', os: 'iOS', page: '/shoes' },
      },
    ]);
    expect(await website.dimensionsOf(segment(context), false)).toEqual([{}]);
  });

  test('have none of their own hosts as referrer', async () => {
    expect(await website.dimensionsOf(segment({ page: { referrer: 'https://www.shop.example/' } }))).toEqual([
      { channel: 'direct' },
    ]);
  });
});

test('orders of a shop have the dimensions that it has handed on, as far as they are valid', async () => {
  const attributes = [
    ...[
      { name: 'funnel_utm_source', value: 'newsletter' },
      { name: 'funnel_utm_medium', value: 'email' },
    ],
    ...[
      { name: 'funnel_device', value: 'watch' },
      { name: 'funnel_country', value: 'us' },
    ],
  ];
  const order = { id: 1, financial_status: 'paid', total_price: '5.00', currency: 'USD', note_attributes: attributes };
  const format: WebhookFormat = { protocol: 'webhook', provider: 'shopify' };
  const batch = batchOf(JSON.stringify(order), { format, onlyWebsiteId: 1 });
  expect(await website.dimensionsOf(batch)).toEqual([
    { channel: 'email', utm_source: 'newsletter', utm_medium: 'email', country: 'US' },
  ]);
  expect(await website.dimensionsOf(batchOf([orderWith()]))).toEqual([{}]);
});
