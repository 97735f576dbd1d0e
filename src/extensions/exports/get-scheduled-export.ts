// The scheduled export as owners see it: what it has of their websites. Where it goes is the business of whoever runs the service, and what
// it has of others that of others, so both are left out.
import { z } from 'zod';
import { defineOperation } from '../../core/contract/operations/define-operation.ts';
import { websitesParameters } from '../../core/contract/operations/parameters.ts';
import { id, timestamp } from '../../core/contract/operations/schemas.ts';
import { isoSeconds } from '../../core/foundation/time/clock.ts';
import { dueAfter, type ExportState, type ExportStates } from './export-state.ts';
import { EXPORT_FORMATS } from './targets/export-format.ts';
import { EXPORT_PROBLEMS } from './targets/export-target.ts';
import { TARGET_KINDS } from './targets/open-target.ts';

export interface ExportStateServices {
  readonly exportStates: ExportStates;
}

const STATES = ['off', 'waiting', 'running', 'done', 'failed'] as const;

export const getScheduledExport = defineOperation({
  name: 'get_scheduled_export',
  tag: 'Exports',
  method: 'GET',
  path: '/api/v1/scheduled-export',
  title: 'Read the scheduled export',
  description:
    'Whether the service writes websites to files or a database by a schedule, which of the websites, and how that went. ' +
    'Whoever runs the service sets where, which of them and how often: with EXPORT_TO, EXPORT_WEBSITES and EXPORT_EVERY_HOURS.',
  credential: 'token',
  scope: 'websites:read',
  role: 'owner',
  website: 'subset',
  readsOnlyCoordinator: true,
  input: z.object(websitesParameters),
  output: z.strictObject({
    state: z
      .enum(STATES)
      .describe(
        'off: none of the websites is exported by a schedule. waiting: the first run has not begun. running: a run is in progress. ' +
          'done: the last run has finished. failed: the last run has not; it is repeated every ten minutes.',
      ),
    is_late: z.boolean().describe('No run has finished, although one has been due for more than two hours.'),
    schedule: z
      .strictObject({
        target: z
          .enum(TARGET_KINDS)
          .describe('folder: files on a machine of the operator. s3: an S3-compatible storage. database: PostgreSQL.'),
        format: z.enum(EXPORT_FORMATS).nullable().describe('null: a database has none.'),
        every_hours: z.int().positive(),
      })
      .nullable()
      .describe('null: the state is off.'),
    last_at: timestamp.nullable().describe('When the last run began that was finished. null: none was yet.'),
    due_at: timestamp.nullable().describe('When the next run is due. null: the state is off.'),
    failure: z
      .strictObject({
        at: timestamp,
        problem: z
          .enum(EXPORT_PROBLEMS)
          .describe(
            'keys_refused: the target refuses the login or the permissions. no_target: it does not exist. redirected: its region or ' +
              'address is another one. unreachable: it does not answer, or the data of some websites cannot be reached, and the ' +
              'others were written. not_public: its address is not allowed. full: it has no room. ' +
              'refused: it refuses what was written. damaged_target: it has what no export has written. busy: another export is writing ' +
              'to it. unexpected: anything else, which the log of the service says.',
          ),
      })
      .nullable()
      .describe('null: the last run has not failed.'),
    websites: z.array(
      z.strictObject({
        id,
        is_included: z.boolean(),
        exported_at: timestamp
          .nullable()
          .describe('When the last finished run began that had it. null: none has it, or not any more.'),
        files: z
          .int()
          .nonnegative()
          .nullable()
          .describe(
            'Files, or parts of tables, that this run wrote of it: what had not changed was not written again.',
          ),
        rows: z.int().nonnegative().nullable().describe('Rows in these files.'),
      }),
    ),
  }),
  csv: { websites: 'websites' },
  example: {
    state: 'done',
    is_late: false,
    schedule: { target: 's3', format: 'parquet', every_hours: 24 },
    last_at: '2026-03-10T02:00:00Z',
    due_at: '2026-03-11T02:00:00Z',
    failure: null,
    websites: [{ id: 1, is_included: true, exported_at: '2026-03-10T02:00:00Z', files: 4, rows: 1204 }],
  },
  responses: { 200: { description: 'The scheduled export.' } },
  async act(_query, { websiteIds }, { exportStates }: ExportStateServices) {
    const state = await exportStates.read();
    const isIncluded = (websiteId: number) =>
      state !== undefined && (state.schedule.websiteIds?.includes(websiteId) ?? true);
    const written = state ? await exportStates.written(websiteIds.filter(isIncluded)) : new Map();
    const websites = websiteIds.map((websiteId) => {
      const { at = null, files = null, rows = null } = written.get(websiteId) ?? {};
      return { id: websiteId, is_included: isIncluded(websiteId), exported_at: at, files, rows };
    });
    // Whoever has nothing in it is not told of the exports of others.
    const isOn = state !== undefined && websiteIds.some(isIncluded);
    const included = websites.filter(({ is_included: isIncludedHere }) => isIncludedHere);
    return { status: 200, body: { ...(isOn ? shown(ofTheirs(state, included)) : OFF), websites } };
  },
});

const OFF = { state: 'off', is_late: false, schedule: null, last_at: null, due_at: null, failure: null } as const;

/** A run that could not reach some websites has finished for whoever owns others alone. */
function ofTheirs(state: ExportState, websites: readonly { readonly exported_at: string | null }[]): ExportState {
  const { failure, schedule } = state;
  const first = websites.map(({ exported_at: at }) => at ?? '').sort()[0];
  if (failure?.problem !== 'unreachable' || !first || first < failure.at) return state;
  const lastAt = new Date(first);
  return { ...state, failure: undefined, lastAt, dueAt: dueAfter(lastAt, schedule.everyHours), isLate: false };
}

function shown(state: ExportState) {
  const { schedule, lastAt, dueAt, failure = null } = state;
  return {
    state: nameOf(state),
    is_late: state.isLate,
    schedule: { target: schedule.target, format: schedule.format ?? null, every_hours: schedule.everyHours },
    last_at: lastAt ? isoSeconds(lastAt) : null,
    due_at: isoSeconds(dueAt),
    failure,
  };
}

function nameOf({ isRunning, failure, lastAt }: ExportState): (typeof STATES)[number] {
  if (isRunning) return 'running';
  if (failure) return 'failed';
  return lastAt ? 'done' : 'waiting';
}
