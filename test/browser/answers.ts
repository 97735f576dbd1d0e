// As much of the API's answers as the tests read.

export interface Metrics {
  readonly views: number;
  readonly conversions: number;
  readonly completions: number;
  readonly subscribes: number;
  readonly orders: number;
  readonly revenue: number;
  readonly conversion_rate: number;
  readonly completion_rate: number;
  readonly aov: number;
  readonly changes?: Readonly<Record<string, number | null>>;
}

interface Point {
  readonly date: string;
  readonly views: number;
  readonly conversions: number;
  readonly revenue: number;
}

export interface Report<Data = unknown> {
  readonly data: { readonly metrics: Metrics; readonly timeseries?: { readonly points: readonly Point[] } } & Data;
}

export interface Row {
  readonly id: number;
  readonly name: string;
  readonly metrics: Metrics;
}

export interface CampaignsReport {
  readonly timeframe: Readonly<Record<string, string>>;
  readonly data: { readonly campaigns: readonly (Row & { readonly cta_type: string })[] };
}

const counts = new Intl.NumberFormat('en-US');
const changes = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export function count(value: number): string {
  return counts.format(value);
}

export function rate(value: number): string {
  return `${value.toFixed(2)}%`;
}

export function change(value: number): string {
  return `${changes.format(value).replace('-', '−')}%`;
}

export function usd(value: number): string {
  return dollars.format(value);
}
