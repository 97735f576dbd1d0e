import { withoutPassword } from '../config.ts';
import { databaseAddress } from '../database/copy/address.ts';
import { type CopyResult, copyDatabase } from '../database/copy/copy-database.ts';
import { CopyError } from '../database/copy/copy-error.ts';
import type { Difference } from '../database/copy/verify.ts';
import { isPostgresUrl, sqlitePath } from '../database/open.ts';
import { type Arguments, type Command, CommandError, UsageError } from './command.ts';
import { formatCount, ProgressBar } from './progress-bar.ts';

const WEBSITES_SHOWN_MAX = 5;

export const copyCommand: Command = {
  name: 'copy',
  options: {
    from: { type: 'string', value: 'URL', help: 'the database to read: sqlite:FILE or postgres://…' },
    to: { type: 'string', value: 'URL', help: 'the database to fill: a new one, or one that this copy has begun' },
  },
  summary: 'Copies a whole database into another one, from SQLite to PostgreSQL or back, and compares the two.',
  details:
    'The source is read as it is at the start, and never written to. What is written to it later is not in the copy:\n' +
    'stop "funnel serve" first. A copy that was interrupted is simply run again, with the source unchanged. Until both\n' +
    'are found to be equal, a service on the target says on /readyz that it is not ready.',
  async run(args, context) {
    const [from, to] = [databaseUrlFrom(args, 'from'), databaseUrlFrom(args, 'to')];
    if (databaseAddress(from) === databaseAddress(to)) throw new UsageError('--from and --to are the same database');
    const copying = new ProgressBar('rows');
    let comparing: ProgressBar | undefined;
    const result = await copyDatabase(
      { from, to, now: context.clock() },
      {
        resumed: () => context.say('Going on with the copy that was begun before.'),
        copied: (rows, rowsAll) => copying.update({ share: share(rows, rowsAll), done: rows }),
        verified: (rows, rowsAll) => {
          comparing ??= new ProgressBar('rows compared');
          comparing.update({ share: share(rows, rowsAll), done: rows });
        },
      },
    )
      .catch((error: unknown) => {
        throw error instanceof CopyError ? new CommandError(error.message) : error;
      })
      .finally(() => {
        copying.finish();
        comparing?.finish();
      });
    context.print(result, () => describe(result));
    if (!result.verified) throw new CommandError(explainDifferences(result.differences));
  },
};

function databaseUrlFrom(args: Arguments, name: string): string {
  const url = args.text(name);
  if (url === undefined) throw new UsageError(`--${name} is required`);
  try {
    if (!isPostgresUrl(url)) sqlitePath(url);
    return url;
  } catch {
    throw new UsageError(`--${name} must be sqlite:FILE or postgres://…, not "${withoutPassword(url)}"`);
  }
}

function share(rows: number, rowsAll: number): number {
  return rowsAll > 0 ? Math.min(1, rows / rowsAll) : 1;
}

function describe({ source, target, tables, sketches, copied_rows: copiedRows, verified }: CopyResult): string {
  const filled = tables.filter(({ rows }) => rows > 0);
  const width = Math.max(...filled.map(({ table }) => table.length));
  const lines = filled.map(({ table, rows }) => `  ${table.padEnd(width)}  ${formatCount(rows).padStart(14)}`);
  const head = `Copied ${formatCount(copiedRows)} rows from ${source} to ${target}. All that the source holds:`;
  if (!verified) return [head, ...lines].join('\n');
  const equal = `Source and target are equal: ${tables.length} tables, and the sketches of ${sketches.length} websites.`;
  return [head, ...lines, equal].join('\n');
}

function explainDifferences(differences: readonly Difference[]): string {
  return [
    'The copy is not equal to its source:',
    ...differences.map(describeDifference),
    'The source has changed since the copy was begun, or something else has written to the target. Stop "funnel serve"',
    'on both, empty the target (a new database, or remove its file) and copy again.',
  ].join('\n');
}

function describeDifference({ table, source_rows, target_rows, website_ids: ids }: Difference): string {
  const counts = `rows: ${formatCount(source_rows)} in the source, ${formatCount(target_rows)} in the target`;
  const more = ids.length > WEBSITES_SHOWN_MAX ? ` and ${ids.length - WEBSITES_SHOWN_MAX} more` : '';
  const websites = ids.length > 0 ? `; websites: ${ids.slice(0, WEBSITES_SHOWN_MAX).join(', ')}${more}` : '';
  return `  ${table}: ${counts}${source_rows === target_rows ? ', but not the same' : ''}${websites}`;
}
