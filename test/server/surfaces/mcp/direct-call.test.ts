// A call that is answered directly gets, byte for byte, what the SDK's server would have answered. Whatever the SDK refuses is
// never answered directly.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '../../../../src/foundation/problem/problem.ts';
import type { Dispatcher } from '../../../../src/server/api/dispatcher.ts';
import { callTool, findOperation, type ToolCallContext } from '../../../../src/server/surfaces/mcp/call-tool.ts';
import { directResponse, readDirectCall } from '../../../../src/server/surfaces/mcp/direct-call.ts';
import { createMessageHandler } from '../../../../src/server/surfaces/mcp/message-handler.ts';
import { createProtocolServer } from '../../../../src/server/surfaces/mcp/protocol-server.ts';
import { readView, VIEW_URI } from '../../../../src/server/surfaces/mcp/report-view.ts';
import { buildIfChanged } from '../../../support/build-if-changed.ts';

beforeAll(() => buildIfChanged('chat'));

const VERSION = '2026-07-28';
const REPORT = JSON.stringify({ report: 'website', name: 'Quotes " and \\ and \u2028', list: [1, null, { a: 1.5 }] });

/** Answers list_websites, and refuses everything else: that is all that a call needs. */
const dispatcher = {
  read: async (operation: { name: string }) => {
    if (operation.name !== 'list_websites') throw new Problem(404, 'There is no such thing.', { code: 'not_found' });
    return { json: REPORT, etag: '"1"' };
  },
} as unknown as Dispatcher;
const context = {
  tools: 'standard',
  disconnected: () => new AbortController().signal,
  toProblem: (error: unknown) => error as Problem,
} as unknown as ToolCallContext;
const askSdk = createMessageHandler(
  (of: ToolCallContext) => createProtocolServer(dispatcher, of),
  () => {},
);

