// The operations that create records of the catalog, one for each kind. New websites are created in the dashboard, because a
// token is bound to websites that exist (create-website.ts).
import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { idParameter, websiteParameter } from '../../contract/operations/parameters.ts';
import type { RecordTable } from '../../engine/catalog/records/catalog-records.ts';
import { areaRecord, campaignRecord, elementRecord, stepRecord, variantRecord } from './catalog.ts';
import { BODY_ERRORS, bodyOf, NEW_RECORD, TAKEN, withArticle } from './catalog-body.ts';
import type { CatalogServices } from './catalog-editor.ts';
import { exampleRecords } from './catalog-examples.ts';

interface NewKind<Output extends z.ZodType> {
  readonly table: RecordTable;
  readonly kind: keyof typeof NEW_RECORD;
  readonly description: string;
  readonly output: Output;
  readonly bodyExample: unknown;
}

function responsesOf(kind: string) {
  return { 201: { description: `The new ${kind}.`, headers: { ETag: 'The version of the record.' } } };
}

function errorsOf(table: RecordTable) {
  return { ...BODY_ERRORS, 404: [], 409: TAKEN[table], 422: [...BODY_ERRORS[422], 'too_many_records'] };
}

/** Creates areas and campaigns, which belong to the website itself. */
function createOnWebsite<Output extends z.ZodType>({ table, kind, description, output, bodyExample }: NewKind<Output>) {
  return defineOperation({
    name: `create_${kind}`,
    tag: 'Catalog',
    method: 'POST',
    path: `/api/v1/catalog/${table}`,
    title: `Create ${withArticle(kind)}`,
    description,
    credential: 'token',
    scope: 'ctas:write',
    website: 'chosen',
    input: z.object(websiteParameter),
    body: bodyOf<z.ZodObject>(NEW_RECORD[kind]),
    output,
    example: exampleRecords[kind],
    bodyExample,
    responses: responsesOf(kind),
    errors: errorsOf(table),
    async act(_query, { websiteId, body, actor }, { catalog }: CatalogServices) {
      const record = await catalog.create({ websiteId, table, parentId: websiteId }, body, actor);
      return { status: 201, body: record, headers: { etag: `"${record.etag}"` } };
    },
  });
}

/** Creates the others, which have a parent. */
function createBelow<Output extends z.ZodType>(
  parent: { readonly table: RecordTable; readonly kind: string },
  { table, kind, description, output, bodyExample }: NewKind<Output>,
) {
  return defineOperation({
    name: `create_${kind}`,
    tag: 'Catalog',
    method: 'POST',
    path: `/api/v1/catalog/${parent.table}/{id}/${table}`,
    title: `Create ${withArticle(kind)}`,
    description,
    credential: 'token',
    scope: 'ctas:write',
    website: 'chosen',
    input: z.object({ ...idParameter(parent.kind, 'get_catalog'), ...websiteParameter }),
    body: bodyOf<z.ZodObject>(NEW_RECORD[kind]),
    output,
    example: exampleRecords[kind],
    bodyExample,
    responses: responsesOf(kind),
    errors: errorsOf(table),
    async act({ id: parentId }, { websiteId, body, actor }, { catalog }: CatalogServices) {
      const record = await catalog.create({ websiteId, table, parentId }, body, actor);
      return { status: 201, body: record, headers: { etag: `"${record.etag}"` } };
    },
  });
}

const REPEATED = 'A repeated request with the same key creates nothing: it gets 409, with the id of the record.';

export const createArea = createOnWebsite({
  table: 'areas',
  kind: 'area',
  description: 'Adds an area to a website. Its name is unique on the website.',
  output: areaRecord,
  bodyExample: { name: 'Sidebar' },
});
export const createCampaign = createOnWebsite({
  table: 'campaigns',
  kind: 'campaign',
  description: `Adds a campaign to a website. It is published at once. ${REPEATED}`,
  output: campaignRecord,
  bodyExample: { name: 'Spring popup', key: 'spring-popup', cta_type: 'overlay', page_path: '/' },
});
export const createVariant = createBelow(
  { table: 'campaigns', kind: 'campaign' },
  {
    table: 'variants',
    kind: 'variant',
    description:
      'Adds a variant to a campaign, with the next letter. The first one gets all of the traffic, later ones get none until ' +
      `share_traffic divides it. ${REPEATED}`,
    output: variantRecord,
    bodyExample: { name: 'With a photo', key: 'a' },
  },
);
export const createStep = createBelow(
  { table: 'variants', kind: 'variant' },
  {
    table: 'steps',
    kind: 'step',
    description: `Adds a step to the end of a variant's funnel. ${REPEATED}`,
    output: stepRecord,
    bodyExample: { name: 'The form', key: 'form' },
  },
);
export const createElement = createBelow(
  { table: 'steps', kind: 'step' },
  {
    table: 'elements',
    kind: 'element',
    description: `Adds an element to the end of a step. ${REPEATED}`,
    output: elementRecord,
    bodyExample: { name: 'E-mail field', key: 'e-mail', element_type: 'form' },
  },
);
