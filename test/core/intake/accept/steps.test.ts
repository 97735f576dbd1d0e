// Every rule of an event, and the code and message of every rejection.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { CatalogCache } from '../../../../src/core/engine/catalog/load-catalog.ts';
import { addExchangeRates } from '../../../../src/core/engine/catalog/stored-exchange-rates.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { PAGE_VIEW, SELECTION } from '../../../../src/core/engine/event-log/format/log-event.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { METRIC } from '../../../../src/core/engine/rollups/metric.ts';
import { hashVisitor, NOBODY_LOW } from '../../../../src/core/foundation/sketches/visitor-hash.ts';
import { runSteps, websiteIdOf } from '../../../../src/core/intake/accept/steps.ts';
import type { EventDefaults } from '../../../../src/core/intake/events/batch.ts';
import { AcceptedEvent, type Rejection } from '../../../../src/core/intake/events/event.ts';
import { eventWith, orderWith, refundWith, type SentEvent, selectionWith } from '../../../support/events.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const NOW_MS = Date.parse('2025-03-10T12:00:00Z');
const IN_SYDNEY = 3;
const ROCKET = '🚀';

let ingestion: TestIngestion;
let catalog: CatalogCache;

beforeAll(async () => {
  ingestion = await createTestIngestion('sqlite');
  await changeWebsiteSettings(ingestion.database, IN_SYDNEY, { timezone: 'Australia/Sydney' });
  await addExchangeRates(ingestion.database, IN_SYDNEY, [
    { currency: 'EUR', date: '2025-03-01', rate: 1.0415 },
    { currency: 'EUR', date: '2025-03-05', rate: 1.0825 },
  ]);
  catalog = new CatalogCache(ingestion.database);
  await catalog.refresh();
  await catalog.load([1, 2, 3, 999]);
});

afterAll(() => ingestion.dispose());

/** As it would arrive: values that JSON can't carry are gone. */
function run(
  sent: SentEvent,
  onlyWebsiteId?: number,
  ageDaysMax?: number,
  defaults?: EventDefaults,
  nowMs = NOW_MS,
): { event: AcceptedEvent; rejection: Rejection | undefined } {
  const event = new AcceptedEvent();
  const { visitorKey } = catalog;
  const of = { nowMs, ageDaysMax, onlyWebsiteId, defaults };
  const id = websiteIdOf(sent, { ...of, visitorKey, website: null });
  const website = catalog.get(Number(id)) ?? null;
  return { rejection: runSteps(JSON.parse(JSON.stringify(sent)), event, { ...of, visitorKey, website }), event };
}

function accepted(sent: SentEvent): AcceptedEvent {
  const { event, rejection } = run(sent);
  expect(rejection).toBeUndefined();
  return event;
}

/** The message must name the field at fault. */
function expectRejected(sent: SentEvent, code: string, field: string, onlyWebsiteId?: number): void {
  const { rejection } = run(sent, onlyWebsiteId);
  expect(rejection?.code).toBe(code);
  const escaped = field.replaceAll(/[[\].]/g, '\\$&');
  expect(rejection?.message).toMatch(new RegExp(`(?<!\\w)${escaped}(?!\\w)`));
}

describe('type', () => {
  it.each([
    ['view', METRIC.views],
    ['conversion', METRIC.conversions],
    ['completion', METRIC.completions],
    ['submission', METRIC.submissions],
    ['subscribe', METRIC.subscribes],
    ['order', METRIC.orders],
  ])('%s is a metric', (type, metric) => {
    expect(accepted(eventWith({ type })).type).toBe(metric);
  });

  test('selection is no metric', () => {
    expect(accepted(selectionWith({ product: 'sku' })).type).toBe(SELECTION);
  });

  it.each([undefined, null, '', 'click', 'View', 'constructor', '__proto__', 5, {}, ['view']])(
    '%j is refused',
    (type) => {
      expectRejected(eventWith({ type }), 'invalid_type', 'type');
    },
  );
});

