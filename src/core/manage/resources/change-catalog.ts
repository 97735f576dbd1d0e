// The operations that change one record of the catalog, one for each kind.
import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { idParameter, websiteParameter } from '../../contract/operations/parameters.ts';
import type { RecordTable } from '../../engine/catalog/records/catalog-records.ts';
import type { RecordChanges } from '../../engine/catalog/records/change-records.ts';
import { areaRecord, campaignRecord, elementRecord, stepRecord, variantRecord, websiteRecord } from './catalog.ts';
import {
  BODY_ERRORS,
  bodyOf,
  CHANGES,
  ifMatchParameter,
  TAKEN,
  WEBSITE_BYTES_MAX,
  withArticle,
} from './catalog-body.ts';
import type { CatalogServices } from './catalog-editor.ts';
import { exampleRecords } from './catalog-examples.ts';

const IF_MATCH =
  'With If-Match it changes nothing if somebody else has changed the record since it was read; without it, the last change wins.';

interface RecordKind<Output extends z.ZodType> {
  readonly table: RecordTable;
  readonly kind: Exclude<keyof typeof CHANGES, 'website'>;
  readonly output: Output;
  readonly bodyExample: unknown;
}

function changeOperation<Output extends z.ZodType>({ table, kind, output, bodyExample }: RecordKind<Output>) {
  const seen = table === 'areas' ? '' : ', and marks the record as seen. Events that were counted stay where they are';
  return defineOperation({
    name: `change_${kind}`,
    tag: 'Catalog',
    method: 'PATCH',
    path: `/api/v1/catalog/${table}/{id}`,
    title: `Change ${withArticle(kind)}`,
    description: `Changes the fields that are sent${seen}. ${IF_MATCH}`,
    credential: 'token',
    scope: 'ctas:write',
    website: 'chosen',
    headers: ['If-Match'],
    input: z.object({ ...idParameter(kind, 'get_catalog'), ...websiteParameter, ...ifMatchParameter }),
    body: bodyOf<z.ZodObject>(CHANGES[kind]),
    output,
    example: exampleRecords[kind],
    bodyExample,
    responses: { 200: { description: `The changed ${kind}.`, headers: { ETag: 'The version of the record.' } } },
    errors: {
      ...BODY_ERRORS,
      404: [],
      409: table === 'variants' ? [...TAKEN[table], 'variant_has_events'] : TAKEN[table],
      412: ['changed_meanwhile'],
    },
    async act({ id, 'If-Match': ifMatch }, { websiteId, body, actor }, { catalog }: CatalogServices) {
      const { is_new: _, ...changes } = body as RecordChanges & { is_new?: false };
      const record = await catalog.change({ websiteId, table, id }, changes, ifMatch, actor);
      return { status: 200, body: record, headers: { etag: `"${record.etag}"` } };
    },
  });
}

export const changeWebsite = defineOperation({
  name: 'change_website',
  tag: 'Catalog',
  method: 'PATCH',
  path: '/api/v1/catalog/website',
  title: 'Change the website',
  description:
    'Changes the name, the currency, the status or settings of a website. The currency can only be changed before the first event; ' +
    `exchange rates into the currency before are void then. ${IF_MATCH}`,
  credential: 'token',
  scope: 'ctas:write',
  website: 'chosen',
  headers: ['If-Match'],
  input: z.object({ ...websiteParameter, ...ifMatchParameter }),
  body: bodyOf(CHANGES.website, WEBSITE_BYTES_MAX),
  output: websiteRecord,
  example: exampleRecords.website,
  bodyExample: { name: 'acme.example' },
  responses: { 200: { description: 'The changed website.', headers: { ETag: 'The version of the record.' } } },
  errors: { ...BODY_ERRORS, 404: [], 409: ['name_taken', 'currency_in_use'], 412: ['changed_meanwhile'] },
  async act({ 'If-Match': ifMatch }, { websiteId, body, actor }, { catalog }: CatalogServices) {
    const record = await catalog.changeWebsite(websiteId, body, ifMatch, actor);
    return { status: 200, body: record, headers: { etag: `"${record.etag}"` } };
  },
});

export const changeArea = changeOperation({
  table: 'areas',
  kind: 'area',
  output: areaRecord,
  bodyExample: { status: 'archived' },
});
export const changeCampaign = changeOperation({
  table: 'campaigns',
  kind: 'campaign',
  output: campaignRecord,
  bodyExample: { name: 'Spring popup', key: 'spring-popup' },
});
export const changeVariant = changeOperation({
  table: 'variants',
  kind: 'variant',
  output: variantRecord,
  bodyExample: { name: 'With a photo', traffic_percentage: 50 },
});
export const changeStep = changeOperation({
  table: 'steps',
  kind: 'step',
  output: stepRecord,
  bodyExample: { name: 'The form' },
});
export const changeElement = changeOperation({
  table: 'elements',
  kind: 'element',
  output: elementRecord,
  bodyExample: { is_new: false },
});
