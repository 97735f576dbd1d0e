// A timeseries as columns and rows: what it saves. How tools take the argument is in endpoint.test.ts.
import { expect, test } from 'vitest';
import { withColumns } from '../../../../src/server/surfaces/mcp/series-columns.ts';

test('fourteen days by hour take less than a third with three metrics', () => {
  const points = Array.from({ length: 14 * 24 }, (_, hour) => ({
    date: `${new Date(Date.UTC(2026, 10, 3, hour)).toISOString().slice(0, 19)}+01:00`,
    ...{ views: 120 + hour, conversions: 17, completions: 8, subscribes: 5, submissions: 9, orders: 2, revenue: 119.8 },
  }));
  const report = JSON.stringify({ report: 'website', data: { metrics: {}, timeseries: { group_by: 'hour', points } } });
  const short = withColumns(report, ['views', 'orders', 'revenue']);
  expect(short.length).toBeLessThan(report.length / 3);
  expect(JSON.parse(short)).toMatchObject({
    report: 'website',
    data: {
      metrics: {},
      timeseries: { group_by: 'hour', columns: ['date', 'views', 'orders', 'revenue'] },
    },
  });
  expect(JSON.parse(short).data.timeseries.rows[1]).toEqual(['2026-11-03T01:00:00+01:00', 121, 2, 119.8]);
});
