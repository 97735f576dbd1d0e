// Saved views: a page of the dashboard with its timeframe and filters, under a name.
import { z } from 'zod';
import { Problem } from '../../foundation/problem/problem.ts';
import { recordOperations, recordOutput } from './saved-record-operations.ts';
import type { RecordKind } from './saved-records.ts';

const PATH_LENGTH_MAX = 2_000;
/**
 * Only characters of a URL, and none with which it could be one of another server, or of another page than the one that it seems to be: no
 * `//`, and before the query no scheme, nothing encoded and no `..`.
 */
const PATH = /^(?!.*\/\/)\/websites\/\d+(?:\/(?!\.\.?(?:[/?]|$))[\w\-.~]*)*(?:\?[\w\-.~!$&'()*+,;=:@/?%]*)?$/;

interface ViewFields {
  readonly name: string;
  /** The path in the dashboard, with the query. */
  readonly path: string;
}

export const VIEWS: RecordKind<ViewFields> = {
  kind: 'view',
  countMax: 100,
  sharesNames: false,
  compare: (one, other) => one.name.localeCompare(other.name, 'en'),
  async check(_database, websiteId, { path }) {
    if (path === undefined || path.split(/[/?]/)[2] === String(websiteId)) return;
    const detail = `path must be that of a page of website ${websiteId}: it starts with /websites/${websiteId}.`;
    throw new Problem(422, detail, { code: 'invalid_path', param: 'path' });
  },
};

const path = z
  .string()
  .max(PATH_LENGTH_MAX)
  .regex(PATH)
  .describe('The path of the page in the dashboard, with its query.');

export const savedView = recordOutput({ path: z.string() });

export const VIEW_OPERATIONS = recordOperations({
  kind: VIEWS,
  tag: 'Views',
  path: '/api/v1/views',
  called: 'saved view',
  about: 'A saved view is a page of the dashboard with its timeframe and filters.',
  fields: { path },
  rules: {
    path:
      'must be the path of a page of the website in the dashboard, such as /websites/1?timeframe=last_7_days, of at most ' +
      `${PATH_LENGTH_MAX} characters`,
  },
  output: savedView,
  example: {
    id: 12,
    name: 'Phones this week',
    path: '/websites/1?timeframe=last_7_days&filter=device%3Amobile',
    created_at: '2026-03-10T09:30:00Z',
    updated_at: '2026-03-10T09:30:00Z',
  },
  bodyExample: { name: 'Phones this week', path: '/websites/1?timeframe=last_7_days&filter=device%3Amobile' },
  changeExample: { name: 'Phones' },
});
