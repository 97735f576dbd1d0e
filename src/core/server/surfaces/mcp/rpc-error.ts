// A JSON-RPC error response, for messages that are rejected before they reach the MCP server.
// Why: docs/decisions/tools.md, "Which status a request gets".

/** The codes that JSON-RPC defines. */
const CODES = { parseError: -32_700, invalidRequest: -32_600, methodNotFound: -32_601 } as const;

export function rpcError(status: number, error: keyof typeof CODES, message: string, body?: unknown): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: CODES[error], message }, id: requestIdOf(body) }, { status });
}

function requestIdOf(body: unknown): string | number | null {
  const { id } = (body ?? {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
