// A report that is mailed has the words and numbers of the page. Its columns are compared in test/dashboard/components/metric-columns.tsx.

import { CHART_METRICS, METRIC_NAMES } from '@funnel/report-files/metrics.ts';
import { metricName } from '@funnel/report-files/names.ts';
import { plainName } from '@funnel/report-files/plain-name.ts';
import { expect, test } from 'vitest';
import { formatDay, formatRange, formatShortDay } from '../../../../dashboard/src/format/dates.ts';
import {
  formatMetric,
  formatMetricCompact,
  metricDetail,
  metricLabel,
} from '../../../../dashboard/src/format/metric.ts';
import { ctaTypeName } from '../../../../dashboard/src/format/names.ts';
import { formatChange } from '../../../../dashboard/src/format/numbers.ts';
import { ENGLISH } from '../../../../src/core/foundation/text/translators.ts';
import {
  campaignTypeText,
  changeText,
  compactText,
  daysOfFile,
  dayText,
  detailOf,
  fileContent,
  metricText,
  rangeText,
  shortDayText,
} from '../../../../src/extensions/notifications/scheduled-reports/report-words.ts';

const METRICS = {
  ...{ views: 1_234_567, conversions: 1_234, completions: 12, submissions: 3, subscribes: 0, orders: 17 },
  ...{
    revenue: -1234.5,
    aov: 99.95,
    conversion_rate: 12.3456,
    completion_rate: 0.004,
    subscribe_rate: 0,
    order_rate: 100,
  },
};

/** The texts of the dashboard in this file are English, too. */
const t = ENGLISH;

test('of metrics', () => {
  for (const name of METRIC_NAMES) {
    expect(metricName(name, 'distinct', t)).toBe(metricLabel(name, 'distinct'));
    for (const currency of ['USD', 'JPY', 'CHF']) {
      expect(metricText(name, METRICS[name], currency, t)).toBe(formatMetric(name, METRICS[name], currency));
    }
  }
  for (const name of CHART_METRICS) {
    expect(detailOf(name, METRICS, 'EUR', t)).toBe(metricDetail(name, METRICS, 'EUR', 'distinct'));
  }
  for (const value of [0, 5, 1_500, 2_000_000])
    expect(compactText(value, t)).toBe(formatMetricCompact('views', value, 'USD'));
  for (const change of [0, 0.04, -3.25, 1_234.56]) expect(changeText(change, t)).toBe(formatChange(change));
});

test('of days, files and types', () => {
  const range = { start: '2025-02-24', end: '2025-03-02' };
  const name = plainName(['Shop', fileContent('csv', t), daysOfFile(range, t)]);
  expect(name).toBe('shop-campaigns-2025-02-24-to-2025-03-02');
  expect(rangeText(range, t)).toBe(formatRange(range));
  expect(dayText(range.start, t)).toBe(formatDay(range.start));
  expect(shortDayText(range.start, t)).toBe(formatShortDay(range.start));
  for (const type of ['overlay', 'bar', 'embed', 'quiz', 'landing_page', 'side-tab_x', '', 'constructor']) {
    expect(campaignTypeText(type, false, t)).toBe(ctaTypeName(type));
  }
  expect(ctaTypeName('constructor')).toBe('Constructor');
});
