import { migrate } from '../database/migrations.ts';
import { explainedError, openDatabase } from '../database/open.ts';
import type { Command } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Migrates the database to the current schema. Safe to run at any time, on several machines at once.',
  async run(_args, { config, clock, print }) {
    const database = await openDatabase(config.databaseUrl, { statementMsMax: 0 });
    try {
      const applied = await migrate(database, clock());
      print({ applied }, () =>
        applied.length === 0 ? 'The schema is up to date.' : `Applied:\n  ${applied.join('\n  ')}`,
      );
    } catch (error) {
      throw explainedError(error, config.databaseUrl);
    } finally {
      await database.close();
    }
  },
};
