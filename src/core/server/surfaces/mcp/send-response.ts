import type { FastifyReply } from 'fastify';

export async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers));
  if (!response.body) return reply.send();
  const body = await response.text();
  if (response.status >= 400) reply.problemCode = codeIn(body);
  return reply.send(body);
}

/** JSON-RPC has numbers as codes. */
function codeIn(body: string): string {
  return String((JSON.parse(body) as { readonly error: { readonly code: number } }).error.code);
}
