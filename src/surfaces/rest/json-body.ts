// Bodies of REST requests.
import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';

/** Not the server's own parser, which refuses names such as `__proto__`: here they are data. */
export async function parseJsonBody({ headers }: FastifyRequest, bytes: Buffer): Promise<unknown> {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw new Problem(415, 'Content-Encoding must be left out: bodies are small here.');
  if (bytes.length === 0) return undefined;
  try {
    // Bytes that are no UTF-8 would be stored as something else than what was sent.
    if (isUtf8(bytes)) return JSON.parse(bytes.toString('utf8'));
  } catch {}
  throw new Problem(400, 'The body is not valid JSON in UTF-8.', { code: 'invalid_json' });
}

/** Some clients send one with every request. */
export async function ignoreBody(_request: FastifyRequest, payload: FastifyRequest['raw']): Promise<void> {
  payload.resume();
}
