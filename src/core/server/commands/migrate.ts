import { explainedError, openDatabase } from '../../foundation/database/open/open.ts';
import { type Migrated, migrate } from '../../foundation/database/schema/migrations.ts';
import type { Command } from '../command/command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Migrates the database to the current schema. Safe to run at any time, on several machines at once.',
  async run(_args, { config, clock, print }) {
    const database = await openDatabase(config.databaseUrl, { statementMsMax: 0 });
    try {
      const migrated = await migrate(database, clock());
      print({ ...migrated }, () => describeMigrated(migrated));
    } catch (error) {
      throw explainedError(error, config.databaseUrl);
    } finally {
      await database.close();
    }
  },
};

export function describeMigrated({ applied, placed }: Migrated): string {
  const lines = [
    ...(applied.length > 0 ? ['Applied:', ...applied.map((name) => `  ${name}`)] : []),
    ...(placed.length > 0
      ? ['Moved to their places on the cluster, with their rows:', ...placed.map((table) => `  ${table}`)]
      : []),
  ];
  return lines.length > 0 ? lines.join('\n') : 'The schema is up to date.';
}
