// Internal errors stay internal: the caller learns that something failed, but not how.
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { Guard } from '../../../../../src/core/contract/access/guard.ts';
import { DatabaseUnavailableError } from '../../../../../src/core/foundation/database/database.ts';
import { Dispatcher } from '../../../../../src/core/server/api/dispatcher.ts';
import type { ReadService } from '../../../../../src/core/server/api/read-service.ts';
import { createHttpServer, type HttpServer } from '../../../../../src/core/server/surfaces/http/server.ts';
import { addToolServer } from '../../../../../src/core/server/surfaces/mcp/routes.ts';
import { LISTED } from '../../../../support/operations.ts';

const SECRET = 'password authentication failed for user "funnel" at /srv/app/src/database/postgres.ts:42';

let server: HttpServer;
afterEach(() => server.close());

async function answer(failing: Pick<ReadService, 'read'>, verifies = true) {
  const logged: string[] = [];
  server = createHttpServer(pino({ level: 'warn' }, { write: (line: string) => logged.push(line) }));
  const principal = { id: 's', scopes: 'all', audience: 'tools', websiteIds: [1] } as const;
  const token = new Guard('tools', {
    tokens: { verify: () => (verifies ? Promise.resolve(principal) : Promise.reject(new Error(SECRET))) },
  });
  const mcpUrl = 'http://localhost/mcp';
  const reads = { earliestToday: () => 20_000, ...failing } as ReadService;
  const database = { unreachable: async () => new Map<number, string>() };
  const dispatcher = new Dispatcher({ admissions: { token }, reads, operations: LISTED, services: {}, database });
  addToolServer(server, {
    dispatcher,
    mcpUrl,
    mcpTools: 'standard',
    baseUrl: 'http://localhost',
    issuerUrl: 'http://localhost',
    policies: {},
  });
  const response = await server.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_websites' } },
  });
  return { response, logged: logged.join('') };
}

test('a report that fails gives a tool error with the request id, and the log has the cause', async () => {
  const { response, logged } = await answer({ read: () => Promise.reject(new Error(SECRET)) });
  const requestId = response.headers['x-request-id'];
  expect(response.statusCode).toBe(200);
  const [content] = response.json().result.content;
  expect(response.json().result.isError).toBe(true);
  expect(JSON.parse(content.text)).toEqual({
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    detail: `Internal server error (request ${requestId}). Try again later.`,
  });
  expect(response.body).not.toMatch(/password|postgres|srv/);
  expect(logged).toContain('password authentication failed');
  expect(logged).toContain(String(requestId));
});

test('data that cannot be reached give the same problem as over REST', async () => {
  const { response, logged } = await answer({
    read: () => Promise.reject(new DatabaseUnavailableError(new Error(SECRET))),
  });
  const [content] = response.json().result.content;
  expect(JSON.parse(content.text)).toMatchObject({
    status: 503,
    code: 'database_unavailable',
    detail: expect.stringContaining('try again in a moment'),
  });
  expect(response.body).not.toMatch(/password|postgres|srv/);
  expect(logged).toContain('password authentication failed');
  // Every call fails like this until the database is back: one short line each.
  expect(JSON.parse(logged)).toMatchObject({ level: 40, msg: 'tool failed' });
  expect(logged).not.toContain('    at ');
});

test('a verifier that fails gives a plain 500', async () => {
  const { response, logged } = await answer({ read: () => Promise.reject(new Error(SECRET)) }, false);
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toMatch(/password|postgres|srv/);
  expect(logged).toContain('password authentication failed');
});
