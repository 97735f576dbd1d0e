import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isPostgresUrl, sqlitePath } from '../../../foundation/database/open/open.ts';
import { noteBackup } from '../../../foundation/database/sqlite/last-backup.ts';
import { eraseVisitorSalts } from '../../../intake/collector/visitor-salts.ts';
import { eraseTouchesOf } from '../../../intake/orders/touch-runs.ts';
import { type Command, CommandError } from '../../command/command.ts';
import { formatCount } from '../../command/progress-bar.ts';
import { writeChecksum } from './backup-file.ts';
import { copySqliteFile } from './sqlite-copy.ts';

export const backupCommand: Command = {
  name: 'backup',
  positionals: ['FILE'],
  summary: 'Writes a consistent backup of an SQLite database. Works while the service is running.',
  details:
    'FILE must not exist yet. It is created once the backup is complete and has passed an integrity check, and has a checksum\n' +
    'that "funnel restore" verifies. A backup that fails or is interrupted leaves no file behind. ' +
    'For PostgreSQL use its own tools, such as pg_dump. "funnel restore"\n' +
    'restores both.',
  async run(args, { config, clock, print, log }) {
    if (isPostgresUrl(config.databaseUrl))
      throw new CommandError('This command backs up SQLite only. For PostgreSQL use pg_dump.');
    const path = sqlitePath(config.databaseUrl);
    if (!existsSync(path)) throw new CommandError(`There is no database at ${path}.`);
    const target = args.positional('FILE');
    const startedAt = clock();
    const pages = await copySqliteFile(path, target, { finish: leaveOutVisitors, seal: writeChecksum });
    // The backup is complete, and worth keeping, even if nobody learns its time.
    await noteBackup(path, startedAt).catch((error: Error) =>
      log(`Warning: the time of this backup could not be written beside the database: ${error.message}`),
    );
    print({ file: target, pages }, () => `Wrote ${target} (${formatCount(pages)} pages).`);
  },
};

/** Salts are deleted after 48 hours, and touches after the window of the website; a backup would keep them. */
async function leaveOutVisitors(path: string): Promise<void> {
  const connection = new DatabaseSync(path);
  eraseVisitorSalts(connection);
  eraseTouchesOf(connection);
  connection.close();
}
