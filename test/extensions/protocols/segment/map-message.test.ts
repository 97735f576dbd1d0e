// From messages of Segment's protocol to events: the documented table, and what becomes of everything else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../../src/core/intake/events/event.ts';
import { type MappedMessage, mapMessage } from '../../../../src/extensions/protocols/segment/map-message.ts';
import { MESSAGES_MAX, readMessages } from '../../../../src/extensions/protocols/segment/read-messages.ts';

const NOW = '2026-03-10T12:00:00.000Z';
const CONTEXT = { websiteId: 7, nowMs: Date.parse(NOW) };
const MESSAGE = {
  type: 'track',
  event: 'view',
  messageId: 'ajs-next-1741608000000-5f1ad1ce-4c4a-4e25-8d0c-1e0a6f1a2b3c',
  anonymousId: 'f2b1a5a4-0c2f-4a9e-9f0c-7a1c8c2f4d11',
  timestamp: NOW,
  context: {
    ip: '203.0.113.9',
    userAgent: 'Mozilla/5.0',
    page: { url: 'https://shop.example/?email=jane@shop.example' },
  },
  traits: { email: 'jane@shop.example' },
};

const map = (fields: object, sentAt?: unknown): MappedMessage =>
  mapMessage({ ...MESSAGE, ...fields }, { ...CONTEXT, sentAt });
const track = (event: string, properties: object = {}) => map({ event, properties });
const order = (properties: object) => track('Order Completed', properties);

describe('an event', () => {
  it.each(EVENT_TYPES)('named %s is of that type', (type) => {
    expect(track(type)).toMatchObject({ event: { type } });
    expect(track(` ${type.toUpperCase()} `)).toMatchObject({ event: { type } });
  });

  it.each([
    ['Order Completed', 'order'],
    ['Completed Order', 'order'],
    ['order completed', 'order'],
    ['Form Submitted', 'submission'],
    ['Subscribed', 'subscribe'],
    ['Newsletter Subscribed', 'subscribe'],
  ])('named %s is %s', (name, type) => {
    expect(track(name)).toMatchObject({ event: { type } });
  });

  it.each([
    ['Promotion Viewed', 'view'],
    ['Promotion Clicked', 'conversion'],
  ])('named %s is %s where it names a subject', (name, type) => {
    expect(track(name, { campaign: 'spring' })).toMatchObject({ event: { type, campaign: 'spring' } });
    expect(track(name, { promotion_id: 'p1' })).toMatchObject({ ignored: { code: 'no_subject' } });
  });

  it('named Order Refunded is a refund of its order, without subject and visitor', () => {
    const properties = { order_id: 1001, total: 30, currency: 'usd', refund_id: 'r-7', campaign: 'spring' };
    expect(track('Order Refunded', properties)).toEqual({
      event: {
        type: 'refund',
        website_id: 7,
        id: MESSAGE.messageId,
        at: NOW,
        order_id: '1001',
        refund_id: 'r-7',
        revenue: 30,
        currency: 'USD',
      },
    });
  });

  it('with another name is ignored, and the reason names it', () => {
    expect(track('Product Viewed')).toEqual({
      ignored: { code: 'unmapped_event', message: '"Product Viewed" is not one of the event names that are counted' },
    });
    expect(track('constructor')).toMatchObject({ ignored: { code: 'unmapped_event' } });
    expect(map({ event: undefined })).toMatchObject({ ignored: { code: 'unmapped_event' } });
    expect(map({ event: 5 })).toMatchObject({ ignored: { code: 'unmapped_event' } });
  });

  it('of type page is a page view, of the page that its properties name, else its context', () => {
    const pageOf = (properties: object, page?: object) => {
      const mapped = map({ type: 'page', name: 'Home', properties, context: { page } });
      return (mapped as { event: object }).event;
    };
    const common = { type: 'page_view', website_id: 7, id: MESSAGE.messageId, visitor: MESSAGE.anonymousId, at: NOW };
    expect(pageOf({ path: '/a', url: 'https://shop.example/b', campaign: 'spring' }, { path: '/c' })).toEqual({
      ...common,
      page: '/a',
    });
    expect(pageOf({ url: 'https://shop.example/b' })).toEqual({ ...common, page: 'https://shop.example/b' });
    expect(pageOf({ path: 5 }, { path: '/c' })).toEqual({ ...common, page: '/c' });
    expect(pageOf({})).toEqual(common);
  });

  it.each(['screen', 'identify', 'group', 'alias', undefined, 5])('of type %s is ignored', (type) => {
    expect(map({ type })).toMatchObject({ ignored: { code: 'unmapped_type' } });
  });

  it('takes nothing about the person along', () => {
    const mapped = map({ event: 'view', properties: { email: 'jane@shop.example', campaign_id: 12 } });
    expect(mapped).toEqual({
      event: {
        type: 'view',
        website_id: 7,
        id: MESSAGE.messageId,
        visitor: MESSAGE.anonymousId,
        at: NOW,
        campaign_id: 12,
      },
      userAgent: 'Mozilla/5.0',
    });
  });

  it('says what the context says about its visit, as far as that is text', () => {
    const context = {
      campaign: { source: 'newsletter', medium: 'email', name: 'spring', term: 'shoes' },
      referrer: { url: 'https://news.example/a', type: 'ad' },
      page: {
        path: '/shoes',
        url: 'https://shop.example/shoes?id=1',
        referrer: 'https://other.example/',
        title: 'Shoes',
      },
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
      ip: '203.0.113.9',
      locale: 'de-AT',
    };
    expect(map({ context })).toMatchObject({
      event: {
        ...{ utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'spring' },
        ...{ referrer: 'https://news.example/a', page: '/shoes', language: 'de-AT' },
      },
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
    });
    const { referrer: _, ...withoutReferrer } = context;
    expect(map({ context: withoutReferrer })).toHaveProperty('event.referrer', 'https://other.example/');
    expect(JSON.stringify(map({ context }))).not.toMatch(/203\.0|Shoes|id=1|term/);
  });

  it('has no referrer if the page before was on the same host', () => {
    const page = { path: '/b', url: 'https://www.shop.example/b', referrer: 'https://shop.example/a' };
    expect(map({ context: { page } })).not.toHaveProperty('event.referrer');
  });

  it.each([null, 'x', 5, [], { campaign: 'x', page: null, referrer: 7, userAgent: {} }, { campaign: { source: 5 } }])(
    'counts with the context %j all the same',
    (context) => {
      expect(map({ context })).toMatchObject({ event: { type: 'view' } });
    },
  );
});

