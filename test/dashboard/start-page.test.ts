// In a chat, the page that opens shows what the tool was asked for.
import { expect, test } from 'vitest';
import { pageOf, parametersOf } from '../../dashboard/src/chat/start-page.ts';

const timeframe = {
  selected: 'custom',
  range_start: '2026-03-01T00:00:00Z',
  range_end: '2026-03-07T23:59:59Z',
} as const;

test('the window, the filters and the breakdown of the result are those of the page', () => {
  const report = {
    report: 'campaign',
    website: { id: 1 },
    timeframe,
    filter: ['device:mobile', 'country:DE'],
    data: { id: 7, breakdown: { dimension: 'channel' } },
  };
  expect(pageOf(report)).toEqual({ name: 'campaign', websiteId: 1, campaignId: 7 });
  expect(parametersOf(report, { count_type: 'total' }).toString()).toBe(
    'timeframe=custom&range_start=2026-03-01&range_end=2026-03-07&count_type=total&filter=device%3Amobile&filter=country%3ADE&break_down_by=channel',
  );
});

test('the days of the window are those of the website', () => {
  const inSydney = {
    ...timeframe,
    range_start: '2026-02-28T13:00:00Z',
    range_end: '2026-03-07T12:59:59Z',
    timezone: 'Australia/Sydney',
  };
  const parameters = parametersOf({ report: 'website', website: { id: 1 }, timeframe: inSydney, data: {} }, {});
  expect(parameters.toString()).toBe('timeframe=custom&range_start=2026-03-01&range_end=2026-03-07');
});

test('the days of websites in several time zones are those that the report names', () => {
  const mixed = {
    ...timeframe,
    range_start: '2026-02-28T10:00:00Z',
    range_end: '2026-03-07T11:59:59Z',
    timezone: 'mixed',
    first_date: '2026-03-01',
    last_date: '2026-03-07',
  };
  const parameters = parametersOf({ report: 'account_performance', timeframe: mixed, data: {} }, {});
  expect(parameters.toString()).toBe('timeframe=custom&range_start=2026-03-01&range_end=2026-03-07');
});

test('without filters and breakdown there are none', () => {
  const report = { report: 'website', website: { id: 1 }, timeframe, data: {} };
  expect([...parametersOf(report, { sort: 'views', page: null }).keys()]).toEqual([
    'timeframe',
    'range_start',
    'range_end',
    'sort',
  ]);
});
