// Recognizes a well-formed `tools/call`, which is then answered without the SDK's server: that one would be created anew for each
// request. The SDK's own functions decide what is well-formed. Everything else is left to the SDK, and tests compare both
// answers.
import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallToolRequest,
  classifyInboundRequest,
  isJSONRPCRequest,
  isSpecType,
  type JSONRPCRequest,
  type RequestId,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { SERVER_INFO } from './server-info.ts';

const METHOD = 'tools/call';
/** What the SDK adds to each result since 2026-07-28. */
const SINCE_2026 = `,"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: SERVER_INFO })}}`;

interface DirectCall {
  readonly id: RequestId;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly generation: 'legacy' | 'modern';
}

/** Undefined: this message is for the SDK. */
export function readDirectCall(headers: IncomingHttpHeaders, body: unknown): DirectCall | undefined {
  if (!isCall(body)) return undefined;
  const generation = generationOf(headers, body);
  if (!generation) return undefined;
  const { name: tool, arguments: args = {} } = body.params;
  return { id: body.id, tool, args, generation };
}

/** `result` is the JSON of a result. */
export function directResponse({ id, generation }: DirectCall, result: string): string {
  const whole = generation === 'modern' ? `${result.slice(0, -1)}${SINCE_2026}` : result;
  return `{"result":${whole},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}

function isCall(body: unknown): body is CallToolRequest & JSONRPCRequest {
  const isOfMethod = (body as { method?: unknown } | null)?.method === METHOD;
  return isOfMethod && isJSONRPCRequest(body) && isSpecType.CallToolRequest(body);
}

function generationOf(headers: IncomingHttpHeaders, body: CallToolRequest): DirectCall['generation'] | undefined {
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
  const isModern = kind === 'modern' && version !== undefined && method === METHOD && name === body.params.name;
  if (isModern) return kind;
  const isLegacy = kind === 'legacy' && (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version));
  return isLegacy ? kind : undefined;
}
