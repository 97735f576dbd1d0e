// In a chat, the requests of the dashboard's pages become calls of tools.
import { expect, test } from 'vitest';
import { toolCallOf, toolFetch } from '../../dashboard/src/chat/tool-fetch.ts';
import { TOOL_OPERATIONS } from '../support/operations.ts';

const BASE = 'https://reports.invalid';

test('every report of the REST API becomes its tool', () => {
  for (const { name, path } of TOOL_OPERATIONS) {
    const url = new URL(
      `${BASE}${path.replace('{id}', '7')}?website_id=1&previous_period=true&timeframe=today&notes=true&language=de`,
    );
    const args = { website_id: 1, previous_period: true, timeframe: 'today' };
    expect(toolCallOf(url)).toEqual({ name, args: path.includes('{id}') ? { ...args, id: 7 } : args });
  }
});

test('filters become a list, even a single one', () => {
  const url = new URL(`${BASE}/api/v1/reports/website?filter=device:mobile&filter=os:iOS&break_down_by=page`);
  expect(toolCallOf(url)?.args).toEqual({ filter: ['device:mobile', 'os:iOS'], break_down_by: 'page' });
  url.search = '?filter=device:mobile';
  expect(toolCallOf(url)?.args).toEqual({ filter: ['device:mobile'] });
});

test('anything else is not found, and calls no tool', async () => {
  const fetch = toolFetch(() => Promise.reject(new Error('called')));
  for (const path of ['/api/v1/contacts', '/api/v1/reports/constructor', '/api/v1/reports/campaigns/x']) {
    expect((await fetch(new Request(`${BASE}${path}`))).status, path).toBe(404);
  }
});

test('a result is the response, and an error of the tool is its problem', async () => {
  const request = () => new Request(`${BASE}/api/v1/reports/websites`);
  const good = toolFetch(async () => ({ structuredContent: { websites: [] } }));
  expect(await (await good(request())).json()).toEqual({ websites: [] });
  const problem = { status: 422, code: 'invalid_page', detail: 'page must be a positive integer.' };
  const refused = toolFetch(async () => ({
    isError: true,
    content: [{ type: 'text', text: JSON.stringify(problem) }],
  }));
  const response = await refused(request());
  expect([response.status, await response.json()]).toEqual([422, problem]);
  const odd = toolFetch(async () => ({ isError: true, content: [{ type: 'text', text: 'The user refused.' }] }));
  expect(await (await odd(request())).json()).toMatchObject({ status: 502, detail: 'The user refused.' });
});