describe('website_id', () => {
  it.each([undefined, null, '1', 0, -1, 1.5, true, {}, [1], 2 ** 53])('%j is refused', (website_id) => {
    expectRejected(eventWith({ website_id }), 'invalid_website_id', 'website_id');
  });

  test('may be left out if the sender may write to one website only', () => {
    const { event, rejection } = run(eventWith({ website_id: undefined }), 1);
    expect(rejection).toBeUndefined();
    expect(event.websiteId).toBe(1);
  });

  test('an unknown one is refused', () => {
    expectRejected(eventWith({ website_id: 999 }), 'unknown_website', 'website 999');
  });

  test("another one than the sender's is refused, whether it exists or not", () => {
    expect(run(eventWith({ website_id: 2 }), 2).rejection).toBeUndefined();
    expectRejected(eventWith({ website_id: 1 }), 'website_not_allowed', 'website_id', 2);
    expectRejected(eventWith({ website_id: 999 }), 'website_not_allowed', 'website_id', 2);
  });
});

describe('at', () => {
  it.each([
    [undefined, '2025-03-10'],
    [null, '2025-03-10'],
    ['2025-03-10T00:00:00Z', '2025-03-10'],
    ['2025-03-09T23:59:59.999Z', '2025-03-09'],
    ['2025-03-09T23:59:60Z', '2025-03-09'],
    ['2025-03-10T01:30:00+02:00', '2025-03-09'],
    ['2025-03-09T22:30:00-02:00', '2025-03-10'],
    ['2025-03-09T12:00', '2025-03-09'],
    ['2024-02-29T12:00:00Z', '2024-02-29'],
    ['1970-01-01T00:00:00Z', '1970-01-01'],
    ['1999-12-31T23:59:59Z', '1999-12-31'],
  ])('%s is counted on %s', (at, date) => {
    expect(accepted(eventWith({ at })).day).toBe(dayFromIso(date));
  });

  it.each([
    '',
    0,
    1_700_000_000_000,
    'yesterday',
    '2025-03-10',
    '2025-03-10 12:00:00Z',
    '2025-02-29T00:00:00Z',
    '2025-13-01T00:00:00Z',
    '2025-03-00T00:00:00Z',
    '2025-03-10T24:00:00Z',
    '2025-03-10T12:60:00Z',
    '2025-03-10T12:00:00+25:00',
    '1969-12-31T23:59:59Z',
    '1970-01-01T00:00:00+01:00',
    '0099-05-05T00:00:00Z',
    '+012025-03-10T12:00:00Z',
    '2025-03-10T12:00:00Z ',
  ])('%j is refused', (at) => {
    expectRejected(eventWith({ at }), 'invalid_at', 'at');
  });

  test('24 hours ahead is the limit', () => {
    const ahead = (ms: number) => eventWith({ at: new Date(NOW_MS + ms).toISOString() });
    expect(accepted(ahead(DAY_MS)).day).toBe(dayFromIso('2025-03-11'));
    expectRejected(ahead(DAY_MS + 1_000), 'at_in_future', 'at');
    expectRejected(ahead(DAY_MS + 1), 'at_in_future', 'at');
  });

  test('how long ago is limited by whole days, and only where a limit is given', () => {
    const sent = (at: string) => run(eventWith({ at }), undefined, 400).rejection;
    expect(sent('2024-02-04T00:00:00Z')).toBeUndefined();
    expect(sent('2024-02-03T23:59:59Z')).toEqual({ code: 'at_too_old', message: expect.stringContaining('400 days') });
    expect(sent('1970-01-01T00:00:00Z')?.code).toBe('at_too_old');
    expect(run(eventWith(), undefined, 400).rejection).toBeUndefined();
    expect(run(eventWith({ at: '1970-01-01T00:00:00Z' })).rejection).toBeUndefined();
  });

  describe('of a website in Sydney', () => {
    const sentAt = (at?: string) => ({ type: 'view', website_id: IN_SYDNEY, visitor: 'v', at });

    it.each([
      ['2025-03-09T12:59:59Z', '2025-03-09', 12 * 3600 + 59 * 60 + 59],
      ['2025-03-09T13:00:00Z', '2025-03-10', -11 * 3600],
      ['2025-03-10T00:00:00+11:00', '2025-03-10', -11 * 3600],
      [undefined, '2025-03-10', 12 * 3600],
    ])('%s is on the local date %s, and stays an instant', (at, date, second) => {
      expect(accepted(sentAt(at))).toMatchObject({ day: dayFromIso(date), second });
    });

    test('how long ago is limited by its days', () => {
      const sent = (at: string) => run(sentAt(at), undefined, 400).rejection?.code;
      expect(sent('2024-02-03T13:00:00Z')).toBeUndefined();
      expect(sent('2024-02-03T12:59:59Z')).toBe('at_too_old');
    });

    test('how long ago is limited by its days, also while its date is a day later than that of UTC', () => {
      const nowMs = Date.parse('2025-03-10T13:00:00Z');
      const sent = (at: string) => run(sentAt(at), undefined, 400, undefined, nowMs).rejection?.code;
      expect(sent('2024-02-04T13:00:00Z')).toBeUndefined();
      expect(sent('2024-02-04T12:59:59Z')).toBe('at_too_old');
    });

    test('visitors without consent have the ids of UTC days', () => {
      const dailyVisitor = {
        yesterday: { day: dayFromIso('2025-03-09')!, visitor: 'of yesterday' },
        otherwise: 'of today',
      };
      const hashOf = (at: string) => {
        const { event } = run({ ...sentAt(at), visitor: undefined }, undefined, undefined, {
          websiteId: IN_SYDNEY,
          dailyVisitor,
        });
        return event.visitorLow;
      };
      const idOf = (visitor: string) => accepted(eventWith({ visitor })).visitorLow;
      expect(hashOf('2025-03-09T23:59:59Z')).toBe(idOf('of yesterday'));
      expect(hashOf('2025-03-10T00:00:00Z')).toBe(idOf('of today'));
    });
  });
});