const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'client', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const MODERN_HEADERS = { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/call', 'mcp-name': 'list_websites' };

type Headers = Readonly<Record<string, string>>;

async function answers(headers: Headers, body: unknown) {
  const call = readDirectCall(headers, body);
  const direct = call && (await answerOf(call));
  const all = { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await askSdk(new globalThis.Headers(all), body, context);
  return { direct, sdk: { status: response.status, text: await response.text() } };
}

async function answerOf(call: NonNullable<ReturnType<typeof readDirectCall>>): Promise<string | undefined> {
  if (call.method === 'resources/read') {
    return call.name === VIEW_URI ? directResponse(call, JSON.stringify(readView(VIEW_URI))) : undefined;
  }
  const operation = findOperation(call.name, context);
  return operation && directResponse(call, await callTool(operation, call.args, context, dispatcher));
}

function reading(uri: string, meta?: object): unknown {
  return { jsonrpc: '2.0', id: 7, method: 'resources/read', params: { uri, ...(meta && { _meta: meta }) } };
}

function call(params: object, id: unknown = 1): unknown {
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
}

describe('answered directly, as the SDK answers', () => {
  test.each<[string, Headers, unknown]>([
    ['before 2026-07-28, no version', {}, call({ name: 'list_websites' })],
    ['2025-06-18', { 'mcp-protocol-version': '2025-06-18' }, call({ name: 'list_websites', arguments: {} }, 'a"b')],
    ['a progress token', {}, call({ name: 'list_websites', _meta: { progressToken: 7 } })],
    ['an error of the tool', {}, call({ name: 'get_campaign_report', arguments: { id: 7 } })],
    ['an invalid argument', {}, call({ name: 'list_websites', arguments: { none: null, such: 1 } })],
    ['2026-07-28', MODERN_HEADERS, call({ name: 'list_websites', arguments: {}, _meta: META })],
    [
      '2026-07-28, a trace',
      MODERN_HEADERS,
      call({ name: 'list_websites', _meta: { ...META, traceparent: '00-1-1-01' } }),
    ],
    [
      '2026-07-28, an error',
      { ...MODERN_HEADERS, 'mcp-name': 'get_step_report' },
      call({ name: 'get_step_report', arguments: { id: 1 }, _meta: META }),
    ],
    ['the document for chats', {}, reading(VIEW_URI)],
    [
      'the document for chats, 2026-07-28',
      { 'mcp-protocol-version': VERSION, 'mcp-method': 'resources/read', 'mcp-name': VIEW_URI },
      reading(VIEW_URI, META),
    ],
  ])('%s', async (_what, headers, body) => {
    const { direct, sdk } = await answers(headers, body);
    expect(sdk.status).toBe(200);
    expect(direct).toBe(sdk.text);
  });
});

describe('left to the SDK', () => {
  test.each<[string, Headers, unknown]>([
    ['an unknown version', { 'mcp-protocol-version': '2020-01-01' }, call({ name: 'list_websites' })],
    ['no id: a notification', {}, { jsonrpc: '2.0', method: 'tools/call', params: { name: 'list_websites' } }],
    ['an id of the wrong type', {}, call({ name: 'list_websites' }, 1.5)],
    [
      'another version of JSON-RPC',
      {},
      { jsonrpc: '1.0', id: 1, method: 'tools/call', params: { name: 'list_websites' } },
    ],
    ['a field of the message too many', {}, { ...(call({ name: 'list_websites' }) as object), more: 1 }],
    ['arguments that are a list', {}, call({ name: 'list_websites', arguments: [] })],
    ['no name', {}, call({})],
    ['a tool that does not exist', {}, call({ name: 'none_such' })],
    ['the list of tools', {}, { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    [
      'another name in the header',
      { ...MODERN_HEADERS, 'mcp-name': 'x' },
      call({ name: 'list_websites', _meta: META }),
    ],
    [
      'another method in the header',
      { ...MODERN_HEADERS, 'mcp-method': 'x' },
      call({ name: 'list_websites', _meta: META }),
    ],
    ['a version in the header alone', MODERN_HEADERS, call({ name: 'list_websites' })],
    ['a version in the body alone', {}, call({ name: 'list_websites', _meta: META })],
    ['another resource', {}, reading('ui://funnel/nothing')],
    ['another resource in the header', { ...MODERN_HEADERS, 'mcp-method': 'resources/read' }, reading(VIEW_URI, META)],
    ['nothing', {}, null],
  ])('%s', async (_what, headers, body) => {
    expect((await answers(headers, body)).direct).toBeUndefined();
  });
});

test('whatever a client sends, a direct answer is the answer of the SDK', async () => {
  const oddly = <Value>(good: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 19, arbitrary: good as fc.Arbitrary<unknown> }, fc.jsonValue());
  const meta = fc.record(
    {
      'io.modelcontextprotocol/protocolVersion': oddly(fc.constant(VERSION)),
      'io.modelcontextprotocol/clientInfo': oddly(fc.record({ name: fc.string(), version: fc.string() })),
      'io.modelcontextprotocol/clientCapabilities': oddly(fc.constantFrom({}, { sampling: {} }, { elicitation: 5 })),
      progressToken: fc.oneof(fc.integer(), fc.string(), fc.double(), fc.constant(null)),
    },
    { requiredKeys: [] },
  );
  const params = fc.record(
    {
      name: oddly(fc.constantFrom('list_websites', 'get_step_report')),
      arguments: oddly(fc.dictionary(fc.string(), fc.jsonValue())),
      _meta: oddly(meta),
      task: fc.jsonValue(),
    },
    { requiredKeys: ['name'] },
  );
  const body = fc.record(
    {
      jsonrpc: oddly(fc.constant('2.0')),
      id: oddly(fc.oneof(fc.integer(), fc.string())),
      method: oddly(fc.constant('tools/call')),
      params: oddly(params),
    },
    { requiredKeys: ['jsonrpc', 'id', 'method', 'params'] },
  );
  const headers = fc.record(
    {
      'mcp-protocol-version': fc.constantFrom(VERSION, '2025-11-25', '2025-03-26', '2019-01-01'),
      'mcp-method': fc.constantFrom('tools/call', 'tools/list'),
      'mcp-name': fc.constantFrom('list_websites', 'get_step_report'),
    },
    { requiredKeys: [] },
  );
  let directCount = 0;
  await fc.assert(
    fc.asyncProperty(headers, body, async (sentHeaders, sentBody) => {
      const { direct, sdk } = await answers(sentHeaders as Headers, sentBody);
      if (direct === undefined) return;
      directCount++;
      expect(sdk).toEqual({ status: 200, text: direct });
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 500) },
  );
  // Most of what is made up is not well-formed; without any direct answer the test would show nothing.
  expect(directCount).toBeGreaterThan(0);
});
