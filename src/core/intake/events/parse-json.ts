// Parses bodies that are one JSON value. The number of values is limited first, because parsing time depends on it more than on bytes. The
// main thread parses only small bodies, of senders whose key is in the body. All others are parsed in the ingestion thread.
import { isUtf8 } from 'node:buffer';
import { Problem } from '../../foundation/problem/problem.ts';
import { checkStructure } from './check-structure.ts';

export const VALUES_MAX = 50_000;

/** Throws a problem of status 400 or 413. */
export function parseJson(bytes: Uint8Array): unknown {
  return parse(bytes, JSON.parse);
}

/** Integers that a number can't hold become strings, so that two orders never get the same id. */
export function parseExactJson(bytes: Uint8Array): unknown {
  return parse(bytes, (json) => JSON.parse(LONG_INTEGER.test(json) ? withQuotedIntegers(json) : json));
}

/** The least integer that a number can't hold has 16 digits. */
const LONG_INTEGER = /\d{16}/;
/**
 * Matches a string or a number. Strings are matched so that their digits are left alone. A string that does not end is matched, too:
 * otherwise each of its escaped quotes would be tried as the start of another string, and everything after it would be read each time.
 */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Puts long integers in quotes. A reviver would be called for every value, which takes several times as long. */
function withQuotedIntegers(json: string): string {
  return json.replace(STRING_OR_NUMBER, (token) => (isRoundedInteger(token) ? `"${token}"` : token));
}

function isRoundedInteger(token: string): boolean {
  return token.length >= 16 && /^\d+$/.test(token) && !Number.isSafeInteger(Number(token));
}

function parse(bytes: Uint8Array, parseText: (json: string) => unknown): unknown {
  checkStructure(bytes, { valuesMax: VALUES_MAX });
  try {
    if (isUtf8(bytes)) {
      return parseText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
    }
  } catch {
    // Invalid JSON gets the same error as invalid UTF-8.
  }
  throw new Problem(400, 'The body is not valid UTF-8 JSON.', { code: 'invalid_json' });
}