/** For each text: where it goes, how long it may be, and how it is refused. */
const TEXTS: {
  name: string;
  max: number;
  code: string;
  event(text: unknown): SentEvent;
  read(d: AcceptedEvent): unknown;
}[] = [
  { name: 'id', max: 64, code: 'invalid_id', event: (id) => eventWith({ id }), read: ({ id }) => id },
  {
    name: 'order_id',
    max: 100,
    code: 'invalid_order_id',
    event: (order_id) => orderWith({ order_id }),
    read: ({ orderId }) => orderId,
  },
  {
    name: 'field',
    max: 255,
    code: 'invalid_field',
    event: (field) => selectionWith({ field, value: 'x' }),
    read: ({ list }) => list,
  },
  {
    name: 'value',
    max: 255,
    code: 'invalid_value',
    event: (value) => selectionWith({ field: 'x', value }),
    read: ({ value }) => value,
  },
  {
    name: 'product',
    max: 255,
    code: 'invalid_product',
    event: (product) => selectionWith({ product }),
    read: ({ value }) => value,
  },
  {
    name: 'products[0].value',
    max: 255,
    code: 'invalid_products',
    event: (value) => orderWith({ element_id: 10001, products: [{ value }] }),
    read: ({ products }) => products[0]?.value,
  },
];

describe.each(TEXTS)('$name', ({ name, max, code, event, read }) => {
  it.each([
    ['one character', 'x'],
    ['the longest', 'x'.repeat(max)],
    ['the longest, of characters that take two code units', ROCKET.repeat(max)],
    ['a name that objects have', '__proto__'],
    ['another', 'constructor'],
    ['control characters', '\u0001\n\t'],
  ])('may be %s', (_, text) => {
    expect(read(accepted(event(text)))).toBe(text);
  });

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(max + 1)],
    ['too long, in characters', ROCKET.repeat(max + 1)],
    ['with the character U+0000', 'a\u0000b'],
    ['half a character', 'a\ud800'],
    ['the other half', '\udc00a'],
    ['an object', {}],
    ['an array', ['x']],
  ])('is refused where it is %s', (_, text) => {
    expectRejected(event(text), code, name);
  });
});

