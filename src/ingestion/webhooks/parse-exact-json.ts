// JSON with ids that may have more digits than a number can hold: those become strings, so that two orders never get one id.
import { isUtf8 } from 'node:buffer';
import { Problem } from '../../problem.ts';

export function parseExactJson(bytes: Uint8Array): unknown {
  try {
    if (isUtf8(bytes)) return parseWithSource(Buffer.from(bytes).toString('utf8'), exactInteger);
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