describe('the id', () => {
  it('is the messageId, or its hash where it is too long', () => {
    expect(map({ messageId: 'x'.repeat(64) })).toMatchObject({ event: { id: 'x'.repeat(64) } });
    const [long, other] = [map({ messageId: 'x'.repeat(65) }), map({ messageId: 'x'.repeat(66) })];
    expect(long).toMatchObject({ event: { id: expect.stringMatching(/^[\w-]{43}$/) } });
    expect(map({ messageId: 'x'.repeat(65) })).toEqual(long);
    expect(other).not.toEqual(long);
  });

  it('is what every SDK sends, unchanged', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.constantFrom('', 'node-next-1741608000000-', 'ajs-next-1741608000000-'),
        (uuid, prefix) => {
          expect(map({ messageId: prefix + uuid })).toMatchObject({ event: { id: prefix + uuid } });
        },
      ),
    );
  });
});

describe('the visitor', () => {
  it.each([
    ['the anonymousId', { anonymousId: 'a', userId: 'u' }, 'a'],
    ['else the userId', { anonymousId: undefined, userId: 'u' }, 'u'],
    ['else the userId, where RudderStack sends an empty string', { anonymousId: '', userId: 'u' }, 'u'],
    ['a number as text', { anonymousId: null, userId: 42 }, '42'],
    ['nobody', { anonymousId: undefined, userId: '' }, undefined],
  ])('is %s', (_, fields, visitor) => {
    expect(map(fields)).toHaveProperty('event.visitor', visitor);
  });
});

