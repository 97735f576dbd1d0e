// Importing, listing and removing the history of a website.
import { z } from 'zod';
import { defineOperation } from '../../core/contract/operations/define-operation.ts';
import { parameter, parameterOrNotFound, websiteParameter } from '../../core/contract/operations/parameters.ts';
import { id, timestamp } from '../../core/contract/operations/schemas.ts';
import { dayFromIso, isoOfDay } from '../../core/engine/rollups/calendar.ts';
import { VALUE_LENGTH_MAX } from '../../core/foundation/dimensions/clean-text.ts';
import { isOneLine, ONE_LINE_RULE } from '../../core/foundation/text/one-line.ts';
import type { HistoryImport, StoredHistoryImport } from './days/store-history.ts';
import { HISTORY_TOOLS } from './days/traffic-day.ts';
import { emptyFile, type HistoryImports, IMPORTS_MAX, noSuchImport } from './history-imports.ts';
import { UPLOAD_STATES, UPLOADS_KEPT_DAYS, type Upload } from './stored-uploads.ts';
import { type HistoryUploads, type ReceivedUpload, UPLOAD_BYTES_MAX, UPLOADS_OF_ACCOUNT_MAX } from './upload.ts';

const PATH = '/api/v1/history-imports';
const FILE_NAME_LENGTH_MAX = 200;
const MIB = 1024 * 1024;

export interface HistoryServices {
  readonly historyImports: HistoryImports;
  readonly historyUploads: HistoryUploads;
}

const listed = {
  id,
  tool: z.enum(HISTORY_TOOLS),
  file_name: z.string(),
  conversion_event: z.string().nullable().describe('The event of the tool that counts as a conversion. null: none.'),
  first_day: z.string(),
  last_day: z.string(),
  days: z.int().positive().describe('Days with traffic.'),
  created_at: timestamp,
};
export const historyImport = z.strictObject(listed);

const STATES = [...UPLOAD_STATES, 'done'] as const;
const state = z
  .enum(STATES)
  .describe(
    'waiting and importing: it goes on by itself. done: its days are stored. failed: nothing of it was imported.',
  );
export const historyUpload = z.strictObject({ id, state });
const unlessDone = 'null unless state is done';
export const historyProgress = z.strictObject({
  ...listed,
  state,
  progress: z.int().min(0).max(100).describe('How much of the file was read, in percent.'),
  first_day: listed.first_day.nullable().describe(`${unlessDone}.`),
  last_day: listed.last_day.nullable().describe(`${unlessDone}.`),
  days: listed.days.nullable().describe(`Days with traffic. ${unlessDone}.`),
  skipped: z
    .array(z.string())
    .nullable()
    .describe(
      `Files, or tables of a file, that say nothing that is imported. ${unlessDone}, and for imports of version 1.0.0.`,
    ),
  problem: z
    .strictObject({
      status: z.int(),
      code: z.string().optional(),
      detail: z.string(),
      param: z.string().optional(),
    })
    .nullable()
    .describe(
      'Why nothing was imported. null unless state is failed. Codes: days_counted and days_imported (409), already_imported (409), ' +
        'file_too_large (413), invalid_file and too_many_imports (422), import_failed (500).',
    ),
});

const example = {
  id: 3,
  tool: 'plausible' as const,
  file_name: 'shop_example_20260301.zip',
  conversion_event: 'Signup',
  first_day: '2025-01-01',
  last_day: '2026-02-28',
  days: 424,
  created_at: '2026-03-01T09:30:00Z',
};
const importingExample = {
  ...{ ...example, id: 4, file_name: 'shop_example_20260401.zip', created_at: '2026-04-01T09:30:00Z' },
  ...{ first_day: null, last_day: null, days: null, skipped: null, problem: null },
  ...{ state: 'importing' as const, progress: 40 },
};

