// The parts of the API's responses that the dashboard uses. They derive from the OpenAPI document.
import type { Paths, Schemas } from '@funnel/api-client';
import type { Timeframe } from '@funnel/report-files/timeframe.ts';

interface Readable {
  readonly get: {
    readonly responses: { readonly 200: { readonly content: { readonly 'application/json': unknown } } };
  };
}
type ReadablePath = { [Path in keyof Paths]: Paths[Path] extends Readable ? Path : never }[keyof Paths];
type ResponseBody<Path extends ReadablePath> = Paths[Path] extends Readable
  ? Paths[Path]['get']['responses'][200]['content']['application/json']
  : never;

export type InsightsReport = ResponseBody<'/api/v1/reports/website/insights'>;
export type AlertsReport = ResponseBody<'/api/v1/reports/website/alerts'>;
export type InsightsWeek = ResponseBody<'/api/v1/reports/website/insights/weeks'>;
export type CampaignsReport = ResponseBody<'/api/v1/reports/campaigns'>;
export type CampaignReport = ResponseBody<'/api/v1/reports/campaigns/{id}'>;
export type VariantReport = ResponseBody<'/api/v1/reports/variants/{id}'>;
type StepReport = ResponseBody<'/api/v1/reports/steps/{id}'>;
type ElementReport = ResponseBody<'/api/v1/reports/elements/{id}'>;
/** What to know before reading the numbers of a report. */
export type Note = NonNullable<CampaignsReport['notes']>[number];
export type ChangeReport = ResponseBody<'/api/v1/reports/website/change'>;
export type BestTimesReport = ResponseBody<'/api/v1/reports/website/best-times'>;
export type RhythmReport = ResponseBody<'/api/v1/reports/website/rhythm'>;
export type GoalsReport = ResponseBody<'/api/v1/reports/website/goals'>;
export type FunnelReport = ResponseBody<'/api/v1/reports/funnel'>;
export type AttributionReport = ResponseBody<'/api/v1/reports/attribution'>;
export type Credit = NonNullable<AttributionReport['data']['rows']>[number]['stored'];
export type RetentionReport = ResponseBody<'/api/v1/reports/retention'>;
export type PathsReport = ResponseBody<'/api/v1/reports/paths'>;
export type ExperimentReport = ResponseBody<'/api/v1/reports/campaigns/{id}/experiment'>;
type ExperimentsReport = ResponseBody<'/api/v1/reports/experiments'>;
export type AccountOverview = ResponseBody<'/api/v1/reports/account/overview'>['data'];
export type AccountPerformance = ResponseBody<'/api/v1/reports/account/performance'>;

export type ProductsReport =
  | ResponseBody<'/api/v1/reports/website/products'>
  | ResponseBody<'/api/v1/reports/campaigns/{id}/products'>;

export type Catalog = ResponseBody<'/api/v1/catalog'>;
export type ExchangeRate = Catalog['website']['exchange_rates'][number];

export type Website = Schemas['ReportedWebsite'];
export type Variant = Schemas['Variant'];
export type Series = Schemas['Timeseries'];
export type Point = Series['points'][number];
export type Contact = Schemas['Contact'];
export type Campaign = CampaignsReport['data']['campaigns'][number];
export type FunnelStep = VariantReport['data']['funnel_steps'][number];
export type ReportedFunnelStep = Schemas['FunnelStep'];
export type Element = StepReport['data']['elements'][number];
export type Field = ElementReport['data']['fields'][number];
export type ProductRow = ElementReport['data']['products'][number];
export type Experiment = ExperimentsReport['data']['experiments'][number];
export type AccountWebsite = AccountPerformance['data']['websites'][number];

export type Arrival = Schemas['Arrival'];
export type ArrivalCounts = Schemas['ArrivalCounts'];

/** The breakdown of any report. */
export type Breakdown = Schemas['Breakdown'] | Schemas['WebsiteBreakdown'];
export type BreakdownValue = Breakdown['values'][number];

/** The first days of a website. */
export interface FirstDays {
  /** undefined: the website has no events, or it is not known. */
  readonly firstDay?: string;
  /** The events of this day and of later ones are kept: of all days, if all events are kept. undefined: none are, or it is not known. */
  readonly keptFrom?: string;
  /** The first week of insights. undefined: none have been written, or it is not known. */
  readonly insightsFrom?: string;
}

/** The timeframe of any report. The account report has null where others leave a field out. */
export type TimeframeBlock = Timeframe & {
  readonly timezone_changed_on?: string;
  /** The websites of an account are compared with different days, all of which are among `comparedDays`. */
  readonly isComparedByWebsite?: boolean;
  /** Why nothing is compared: the website's first day is later than the days to compare with, or no day of the period is over. */
  readonly notCompared?: { readonly noDataBefore: string } | 'running';
};

type CampaignsQuery = NonNullable<Paths['/api/v1/reports/campaigns']['get']['parameters']['query']>;
export type CampaignSort = NonNullable<CampaignsQuery['sort']>;
export type CampaignStatus = NonNullable<CampaignsQuery['status']>;
