// Parses the bodies of REST requests.
import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../../foundation/problem/problem.ts';

/** Replaces Fastify's parser, which rejects names such as `__proto__`: here they are data. */
export async function parseJsonBody({ headers }: FastifyRequest, bytes: Buffer): Promise<unknown> {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity')
    throw new Problem(415, 'Content-Encoding is not supported here. Send the body uncompressed.');
  if (bytes.length === 0) return undefined;
  try {
    // Invalid UTF-8 would be stored as something other than what was sent.
    if (isUtf8(bytes)) return parseJson(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof Problem) throw error;
  }
  throw new Problem(400, 'The body is not valid UTF-8 JSON.', { code: 'invalid_json' });
}

function parseJson(json: string): unknown {
  // A reviver takes more time and stack, and is not needed for numbers of up to 15 digits.
  return /\d{16}/.test(json) ? parseWithSource(json, rejectLostDigits) : JSON.parse(json);
}

/** TypeScript does not yet declare the `source` that a reviver gets. */
const parseWithSource = JSON.parse as (
  json: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

/** Ids of other systems often exceed 2^53. Rounded, they would be the ids of something else. */
function rejectLostDigits(key: string, value: unknown, { source = '' }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || !/^-?\d+$/.test(source)) return value;
  if (!Number.isFinite(value) || BigInt(value) === BigInt(source)) return value;
  throw new Problem(422, `${key}: ${source} has more digits than a JSON number can represent. Send it as a string.`, {
    code: 'invalid_field',
    param: key,
  });
}

/** Some clients send a body with every request. */
export async function ignoreBody(): Promise<void> {}
