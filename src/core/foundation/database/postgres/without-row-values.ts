// Removes row values from PostgreSQL errors: they are personal data, and errors end up in logs.
import pg from 'pg';

const FIELDS_WITH_VALUES = ['detail', 'hint', 'where', 'internalQuery'] as const;

/** Changes and returns the same error. It still names the constraint and the table. */
export function withoutRowValues(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  for (const field of FIELDS_WITH_VALUES) delete error[field];
  // Only data exceptions (class 22) quote values in their message; others quote names of tables and constraints.
  if (error.code?.startsWith('22')) {
    const quoted = error.message;
    error.message = quoted.replace(/".*"/s, '"…"');
    if (error.stack !== undefined) error.stack = error.stack.replace(quoted, () => error.message);
  }
  return error;
}
