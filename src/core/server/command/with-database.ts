// Opens the database for a command and closes it afterwards. An SQLite database is migrated to the current schema first.
import { type Database, DatabaseUnavailableError } from '../../foundation/database/database.ts';
import { explainedError, openDatabase } from '../../foundation/database/open/open.ts';
import { rootCause } from '../../foundation/database/root-cause.ts';
import { migrate, migrationsToServe } from '../../foundation/database/schema/migrations.ts';
import { type CommandContext, CommandError } from './command.ts';

export async function withDatabase<T>(context: CommandContext, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(context.config.databaseUrl, { statementMsMax: 0 });
  try {
    if (database.engine === 'sqlite') await migrate(database, context.clock());
    else await requireCurrentSchema(database, context);
    return await work(database);
  } catch (error) {
    throw error instanceof DatabaseUnavailableError ? withCause(error) : error;
  } finally {
    await database.close();
  }
}

/** Whoever runs a command may know what callers of the service are not told, such as the worker of a cluster that does not answer. */
export function withCause(error: DatabaseUnavailableError): CommandError {
  return new CommandError(`${error.message} The reason: ${rootCause(error).message}`, { cause: error });
}

async function requireCurrentSchema(database: Database, { config }: CommandContext): Promise<void> {
  const pending = await migrationsToServe(database).catch((error: unknown) => {
    throw explainedError(error, config.databaseUrl);
  });
  if (pending.length > 0) throw new CommandError('The database schema is not up to date. Run: funnel migrate');
}
