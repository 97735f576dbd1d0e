import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { isPostgresUrl, sqlitePath } from '../database/open.ts';
import { type Command, CommandError } from './command.ts';
import { formatCount, ProgressBar } from './progress-bar.ts';

const PAGES_PER_STEP = 1_000;

export const backupCommand: Command = {
  name: 'backup',
  positionals: ['FILE'],
  summary: 'Writes a consistent copy of an SQLite database, also while it is being served.',
  details: 'FILE must not exist yet. For PostgreSQL use its own tools, such as pg_dump.',
  async run(args, { config, print }) {
    const target = args.positional('FILE');
    if (isPostgresUrl(config.databaseUrl)) throw new CommandError('This is for SQLite. For PostgreSQL use pg_dump.');
    const path = sqlitePath(config.databaseUrl);
    if (!existsSync(path)) throw new CommandError(`There is no database at ${path}.`);
    if (existsSync(target)) throw new CommandError(`${target} exists already; a backup never overwrites.`);
    const pages = await copyDatabase(path, target);
    print({ file: target, pages }, () => `Wrote ${target} (${formatCount(pages)} pages).`);
  },
};

async function copyDatabase(path: string, target: string): Promise<number> {
  const bar = new ProgressBar('pages');
  const source = new DatabaseSync(path, { readOnly: true, timeout: 30_000 });
  // Under another name until it is whole, so that a half-written file is never taken for a backup.
  const unfinished = `${target}.part`;
  // It holds people's addresses and keys, which are nobody else's business.
  writeFileSync(unfinished, '', { mode: 0o600 });
  try {
    const pages = await backup(source, unfinished, {
      rate: PAGES_PER_STEP,
      progress: ({ totalPages, remainingPages }) =>
        bar.update({ share: 1 - remainingPages / totalPages, done: totalPages - remainingPages }),
    });
    renameSync(unfinished, target);
    return pages;
  } finally {
    bar.finish();
    source.close();
  }
}
