// Orders of a server that says nothing about the visit have no channel, everywhere, and reports by channel say where they come from.
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { websiteReport } from '../../../../../src/core/answers/reports/subjects/website.ts';
import { TestClock } from '../../../../support/test-clock.ts';
import { TestService } from '../../../../support/test-service.ts';

const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [{ id: 1, name: 'acme.example', currency: 'USD', event_log: true, credit_window_days: 0 }],
    },
  ],
};
const on = { website_id: 1, at: '2026-11-17T09:00:00Z' };
const EVENTS = [
  { ...on, type: 'view', visitor: 'ada', page: '/' },
  { ...on, type: 'view', visitor: 'ben' },
  { ...on, type: 'order', visitor: 'ada', order_id: '1', revenue: 5, at: '2026-11-17T10:00:00Z' },
];
const DAYS = { timeframe: 'custom', range_start: '2026-11-17', range_end: '2026-11-17' };

let service: TestService;
let token: string;
let client: Client;
beforeAll(async () => {
  const clock = new TestClock('2026-11-18T12:00:00Z');
  service = await TestService.start('sqlite', {
    catalog: CATALOG,
    clock,
    events: EVENTS,
    env: { MCP_TOOLS: 'extended' },
  });
  token = await service.token([1]);
  client = await service.connectMcp('2026-07-28', await service.toolToken([1]));
});
afterAll(async () => {
  await client.close();
  await service.dispose();
});

// biome-ignore lint/suspicious/noExplicitAny: answers of several tools.
const call = async (name: string, asked: object): Promise<any> =>
  ((await client.callTool({ name, arguments: { ...asked } })) as CallToolResult).structuredContent;

const SAID = {
  code: 'partly_covered',
  message:
    'The orders without a channel came from a server that said nothing about the visit. ' +
    'Attribution knows what their visitors had touched before.',
};

test('a breakdown by channel says so, over REST and as a tool', async () => {
  const asked = { ...DAYS, break_down_by: 'channel' };
  const report = await service.report(websiteReport, { ...asked, notes: true }, token);
  const rows = report.data.breakdown!.values.map(({ value, metrics }) => [value, metrics.views, metrics.orders]);
  expect(Object.fromEntries(rows.map(([value, ...counts]) => [value, counts]))).toEqual({
    direct: [1, 0],
    '(none)': [1, 1],
  });
  expect(report.notes).toContainEqual(SAID);
  expect((await call('get_website_report', asked)).notes).toContainEqual(SAID);
  const byDevice = await service.report(websiteReport, { ...DAYS, break_down_by: 'device', notes: true }, token);
  expect(byDevice.notes).not.toContainEqual(SAID);
});

test('filters by no channel and by direct tell them apart', async () => {
  const counted = async (...filter: string[]) => {
    const asked = { ...DAYS, filter };
    const { data } = await service.report(websiteReport, asked, token);
    const tool = await call('get_website_report', asked);
    expect(tool.data.metrics).toMatchObject({ views: data.metrics.views, orders: data.metrics.orders });
    return [data.metrics.views, data.metrics.orders, data.metrics.revenue];
  };
  expect(await counted('channel:(none)')).toEqual([1, 1, 5]);
  expect(await counted('channel:direct')).toEqual([1, 0, 0]);
  expect(await counted('channel:(none)', 'page:/')).toEqual([0, 0, 0]);
});

test('context, values and attribution have no channel of these events', async () => {
  const { data } = await call('get_context', {});
  expect(data.dimensions).toContainEqual(expect.objectContaining({ dimension: 'channel', known: 50 }));
  const values = await call('list_values', { ...DAYS, dimension: 'channel' });
  expect(values.data.values.map(({ value }: { value: string }) => value)).toEqual(['(none)', 'direct']);
  const { data: credits } = await call('get_attribution', { ...DAYS, by: 'channel' });
  const ordersOf = (value: string) => credits.rows.find((row: { value: string }) => row.value === value);
  expect([ordersOf('(none)').stored.orders, ordersOf('direct').last.orders]).toEqual([1, 1]);
});
