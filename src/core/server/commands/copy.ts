import { canonicalUrl } from '../../foundation/database/copy/canonical-url.ts';
import { type CopyResult, copyDatabase } from '../../foundation/database/copy/copy-database.ts';
import { CopyError } from '../../foundation/database/copy/copy-error.ts';
import type { Difference } from '../../foundation/database/copy/verify.ts';
import { isPostgresUrl, sqlitePath } from '../../foundation/database/open/open.ts';
import { type Arguments, type Command, CommandError, UsageError } from '../command/command.ts';
import { formatCount, ProgressBar } from '../command/progress-bar.ts';
import { withoutPassword } from '../config/config.ts';

const WEBSITES_SHOWN_MAX = 5;

export const copyCommand: Command = {
  name: 'copy',
  options: {
    from: { type: 'string', value: 'URL', help: 'source database: sqlite:FILE or postgres://…' },
    to: { type: 'string', value: 'URL', help: 'target database: an empty one, or one from an interrupted copy' },
  },
  summary: 'Copies a whole database to another one, such as SQLite to PostgreSQL, and verifies the copy.',
  details:
    'The source is only read. Rows written to it after the copy has started are not copied: stop "funnel serve" first.\n' +
    'To resume an interrupted copy, run the same command again with the source unchanged. Until the copy is verified, a\n' +
    'service on the target reports on /readyz that it is not ready.',
  async run(args, context) {
    const [from, to] = [databaseUrlFrom(args, 'from'), databaseUrlFrom(args, 'to')];
    if (canonicalUrl(from) === canonicalUrl(to)) throw new UsageError('--from and --to are the same database');
    const copying = new ProgressBar('rows');
    let comparing: ProgressBar | undefined;
    const result = await copyDatabase(
      { from, to, now: context.clock() },
      {
        resumed: () => context.log('Resuming the interrupted copy.'),
        copied: (rows, rowsTotal) => copying.update({ share: share(rows, rowsTotal), done: rows }),
        verified: (rows, rowsTotal) => {
          comparing ??= new ProgressBar('rows compared');
          comparing.update({ share: share(rows, rowsTotal), done: rows });
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
    const missing = describeMissing(result);
    if (missing !== undefined) context.log(missing);
    if (!result.verified) throw new CommandError(explainDifferences(result.differences));
  },
};

function databaseUrlFrom(args: Arguments, name: string): string {
  const url = args.string(name);
  if (url === undefined) throw new UsageError(`--${name} is required`);
  try {
    if (!isPostgresUrl(url)) sqlitePath(url);
    return url;
  } catch {
    throw new UsageError(`--${name} must be sqlite:FILE or postgres://…, not "${withoutPassword(url)}"`);
  }
}

function share(rows: number, rowsTotal: number): number {
  return rowsTotal > 0 ? Math.min(1, rows / rowsTotal) : 1;
}

/** Whoever copies a database that is served has to know that the service went on writing to it. */
export function describeMissing({
  source,
  source_read_at: readAt,
  changed_since: changed,
}: Pick<CopyResult, 'source' | 'source_read_at' | 'changed_since'>): string | undefined {
  if (changed.length === 0) return undefined;
  return [
    `Warning: ${source} was written to after ${readAt}, in ${changed.join(', ')}.`,
    'These later rows are missing in the copy. If a service is to go on with it, stop "funnel serve" first, and copy again into an',
    'empty database.',
  ].join('\n');
}

function describe(result: CopyResult): string {
  const { source, target, tables, sketches, copied_rows: copiedRows, verified, source_read_at: readAt } = result;
  const filled = tables.filter(({ rows }) => rows > 0);
  const width = Math.max(...filled.map(({ table }) => table.length));
  const lines = filled.map(({ table, rows }) => `  ${table.padEnd(width)}  ${formatCount(rows).padStart(14)}`);
  const head = `Copied ${formatCount(copiedRows)} rows from ${source}, as it was at ${readAt}, to ${target}. Rows in the source:`;
  if (!verified) return [head, ...lines].join('\n');
  const equal = `Verified: source and target are equal (${tables.length} tables, sketches of ${sketches.length} websites).`;
  return [head, ...lines, equal].join('\n');
}

function explainDifferences(differences: readonly Difference[]): string {
  return [
    'The copy differs from its source:',
    ...differences.map(describeDifference),
    'The source has changed since the copy was started, or another process has written to the target. Stop',
    '"funnel serve" on both, empty the target (create a new database, or delete its file) and copy again.',
  ].join('\n');
}

function describeDifference({ table, source_rows, target_rows, website_ids: ids }: Difference): string {
  const counts = `rows: ${formatCount(source_rows)} in the source, ${formatCount(target_rows)} in the target`;
  const more = ids.length > WEBSITES_SHOWN_MAX ? ` and ${ids.length - WEBSITES_SHOWN_MAX} more` : '';
  const websites = ids.length > 0 ? `; websites: ${ids.slice(0, WEBSITES_SHOWN_MAX).join(', ')}${more}` : '';
  return `  ${table}: ${counts}${source_rows === target_rows ? ', but their contents differ' : ''}${websites}`;
}