export const listImports = defineOperation({
  name: 'list_history_imports',
  tag: 'History',
  method: 'GET',
  path: PATH,
  title: 'List imports of history',
  description: 'The imports of what other tools have counted, newest first. get_history has their days.',
  credential: 'token',
  scope: 'reports',
  website: 'chosen',
  input: z.object({
    ...websiteParameter,
    unfinished: parameter(
      z
        .boolean()
        .default(false)
        .describe('Adds `unfinished`: files that wait, are imported, or could not be imported, newest first.'),
      'invalid_unfinished',
      'must be true or false',
    ),
  }),
  csv: { history_imports: 'history_imports' },
  output: z.strictObject({
    history_imports: z.array(historyImport).max(IMPORTS_MAX),
    unfinished: z.array(historyProgress).optional(),
  }),
  example: { history_imports: [example] },
  responses: { 200: { description: 'The imports.' } },
  async act({ unfinished }, { websiteId }, { historyImports }: HistoryServices) {
    // In this order: a file that is imported meanwhile is in both lists rather than in none.
    const uploads = unfinished ? await historyImports.listUploads(websiteId) : [];
    const imports = await historyImports.list(websiteId);
    const body = {
      history_imports: imports.map(shownImport),
      ...(unfinished && { unfinished: uploads.map(shownUpload) }),
    };
    return { status: 200, body };
  },
});

export const getImport = defineOperation({
  name: 'get_history_import',
  tag: 'History',
  method: 'GET',
  path: `${PATH}/{id}`,
  title: 'Get an import of history',
  description:
    'An import, or a file that was sent: how far it is, or why nothing of it was imported. A file that could not be imported is listed ' +
    `for ${UPLOADS_KEPT_DAYS} days.`,
  credential: 'token',
  scope: 'reports',
  website: 'chosen',
  input: z.object({
    id: parameterOrNotFound(id.describe('The id from import_history or list_history_imports.'), noSuchImport),
    ...websiteParameter,
  }),
  output: historyProgress,
  example: importingExample,
  responses: { 200: { description: 'The import, or the file.' } },
  errors: { 404: [] },
  async act({ id: importId }, { websiteId }, { historyImports }: HistoryServices) {
    const found = await historyImports.find(websiteId, importId);
    return { status: 200, body: 'state' in found ? shownUpload(found) : shownDone(found) };
  },
});

const fileParameters = {
  tool: parameter(
    z.enum(HISTORY_TOOLS).describe('What has exported the file.'),
    'invalid_tool',
    `must be one of ${HISTORY_TOOLS.join(', ')}`,
  ),
  file_name: parameter(
    z
      .string()
      .min(1)
      .max(FILE_NAME_LENGTH_MAX)
      .refine(isOneLine)
      .describe('The name of the file. Single files of Plausible are known by it.'),
    'invalid_file_name',
    `must be a string of 1 to ${FILE_NAME_LENGTH_MAX} characters, ${ONE_LINE_RULE}`,
  ),
  conversion_event: parameter(
    z
      .string()
      .min(1)
      .max(VALUE_LENGTH_MAX)
      .optional()
      .describe('Events of this name, or this goal, are imported as conversions. Default: none.'),
    'invalid_conversion_event',
    `must be a string of 1 to ${VALUE_LENGTH_MAX} characters`,
  ),
  last_day: parameter(
    z
      .string()
      .refine((text) => dayFromIso(text) !== undefined)
      .optional()
      .describe('Only days up to this one. Default: up to yesterday.'),
    'invalid_last_day',
    'must be a date, such as 2026-01-31',
  ),
};
const sentFile = z.object(fileParameters);

/** It documents the body only. The reader of the tool's files does the validation. */
const points = z.array(z.strictObject({ x: z.string(), y: z.int().nonnegative() }));
export const umamiDays = z
  .strictObject({ pageviews: points, sessions: points })
  .describe('Days as GET /api/websites/ID/pageviews of Umami returns them with unit=day.');
const FILE = z.string().describe('The bytes of the file.');

