// What can be wrong with the path of a SQLite database, found without opening anything.
import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { notWritable } from '../../../foundation/database/sqlite/explain-sqlite-error.ts';
import { isOpenToOthers, openToOthersAdvice } from '../../../foundation/database/sqlite/sqlite-files.ts';
import { nearestName } from '../../../foundation/text/nearest-name.ts';
import { formatCount } from '../../command/progress-bar.ts';
import { type Check, warning } from '../../extension/check.ts';

const MIB = 1024 * 1024;
const DATABASE_NAME = /\.(db|sqlite3?)$/;

/** Says what is wrong if the file does not exist yet. */
export function missingFileCheck(url: string, path: string): Check {
  const existing = nearestFolder(path);
  if (!statSync(existing).isDirectory()) return failed(`${existing} is not a folder: check the path in DATABASE_URL`);
  if (!isWritable(existing)) {
    const missing = existing === dirname(resolve(path)) ? '' : `the folder ${dirname(path)} does not exist, and `;
    return failed(`${path} cannot be created: ${missing}${notWritable(existing)}`);
  }
  const similar = similarTo(path, existing);
  if (similar !== undefined) {
    return warning(
      'database',
      `${path} does not exist and would be created empty, but there is ${similar}: check the path in DATABASE_URL`,
    );
  }
  if (/^sqlite:\/\/[^/]/.test(url)) {
    return warning(
      'database',
      `there is no file at ${resolve(path)}: after sqlite:// a path is absolute. For a file in the current folder write ` +
        `sqlite:${url.slice('sqlite://'.length)}`,
    );
  }
  return { name: 'database', ok: true, detail: 'no file yet; "funnel serve" or "funnel migrate" creates it' };
}

function failed(detail: string): Check {
  return { name: 'database', ok: false, detail };
}

/** The innermost folder on the way to the file that exists. */
function nearestFolder(path: string): string {
  let folder = dirname(resolve(path));
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

/** What was probably meant: another database in the same folder, or the same file in a folder of a similar name. */
function similarTo(path: string, existing: string): string | undefined {
  const [missing, ...inner] = relative(existing, path).split(sep);
  const entries = readdirSync(existing, { withFileTypes: true });
  const isFile = inner.length === 0;
  const names = entries
    .filter((entry) => (isFile ? entry.isFile() && DATABASE_NAME.test(entry.name) : entry.isDirectory()))
    .map(({ name }) => name);
  const nearest = nearestName(missing!, names) ?? (isFile ? names[0] : undefined);
  const similar = nearest && join(existing, nearest, ...inner);
  return similar && existsSync(similar) ? similar : undefined;
}

/** Says what is wrong with a file that exists. undefined: it can be opened. */
export function unusableFileCheck(path: string): Check | undefined {
  if (statSync(path).isDirectory()) {
    return failed(`${path} is a folder: DATABASE_URL must name a file, such as sqlite:${join(path, 'funnel.db')}`);
  }
  // SQLite would open such a file for reading only, and fail at the first write.
  const readOnly = [path, dirname(resolve(path))].find((place) => !isWritable(place));
  return readOnly === undefined ? undefined : failed(notWritable(readOnly));
}

/** The file may not exist yet. */
export function diskCheck(path: string): Check {
  const { bavail, bsize } = statfsSync(nearestFolder(path));
  return spaceCheck(bavail * bsize, statSync(path, { throwIfNoEntry: false })?.size ?? 0);
}

/** Less than that is as good as full: the log of SQLite alone may take so much. */
const FREE_BYTES_MIN = 64 * MIB;

export function spaceCheck(freeBytes: number, databaseBytes: number): Check {
  const detail = `${formatCount(freeBytes / MIB)} MiB free`;
  if (freeBytes < FREE_BYTES_MIN) {
    const advice = 'free some space, or move the database to a larger disk; until then events may be refused with 503';
    return { name: 'disk', ok: false, detail: `${detail}, the disk is full: ${advice}` };
  }
  if (freeBytes >= databaseBytes + FREE_BYTES_MIN) return { name: 'disk', ok: true, detail };
  return warning(
    'disk',
    `${detail}, less than the ${formatCount(databaseBytes / MIB)} MiB of the database: there is no room for a backup beside it`,
  );
}

export function fileAccessCheck(path: string): Check {
  const ok = !isOpenToOthers(path);
  return { name: 'file access', ok, detail: ok ? 'not open to other users' : openToOthersAdvice(path) };
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
