// The log line of each request, whatever answers it: a refusal has the code of its error, and probes are no news while all is well.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INTROSPECTION, startLoginService } from '../../../../support/login-service.ts';
import type { TestService } from '../../../../support/test-service.ts';

const INFO = 30;
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly reqId: string;
  readonly status?: number;
  readonly code?: string;
}

let app: TestService;
let token: string;
let tools: string;

beforeAll(async () => {
  const components = ['rest', 'mcp', 'collect', 'auth'] as const;
  app = await startLoginService('sqlite', {
    components,
    env: { LOG_LEVEL: 'debug', METRICS_TOKEN: 'a-token-for-metrics' },
  });
  token = await app.token([1], { scopes: ['reports', 'contacts:write'] });
  tools = await app.toolToken([1]);
});

afterAll(() => app.dispose());

/** It is written after the response. */
async function lineOf(response: Response): Promise<Line> {
  const id = response.headers.get('x-request-id');
  const find = () => lines().find((line) => line.reqId === id && line.status !== undefined);
  await expect.poll(find).toBeDefined();
  return find()!;
}

function lines(): Line[] {
  return app
    .logs()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

const bearer = (value: string) => ({ authorization: `Bearer ${value}` });

test.each<[string, string, () => RequestInit & { readonly path: string }, number]>([
  [
    'a report',
    'invalid_timeframe',
    () => ({ path: '/api/v1/reports/website?timeframe=never', headers: bearer(token) }),
    422,
  ],
  ['a URL that nothing serves', 'unknown_url', () => ({ path: '/nowhere' }), 404],
  ['a method', 'method_not_allowed', () => ({ path: '/healthz', method: 'PUT' }), 405],
  [
    'a body',
    'invalid_json',
    () => ({ path: '/api/v1/contacts', method: 'POST', headers: { ...JSON_TYPE, ...bearer(token) }, body: '{' }),
    400,
  ],
  [
    'a message to the tool server',
    '-32600',
    () => ({ path: '/mcp', method: 'POST', headers: { ...JSON_TYPE, ...bearer(tools) }, body: '[]' }),
    400,
  ],
  [
    'a grant',
    'unsupported_grant_type',
    () => ({
      path: '/oauth/token',
      method: 'POST',
      headers: { ...FORM_TYPE, authorization: basic() },
      body: 'grant_type=unheard_of',
    }),
    400,
  ],
  [
    'a page of the authorization server',
    'invalid_request',
    () => ({ path: '/oauth/authorize', headers: { accept: 'text/html' } }),
    400,
  ],
])('the line of a refusal has its code: %s', async (_what, code, request, status) => {
  const { path, ...init } = request();
  const response = await fetch(app.baseUrl + path, init);
  expect(response.status).toBe(status);
  expect(await lineOf(response)).toMatchObject({ level: INFO, status, code });
});

function basic(): string {
  return `Basic ${btoa(`${INTROSPECTION.id}:${INTROSPECTION.secret}`)}`;
}

test('the line of what was answered has none', async () => {
  const response = await fetch(`${app.baseUrl}/api/v1/reports/website`, { headers: bearer(token) });
  const line = await lineOf(response);
  expect(line).toMatchObject({ level: INFO, status: 200 });
  expect(line).not.toHaveProperty('code');
});

test.each(['/healthz', '/readyz', '/metrics'])('%s is logged at the level debug', async (path) => {
  const response = await fetch(app.baseUrl + path, { headers: bearer('a-token-for-metrics') });
  expect(response.status).toBe(200);
  expect(await lineOf(response)).toMatchObject({ level: 20, msg: `GET ${path} 200` });
});

test('a probe that is refused is logged as any other request', async () => {
  const response = await fetch(`${app.baseUrl}/metrics`);
  expect(response.status).toBe(401);
  expect(await lineOf(response)).toMatchObject({ level: INFO, status: 401 });
});
