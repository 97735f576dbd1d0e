// Opens the database for a command and closes it afterwards. An SQLite database is migrated to the current schema first.
import type { Database } from '../database/database.ts';
import { migrate, pendingMigrations } from '../database/migrations.ts';
import { openDatabase } from '../database/open.ts';
import { type CommandContext, CommandError } from './command.ts';

export async function withDatabase<T>(context: CommandContext, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(context.config.databaseUrl, { statementMsMax: 0 });
  try {
    if (database.engine === 'sqlite') await migrate(database, context.clock());
    else if ((await pendingMigrations(database)).length > 0) {
      throw new CommandError('The database schema is not up to date. Run: funnel migrate');
    }
    return await work(database);
  } finally {
    await database.close();
  }
}
