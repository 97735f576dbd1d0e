// Whether the service can read and write its database. The answer comes within a second, whatever the database does.
// Why: docs/decisions/operation.md, "`/readyz` promises that the service can read and write".
import type { FastifyBaseLogger } from 'fastify';
import { isCopyUnfinished } from '../../../foundation/database/copy/progress.ts';
import { type Database, DatabaseUnavailableError, type ShardCounts } from '../../../foundation/database/database.ts';
import { migrationsToServe } from '../../../foundation/database/schema/migrations.ts';
import { SchemaError } from '../../../foundation/database/schema-error.ts';
import { isDiskFull, isLocked, tryWrite } from '../../../foundation/database/try-write.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { SingleFlight } from '../../api/single-flight.ts';

/** Leaves some time for the answer itself. */
const LOOK_MS_MAX = 750;

const NOT_WRITABLE = 'The database can be read, but it does not store anything right now.';

interface Readiness {
  readonly status: 'ready';
  /** Only a cluster has shards. */
  readonly shards?: ShardCounts;
}

/** The function that it returns throws a problem of status 503 if the service is not ready. */
export function readinessLook(
  database: Database,
  log: Pick<FastifyBaseLogger, 'error'>,
  lookMsMax = LOOK_MS_MAX,
): () => Promise<Readiness> {
  // A database that does not answer is not asked again until it does: each statement would keep a connection.
  const reads = new SingleFlight<Readiness>();
  const writes = new SingleFlight<void>();
  /** What the last write that has ended found. One that still waits for others says nothing. */
  let writeError: unknown;
  const noteWrite = async () => {
    writeError = await tryWrite(database).then(
      () => undefined,
      // Reports go on, and writes work again by themselves.
      (error: unknown) => (isDiskFull(error) || isLocked(error) ? undefined : error),
    );
  };
  const look = async (late: Promise<undefined>) => {
    const written = writes.run('', noteWrite);
    const ready = await Promise.race([reads.run('', () => readReadiness(database)), late]);
    if (!ready) throw new DatabaseUnavailableError(new Error(`the database did not answer within ${lookMsMax} ms`));
    await Promise.race([written, late]);
    if (writeError !== undefined) throw new DatabaseUnavailableError(writeError, NOT_WRITABLE);
    return ready;
  };
  return async () => {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), lookMsMax);
    try {
      return await look(late.promise);
    } catch (error) {
      if (error instanceof Problem) throw error;
      log.error({ err: error }, 'not ready');
      throw new DatabaseUnavailableError(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function readReadiness(database: Database): Promise<Readiness> {
  const schemaDetail = await schemaError(database);
  if (schemaDetail !== undefined) throw new Problem(503, schemaDetail, { code: 'schema_not_current' });
  if (await isCopyUnfinished(database)) {
    const detail = 'A copy into this database is unfinished. Run the same "funnel copy" command again.';
    throw new Problem(503, detail, { code: 'copy_unfinished' });
  }
  // Most websites can be served without a worker of the cluster, so the service stays ready.
  const shards = await database.shards();
  return { status: 'ready', ...(shards && { shards }) };
}

/** The schema may also be newer than this version of the program. */
async function schemaError(database: Database): Promise<string | undefined> {
  try {
    const pending = await migrationsToServe(database);
    if (pending.length === 0) return undefined;
    return `The database schema is not up to date: run "funnel migrate" (${pending.join(', ')}).`;
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
}
