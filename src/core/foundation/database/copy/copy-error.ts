// The copy failed or differs from its source; the message says why and what to do.
export class CopyError extends Error {}

/** The message of the innermost cause: the outer errors are worded for callers of the API. */
export function rootMessage(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
  if (cause) return rootMessage(cause);
  // Some driver errors have only a code, such as ECONNREFUSED.
  return message || code || String(error);
}
