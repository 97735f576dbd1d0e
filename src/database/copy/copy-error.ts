// The copy can't be made or is not good; the message says why, and what to do.
export class CopyError extends Error {}

/** The innermost one: what lies around it speaks to people who can't do anything about it. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
  if (cause) return reasonOf(cause);
  // Some drivers say nothing but a code, such as ECONNREFUSED.
  return message || code || String(error);
}
