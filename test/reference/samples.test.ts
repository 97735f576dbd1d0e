// The samples of the reference page: what they send is the request of the form, whatever is in it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../reference/src/document.ts';
import { type ApiRequest, buildRequest, firstValues } from '../../reference/src/request.ts';
import { curlSample, fetchSample, pythonSample } from '../../reference/src/samples.ts';
import { IS_LONG } from '../support/long.ts';

const OPERATION: Operation = {
  method: 'POST',
  path: '/things/{id}',
  operationId: 'change_thing',
  tags: [],
  summary: 'Change a thing',
  description: '',
  security: [{ bearer: [] }],
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 1 },
    { name: 'size', in: 'query', required: true, schema: { enum: ['small', 'large'] } },
    { name: 'color', in: 'query', schema: { type: 'string' } },
    { name: 'If-Match', in: 'header', schema: { type: 'string' } },
  ],
  requestBody: { content: { 'application/json': { example: { name: 'one', isNew: true, parent: null } } } },
  responses: {},
};
const BASE_URL = 'https://funnel.example';

describe('the request', () => {
  test('has examples of what is required, and nothing else, until something is entered', () => {
    const values = firstValues(OPERATION, ['bearer']);
    expect(buildRequest(OPERATION, values, BASE_URL)).toEqual({
      method: 'POST',
      url: `${BASE_URL}/things/1?size=small`,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'one', isNew: true, parent: null }, null, 2),
      credential: 'bearer',
    });
  });

  test('escapes what is entered', () => {
    const parameters = { id: 'a/b', size: 'small', color: 'light & blue', 'If-Match': '"7"' };
    const { url, headers } = buildRequest(OPERATION, { parameters, body: '', credential: undefined }, BASE_URL);
    expect(url).toBe(`${BASE_URL}/things/a%2Fb?size=small&color=light+%26+blue`);
    expect(headers).toEqual({ 'If-Match': '"7"' });
  });

  test('of a form is encoded as one', () => {
    const content = { 'application/x-www-form-urlencoded': { example: { token: 'a b', client_id: 'c' } } };
    expect(firstValues({ ...OPERATION, requestBody: { content } }, []).body).toBe('token=a+b&client_id=c');
  });
});

const REQUEST: ApiRequest = {
  method: 'PATCH',
  url: `${BASE_URL}/things/1`,
  headers: { 'Content-Type': 'application/json', 'If-Match': '"7"' },
  body: JSON.stringify({ name: 'it’s', isNew: true, parent: null, tags: ['a'], none: [] }),
  credential: 'bearer',
};

describe('the samples', () => {
  test('take the credential from a variable', () => {
    expect(curlSample(REQUEST)).toContain('-H "Authorization: Bearer $FUNNEL_TOKEN"');
    expect(fetchSample(REQUEST)).toMatch(/Authorization: `Bearer \$\{process\.env\.FUNNEL_TOKEN\}`/);
    expect(pythonSample(REQUEST)).toContain('"Authorization": "Bearer " + os.environ["FUNNEL_TOKEN"]');
  });

  test('for Python have the values of Python', () => {
    expect(pythonSample(REQUEST)).toContain(
      'json={\n        "name": "it’s",\n        "isNew": True,\n        "parent": None,\n        "tags": ' +
        '[\n            "a",\n        ],\n        "none": [],\n    },',
    );
  });

  const text = fc.string({ unit: 'grapheme-ascii' }).filter((one) => !one.includes('\0'));

  test('for curl give a shell the same body and URL, whatever is in them', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.webUrl({ withQueryParameters: true }), async (body, url) => {
        const sample = curlSample({ ...REQUEST, headers: {}, credential: undefined, url, body });
        const script = `curl() { printf '%s\\0' "$@"; }; ${sample}`;
        const { stdout } = await promisify(execFile)('sh', ['-c', script]);
        expect(stdout.split('\0')).toEqual([url, '-X', 'PATCH', '--data-raw', body, '']);
      }),
      { numRuns: IS_LONG ? 20 : 5 },
    );
  });

  test('for fetch send the same body and headers, whatever is in them', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.json(), async (plain, json) => {
        for (const body of [plain, json]) {
          const sample = fetchSample({ ...REQUEST, headers: { 'X-Text': plain }, credential: undefined, body });
          const run = new Function('fetch', 'console', `return (async () => {${sample}})()`);
          let sent: { method: string; headers: Record<string, string>; body: string } | undefined;
          const fetch = async (_: string, options: typeof sent) => {
            sent = options;
            return { ok: true, json: async () => ({}) };
          };
          await run(fetch, { log: () => {} });
          expect(sent!.headers['X-Text']).toBe(plain);
          if (body === json) expect(JSON.parse(sent!.body)).toEqual(JSON.parse(json));
        }
      }),
    );
  });
});