describe('the time', () => {
  const at = (fields: object, sentAt?: unknown) => (map(fields, sentAt) as { event: { at: unknown } }).event.at;

  it('is the timestamp, else the originalTimestamp of RudderStack, else now', () => {
    expect(at({ timestamp: '2026-03-09T08:00:00Z', originalTimestamp: NOW })).toBe('2026-03-09T08:00:00Z');
    expect(at({ timestamp: undefined, originalTimestamp: '2026-03-09T08:00:00Z' })).toBe('2026-03-09T08:00:00Z');
    expect(at({ timestamp: undefined })).toBeUndefined();
  });

  it('is right where the message was long on its way', () => {
    expect(at({ timestamp: '2026-03-01T08:00:00Z' }, '2026-03-01T08:00:01Z')).toBe('2026-03-01T08:00:00Z');
  });

  it('is set back where the sender sent it in the future', () => {
    expect(at({ timestamp: '2026-03-12T08:00:00Z' }, '2026-03-12T12:00:00Z')).toBe('2026-03-10T08:00:00.000Z');
    expect(at({ timestamp: '2026-03-12T08:00:00Z', sentAt: '2026-03-12T12:00:00Z' })).toBe('2026-03-10T08:00:00.000Z');
    expect(at({ timestamp: '2026-03-10T12:00:30Z' }, '2026-03-10T12:00:30Z')).toBe('2026-03-10T12:00:30Z');
  });

  it('is never later than the message was, whatever the clock of the sender says', () => {
    const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, fc.nat(1_000_000_000), (sentAt, beforeMs) => {
        const timestamp = new Date(sentAt.getTime() - beforeMs).toISOString();
        const mapped = Date.parse(String(at({ timestamp }, sentAt.toISOString())));
        expect(mapped).toBeLessThanOrEqual(CONTEXT.nowMs - beforeMs + 60_000);
        expect(mapped).toBeLessThanOrEqual(Date.parse(timestamp));
      }),
    );
  });

  it('that is not one stays as it is, to be rejected', () => {
    expect(at({ timestamp: 'yesterday' }, '2036-01-01T00:00:00Z')).toBe('yesterday');
    expect(at({ timestamp: 5 }, 'never')).toBe(5);
  });
});

describe('the subject', () => {
  it('is named by ids or by keys', () => {
    expect(track('view', { campaign_id: 1, variant_id: '2', step_id: 3, element_id: '4' })).toMatchObject({
      event: { campaign_id: 1, variant_id: 2, step_id: 3, element_id: 4 },
    });
    expect(track('view', { campaign: 'spring', variant: 'a', step: 'form', element: 'email' })).toMatchObject({
      event: { campaign: 'spring', variant: 'a', step: 'form', element: 'email' },
    });
  });

  it('that is not valid stays as it is, to be rejected', () => {
    expect(track('view', { campaign_id: 'twelve' })).toMatchObject({ event: { campaign_id: 'twelve' } });
    expect(track('view', { campaign_id: null, campaign: '' })).not.toHaveProperty('event.campaign_id');
  });
});

