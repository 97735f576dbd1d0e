// What an error of the database comes from.

interface Cause {
  readonly code?: string;
  readonly message: string;
}

/** The driver's own error: ours wrap it, and Node reports one error per address that it has tried. */
export function rootCause(error: unknown): Cause {
  if (error instanceof AggregateError && error.errors.length > 0) return rootCause(error.errors[0]);
  if (error instanceof Error && error.cause instanceof Error) return rootCause(error.cause);
  return error instanceof Error ? error : { message: String(error) };
}