test.each([5, true])('id and order_id are not %j', (value) => {
  expectRejected(eventWith({ id: value }), 'invalid_id', 'id');
  expectRejected(orderWith({ order_id: value }), 'invalid_order_id', 'order_id');
});

describe('visitor', () => {
  it.each(['x', 'x'.repeat(128), ROCKET.repeat(128), 'a\u0000b', '__proto__', '0'])('%j is accepted', (visitor) => {
    const { visitorLow, visitorHigh } = accepted(eventWith({ visitor }));
    const hash = new Int32Array(2);
    hashVisitor(visitor, catalog.visitorKey, hash);
    expect([visitorLow, visitorHigh]).toEqual([...hash]);
  });

  it.each(['', 'x'.repeat(129), ROCKET.repeat(129), 5, {}, ['x']])('%j is refused', (visitor) => {
    expectRejected(eventWith({ visitor }), 'invalid_visitor', 'visitor');
    expectRejected(orderWith({ visitor }), 'invalid_visitor', 'visitor');
  });

  it.each(['view', 'conversion', 'completion', 'submission', 'subscribe', 'selection'])('%s needs one', (type) => {
    const sent = { ...selectionWith({ type, product: 'sku' }), visitor: undefined };
    expectRejected(sent, 'visitor_required', 'visitor');
    expectRejected({ ...sent, visitor: null }, 'visitor_required', 'visitor');
  });

  test("an order may go without, and then is nobody's", () => {
    const hashOf = (fields: SentEvent) => {
      const { visitorLow, visitorHigh } = accepted(orderWith(fields));
      return [visitorLow, visitorHigh];
    };
    expect(hashOf({ order_id: 'o-1' })).toEqual(hashOf({ order_id: 'o-1' }));
    const orders = [{ order_id: 'o-1' }, { order_id: 'o-2' }, { id: 'e-1' }, {}];
    const hashes = orders.map((fields) => hashOf({ order_id: undefined, ...fields }));
    expect(hashes.map(([low]) => low)).toEqual(orders.map(() => NOBODY_LOW));
    expect(new Set(hashes.map(([, high]) => high)).size).toBe(orders.length);
    expect(hashOf({ visitor: 'o-1' })[0]).not.toBe(NOBODY_LOW);
  });
});

describe('revenue', () => {
  it.each([
    [undefined, 0],
    [0, 0],
    [-0, 0],
    ['0', 0],
    [12.5, 125_000],
    ['12.5', 125_000],
    [0.0001, 1],
    ['0.0001', 1],
    [0.1 + 0.2, 3_000],
    [1e3, 10_000_000],
    [1e-4, 1],
    ['0.00005', 1],
    ['0.00004999', 0],
    ['1.99995', 20_000],
    ['007.10', 71_000],
    [999_999_999.9999, 9_999_999_999_999],
    ['999999999.9999', 9_999_999_999_999],
    [1_000_000_000, 10_000_000_000_000],
    ['1000000000.0000', 10_000_000_000_000],
  ])('%j is kept exactly, as %i parts', (revenue, parts) => {
    expect(accepted(orderWith({ revenue })).revenue).toBe(parts);
  });

  it.each([
    -1,
    -0.0001,
    '-1',
    '-0',
    '+1',
    '1e3',
    '1.',
    '.5',
    '',
    ' 1',
    '1 ',
    '1,5',
    '1_000',
    '0x10',
    'NaN',
    'Infinity',
    '12.5 USD',
    '١٢',
    1_000_000_000.0001,
    '1000000000.0001',
    '99999999999',
    1e300,
    true,
    [],
    {},
  ])('%j is refused', (revenue) => {
    expectRejected(orderWith({ revenue }), 'invalid_revenue', 'revenue');
    const products = [{ value: 'a' }, { value: 'b', revenue }];
    expectRejected(orderWith({ element_id: 10001, products }), 'invalid_products', 'products[1].revenue');
  });
});

