// Opens the database for a command and closes it afterwards. An SQLite database is migrated to the current schema first.
import type { Database } from '../../../foundation/database/database.ts';
import { explainedError, openDatabase } from '../../../foundation/database/open/open.ts';
import { migrate, migrationsToServe } from '../../../foundation/database/schema/migrations.ts';
import { type CommandContext, CommandError } from './command.ts';

export async function withDatabase<T>(context: CommandContext, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(context.config.databaseUrl, { statementMsMax: 0 });
  try {
    if (database.engine === 'sqlite') await migrate(database, context.clock());
    else await requireCurrentSchema(database, context);
    return await work(database);
  } finally {
    await database.close();
  }
}

async function requireCurrentSchema(database: Database, { config }: CommandContext): Promise<void> {
  const pending = await migrationsToServe(database).catch((error: unknown) => {
    throw explainedError(error, config.databaseUrl);
  });
  if (pending.length > 0) throw new CommandError('The database schema is not up to date. Run: funnel migrate');
}
