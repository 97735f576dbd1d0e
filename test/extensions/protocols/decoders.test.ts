// The way from the body of a protocol to events as sent.
import { describe, expect, test } from 'vitest';
import { Problem } from '../../../src/core/foundation/problem/problem.ts';
import { decodeWith } from '../../../src/core/intake/accept/decode.ts';
import { segmentDecoder, webhookDecoder } from '../../../src/extensions/protocols/decoders.ts';
import type { SegmentFormat } from '../../../src/extensions/protocols/segment/decode-messages.ts';
import type { WebhookFormat } from '../../../src/extensions/protocols/webhooks/decode-webhook.ts';
import { bytesOf } from '../../support/events.ts';

const SEGMENT: SegmentFormat = {
  protocol: 'segment',
  type: undefined,
  receivedAtMs: Date.parse('2025-03-10T12:00:00Z'),
};
const SHOPIFY: WebhookFormat = { protocol: 'webhook', provider: 'shopify' };
const STRIPE: WebhookFormat = { protocol: 'webhook', provider: 'stripe' };

function decode(text: string, format: SegmentFormat | WebhookFormat): unknown[] {
  return [...decodeWith([segmentDecoder, webhookDecoder])({ bytes: bytesOf(text), onlyWebsiteId: 1 }, format)];
}

describe('messages of Segment', () => {
  const view = { type: 'track', event: 'view', anonymousId: 'v', messageId: 'm' };
  const event = { type: 'view', website_id: 1, visitor: 'v', id: 'm' };
  const decodeMessages = (body: unknown, type?: string) => decode(JSON.stringify(body), { ...SEGMENT, type });

  test('become events, one by one', () => {
    expect(decodeMessages({ batch: [{ type: 'identify' }, view, 7, { ...view, event: 'Something' }] })).toEqual([
      { ignored: { code: 'unmapped_type', message: expect.any(String) } },
      { event, userAgent: undefined },
      { event: 7 },
      { ignored: { code: 'unmapped_event', message: expect.any(String) } },
    ]);
  });

  test('the path names the type of a single one', () => {
    const { type: _, ...untyped } = view;
    expect(decodeMessages(untyped, 'track')).toEqual([{ event, userAgent: undefined }]);
  });
});

describe('the order of a webhook', () => {
  const order = { financial_status: 'paid', total_price: '5.00', currency: 'USD' };
  const decodeOrder = (fields: object) => decode(JSON.stringify({ ...order, ...fields }), SHOPIFY);

  test('keeps all digits of its id', () => {
    const body = JSON.stringify({ id: 0, ...order }).replace('"id":0', '"id":820982911946154508');
    const event = { type: 'order', order_id: '820982911946154508', revenue: '5.00', currency: 'USD', website_id: 1 };
    expect(decode(body, SHOPIFY)).toEqual([{ event }]);
  });

  test('needs an id and a total; what is ignored is said of an order', () => {
    expect(decodeOrder({})).toMatchObject([{ type: 'order', rejection: { code: 'order_id_required' } }]);
    expect(decodeOrder({ id: 1, total_price: null })).toMatchObject([{ rejection: { code: 'revenue_required' } }]);
    expect(decodeOrder({ id: 1, test: true })).toMatchObject([{ type: 'order', ignored: { code: 'test_order' } }]);
  });
});

describe('a body that can not be read at all is refused', () => {
  const codeOf = (text: string, format: SegmentFormat | WebhookFormat) => {
    try {
      decode(text, format);
    } catch (error) {
      if (error instanceof Problem) return error.options.code;
    }
    throw new Error('no problem');
  };

  test.each([SEGMENT, STRIPE])('$protocol', (format) => {
    expect(codeOf('{"batch":', format)).toBe('invalid_json');
    expect(codeOf('', format)).toBe('invalid_json');
    expect(codeOf(JSON.stringify({ batch: Array(50_001).fill(1) }), format)).toBe('batch_too_large');
  });

  test('without messages, or with too many', () => {
    expect(codeOf('[]', SEGMENT)).toBe('invalid_json');
    expect(codeOf(JSON.stringify({ batch: Array(2_501).fill({}) }), SEGMENT)).toBe('too_many_events');
  });
});
