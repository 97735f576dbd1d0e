// The catalog: a website with its areas, campaigns, variants, steps and elements; their names and keys, and which of them are new or
// archived.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { DownloadedFile } from '../csv/download.ts';
import type { SubjectPath } from '../format/ingest-keys.ts';
import { type Api, fileOptions, readFile, unwrap } from './client.ts';
import { useApi, useSharedPage } from './context.tsx';
import type { Catalog, ExchangeRate } from './types.ts';

export type RecordKind = 'campaigns' | 'variants' | 'steps' | 'elements';

export type CatalogWebsite = Catalog['website'];
export type CatalogArea = Catalog['areas'][number];
export type CatalogCampaign = Catalog['campaigns'][number];
export type CatalogVariant = CatalogCampaign['variants'][number];
export type CatalogStep = CatalogVariant['steps'][number];
export type CatalogElement = CatalogStep['elements'][number];

export interface CatalogRecord {
  readonly id: number;
  readonly key: string | null;
  readonly name: string | null;
  readonly status: 'live' | 'archived';
  readonly is_new: boolean;
  readonly etag: string;
  /** Campaigns alone have it. */
  readonly cta_type?: string;
  readonly page_path?: string;
  /** Elements alone have it. */
  readonly element_type?: string;
  /** Variants alone have it. */
  readonly is_holdout?: true;
}

export type CatalogRecords = Readonly<Record<RecordKind, ReadonlyMap<number, CatalogRecord>>>;

export const CATALOG_KEY = ['catalog'] as const;

export function catalogQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: [...CATALOG_KEY, websiteId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/catalog', { params: { query: { website_id: websiteId } }, signal })),
    // Pages work without it, as in a chat, where there is no catalog.
    retry: false,
  });
}

/** undefined while it is loading, and where it can't be read. */
export function useCatalog(websiteId: number): CatalogRecords | undefined {
  const isShared = useSharedPage() !== undefined;
  return useQuery({ ...catalogQuery(useApi(), websiteId), select: recordsOf, enabled: !isShared }).data;
}

/** A path that pages of the website could name; undefined: none has keys yet. */
export function useSamplePath(websiteId: number): SubjectPath | undefined {
  return useQuery({ ...catalogQuery(useApi(), websiteId), select: samplePathOf }).data;
}

function samplePathOf({ campaigns }: Catalog): SubjectPath | undefined {
  const campaign = campaigns.find(isNamed);
  const variant = campaign?.variants.find(isNamed);
  const step = variant?.steps.find(isNamed);
  const element = step?.elements.find(isNamed);
  return (
    campaign && {
      campaign: campaign.key,
      ...(variant && variant.key !== DEFAULT_KEY && { variant: variant.key }),
      ...(step && { step: step.key }),
      ...(element && { element: element.key }),
    }
  );
}

/** The key of a variant that pages need not name. */
const DEFAULT_KEY = 'default';

function isNamed<Item extends CatalogRecord>(record: Item): record is Item & { readonly key: string } {
  return record.key !== null && record.status === 'live';
}

function recordsOf({ campaigns }: Catalog): CatalogRecords {
  const variants = campaigns.flatMap((campaign) => campaign.variants);
  const steps = variants.flatMap((variant) => variant.steps);
  const elements = steps.flatMap((step) => step.elements);
  const byId = (records: readonly CatalogRecord[]) => new Map(records.map((record) => [record.id, record]));
  return { campaigns: byId(campaigns), variants: byId(variants), steps: byId(steps), elements: byId(elements) };
}

/** What a person says about a record; null: none. Campaigns must have a name. */
export interface RecordFields {
  readonly name: string | null;
  readonly key: string | null;
  readonly status?: 'live' | 'archived';
  readonly cta_type?: string;
  readonly page_path?: string;
  readonly element_type?: string;
  readonly is_holdout?: boolean;
}

/** The exchange rates of the website as a CSV file. */
export function readRatesFile(api: Api, website_id: number): Promise<DownloadedFile> {
  const query = { website_id, format: 'csv', table: 'exchange_rates' } as const;
  return readFile(api.GET('/api/v1/catalog', { params: { query }, ...fileOptions() }));
}

/** Fails if somebody else has changed the record since it was read. */
export function changeRecord(
  api: Api,
  websiteId: number,
  kind: RecordKind,
  { id, etag }: Pick<CatalogRecord, 'id' | 'etag'>,
  body: RecordFields,
): Promise<unknown> {
  const params = { path: { id }, query: { website_id: websiteId }, header: ifMatch(etag) };
  return unwrap<unknown>(api.PATCH(`/api/v1/catalog/${kind}/{id}`, { params, body }));
}

