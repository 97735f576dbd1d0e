// Which errors of PostgreSQL say nothing about what was asked for, only that it can't be had right now.
import pg from 'pg';
import { DatabaseUnavailableError } from './database.ts';
import { withoutRowValues } from './without-row-values.ts';

/**
 * Classes of SQLSTATE: connections, resources, the operator, the system. And single ones: a server that only reads (a
 * replica that was failed over to), a lock that could not be had, a transaction that was given up for another one.
 */
const UNAVAILABLE = /^(08|53|57|58)|^(25006|25P03|55P03|40001|40P01)$/;

/** What to throw in place of an error of the driver. */
export function asDatabaseError(error: unknown): unknown {
  return isUnavailable(error) ? new DatabaseUnavailableError(error) : withoutRowValues(error);
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE.test(error.code ?? '');
  // The driver itself throws plain errors where a connection breaks, or nobody answers in time.
  return error instanceof Error && !(error instanceof RangeError || error instanceof TypeError);
}