describe('currency', () => {
  it.each([
    [1, undefined],
    [1, null],
    [1, 'USD'],
    [2, 'EUR'],
    [3, 'USD'],
  ])('of website %i may be %j', (website_id, currency) => {
    accepted(orderWith({ website_id, currency }));
  });

  it.each([
    [1, 'EUR'],
    [2, 'USD'],
    [1, 'usd'],
    [1, ''],
    [1, 5],
    [1, {}],
  ])('of website %i must not be %j', (website_id, currency) => {
    expectRejected(orderWith({ website_id, currency }), 'currency_mismatch', 'currency');
  });
});

describe('an order in another currency', () => {
  const WITH_RATES = 3;
  const order = (fields: SentEvent) => accepted(orderWith({ website_id: WITH_RATES, currency: 'EUR', ...fields }));

  test('is converted at the last rate on or before its day', () => {
    expect(order({ revenue: 49.9, at: '2025-03-01T00:00:00Z' }).revenue).toBe(519_709);
    expect(order({ revenue: '49.9', at: '2025-03-09T12:00:00Z' }).revenue).toBe(540_168);
    // In Sydney, the new rate holds from 13:00 UTC of the day before.
    expect(order({ revenue: 1, at: '2025-03-04T12:59:59Z' }).revenue).toBe(10_415);
    expect(order({ revenue: 1, at: '2025-03-04T13:00:00Z' }).revenue).toBe(10_825);
  });

  it.each([
    ['before the first rate', { at: '2025-02-28T12:59:59Z' }, 'currency EUR has no exchange rate for 2025-02-28'],
    ['without any rate', { currency: 'GBP' }, 'currency must be USD'],
    ['of a currency in small letters', { currency: 'eur' }, 'currency must be USD'],
  ])('%s is refused', (_what, fields, message) => {
    const { rejection } = run(orderWith({ website_id: WITH_RATES, currency: 'EUR', ...fields }));
    expect(rejection?.code).toBe('currency_mismatch');
    expect(rejection?.message).toContain(message);
  });

  test('that is too much in the currency of the website is refused', () => {
    expectRejected(
      orderWith({ website_id: WITH_RATES, currency: 'EUR', revenue: 999_999_999, at: '2025-03-10T00:00:00Z' }),
      'invalid_revenue',
      'revenue',
    );
  });
});

describe('what belongs to an order', () => {
  const others = ['view', 'conversion', 'completion', 'submission', 'subscribe', 'selection'];
  const fields: SentEvent[] = [{ order_id: 'o' }, { revenue: 0 }, { currency: 'USD' }, { products: [] }];
  it.each(fields)('%j is refused on any other type', (field) => {
    const [name] = Object.keys(field);
    for (const type of others) expectRejected(selectionWith({ type, ...field }), 'order_only', name!);
  });
});

describe('products', () => {
  const order = (products: unknown) => orderWith({ element_id: 10001, products });

  test('value and revenue may each be left out', () => {
    const products = [{}, { value: null }, { value: null, revenue: null }, { value: 'sku', revenue: '0.5' }];
    expect(accepted(order(products)).products).toEqual([
      { value: null, revenue: 0 },
      { value: null, revenue: 0 },
      { value: null, revenue: 0 },
      { value: 'sku', revenue: 5_000 },
    ]);
  });

  test('up to 100 of them', () => {
    const list = (length: number) => Array.from({ length }, (_, index) => ({ value: `sku-${index}` }));
    expect(accepted(order(list(100))).products).toHaveLength(100);
    expectRejected(order(list(101)), 'invalid_products', 'products');
  });

  it.each([{}, 'sku', 5])('%j is no list', (products) => {
    expectRejected(order(products), 'invalid_products', 'products');
  });

  it.each([null, 'sku', 5, []])('%j is no product', (product) => {
    expectRejected(order([{}, product]), 'invalid_products', 'products[1]');
  });

  it.each([5, true])('%j is no value of a product', (value) => {
    expectRejected(order([{ value }]), 'invalid_products', 'products[0].value');
  });

  it.each([{}, { campaign_id: 10 }, { variant_id: 100 }, { step_id: 1000 }])('need an element, not %j', (place) => {
    expectRejected(orderWith({ ...place, products: [{ value: 'sku' }] }), 'element_required', 'element_id');
    accepted(orderWith({ ...place, products: [] }));
  });
});

