import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { exampleTimestamps } from '../../contract/operations/examples.ts';
import { websiteParameter } from '../../contract/operations/parameters.ts';
import { id, timestamp } from '../../contract/operations/schemas.ts';
import { DEFAULT_WEBSITE_FIELDS, type WebsiteFields } from '../../engine/catalog/records/document.ts';
import { SUBJECT_KIND } from '../../engine/catalog/subject.ts';
import { chooseUniqueVisitors, readUniqueCounts } from '../../engine/event-log/questions/unique-visitors.ts';
import type { CountsQuery } from '../../engine/rollups/read-counts.ts';
import { allTime } from './all-time.ts';

const count = z.int().nonnegative().describe('Unique visitors, all time.');
const unknown = z.unknown().describe('null if unknown.');

export const websiteRecord = z.strictObject({
  id,
  account_id: id,
  name: z.string().describe('The root domain name.'),
  conversions: count,
  completions: count,
  created_at: timestamp,
  updated_at: timestamp,
  listener: z.boolean(),
  active: z.boolean(),
  test: z.boolean(),
  blacklisted: z.boolean(),
  powered_by: z.boolean(),
  archived: z.boolean(),
  premium: z.boolean(),
  support: z.boolean(),
  script_type: z.string(),
  brand: z.string(),
  api_key: z
    .string()
    .describe('A secret: it grants access to the API for this website until its first token is created.'),
  sub_domain: z.string(),
  plan_type: z.string(),
  data: z
    .object({
      'form-tracking': z.string(),
      last_published: z.string(),
      'url-identification': z.string(),
      'google-analytics-track': z.string(),
    })
    .catchall(z.string()),
  user_id: unknown,
  url: unknown,
  published: unknown,
  visitors_count: unknown,
  screenshot: unknown,
  context: unknown,
  research: unknown,
  context_last_updated: unknown,
});

export const getWebsite = defineOperation({
  name: 'get_website',
  tag: 'Records',
  method: 'GET',
  path: '/api/v1/websites',
  title: 'Get the website',
  description: 'The website of the token, with its settings. The response contains a secret, `api_key`.',
  scope: 'websites:read',
  website: 'chosen',
  input: z.object(websiteParameter),
  output: websiteRecord,
  example: {
    id: 1,
    account_id: 1,
    name: 'acme.example',
    conversions: 600,
    completions: 384,
    ...exampleTimestamps,
    listener: true,
    active: true,
    test: false,
    blacklisted: false,
    powered_by: true,
    archived: false,
    premium: false,
    support: false,
    script_type: 'async',
    brand: 'Acme',
    api_key: 'the-secret-key-of-the-website',
    sub_domain: 'acme',
    plan_type: 'free',
    data: { 'form-tracking': '', last_published: '', 'url-identification': '', 'google-analytics-track': '' },
    user_id: null,
    url: null,
    published: null,
    visitors_count: null,
    screenshot: null,
    context: null,
    research: null,
    context_last_updated: null,
  },
  holdsSecret: true,
  async read(_query, context) {
    const { websiteId } = context;
    const window = await allTime(websiteId, context);
    const uniqueVisitors = await chooseUniqueVisitors(context.database, [{ websiteId, windows: [window] }], context);
    const query: CountsQuery = {
      websiteId,
      kind: SUBJECT_KIND.website,
      subjectIds: [websiteId],
      windows: [window],
      countType: 'distinct',
      visitorMetrics: ['conversions', 'completions'],
    };
    const [[counts], [website]] = await Promise.all([
      readUniqueCounts(context.database, uniqueVisitors, [query]),
      context.database.query<WebsiteRow>(
        `SELECT id, account_id, name, api_key, settings, created_at, updated_at FROM websites WHERE id = $1`,
        [websiteId],
      ),
    ]);
    const { settings, ...columns } = website!;
    const [allTimeCounts] = counts!.get(websiteId)!;
    const { conversions, completions } = allTimeCounts!;
    return { ...columns, conversions, completions, ...withDefaults(JSON.parse(settings)) };
  },
});

interface WebsiteRow {
  id: number;
  account_id: number;
  name: string;
  api_key: string;
  settings: string;
  created_at: string;
  updated_at: string;
}

/** Fills in fields that were not given, and missing entries of `data`. */
function withDefaults(stored: Partial<WebsiteFields>): WebsiteFields & { data: z.input<typeof websiteRecord>['data'] } {
  const data = { ...DEFAULT_WEBSITE_FIELDS.data, ...stored.data } as z.input<typeof websiteRecord>['data'];
  return { ...DEFAULT_WEBSITE_FIELDS, ...stored, data };
}
