// A JSON-RPC error response, for messages that are rejected before they reach the MCP server.

export function rpcError(status: number, code: number, message: string, body?: unknown): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: requestIdOf(body) }, { status });
}

function requestIdOf(body: unknown): string | number | null {
  const { id } = (body ?? {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