export const createImport = defineOperation({
  name: 'import_history',
  tag: 'History',
  method: 'POST',
  path: PATH,
  title: 'Import history',
  description: [
    'Imports the traffic of days on which another tool counted: the body is the file that it exports, at most ' +
      `${UPLOAD_BYTES_MAX / MIB} MiB. Plausible: the zip archive. Umami: the archive of its data export. ` +
      'Google Analytics 4: reports as CSV, or a zip archive of several.',
    'The answer says that the file is stored. It is imported after that: ask get_history_import until its state is done or failed. An ' +
      `account may have ${UPLOADS_OF_ACCOUNT_MAX} files that are received or wait.`,
    'All of the file is imported, or nothing: not if a day of it has events of this service, or is in another import. The same file ' +
      'again changes nothing. get_history shows it, apart from all other reports.',
  ].join('\n\n'),
  credential: 'token',
  scope: 'ctas:write',
  role: 'owner',
  website: 'chosen',
  input: z.object({
    ...websiteParameter,
    ...fileParameters,
  }),
  body: {
    kind: 'stream',
    bytesMax: UPLOAD_BYTES_MAX,
    schemas: {
      'application/json': umamiDays,
      'application/zip': FILE,
      'text/csv': FILE,
      'application/octet-stream': FILE,
    },
    isCheckedFirst: true,
    receive: ({ payload, checked, onClose }, { historyUploads }: HistoryServices) => {
      const { query, websiteId, actor } = checked!;
      const { tool, file_name: fileName, conversion_event: conversionEvent, last_day: lastDay } = sentFile.parse(query);
      const sent = {
        ...{ websiteId, actor, tool, fileName, conversionEvent },
        lastDay: lastDay === undefined ? undefined : dayFromIso(lastDay),
      };
      return historyUploads.receive(payload, sent, onClose);
    },
  },
  output: historyUpload,
  example: { id: 4, state: 'waiting' },
  bodyExample: {
    pageviews: [{ x: '2020-01-31 00:00:00', y: 54 }],
    sessions: [{ x: '2020-01-31 00:00:00', y: 21 }],
  },
  responses: {
    202: { description: 'The file is stored, and waits until it is imported.' },
    200: { description: 'The same file was imported before: the import of then. Nothing was changed.' },
  },
  errors: {
    400: ['invalid_gzip'],
    404: [],
    408: ['body_too_slow'],
    413: ['batch_too_large'],
    415: [],
    422: ['invalid_file', 'too_many_imports'],
  },
  async act(_query, { body }: { readonly body: ReceivedUpload | undefined }, { historyUploads }: HistoryServices) {
    // A request without a body is not received.
    if (!body) throw emptyFile();
    const { id: importId, state: stateNow } = await historyUploads.keep(body);
    return { status: stateNow === 'done' ? 200 : 202, body: { id: importId, state: stateNow } };
  },
});

export const removeImport = defineOperation({
  name: 'remove_history_import',
  tag: 'History',
  method: 'DELETE',
  path: `${PATH}/{id}`,
  title: 'Remove an import of history',
  description:
    'Removes all days of an import. The file can be imported again. A file that is not imported is deleted, and if it is being imported, ' +
    'that ends.',
  credential: 'token',
  scope: 'ctas:write',
  role: 'owner',
  website: 'chosen',
  input: z.object({
    id: parameterOrNotFound(id.describe('The id of the import, from list_history_imports.'), noSuchImport),
    ...websiteParameter,
  }),
  output: z.undefined(),
  responses: { 204: { description: 'The import is removed.' } },
  errors: { 404: [] },
  async act({ id: importId }, { websiteId, actor }, { historyImports }: HistoryServices) {
    await historyImports.removeOrCancel(websiteId, importId, actor);
    return { status: 204, body: undefined };
  },
});

function shownImport({ id, tool, fileName, conversionEvent, firstDay, lastDay, dayCount, createdAt }: HistoryImport) {
  return {
    ...{ id, tool },
    file_name: fileName,
    conversion_event: conversionEvent,
    first_day: isoOfDay(firstDay),
    last_day: isoOfDay(lastDay),
    days: dayCount,
    created_at: createdAt,
  };
}

function shownDone(done: StoredHistoryImport) {
  return { ...shownImport(done), state: 'done' as const, progress: 100, skipped: done.skipped, problem: null };
}

function shownUpload({ id, tool, fileName, conversionEvent, createdAt, state: now, readPercent, problem }: Upload) {
  return {
    ...{ id, tool },
    file_name: fileName,
    conversion_event: conversionEvent,
    ...{ first_day: null, last_day: null, days: null },
    created_at: createdAt,
    ...{ state: now, progress: readPercent, skipped: null, problem },
  };
}
