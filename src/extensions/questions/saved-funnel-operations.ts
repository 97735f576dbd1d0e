// Saved funnels: the parameters of the funnel report under a name.
import { z } from 'zod';
import { rulesOfParameters } from '../../core/contract/operations/parameters.ts';
import { DIMENSIONS } from '../../core/foundation/dimensions/dimension.ts';
import { recordOperations, recordOutput } from '../../core/manage/resources/saved-record-operations.ts';
import type { FunnelFields, RecordKind } from '../../core/manage/resources/saved-records.ts';
import { funnelDefinition, MINUTES_DEFAULT, requireSubjects } from './funnel-definition.ts';
import { stepOf } from './funnel-step.ts';

export const FUNNELS: RecordKind<FunnelFields> = {
  kind: 'funnel',
  countMax: 100,
  sharesNames: false,
  compare: (one, other) => one.name.localeCompare(other.name, 'en'),
  check: async (database, websiteId, { step = [] }) =>
    requireSubjects(
      database,
      websiteId,
      step.flatMap((text) => stepOf(text) ?? []),
    ),
};

const { step, within_minutes } = funnelDefinition;
const breakDownBy = z.enum(DIMENSIONS).nullable().describe('null: it is not broken down.');
const PARAMETER_RULES = rulesOfParameters(z.object(funnelDefinition));

export const savedFunnel = recordOutput({
  step: z.array(z.string()).describe('The steps in order, as get_funnel takes them.'),
  within_minutes: z.int().describe('The last step is at most so long after the first.'),
  break_down_by: breakDownBy,
});

export const FUNNEL_OPERATIONS = recordOperations({
  kind: FUNNELS,
  tag: 'Funnels',
  path: '/api/v1/funnels',
  called: 'saved funnel',
  about: 'Send step, within_minutes and break_down_by of one to get_funnel for its numbers.',
  fields: { step, within_minutes, break_down_by: breakDownBy.default(null) },
  changedFields: { step, within_minutes: within_minutes.unwrap(), break_down_by: breakDownBy },
  rules: { ...PARAMETER_RULES, break_down_by: `${PARAMETER_RULES.break_down_by}, or null` },
  codes: ['unknown_subject'],
  output: savedFunnel,
  example: {
    id: 4,
    name: 'From the popup to an order',
    step: ['view;campaign:10', 'order'],
    within_minutes: MINUTES_DEFAULT,
    break_down_by: 'device',
    created_at: '2026-03-10T09:30:00Z',
    updated_at: '2026-03-10T09:30:00Z',
  },
  bodyExample: { name: 'Orders from phones', step: ['view;device:mobile', 'order'], within_minutes: 60 },
  changeExample: { name: 'From the popup to an order', break_down_by: null },
  stored: ({ step: steps, ...fields }) => ({ ...fields, ...(steps && { step: steps.map(({ text }) => text) }) }),
});
