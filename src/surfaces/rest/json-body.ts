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
    if (isUtf8(bytes)) return parseJson(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof Problem) throw error;
  }
  throw new Problem(400, 'The body is not valid JSON in UTF-8.', { code: 'invalid_json' });
}

function parseJson(text: string): unknown {
  // A reviver takes more time and stack, and every number of up to 15 digits is kept.
  return /\d{16}/.test(text) ? parseWithSource(text, keepDigits) : JSON.parse(text);
}

/** The types of the language do not know yet that a reviver is shown the source. */
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

/** Ids of other systems are often larger than what a number can hold; they would come back as somebody else's. */
function keepDigits(key: string, value: unknown, { source = '' }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || !/^-?\d+$/.test(source)) return value;
  if (!Number.isFinite(value) || BigInt(value) === BigInt(source)) return value;
  throw new Problem(422, `${key}: ${source} has more digits than a number can keep. Send it as a string.`, {
    code: 'invalid_field',
    param: key,
  });
}

/** Some clients send one with every request. */
export async function ignoreBody(_request: FastifyRequest, payload: FastifyRequest['raw']): Promise<void> {
  payload.resume();
}
