// The operations about saved funnels.
import { z } from 'zod';
import { DIMENSIONS } from '../dimensions/dimension.ts';
import { defineOperation } from '../operations/define-operation.ts';
import { type FieldRules, fieldCodes, fieldsBody, JSON_BODY_ERRORS } from '../operations/json-body.ts';
import { parameterOrNotFound, rulesOfParameters, websiteParameter } from '../operations/parameters.ts';
import { id, timestamp } from '../operations/schemas.ts';
import { funnelDefinition, MINUTES_DEFAULT } from '../reports/funnel-definition.ts';
import { isOneLine, ONE_LINE_RULE } from '../text/one-line.ts';
import { FUNNELS_MAX, noSuchFunnel, type SavedFunnel, type SavedFunnels } from './saved-funnels.ts';

const PATH = '/api/v1/funnels';
const NAME_LENGTH_MAX = 80;
/** A funnel with more than this would not fit into the URL of its report either. */
const BODY_BYTES_MAX = 16 * 1024;

export interface SavedFunnelServices {
  readonly savedFunnels: SavedFunnels;
}

const { step, within_minutes } = funnelDefinition;
const name = z.string().trim().min(1).max(NAME_LENGTH_MAX).refine(isOneLine).describe('Unique on the website.');
const breakDownBy = z.enum(DIMENSIONS).nullable().describe('null: it is not broken down.');
const fields = { name, step, within_minutes, break_down_by: breakDownBy.optional() };

const newFunnel = z.strictObject(fields);
// Without the default, which would overwrite what is saved.
const funnelChange = z
  .strictObject({ ...fields, within_minutes: within_minutes.unwrap() })
  .partial()
  .refine((change) => Object.keys(change).length > 0);

const PARAMETER_RULES = rulesOfParameters(z.object(funnelDefinition));
const RULES: FieldRules = {
  name: `must be a string of 1 to ${NAME_LENGTH_MAX} characters, ${ONE_LINE_RULE}`,
  ...PARAMETER_RULES,
  break_down_by: `${PARAMETER_RULES.break_down_by}, or null`,
};
const BODY_ERRORS = { ...JSON_BODY_ERRORS, 404: [], 409: ['name_taken'] };
const BODY_CODES = [...fieldCodes(RULES), 'invalid_field', 'unknown_subject'];

export const savedFunnel = z.strictObject({
  id,
  name: z.string(),
  step: z.array(z.string()).describe('The steps in order, as get_funnel_report takes them.'),
  within_minutes: z.int().describe('The last step is at most so long after the first.'),
  break_down_by: breakDownBy,
  created_at: timestamp,
  updated_at: timestamp,
});

const exampleFunnel = {
  id: 4,
  name: 'From the popup to an order',
  step: ['view;campaign:10', 'order'],
  within_minutes: MINUTES_DEFAULT,
  break_down_by: 'device',
  created_at: '2026-03-10T09:30:00Z',
  updated_at: '2026-03-10T09:30:00Z',
};

export const listFunnels = defineOperation({
  name: 'list_funnels',
  tag: 'Funnels',
  method: 'GET',
  path: PATH,
  title: 'List saved funnels',
  description:
    'The saved funnels of a website by name. Send step, within_minutes and break_down_by of one to get_funnel_report for its numbers.',
  credential: 'token',
  scope: 'reports',
  website: 'chosen',
  input: z.object(websiteParameter),
  output: z.strictObject({ funnels: z.array(savedFunnel).max(FUNNELS_MAX) }),
  example: { funnels: [exampleFunnel] },
  responses: { 200: { description: 'The funnels.' } },
  async act(_query, { websiteId }, { savedFunnels }: SavedFunnelServices) {
    return { status: 200, body: { funnels: (await savedFunnels.list(websiteId)).map(shown) } };
  },
});

export const createFunnel = defineOperation({
  name: 'create_funnel',
  tag: 'Funnels',
  method: 'POST',
  path: PATH,
  title: 'Save a funnel',
  description: `Saves a funnel for everybody who may see the website, which may have ${FUNNELS_MAX}. The fields are the parameters of get_funnel_report, and a name.`,
  credential: 'token',
  scope: 'ctas:write',
  website: 'chosen',
  input: z.object(websiteParameter),
  body: fieldsBody(newFunnel, RULES, BODY_BYTES_MAX),
  output: savedFunnel,
  example: exampleFunnel,
  bodyExample: { name: 'Orders from phones', step: ['view;device:mobile', 'order'], within_minutes: 60 },
  responses: { 201: { description: 'The saved funnel.' } },
  errors: { ...BODY_ERRORS, 422: [...BODY_CODES, 'too_many_funnels'] },
  async act(_query, { websiteId, body, actor }, { savedFunnels }: SavedFunnelServices) {
    return { status: 201, body: shown(await savedFunnels.create(websiteId, body, actor)) };
  },
});

const funnelParameters = {
  id: parameterOrNotFound(id.describe('The id of the funnel, from list_funnels.'), noSuchFunnel),
  ...websiteParameter,
};

export const changeFunnel = defineOperation({
  name: 'change_funnel',
  tag: 'Funnels',
  method: 'PATCH',
  path: `${PATH}/{id}`,
  title: 'Change a saved funnel',
  description: 'Changes the fields that are sent. The last change wins.',
  credential: 'token',
  scope: 'ctas:write',
  website: 'chosen',
  input: z.object(funnelParameters),
  body: fieldsBody(funnelChange, RULES, BODY_BYTES_MAX),
  output: savedFunnel,
  example: { ...exampleFunnel, break_down_by: null },
  bodyExample: { name: 'From the popup to an order', break_down_by: null },
  responses: { 200: { description: 'The changed funnel.' } },
  errors: { ...BODY_ERRORS, 422: BODY_CODES },
  async act({ id: funnelId }, { websiteId, body, actor }, { savedFunnels }: SavedFunnelServices) {
    return { status: 200, body: shown(await savedFunnels.change({ websiteId, id: funnelId }, body, actor)) };
  },
});

export const deleteFunnel = defineOperation({
  name: 'delete_funnel',
  tag: 'Funnels',
  method: 'DELETE',
  path: `${PATH}/{id}`,
  title: 'Delete a saved funnel',
  description: 'Deletes a saved funnel for everybody. No event is deleted.',
  credential: 'token',
  scope: 'ctas:write',
  website: 'chosen',
  input: z.object(funnelParameters),
  output: z.undefined(),
  responses: { 204: { description: 'The funnel is deleted.' } },
  errors: { 404: [] },
  async act({ id: funnelId }, { websiteId, actor }, { savedFunnels }: SavedFunnelServices) {
    await savedFunnels.delete({ websiteId, id: funnelId }, actor);
    return { status: 204, body: undefined };
  },
});

function shown({ definition, createdAt, updatedAt, ...funnel }: SavedFunnel): z.input<typeof savedFunnel> {
  return { ...funnel, ...definition, step: [...definition.step], created_at: createdAt, updated_at: updatedAt };
}
