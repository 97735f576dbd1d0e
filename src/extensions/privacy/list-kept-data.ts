import { z } from 'zod';
import { defineOperation } from '../../core/contract/operations/define-operation.ts';
import { websiteParameter } from '../../core/contract/operations/parameters.ts';
import { date } from '../../core/contract/operations/schemas.ts';
import { DATA_KINDS, KEPT_UNTIL } from '../../core/engine/sweeps/kept-data.ts';
import type { KeptData } from './kept-data.ts';

export interface KeptDataServices {
  readonly keptData: KeptData;
}

export const listKeptData = defineOperation({
  name: 'list_kept_data',
  tag: 'Erasure',
  method: 'GET',
  path: '/api/v1/kept-data',
  title: 'List how long data is kept',
  description:
    'Each kind of data of a website, how long it is kept, and when the oldest of it goes. ' +
    'Whoever runs the service sets what is in capital letters; credit_window_days is a setting of the website. ' +
    'It also says whether the whole website is being erased.',
  credential: 'token',
  scope: 'websites:read',
  website: 'chosen',
  input: z.object(websiteParameter),
  output: z.strictObject({
    is_being_erased: z.boolean().describe('preview_erasure says what is left of it.'),
    kept: z.array(
      z.strictObject({
        kind: z.enum(DATA_KINDS),
        until: z
          .enum(KEPT_UNTIL)
          .describe(
            'age: deleted after kept_days. erased: until somebody erases it. expired: until its own end, such as that of a login. ' +
              'receiver: as long as whoever received it keeps it.',
          ),
        kept_days: z.int().nonnegative().nullable().describe('null: no age ends it.'),
        setting: z.string().nullable().describe('What decides about it. null: it is the same everywhere.'),
        oldest: date.nullable().describe('null: there is none, or it has no date.'),
        goes_on: date
          .nullable()
          .describe(
            'The oldest is deleted on this day, or on the one after it: what websites have is looked through once a day.',
          ),
      }),
    ),
  }),
  csv: { kept: 'kept' },
  example: {
    is_being_erased: false,
    kept: [
      {
        kind: 'events',
        until: 'age',
        kept_days: 400,
        setting: 'EVENT_LOG_DAYS',
        oldest: '2025-12-01',
        goes_on: '2027-01-06',
      },
    ],
  },
  responses: { 200: { description: 'All kinds of data.' } },
  async act(_query, { websiteId }, { keptData }: KeptDataServices) {
    return {
      status: 200,
      body: { is_being_erased: await keptData.isBeingErased(websiteId), kept: await keptData.list(websiteId) },
    };
  },
});
