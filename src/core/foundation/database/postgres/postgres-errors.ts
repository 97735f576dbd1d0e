// Tells PostgreSQL errors that say the database is unavailable from errors in the statement or its data.
import pg from 'pg';
import { DatabaseUnavailableError, LockTimeoutError } from '../database.ts';
import { withoutRowValues } from './without-row-values.ts';

/**
 * SQLSTATE classes: connection exception, insufficient resources, operator intervention, system error. Single codes:
 * read-only server (a replica after a failover), idle transaction timeout, serialization failure, deadlock.
 */
const UNAVAILABLE_SQLSTATES = /^(08|53|57|58)|^(25006|25P03|40001|40P01)$/;
const LOCK_NOT_AVAILABLE = '55P03';

/** The error to throw in place of a driver error. */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return new LockTimeoutError(error);
  return isUnavailable(error) ? new DatabaseUnavailableError(error) : withoutRowValues(error);
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_SQLSTATES.test(error.code ?? '');
  // The driver throws plain errors when a connection breaks or times out.
  return error instanceof Error && !(error instanceof RangeError || error instanceof TypeError);
}
