// Large bodies of Segment's protocol and of webhooks are parsed in the ingestion thread, not in the one that answers requests.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { REJECTIONS_LISTED_MAX } from '../../../src/core/intake/collector/collector.ts';
import { addWebhookSecret } from '../../../src/extensions/protocols/webhooks/webhook-secrets.ts';
import { ANY_ENGINE } from '../../support/databases.ts';
import { BROWSER, TestService } from '../../support/test-service.ts';
import { shopifyOrder, signedByShopify } from '../../support/webhook-samples.ts';

const ORIGIN = 'https://shop.example';
const SECRET = 'secret-of-website-1-0001';
/** Smaller ones may be parsed for their key. */
const SMALL_LENGTH = 64 * 1024;

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let publicKey: string;

  beforeAll(async () => {
    service = await TestService.start(engine, { ownThreads: true });
    publicKey = await service.publicKey(1, ORIGIN);
    const secret = { websiteId: 1, provider: 'shopify', secret: SECRET } as const;
    await addWebhookSecret(service.database, secret, service.clock.now);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => service.dispose());

  /** How many bodies of more than SMALL_LENGTH this thread has turned into text meanwhile, which comes before parsing. */
  function watchParsing(): () => number {
    let count = 0;
    const turnIntoText = Buffer.prototype.toString;
    vi.spyOn(Buffer.prototype, 'toString').mockImplementation(function (this: Buffer, ...args) {
      if (this.length > SMALL_LENGTH) count++;
      return turnIntoText.apply(this, args);
    });
    return () => count;
  }

  const sendBatch = (batch: readonly unknown[], userAgent = BROWSER) =>
    service.request('/v1/batch', {
      method: 'POST',
      body: JSON.stringify({ batch }),
      headers: {
        authorization: `Basic ${Buffer.from(`${publicKey}:`).toString('base64')}`,
        'content-type': 'application/json',
        'user-agent': userAgent,
        origin: ORIGIN,
      },
    });

  const arrivals = async (source: string) => {
    const rows = await service.database.query<{ outcome: string; code: string; events: number }>(
      'SELECT outcome, code, events FROM arrival_counts WHERE source = $1 ORDER BY outcome, code',
      [source],
    );
    return rows.map(({ outcome, code, events }) => [outcome, code, Number(events)]);
  };

  test('messages of Segment', async () => {
    const largeParsed = watchParsing();
    const unknown = Array.from({ length: 2 * REJECTIONS_LISTED_MAX }, (_, index) => ({
      ...{ type: 'track', event: `Unknown ${index}`, anonymousId: 'v', properties: { text: 'x'.repeat(1_000) } },
    }));
    const view = { type: 'track', event: 'view', anonymousId: 'v', messageId: 'm1' };
    expect(await sendBatch([view, ...unknown, { type: 'identify' }])).toMatchObject({ status: 200 });
    expect(await sendBatch(unknown, 'Googlebot/2.1')).toMatchObject({ status: 200 });
    expect(largeParsed()).toBe(0);
    await expect
      .poll(() => arrivals('segment'))
      .toEqual([
        ['accepted', '', 1],
        ['bot', '', unknown.length],
        ['ignored', 'unmapped_event', unknown.length],
        ['ignored', 'unmapped_type', 1],
      ]);
  });

  test('the order of a webhook', async () => {
    const largeParsed = watchParsing();
    const lines = Array.from({ length: 500 }, () => ({ sku: 'a', price: '1.00', title: 'x'.repeat(500) }));
    const { body, headers } = signedByShopify(shopifyOrder({ line_items: lines }), SECRET);
    const answer = await service.request('/webhooks/shopify/1', { method: 'POST', body, headers });
    expect([answer.status, answer.text]).toEqual([200, '{"outcome":"accepted"}']);
    expect(largeParsed()).toBe(0);
    await expect.poll(() => arrivals('webhook')).toEqual([['accepted', '', 1]]);
  });
});