/** Creates it below `parentId`: the campaign of a variant, and so on. A campaign has no parent but the website. */
export function createRecord(
  api: Api,
  websiteId: number,
  { kind, parentId }: { readonly kind: RecordKind; readonly parentId: number | undefined },
  body: RecordFields,
): Promise<{ readonly id: number }> {
  const query = { website_id: websiteId };
  if (parentId === undefined) {
    return unwrap(
      api.POST('/api/v1/catalog/campaigns', { params: { query }, body: { ...body, name: body.name ?? '' } }),
    );
  }
  const params = { path: { id: parentId }, query };
  switch (kind) {
    case 'steps':
      return unwrap(api.POST('/api/v1/catalog/variants/{id}/steps', { params, body }));
    case 'elements':
      return unwrap(api.POST('/api/v1/catalog/steps/{id}/elements', { params, body }));
    default:
      return unwrap(api.POST('/api/v1/catalog/campaigns/{id}/variants', { params, body }));
  }
}

export interface OrderedList {
  readonly kind: 'steps' | 'elements';
  readonly parentId: number;
  readonly etag: string;
}

/** Fails if somebody else has changed the list since it was read. */
export function orderRecords(
  api: Api,
  websiteId: number,
  { kind, parentId, etag }: OrderedList,
  order: number[],
): Promise<unknown> {
  const params = { path: { id: parentId }, query: { website_id: websiteId }, header: ifMatch(etag) };
  return kind === 'steps'
    ? unwrap<unknown>(api.PATCH('/api/v1/catalog/variants/{id}/steps', { params, body: { order } }))
    : unwrap<unknown>(api.PATCH('/api/v1/catalog/steps/{id}/elements', { params, body: { order } }));
}

export function shareTraffic(
  api: Api,
  websiteId: number,
  { id, variants_etag }: Pick<CatalogCampaign, 'id' | 'variants_etag'>,
  shares: { id: number; traffic_percentage: number }[],
): Promise<unknown> {
  const params = { path: { id }, query: { website_id: websiteId }, header: ifMatch(variants_etag) };
  return unwrap(api.PATCH('/api/v1/catalog/campaigns/{id}/variants', { params, body: { shares } }));
}

/** Marks everything below it, too. */
export function markCampaignSeen(api: Api, websiteId: number, id: number): Promise<unknown> {
  const params = { path: { id }, query: { website_id: websiteId } };
  return unwrap(api.POST('/api/v1/catalog/campaigns/{id}/seen', { params }));
}

export interface AreaFields {
  readonly name: string;
  readonly status?: 'live' | 'archived';
}

/** `area`: undefined for a new one. */
export function saveArea(
  api: Api,
  websiteId: number,
  area: CatalogArea | undefined,
  body: AreaFields,
): Promise<unknown> {
  const query = { website_id: websiteId };
  if (!area) return unwrap(api.POST('/api/v1/catalog/areas', { params: { query }, body }));
  const params = { path: { id: area.id }, query, header: ifMatch(area.etag) };
  return unwrap<unknown>(api.PATCH('/api/v1/catalog/areas/{id}', { params, body }));
}

export interface WebsiteFields {
  readonly name: string;
  readonly currency: string;
  readonly timezone?: string;
  readonly credit_window_days: number;
  readonly credit_by: 'conversion' | 'view';
  readonly group_name: string;
  readonly status: 'live' | 'archived';
}

export function changeWebsite(api: Api, website: CatalogWebsite, body: WebsiteFields): Promise<unknown> {
  const params = { query: { website_id: website.id }, header: ifMatch(website.etag) };
  return unwrap<unknown>(api.PATCH('/api/v1/catalog/website', { params, body }));
}

/** All of them. Fails if somebody else has changed the website since it was read. */
export function changeRates(api: Api, website: CatalogWebsite, exchange_rates: ExchangeRate[]): Promise<unknown> {
  const params = { query: { website_id: website.id }, header: ifMatch(website.etag) };
  return unwrap<unknown>(api.PATCH('/api/v1/catalog/website', { params, body: { exchange_rates } }));
}

export interface NewWebsite {
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
  readonly origins: string[];
  readonly register_keys?: boolean;
  readonly campaign_name?: string;
  readonly cta_type?: string;
}

export function createWebsite(api: Api, accountId: number, body: NewWebsite): Promise<CatalogWebsite> {
  return unwrap(api.POST('/dashboard/websites', { params: { query: { account_id: accountId } }, body }));
}

function ifMatch(etag: string): { 'If-Match': string } {
  return { 'If-Match': `"${etag}"` };
}