describe('the payment of an order', () => {
  test('is another id of it', () => {
    expect(accepted(orderWith({ order_id: 'o', payment_id: 'p' }))).toMatchObject({ orderId: 'o', paymentId: 'p' });
    expect(accepted(orderWith({ order_id: 'o', payment_id: null })).paymentId).toBeUndefined();
    expect(accepted(orderWith({ order_id: 'o', payment_id: 'o' })).paymentId).toBeUndefined();
  });

  it.each([
    [orderWith({ order_id: 'o', payment_id: '' }), 'invalid_payment_id', 'payment_id'],
    [orderWith({ order_id: 'o', payment_id: 5 }), 'invalid_payment_id', 'payment_id'],
    [orderWith({ order_id: 'o', payment_id: 'x'.repeat(101) }), 'invalid_payment_id', 'payment_id'],
    [orderWith({ order_id: 'o', payment_id: '\u0000' }), 'invalid_payment_id', 'payment_id'],
    [orderWith({ payment_id: 'p' }), 'order_id_required', 'order_id'],
    [refundWith({ payment_id: 'p' }), 'order_only', 'payment_id'],
    [eventWith({ payment_id: 'p' }), 'order_only', 'payment_id'],
  ])('%j is rejected', (sent, code, field) => {
    expectRejected(sent, code, field);
  });
});

test.each([{ campaign_id: 10 }, { variant_id: 100 }, { campaign: 'spring' }, { element: 'cta' }])(
  'a page view is of the website alone: %j',
  (subject) => {
    const [field] = Object.keys(subject);
    expectRejected(eventWith({ type: 'page_view', ...subject }), 'subject_not_allowed', field!);
    expectRejected(eventWith({ type: 'page_view', ...subject }), 'subject_not_allowed', 'send a view');
  },
);

test('a page view has a visitor, and no revenue', () => {
  expectRejected(eventWith({ type: 'page_view', visitor: undefined }), 'visitor_required', 'visitor');
  expectRejected(eventWith({ type: 'page_view', revenue: 1 }), 'order_only', 'revenue');
  const pageView = accepted(eventWith({ type: 'page_view', page: '/pricing' }));
  expect(pageView).toMatchObject({ type: PAGE_VIEW, subject: { kind: 1, id: 1 } });
});

