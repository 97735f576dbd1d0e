// The parts of the API's answers, under the names that the dashboard uses. They derive from the API's own definitions.
import type { FunnelClient, Schemas } from '@funnel/api-client';
import type { Client } from 'openapi-fetch';

type Paths = FunnelClient extends Client<infer Given> ? Given : never;

interface Readable {
  readonly get: {
    readonly responses: { readonly 200: { readonly content: { readonly 'application/json': unknown } } };
  };
}
type ReadablePath = { [Path in keyof Paths]: Paths[Path] extends Readable ? Path : never }[keyof Paths];
type Answer<Path extends ReadablePath> = Paths[Path] extends Readable
  ? Paths[Path]['get']['responses'][200]['content']['application/json']
  : never;

export type WebsitesReport = Answer<'/api/v1/reports/websites'>;
export type WebsiteReport = Answer<'/api/v1/reports/website'>;
export type InsightsReport = Answer<'/api/v1/reports/website/insights'>;
export type CampaignsReport = Answer<'/api/v1/reports/campaigns'>;
export type CampaignReport = Answer<'/api/v1/reports/campaigns/{id}'>;
export type VariantReport = Answer<'/api/v1/reports/variants/{id}'>;
export type StepReport = Answer<'/api/v1/reports/steps/{id}'>;
export type ElementReport = Answer<'/api/v1/reports/elements/{id}'>;
export type ExperimentsReport = Answer<'/api/v1/reports/experiments'>;
export type AccountPerformance = Answer<'/api/v1/reports/account/performance'>;

export type Website = Schemas['ReportedWebsite'];
export type Variant = Schemas['Variant'];
export type Point = Schemas['Timeseries']['points'][number];
export type Contact = Schemas['Contact'];
export type Campaign = CampaignsReport['data']['campaigns'][number];
export type FunnelStep = VariantReport['data']['funnel_steps'][number];
export type Element = StepReport['data']['elements'][number];
export type Field = ElementReport['data']['fields'][number];
export type ProductRow = ElementReport['data']['products'][number];
export type Experiment = ExperimentsReport['data']['experiments'][number];
export type AccountWebsite = AccountPerformance['data']['websites'][number];

/** Of any report: the website report's metrics have no submissions. */
export type Metrics = Schemas['Metrics'] | (Schemas['WebsiteMetrics'] & { readonly submissions?: undefined });
export type MetricName = Exclude<keyof Schemas['Metrics'], 'previous' | 'changes'>;
export type SeriesMetricName = Exclude<keyof Point, 'date'>;

/** How a metric moved; undefined where nothing is compared. */
export function changeOf(metrics: Metrics, name: MetricName): number | null | undefined {
  const changes: Partial<Record<MetricName, number | null>> | undefined = metrics.changes;
  return changes?.[name];
}

/** Of any report; the account's writes null where others leave it out. */
export type TimeframeBlock = Pick<Schemas['Timeframe'], 'range_start' | 'range_end'> & {
  readonly previous_range_start?: string | null;
  readonly previous_range_end?: string | null;
};

type CampaignsQuery = NonNullable<Paths['/api/v1/reports/campaigns']['get']['parameters']['query']>;
export type CampaignSort = NonNullable<CampaignsQuery['sort']>;
export type CampaignStatus = NonNullable<CampaignsQuery['status']>;
