import type { FastifyReply } from 'fastify';

export async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers));
  return response.body ? reply.send(await response.text()) : reply.send();
}
