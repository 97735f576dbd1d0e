// The operations that change one record of the catalog, one for each kind.
import { z } from 'zod';
import type { CatalogEditor, RecordChanges } from '../catalog/catalog-records.ts';
import { KEY, NAME } from '../catalog/document.ts';
import type { KeyedTable } from '../catalog/imported-keys.ts';
import { KEY_RULE } from '../catalog/subject-key.ts';
import { defineOperation } from '../operations/define-operation.ts';
import { idParameter, parameter, websiteParameter } from '../operations/parameters.ts';
import { Problem } from '../problem.ts';
import { campaignRecord, elementRecord, stepRecord, variantRecord } from './catalog.ts';

const BODY_BYTES_MAX = 16 * 1024;

export interface CatalogServices {
  readonly catalog: CatalogEditor;
}

const optionalName = NAME.nullable().optional().describe('For people. null: none.');
const common = {
  key: KEY.nullable().optional().describe(`${KEY_RULE}. null: none.`),
  status: z.enum(['live', 'archived']).optional(),
  is_new: z.literal(false).optional().describe('Marks it as seen. Any other change does so too.'),
};
const position = z.int32().optional().describe('Lower ones come first.');

export const campaignChanges = z.strictObject({
  name: NAME.optional(),
  ...common,
  cta_type: NAME.optional(),
  page_path: NAME.optional(),
});
export const variantChanges = z.strictObject({
  name: optionalName,
  ...common,
  traffic_percentage: z.int().min(0).max(100).optional(),
});
export const stepChanges = z.strictObject({ name: optionalName, ...common, position });
export const elementChanges = z.strictObject({
  name: optionalName,
  ...common,
  element_type: NAME.optional(),
  position,
});

const RULES: Readonly<Record<string, string>> = {
  name: 'must be a string of 1 to 1,000 characters',
  key: `must be ${KEY_RULE}, or null`,
  status: 'must be live or archived',
  is_new: 'can only be set to false',
  cta_type: 'must be a string of 1 to 1,000 characters',
  page_path: 'must be a string of 1 to 1,000 characters',
  traffic_percentage: 'must be a whole number from 0 to 100',
  element_type: 'must be a string of 1 to 1,000 characters',
  position: 'must be a whole number',
};

interface RecordKind<Output extends z.ZodType> {
  readonly table: KeyedTable;
  readonly kind: string;
  readonly changes: z.ZodObject;
  readonly output: Output;
}

function changeOperation<Output extends z.ZodType>({ table, kind, changes, output }: RecordKind<Output>) {
  return defineOperation({
    name: `change_${kind}`,
    tag: 'Catalog',
    method: 'PATCH',
    path: `/api/v1/catalog/${table}/{id}`,
    title: `Change a ${kind}`.replace('a element', 'an element'),
    description:
      'Changes the fields that are sent, and marks the record as seen. Events that were counted stay where they are. ' +
      'With If-Match it changes nothing if somebody else has changed the record since it was read; without it, the last change wins.',
    credential: 'token',
    scope: 'ctas:write',
    website: 'chosen',
    headers: ['If-Match'],
    input: z.object({
      ...idParameter(kind, 'get_catalog'),
      ...websiteParameter,
      'If-Match': parameter(
        z.string().max(1_000).optional().describe('The etag of the record in quotes, as in the ETag header.'),
        'invalid_if_match',
        'must have at most 1,000 characters',
      ),
    }),
    body: {
      kind: 'json',
      bytesMax: BODY_BYTES_MAX,
      schema: changes,
      read: (json: unknown) => readChanges(changes, json),
    },
    output,
    responses: { 200: { description: `The changed ${kind}.`, headers: { ETag: 'The version of the record.' } } },
    errors: {
      400: ['invalid_json'],
      404: [],
      409: ['key_taken'],
      412: ['changed_meanwhile'],
      413: [],
      415: [],
      422: ['invalid_body', 'invalid_field', 'unknown_field'],
    },
    async act({ id, 'If-Match': ifMatch }, { websiteId, body }, { catalog }: CatalogServices) {
      const record = await catalog.change({ websiteId, table, id }, body, ifMatch);
      return { status: 200, body: record, headers: { etag: `"${record.etag}"` } };
    },
  });
}

function readChanges(schema: z.ZodObject, json: unknown): RecordChanges {
  const result = schema.safeParse(json);
  if (result.success) {
    const { is_new: _, ...changes } = result.data as RecordChanges & { is_new?: false };
    return changes;
  }
  const [issue] = result.error.issues;
  if (issue!.code === 'unrecognized_keys') {
    const detail = `There is no field ${JSON.stringify(issue!.keys[0]!.slice(0, 50))}: send some of ${Object.keys(schema.shape).join(', ')}.`;
    throw new Problem(422, detail, { code: 'unknown_field' });
  }
  const param = issue!.path[0] === undefined ? undefined : String(issue!.path[0]);
  if (param === undefined) throw new Problem(422, 'The body must be a JSON object.', { code: 'invalid_body' });
  throw new Problem(422, `${param} ${RULES[param]}.`, { code: 'invalid_field', param });
}

export const changeCampaign = changeOperation({
  table: 'campaigns',
  kind: 'campaign',
  changes: campaignChanges,
  output: campaignRecord,
});
export const changeVariant = changeOperation({
  table: 'variants',
  kind: 'variant',
  changes: variantChanges,
  output: variantRecord,
});
export const changeStep = changeOperation({ table: 'steps', kind: 'step', changes: stepChanges, output: stepRecord });
export const changeElement = changeOperation({
  table: 'elements',
  kind: 'element',
  changes: elementChanges,
  output: elementRecord,
});