describe('a refund', () => {
  test('is of an order, and of all that is left unless it names an amount', () => {
    expect(accepted(refundWith())).toMatchObject({ isRefund: true, orderId: 'o', isOfAllLeft: true });
    const some = refundWith({ revenue: '0.0001', refund_id: 'r', id: 'e', currency: 'USD' });
    expect(accepted(some)).toMatchObject({ revenue: 1, refundId: 'r', id: 'e', isOfAllLeft: false });
    expect(accepted(refundWith({ visitor: 'v', revenue: 0 }))).toMatchObject({ revenue: 0, isOfAllLeft: false });
    const products = [{ value: 'sku', revenue: 1 }];
    expect(accepted(refundWith({ revenue: 2, products })).products).toEqual([{ value: 'sku', revenue: 10_000 }]);
  });

  test('other events have no refund_id', () => {
    for (const type of ['view', 'order'])
      expectRejected(eventWith({ type, refund_id: 'r' }), 'refund_only', 'refund_id');
  });

  it.each([
    [{ order_id: undefined }, 'order_id_required', 'order_id'],
    [{ order_id: '' }, 'invalid_order_id', 'order_id'],
    [{ order_id: 5 }, 'invalid_order_id', 'order_id'],
    [{ refund_id: '' }, 'invalid_refund_id', 'refund_id'],
    [{ refund_id: 5 }, 'invalid_refund_id', 'refund_id'],
    [{ refund_id: 'x'.repeat(101) }, 'invalid_refund_id', 'refund_id'],
    [{ refund_id: '\u0000' }, 'invalid_refund_id', 'refund_id'],
    [{ revenue: -1 }, 'invalid_revenue', 'revenue'],
    [{ revenue: 'all' }, 'invalid_revenue', 'revenue'],
    [{ revenue: 1, currency: 'EUR' }, 'currency_mismatch', 'currency'],
    [{ revenue: 1, products: [{ revenue: -1 }] }, 'invalid_products', 'products[0].revenue'],
    [{ products: [] }, 'revenue_required', 'revenue'],
    [{ visitor: 5 }, 'invalid_visitor', 'visitor'],
    [{ id: '' }, 'invalid_id', 'id'],
    [{ at: 'yesterday' }, 'invalid_at', 'at'],
    [{ website_id: 999 }, 'unknown_website', '999'],
    [{ campaign_id: 10 }, 'subject_not_allowed', 'campaign_id'],
    [{ element: 'button' }, 'subject_not_allowed', 'element'],
  ])('with %j is rejected', (fields, code, field) => {
    expectRejected(refundWith(fields), code, field);
  });
});

describe('a selection', () => {
  it.each([
    [{ product: 'sku' }, '', 'sku'],
    [{ product: null }, '', null],
    [{ product: null, field: null }, '', null],
    [{ product: 'sku', field: null, value: null }, '', 'sku'],
    [{ product: null, field: 'color', value: 'red' }, 'color', 'red'],
    [{ product: 5 }, '', '5'],
    [{ field: 'color', value: 'red' }, 'color', 'red'],
    [{ field: 'color', value: null }, 'color', null],
    [{ field: 'adult', value: true }, 'adult', 'true'],
    [{ field: 'age', value: 4.5 }, 'age', '4.5'],
    [{ field: 'age', value: 0 }, 'age', '0'],
  ])('%j is kept in the list "%s" as %j', (fields, list, value) => {
    expect(accepted(selectionWith(fields))).toMatchObject({ list, value });
  });

  it.each([{}, { value: 'red' }, { product: 'sku', field: 'color', value: 'red' }])(
    '%j is neither or both',
    (fields) => {
      expectRejected(selectionWith(fields), 'invalid_selection', 'product');
      expectRejected(selectionWith(fields), 'invalid_selection', 'field');
    },
  );

  test('a field needs a name and a value', () => {
    expectRejected(selectionWith({ field: null, value: 'x' }), 'invalid_selection', 'field');
    expectRejected(selectionWith({ field: 5, value: 'x' }), 'invalid_field', 'field');
    expectRejected(selectionWith({ field: 'color' }), 'invalid_value', 'value');
  });

  it.each([{}, { campaign_id: 10 }, { variant_id: 100 }, { step_id: 1000 }])('needs an element, not %j', (place) => {
    expectRejected(selectionWith({ element_id: undefined, ...place, product: 'x' }), 'element_required', 'element_id');
  });
});

