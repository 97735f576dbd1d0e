// Recognizes a well-formed `tools/call` or `resources/read`, which is then answered without the SDK's server. The SDK's server
// would be created anew for each request, and would check and serialize the whole document of a resource each time. The SDK's own
// functions decide what is well-formed. Everything else is left to the SDK, and tests compare both
// answers.
import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallToolRequest,
  classifyInboundRequest,
  isJSONRPCRequest,
  isSpecType,
  type JSONRPCRequest,
  type ReadResourceRequest,
  type RequestId,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { SERVER_INFO, UNTIL_NEXT_RELEASE } from './server-info.ts';

/** What the SDK adds to each result since 2026-07-28. */
const SINCE_2026 = { _meta: { [SERVER_INFO_META_KEY]: SERVER_INFO } };
const ADDED = {
  'tools/call': JSON.stringify({ resultType: 'complete', ...SINCE_2026 }),
  'resources/read': JSON.stringify({ resultType: 'complete', ...UNTIL_NEXT_RELEASE, ...SINCE_2026 }),
};

type DirectRequest = (CallToolRequest | ReadResourceRequest) & JSONRPCRequest;

interface DirectCall {
  readonly method: DirectRequest['method'];
  readonly id: RequestId;
  /** The name of the tool, or the URI of the resource. */
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly generation: 'legacy' | 'modern';
}

/** Undefined: this message is for the SDK. */
export function readDirectCall(headers: IncomingHttpHeaders, body: unknown): DirectCall | undefined {
  if (isCall(body)) {
    const { name, arguments: args = {} } = body.params;
    return directCall(headers, body, { name, args });
  }
  return isReading(body) ? directCall(headers, body, { name: body.params.uri, args: {} }) : undefined;
}

function directCall(
  headers: IncomingHttpHeaders,
  body: DirectRequest,
  called: Pick<DirectCall, 'name' | 'args'>,
): DirectCall | undefined {
  const generation = generationOf(headers, body, called.name);
  return generation && { method: body.method, id: body.id, generation, ...called };
}

/** `result` is the JSON of a result. */
export function directResponse(call: DirectCall, result: string): string {
  return responseStart(result) + responseEnd(call);
}

/** The part of a response that is the same for all calls with this result. */
export function responseStart(result: string): string {
  return `{"result":${result.slice(0, -1)}`;
}

export function responseEnd({ method, id, generation }: DirectCall): string {
  const added = generation === 'modern' ? `,${ADDED[method].slice(1)}` : '}';
  return `${added},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}

function isCall(body: unknown): body is CallToolRequest & JSONRPCRequest {
  return isOfMethod(body, 'tools/call') && isJSONRPCRequest(body) && isSpecType.CallToolRequest(body);
}

function isReading(body: unknown): body is ReadResourceRequest & JSONRPCRequest {
  return isOfMethod(body, 'resources/read') && isJSONRPCRequest(body) && isSpecType.ReadResourceRequest(body);
}

function isOfMethod(body: unknown, method: DirectRequest['method']): boolean {
  return (body as { method?: unknown } | null)?.method === method;
}

function generationOf(
  headers: IncomingHttpHeaders,
  body: DirectRequest,
  calledName: string,
): DirectCall['generation'] | undefined {
  const [version, method, name] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map(
    (header) => headers[header],
  ) as (string | undefined)[];
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  });
  const isModern = kind === 'modern' && version !== undefined && method === body.method && name === calledName;
  if (isModern) return kind;
  const isLegacy = kind === 'legacy' && (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version));
  return isLegacy ? kind : undefined;
}
