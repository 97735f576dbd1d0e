// JSON with ids that may have more digits than a number can hold: those become strings, so that two orders never get one id.
import { isUtf8 } from 'node:buffer';
import { Problem } from '../problem.ts';
import { checkStructure } from './check-structure.ts';

/** Throws a problem of status 400, also where it is nested so deep that nobody could write it out again. */
export function parseExactJson(bytes: Uint8Array): unknown {
  checkStructure(bytes, { isArray: true, eventsMax: Number.POSITIVE_INFINITY });
  try {
    if (isUtf8(bytes)) return parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    // As if it were not UTF-8.
  }
  throw new Problem(400, 'The body is not valid UTF-8 JSON.', { code: 'invalid_json' });
}

function parse(json: string): unknown {
  // A reviver takes several times as long, and is not needed for numbers of up to 15 digits.
  return /\d{16}/.test(json) ? parseWithSource(json, exactInteger) : JSON.parse(json);
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
