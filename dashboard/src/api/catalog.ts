// The catalog: names and keys of campaigns, variants, steps and elements, and which of them are new or archived.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Api, unwrap } from './client.ts';
import { useApi } from './context.tsx';
import type { Catalog } from './types.ts';

export type RecordKind = 'campaigns' | 'variants' | 'steps' | 'elements';

export interface CatalogRecord {
  readonly id: number;
  readonly key: string | null;
  readonly name: string | null;
  readonly status: 'live' | 'archived';
  readonly is_new: boolean;
  readonly etag: string;
}

export type CatalogRecords = Readonly<Record<RecordKind, ReadonlyMap<number, CatalogRecord>>>;

function catalogQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: ['catalog', websiteId],
    queryFn: async ({ signal }) =>
      recordsOf(await unwrap(api.GET('/api/v1/catalog', { params: { query: { website_id: websiteId } }, signal }))),
    // Pages work without it, as in a chat, where there is no catalog.
    retry: false,
  });
}

/** undefined while it is loading, and where it can't be read. */
export function useCatalog(websiteId: number): CatalogRecords | undefined {
  return useQuery(catalogQuery(useApi(), websiteId)).data;
}

function recordsOf({ campaigns }: Catalog): CatalogRecords {
  const variants = campaigns.flatMap((campaign) => campaign.variants);
  const steps = variants.flatMap((variant) => variant.steps);
  const elements = steps.flatMap((step) => step.elements);
  const byId = (records: readonly CatalogRecord[]) => new Map(records.map((record) => [record.id, record]));
  return { campaigns: byId(campaigns), variants: byId(variants), steps: byId(steps), elements: byId(elements) };
}

export interface RecordChanges {
  /** null: none. Campaigns must have one. */
  readonly name: string | null;
  readonly key: string | null;
  readonly status: 'live' | 'archived';
}

/** Fails if somebody else has changed the record since it was read. */
export function changeRecord(
  api: Api,
  websiteId: number,
  kind: RecordKind,
  { id, etag }: CatalogRecord,
  body: RecordChanges,
): Promise<unknown> {
  const header = { 'If-Match': `"${etag}"` };
  const params = { path: { id }, query: { website_id: websiteId }, header };
  return unwrap<unknown>(api.PATCH(`/api/v1/catalog/${kind}/{id}`, { params, body }));
}