describe('an order', () => {
  it('has the fields of the e-commerce specification', () => {
    const properties = {
      checkout_id: 'fksdjfsdjfisjf9sdfjsd9f',
      order_id: '50314b8e9bcf000000000000',
      affiliation: 'Shop',
      total: 30,
      subtotal: 22.5,
      revenue: 25.0,
      shipping: 3,
      tax: 2,
      currency: 'usd',
      element_id: 5,
      products: [
        { product_id: '507f1f77bcf86cd799439011', sku: '45790-32', name: 'Monopoly', price: 19, quantity: 1 },
        { product_id: '505bd76785ebb509fc183733', name: 'Uno', price: '3', quantity: 2 },
        { name: 'Gift' },
      ],
    };
    expect(order(properties)).toMatchObject({
      event: {
        type: 'order',
        order_id: '50314b8e9bcf000000000000',
        revenue: 25,
        currency: 'USD',
        products: [
          { value: '45790-32', revenue: 19 },
          { value: '505bd76785ebb509fc183733', revenue: 6 },
          { value: 'Gift', revenue: Number.NaN },
        ],
      },
    });
  });

  it('has no id that was rounded', () => {
    expect(order(JSON.parse('{"order_id": 820982911946154508}'))).toMatchObject({
      event: { order_id: expect.any(Number) },
    });
  });

  it('has the total where there is no revenue, and ids as text', () => {
    expect(order({ order_id: 1001, total: '30.00' })).toMatchObject({ event: { order_id: '1001', revenue: '30.00' } });
    expect(order({ revenue: 0, total: 30 })).toMatchObject({ event: { revenue: 0 } });
  });

  it('has products only on an element', () => {
    const products = [{ sku: 'a', price: 1 }];
    expect(order({ products })).not.toHaveProperty('event.products');
    expect(order({ products, campaign_id: 1 })).not.toHaveProperty('event.products');
    expect(order({ products, element: 'cart' })).toHaveProperty('event.products', [{ value: 'a', revenue: 1 }]);
    expect(order({ products: Array(150).fill(products[0]), element: 'cart' })).toHaveProperty(
      'event.products.length',
      100,
    );
  });

  it('has no revenue of a product whose price is no number', () => {
    const prices = [{ toString: 1, valueOf: 1 }, 'free', [], undefined];
    const products = prices.map((price) => ({ sku: 'a', price }));
    const sold = JSON.parse(JSON.stringify(order({ products, element: 'cart' }))).event.products;
    expect(sold).toEqual(Array(4).fill({ value: 'a', revenue: null }));
  });

  it('alone has these fields: others may use the names for something else', () => {
    const mapped = track('Form Submitted', { order_id: 'x', revenue: 5, currency: 'EUR', products: [], value: 3 });
    expect(Object.keys((mapped as { event: object }).event)).toEqual(['type', 'website_id', 'id', 'visitor', 'at']);
  });
});

describe('a selection', () => {
  it('is a product, or a field and its value', () => {
    expect(track('selection', { element_id: 5, field: 'color', value: 'red' })).toMatchObject({
      event: { field: 'color', value: 'red' },
    });
    expect(track('selection', { element_id: 5, product: 'sku' })).toMatchObject({ event: { product: 'sku' } });
  });
});

it('whatever is sent is mapped or ignored, for this website, and nothing is thrown', () => {
  const names = fc.constantFrom(...EVENT_TYPES, 'Order Completed', 'Promotion Viewed', 'Product Viewed');
  const fields = fc.record(
    {
      type: fc.constantFrom('track', 'page'),
      event: names,
      messageId: fc.jsonValue(),
      anonymousId: fc.jsonValue(),
      timestamp: fc.jsonValue(),
      properties: fc.dictionary(
        fc.constantFrom('campaign_id', 'element', 'products', 'revenue', 'order_id', 'website_id', '__proto__'),
        fc.jsonValue(),
      ),
    },
    { requiredKeys: ['event'] },
  );
  fc.assert(
    fc.property(fields, fc.jsonValue(), (message, sentAt) => {
      const mapped = mapMessage({ ...message }, { ...CONTEXT, sentAt });
      JSON.stringify(mapped);
      if ('event' in mapped) expect(mapped.event.website_id).toBe(7);
      else expect(mapped.ignored.code).toMatch(/^(unmapped_type|unmapped_event|no_subject)$/);
    }),
  );
});

describe('a request', () => {
  it('is a batch, or one message of the type that the path says', () => {
    const batch = [{ type: 'track' }, { type: 'page' }];
    expect(readMessages({ batch, sentAt: NOW, writeKey: 'k' }, undefined)).toEqual({
      messages: batch,
      sentAt: NOW,
      writeKey: 'k',
    });
    expect(readMessages({ batch }, 'track').messages).toEqual(batch);
    expect(readMessages({ event: 'view', type: 'page' }, 'track').messages).toEqual([{ event: 'view', type: 'track' }]);
  });

  it.each([[null], [[]], ['text'], [5], [{}], [{ batch: {} }]])('%j is refused', (body) => {
    expect(() => readMessages(body, undefined)).toThrow(/must/);
  });

  it('has a limited number of messages', () => {
    expect(readMessages({ batch: Array(MESSAGES_MAX).fill({}) }, undefined).messages).toHaveLength(MESSAGES_MAX);
    expect(() => readMessages({ batch: Array(MESSAGES_MAX + 1).fill({}) }, undefined)).toThrow(/at most 2500/);
  });
});
