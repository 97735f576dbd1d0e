// Whatever a person can read in the dashboard, an assistant can ask: for each request of the dashboard, a tool has its numbers.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EXTENDED_TOOL_OPERATIONS, OPERATIONS, TOOL_OPERATIONS } from '../../../../support/operations.ts';

/** The tools that have the numbers of a request. A request of the path of a tool has that one. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/annotations': ['get_context'],
  '/api/v1/costs': ['get_attribution'],
  '/api/v1/goals': ['get_context'],
  '/api/v1/reports/account/trends': ['get_website_report'],
  // It is asked for only as the file of the overview.
  '/api/v1/reports/account/websites': ['get_account_performance', 'get_website_report'],
  '/api/v1/reports/campaigns/{id}/products': ['get_products'],
  // The steps page_view and view.
  '/api/v1/reports/website/campaign-reach': ['get_funnel'],
  '/api/v1/reports/website/goals': ['get_context'],
  '/api/v1/reports/websites/first-days': ['get_context'],
};

/** What assistants are not told, and why. */
const NOT_FOR_ASSISTANTS: Readonly<Record<string, string>> = {
  '/api/v1/catalog': 'keys of records, for whoever sends events; search has names and ids',
  '/api/v1/contacts': 'personal data; count_contacts has their number',
  '/api/v1/contacts/export': 'personal data',
  '/api/v1/contacts/search': 'personal data',
  '/api/v1/contacts/unconfirmed': 'personal data',
  '/api/v1/contacts/{id}/data': 'personal data',
  '/api/v1/contacts/{id}/story': 'personal data',
  '/api/v1/reports/account/overview': 'groups and the order of alerts; list_alerts has them with their numbers',
  '/api/v1/funnels': 'names and steps of saved funnels, without numbers; get_funnel has the numbers of any steps',
  '/api/v1/history-imports': 'names of files, and their days',
  '/api/v1/kept-data': 'how long data is kept, for whoever erases it',
  '/api/v1/scheduled-export': 'how the scheduled export went, for owners',
  '/api/v1/reports/website/history':
    'numbers of other tools, of which no tool has any; the notes of the website report say that they exist',
  '/api/v1/reports/website/rhythm': 'how much a website varies; the notes of reports say what follows from it',
  '/api/v1/share-links': 'credentials',
  '/api/v1/views': 'addresses of pages, without numbers',
  '/dashboard/arrival-counts': 'what became of sent events, for whoever sends them',
  '/dashboard/arrivals': 'sent events one by one, for whoever sends them',
  '/dashboard/audit-log': 'who has changed what',
  '/dashboard/branding': 'how pages look',
  '/dashboard/ingest-keys': 'credentials',
  '/dashboard/invitations': 'people of the account',
  '/dashboard/notifications': 'people of the account',
  '/dashboard/notifications/{id}/deliveries': 'what was sent to a webhook',
  '/dashboard/people': 'people of the account',
  '/dashboard/profile': 'the user',
  '/dashboard/profile/applications': 'the user',
  '/dashboard/profile/sessions': 'the user',
  '/dashboard/profile/websites': 'names of websites; list_websites has them, too',
  '/dashboard/recipients': 'people who get reports',
  '/dashboard/reporting-currency': 'how the overview shows amounts',
  '/dashboard/webhooks': 'credentials',
  '/dashboard/website-settings': 'settings; get_context has those that numbers depend on',
  '/oauth/tokens': 'credentials',
};

/** Numbers of a request that its tools have by another name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...{ viewers: 'views', viewers_change: 'views', amount: 'cost' },
  ...{ saw_campaign: 'visitors', share: 'rate' },
};

const DASHBOARD = new URL('../../../../../dashboard/src/', import.meta.url).pathname;

function requestedPaths(): string[] {
  const files = readdirSync(DASHBOARD, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const paths = files.flatMap((name) => {
    const requests = readFileSync(join(DASHBOARD, name), 'utf8').matchAll(/\.GET\(\s*'([^']+)'/g);
    return Array.from(requests, ([, path]) => path!);
  });
  return [...new Set(paths)].sort();
}

const TOOLS_BY_NAME = new Map([...TOOL_OPERATIONS, ...EXTENDED_TOOL_OPERATIONS].map((tool) => [tool.name, tool]));
const TOOLS_BY_PATH = new Map([...TOOLS_BY_NAME.values()].map((tool) => [tool.path, tool.name]));

type Json = { readonly [key: string]: unknown };

/** The names of all numbers in an output. */
function numbersOf(output: z.ZodType): Set<string> {
  const names = new Set<string>();
  const visit = (schema: unknown, name: string) => {
    if (Array.isArray(schema)) for (const part of schema) visit(part, name);
    if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return;
    const { type, properties = {}, ...rest } = schema as { type?: string; properties?: Json };
    if (type === 'number' || type === 'integer') names.add(name);
    for (const [key, value] of Object.entries(properties)) visit(value, key);
    for (const value of Object.values(rest)) if (typeof value === 'object') visit(value, name);
  };
  visit(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }), '');
  return names;
}

const paths = requestedPaths();

describe('a request of the dashboard', () => {
  it.each(paths.filter((path) => !(path in NOT_FOR_ASSISTANTS)))('GET %s: a tool has its numbers', (path) => {
    const names = TOOLS[path] ?? [TOOLS_BY_PATH.get(path)];
    const tools = names.map((name) => TOOLS_BY_NAME.get(name ?? ''));
    expect(tools, `No tool is named for ${path}.`).not.toContain(undefined);
    const { output } = OPERATIONS.find((operation) => operation.path === path && operation.method === 'GET')!;
    const known = new Set(tools.flatMap((tool) => [...numbersOf(tool!.output)]));
    const missing = [...numbersOf(output)].filter((name) => !known.has(name) && !known.has(OTHER_NAMES[name] ?? ''));
    expect(missing).toEqual([]);
  });

  it('is one that the dashboard sends, if a list names it', () => {
    const listed = [...Object.keys(TOOLS), ...Object.keys(NOT_FOR_ASSISTANTS)];
    expect(listed.filter((path) => !paths.includes(path))).toEqual([]);
    expect(paths.length).toBeGreaterThan(30);
  });
});
