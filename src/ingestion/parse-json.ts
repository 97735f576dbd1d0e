// Parses small bodies in the thread that answers requests, so their structure is bounded before they are parsed.
import { isUtf8 } from 'node:buffer';
import { Problem } from '../problem.ts';
import { checkStructure } from './check-structure.ts';

/** Parsing takes time by values more than by bytes. */
export const VALUES_MAX = 50_000;

/** Throws a problem of status 400 or 413. */
export function parseJson(bytes: Uint8Array): unknown {
  return parse(bytes, JSON.parse);
}

/**
 * Integers that a number can't hold become strings, so that two orders never get one id. That takes several times as long, so
 * it is only for senders who are known.
 */
export function parseExactJson(bytes: Uint8Array): unknown {
  return parse(bytes, (json) => parseWithSource(json, exactInteger));
}

function parse(bytes: Uint8Array, parseText: (json: string) => unknown): unknown {
  checkStructure(bytes, { isArray: true, eventsMax: Number.POSITIVE_INFINITY, valuesMax: VALUES_MAX });
  try {
    if (isUtf8(bytes)) {
      return parseText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
    }
  } catch {
    // As if it were not UTF-8.
  }
  throw new Problem(400, 'The body is not valid UTF-8 JSON.', { code: 'invalid_json' });
}

/** TypeScript does not yet declare the `source` that a reviver gets. */
const parseWithSource = JSON.parse as (
  json: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

function exactInteger(_key: string, value: unknown, { source = '' }: { readonly source?: string }): unknown {
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(source);
  return isRounded ? source : value;
}
