// Says why a SQLite database cannot be opened, and what to do about it, in words for operators.
import { dirname } from 'node:path';
import { rootCause } from '../root-cause.ts';

const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;
/** Extended codes have the primary one in their low byte. */
const PRIMARY_CODE = 0xff;

/** undefined: an error that says nothing about the file. */
export function explainSqliteError(error: unknown, path: string): string | undefined {
  const { code, errcode = 0, message } = rootCause(error) as NodeJS.ErrnoException & { readonly errcode?: number };
  const folder = dirname(path);
  switch (errcode & PRIMARY_CODE) {
    case SQLITE_NOTADB:
      return `${path} is not a SQLite database: check the path in DATABASE_URL`;
    case SQLITE_READONLY:
      return notWritable(path);
    case SQLITE_IOERR:
      return (
        `${path} cannot be written (${message}): the disk has failed, or its file system has become read-only; ` +
        'the log of the kernel says why (dmesg)'
      );
    case SQLITE_FULL:
      return `the disk of ${path} is full: free some space`;
    case SQLITE_CANTOPEN:
      return `${path} cannot be opened: check that it is a file, and that this user may read and write it and ${folder}`;
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return notWritable(folder);
  if (code === 'ENOTDIR' || code === 'EEXIST' || code === 'ENOENT')
    return `the folder ${folder} does not exist and cannot be created (${message}): check the path in DATABASE_URL`;
  return undefined;
}

export function notWritable(path: string): string {
  return (
    `${path} is not writable for this user: run the service as its owner, or change the owner with chown; ` +
    'if its file system is read-only, mount it for writing again'
  );
}

/** The bytes of the file are not those of a database. */
export function isDamage({ errcode = 0 }: Error & { readonly errcode?: number }): boolean {
  const code = errcode & PRIMARY_CODE;
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}
