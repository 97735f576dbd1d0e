import { expect, test } from 'vitest';
import { demoCatalog } from '../../../src/extensions/demo/catalog.ts';
import { type DemoEvent, eventProblem, indexCatalog } from './event-rules.ts';

const index = indexCatalog(demoCatalog(20_000));
const view: DemoEvent = {
  type: 'view',
  website_id: 1,
  step_id: 1111,
  visitor: '6f1d3e0a-58b2-4c77-9a10-0d5b1c2e3f40',
  at: '2024-10-04T12:00:00Z',
};
const order: DemoEvent = { ...view, type: 'order', order_id: 'X-1', revenue: 12.5, currency: 'USD' };
const answer: DemoEvent = { ...view, type: 'selection', element_id: 11111, field: 'room', value: 'Bedroom' };

const refund = { type: 'refund', website_id: 1, order_id: 'X-1', refund_id: 'X-1-R', at: view.at };

function problem(event: object): string | null {
  return eventProblem(event as DemoEvent, '2024-10-04', index);
}

test('sound events pass', () => {
  const products = [{ value: null, revenue: 12.5 }];
  const events = [view, order, answer, { ...order, element_id: 11111, products }, refund];
  expect(events.map(problem)).toEqual(events.map(() => null));
});

test.each([
  ['unknown type click', { ...view, type: 'click' }],
  ['revenue on a view', { ...view, revenue: 1 }],
  ['field on a order', { ...order, field: 'room' }],
  ['id', { ...view, id: '' }],
  ['unknown website', { ...view, website_id: 3 }],
  ['unknown subject', { ...view, step_id: 9999 }],
  ['unknown subject', { ...view, step_id: undefined }],
  ['subject of another website', { ...view, website_id: 2 }],
  ['ancestor contradicts the catalog', { ...view, campaign_id: 12 }],
  ['visitor', { ...view, visitor: 'somebody' }],
  ['visitor', { ...view, visitor: undefined }],
  ['malformed time', { ...view, at: '2024-10-04T24:00:00Z' }],
  ['another day', { ...view, at: '2024-10-05T00:00:00Z' }],
  ['order_id', { ...order, order_id: 'x'.repeat(101) }],
  ['revenue', { ...order, revenue: 1.00001 }],
  ['revenue', { ...order, revenue: -1 }],
  ['currency', { ...order, currency: 'EUR' }],
  ['products without an element', { ...order, products: [{ value: 'a', revenue: 1 }] }],
  ['products', { ...order, element_id: 11111, products: [] }],
  ['selection without an element', { ...answer, element_id: undefined }],
  ['selection', { ...answer, product: 'linen-throw' }],
  ['selection', { ...answer, value: undefined }],
  ['visitor on a refund', { ...refund, visitor: view.visitor }],
  ['refund_id', { ...refund, refund_id: '' }],
  ['another day', { ...refund, at: '2024-10-05T00:00:00Z' }],
])('the checker finds: %s', (expected, event) => {
  expect(problem(event)).toBe(expected);
});