describe('the subject', () => {
  it.each([
    [{}, 1, 1],
    [{ campaign_id: 10 }, 2, 10],
    [{ variant_id: 100 }, 3, 100],
    [{ step_id: 1000 }, 4, 1000],
    [{ element_id: 10000 }, 5, 10000],
    [{ element_id: 10000, step_id: 1000, variant_id: 100, campaign_id: 10 }, 5, 10000],
    [{ element_id: 10000, campaign_id: 10 }, 5, 10000],
    [{ element_id: null, step_id: null, variant_id: 100, campaign_id: null }, 3, 100],
  ])('of %j is the deepest one', (place, kind, id) => {
    expect(accepted(eventWith(place)).subject).toMatchObject({ kind, id, websiteId: 1 });
  });

  const levels = ['campaign', 'variant', 'step', 'element'];
  it.each(levels)('%s_id must be a positive integer', (level) => {
    for (const id of ['10', 0, -1, 1.5, true, {}]) {
      expectRejected(eventWith({ [`${level}_id`]: id }), `invalid_${level}_id`, `${level}_id`);
    }
  });

  it.each(levels)('an unknown %s is refused', (level) => {
    expectRejected(eventWith({ [`${level}_id`]: 77_777 }), `unknown_${level}`, `${level} 77777`);
  });

  it.each([
    ['campaign', 20],
    ['variant', 200],
    ['step', 2000],
    ['element', 20000],
  ])('a %s of another website is as good as unknown', (level, id) => {
    expectRejected(eventWith({ [`${level}_id`]: id }), `unknown_${level}`, `${level} ${id}`);
  });

  it.each([
    [{ element_id: 10000, step_id: 1001 }, 'step_id'],
    [{ element_id: 10000, step_id: 1000, variant_id: 101 }, 'variant_id'],
    [{ element_id: 10000, campaign_id: 11 }, 'campaign_id'],
    [{ step_id: 1000, variant_id: 101 }, 'variant_id'],
    [{ step_id: 1000, campaign_id: 11 }, 'campaign_id'],
    [{ variant_id: 100, campaign_id: 11 }, 'campaign_id'],
    [{ variant_id: 100, campaign_id: 20 }, 'campaign_id'],
    [{ variant_id: 100, campaign_id: 77_777 }, 'campaign_id'],
  ])('%j contradicts the catalog', (place, field) => {
    expectRejected(eventWith(place), 'contradicts_catalog', field);
  });
});

test('null for an optional field is as if it were left out', () => {
  const optional = { at: null, id: null, order_id: null, revenue: null, currency: null, products: null };
  const others = { campaign_id: null, product: null, field: null, value: null, properties: null };
  const { day, id, orderId, revenue, products } = accepted(orderWith({ visitor: null, ...optional, ...others }));
  expect({ day, id, orderId, revenue, products }).toEqual({
    day: dayFromIso('2025-03-10'),
    id: undefined,
    orderId: undefined,
    revenue: 0,
    products: [],
  });
  accepted(eventWith({ ...optional, ...others }));
});

describe('a field that no rule knows', () => {
  it.each([
    ['visitorId', 'visitor'],
    ['webiste_id', 'website_id'],
    ['campain', 'campaign'],
    ['campaigns_id', 'campaign_id'],
    ['Type', 'type'],
    ['props', 'properties'],
    ['__proto__', 'put your own fields into properties'],
    ['constructor', 'put your own fields into properties'],
    ['utm_source_of_the_visit', 'put your own fields into properties'],
  ])('%s is refused, with a hint: %s', (name, hint) => {
    const { rejection } = run(JSON.parse(`{"type":"view","website_id":1,"visitor":"v","${name}":1}`));
    expect(rejection).toEqual({ code: 'unknown_field', message: expect.stringContaining(name) });
    expect(rejection?.message).toContain(hint);
  });

  test('is named in short, however long it is', () => {
    const { rejection } = run(eventWith({ ['x'.repeat(1_000_000)]: 1 }));
    expect(rejection?.code).toBe('unknown_field');
    expect(rejection?.message.length).toBeLessThan(200);
  });

  test('is not taken from what objects inherit', () => {
    const sent = JSON.parse('{"type":"view","visitor":"v","website_id":null,"properties":{"__proto__":{"x":1}}}');
    expectRejected(sent, 'invalid_website_id', 'website_id');
  });

  test('belongs into properties, an object that is not looked into', () => {
    accepted(eventWith({ properties: { visitor: 5, type: 'x', deep: { at: [] } } }));
    for (const properties of ['x', 5, true, []]) {
      expectRejected(eventWith({ properties }), 'invalid_properties', 'properties');
    }
  });
});
