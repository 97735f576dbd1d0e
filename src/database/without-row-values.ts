// PostgreSQL explains an error by the row that caused it. That is somebody's data, and errors end up in logs.
import pg from 'pg';

const FIELDS_WITH_VALUES = ['detail', 'hint', 'where', 'internalQuery'] as const;

/** The same error; what it still tells is which rule was broken, and where. */
export function withoutRowValues(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  for (const field of FIELDS_WITH_VALUES) delete error[field];
  // Only data exceptions quote a value in their message; others quote the names of tables and constraints.
  if (error.code?.startsWith('22')) {
    const quoted = error.message;
    error.message = quoted.replace(/".*"/s, '"…"');
    if (error.stack !== undefined) error.stack = error.stack.replace(quoted, () => error.message);
  }
  return error;
}
