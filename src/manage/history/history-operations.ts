// Importing, listing and removing the history of a website.
import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { parameter, parameterOrNotFound, websiteParameter } from '../../contract/operations/parameters.ts';
import { id, timestamp } from '../../contract/operations/schemas.ts';
import type { HistoryImport } from '../../engine/history/store-history.ts';
import { HISTORY_TOOLS } from '../../engine/history/traffic-day.ts';
import { dayFromIso, isoOfDay } from '../../engine/rollups/calendar.ts';
import { VALUE_LENGTH_MAX } from '../../foundation/dimensions/clean-text.ts';
import { isOneLine, ONE_LINE_RULE } from '../../foundation/text/one-line.ts';
import { UPLOAD_LIMITS } from '../../intake/history/read-history-file.ts';
import { type HistoryImports, IMPORTS_MAX, noSuchImport } from './history-imports.ts';
import { type HistoryUploads, UPLOAD_BYTES_MAX } from './upload.ts';

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
export const createdHistoryImport = z.strictObject({
  ...listed,
  skipped: z.array(z.string()).describe('Files, or tables of a file, that say nothing that is imported.'),
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
  input: z.object(websiteParameter),
  csv: { history_imports: 'history_imports' },
  output: z.strictObject({ history_imports: z.array(historyImport).max(IMPORTS_MAX) }),
  example: { history_imports: [example] },
  responses: { 200: { description: 'The imports.' } },
  async act(_query, { websiteId }, { historyImports }: HistoryServices) {
    return { status: 200, body: { history_imports: (await historyImports.list(websiteId)).map(shownImport) } };
  },
});

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
    'All of the file is imported, or nothing: not if a day of it has events of this service, or is in another import. The same file ' +
      'again changes nothing. get_history shows it, apart from all other reports.',
  ].join('\n\n'),
  credential: 'token',
  scope: 'ctas:write',
  role: 'owner',
  website: 'chosen',
  input: z.object({
    ...websiteParameter,
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
    receive: (incoming, { historyUploads }: HistoryServices) => historyUploads.receive(incoming),
  },
  output: createdHistoryImport,
  example: { ...example, skipped: ['imported_exit_pages_20250101_20260228.csv'] },
  bodyExample: {
    pageviews: [{ x: '2020-01-31 00:00:00', y: 54 }],
    sessions: [{ x: '2020-01-31 00:00:00', y: 21 }],
  },
  responses: {
    201: { description: 'The import.' },
    200: { description: 'The same file was imported before: the import of then. Nothing was changed.' },
  },
  errors: {
    400: ['invalid_gzip'],
    404: [],
    408: ['body_too_slow'],
    409: ['days_counted', 'days_imported'],
    413: ['batch_too_large', 'file_too_large'],
    415: [],
    422: ['invalid_file', 'too_many_imports'],
  },
  async act(query, { websiteId, body = new Uint8Array(), actor }, { historyImports, historyUploads }: HistoryServices) {
    const { tool, file_name: fileName, conversion_event: conversionEvent, last_day: lastDay } = query;
    const sent = {
      ...{ tool, fileName, conversionEvent, limits: UPLOAD_LIMITS },
      lastDay: lastDay === undefined ? undefined : dayFromIso(lastDay),
      bytes: new Blob([body]),
    };
    const { isRepeated, skipped, ...added } = await historyUploads.whileRead(body, () =>
      historyImports.add(websiteId, sent, actor),
    );
    return { status: isRepeated ? 200 : 201, body: { ...shownImport(added), skipped } };
  },
});

export const removeImport = defineOperation({
  name: 'remove_history_import',
  tag: 'History',
  method: 'DELETE',
  path: `${PATH}/{id}`,
  title: 'Remove an import of history',
  description: 'Removes all days of an import. The file can be imported again.',
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
    await historyImports.remove(websiteId, importId, actor);
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
