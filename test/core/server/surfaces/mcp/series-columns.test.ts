// A timeseries as columns and rows, and the best points first. endpoint.test.ts and extended-tools.test.ts show how tools take both.
import { expect, test } from 'vitest';
import { withSeries } from '../../../../../src/core/server/surfaces/mcp/series-columns.ts';

test('fourteen days by hour take less than a third with three metrics', () => {
  const points = Array.from({ length: 14 * 24 }, (_, hour) => ({
    date: `${new Date(Date.UTC(2026, 10, 3, hour)).toISOString().slice(0, 19)}+01:00`,
    ...{ views: 120 + hour, conversions: 17, completions: 8, subscribes: 5, submissions: 9, orders: 2, revenue: 119.8 },
  }));
  const report = JSON.stringify({ report: 'website', data: { metrics: {}, timeseries: { group_by: 'hour', points } } });
  const short = withSeries(report, { metrics: ['views', 'orders', 'revenue'] });
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

test('the ten best points come first, and equal ones by their dates', () => {
  const points = Array.from({ length: 12 }, (_, month) => ({
    date: `2026-${String(month + 1).padStart(2, '0')}-01`,
    ...{ views: month, conversions: 0, completions: 0, subscribes: 0, submissions: 0, orders: month % 3, revenue: 0 },
  }));
  const report = JSON.stringify({ data: { timeseries: { group_by: 'month', points } } });
  const best = JSON.parse(withSeries(report, { metrics: ['orders'], best_by: 'orders' })).data.timeseries;
  const months = ['03', '06', '09', '12', '02', '05', '08', '11', '01', '04'];
  expect(best.rows).toEqual(months.map((month, place) => [`2026-${month}-01`, place < 4 ? 2 : place < 8 ? 1 : 0]));
  expect(best).toMatchObject({ group_by: 'month', best_by: 'orders', columns: ['date', 'orders'] });
  const { points: shown } = JSON.parse(withSeries(report, { best_by: 'views' })).data.timeseries;
  expect(shown[0]).toEqual(points[11]);
  expect(shown).toHaveLength(10);
});
