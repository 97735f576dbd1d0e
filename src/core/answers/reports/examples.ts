// The parts that examples of several reports share.
import { exampleWebsite } from '../../contract/operations/examples.ts';

const timeframe = {
  selected: 'last_7_days',
  range_start: '2026-03-04T00:00:00Z',
  range_end: '2026-03-10T23:59:59Z',
  timezone: 'UTC',
};

export function exampleReport(name: string, data: object) {
  return { report: name, website: exampleWebsite, timeframe, data };
}

export const exampleMetrics = {
  views: 1200,
  conversions: 150,
  completions: 96,
  submissions: 120,
  subscribes: 60,
  orders: 12,
  revenue: 1438.8,
  conversion_rate: 12.5,
  completion_rate: 8,
  subscribe_rate: 5,
  order_rate: 1,
  aov: 119.9,
};

/** The breakdown of a report with these metrics. */
export function exampleBreakdown(metrics: object) {
  return { dimension: 'device', sampled: false, values: [{ value: 'mobile', metrics }] };
}

export const exampleCampaign = {
  id: 10,
  name: 'Spring popup',
  cta_type: 'overlay',
  status: 'live',
  metrics: exampleMetrics,
};

export const exampleVariants = [
  { id: 100, name: 'Photo', variation: 'A', traffic_percentage: 50, metrics: exampleMetrics },
  { id: 101, name: null, variation: 'B', traffic_percentage: 50, metrics: exampleMetrics },
];
