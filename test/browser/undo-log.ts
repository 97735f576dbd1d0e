// Undoes what a test has changed in the SQLite file of the demo, while the service runs on it. The file is too large to write it again
// before each test (`test/support/restore.ts`): triggers note how to take back each change.
import { DatabaseSync } from 'node:sqlite';
import { TABLES } from '../../src/core/foundation/database/citus/citus.ts';
import { registerHllFunctions } from '../../src/core/foundation/database/sqlite/sqlite-hll-functions.ts';

/** The version of the catalog must never go back, and ids are not given twice: the service remembers some of them. */
const LEFT_ALONE: readonly string[] = ['catalog_state', 'id_sequences'];
/** What they hold is not part of any result that the service keeps. Every page that is loaded changes them. */
const LOGIN_TABLES: readonly string[] = ['authorization_records', 'grant_websites', 'issued_tokens', 'access_tokens'];
/** The service may write at the same time. */
const LOCK_MS_MAX = 30_000;

type Column = { readonly name: string; readonly pk: number };

export class UndoLog {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    // Changes are taken back in the opposite order, but rows that were deleted with their parents may come before these.
    this.#database = new DatabaseSync(path, { timeout: LOCK_MS_MAX, enableForeignKeyConstraints: false });
    registerHllFunctions(this.#database);
    this.#database.exec(
      'CREATE TABLE undo_log (id INTEGER PRIMARY KEY, changed TEXT NOT NULL, statement TEXT NOT NULL)',
    );
    for (const table of TABLES) {
      const columns = this.#database.prepare(`PRAGMA table_info(${table})`).all() as Column[];
      if (columns.length > 0 && !LEFT_ALONE.includes(table)) this.#database.exec(triggersOf(table, columns));
    }
  }

  /** Everything since the last call. */
  undo(): void {
    this.#database.exec('BEGIN IMMEDIATE');
    const noted = this.#database.prepare('SELECT changed, statement FROM undo_log ORDER BY id DESC').all();
    for (const { statement } of noted) this.#database.exec(String(statement));
    // Versions of data start again, so caches of the service would treat old results as current.
    const isDataChanged = noted.some(({ changed }) => !LOGIN_TABLES.includes(String(changed)));
    if (isDataChanged) this.#database.exec('UPDATE catalog_state SET version = version + 1');
    this.#database.exec('DELETE FROM undo_log; COMMIT');
  }

  close(): void {
    this.#database.close();
  }
}

function triggersOf(table: string, columns: readonly Column[]): string {
  const names = columns.map(({ name }) => name);
  const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
  /** SQL that gives SQL: the names with their values in the row `OLD` or `NEW`. */
  const values = (row: string, of: readonly string[], between: string, prefix: (name: string) => string) =>
    of.map((name) => `'${prefix(name)}' || quote(${row}.${name})`).join(` || '${between}' || `);
  const where = values('NEW', keys, ' AND ', (name) => `${name} IS `);
  const changed = values('OLD', names, ', ', (name) => `${name} = `);
  const deleted = values('OLD', names, ', ', () => '');
  const on = (change: string, statement: string) =>
    `CREATE TRIGGER undo_${change}_${table} AFTER ${change} ON ${table}
     BEGIN INSERT INTO undo_log (changed, statement) VALUES ('${table}', ${statement}); END;`;
  return [
    on('INSERT', `'DELETE FROM ${table} WHERE ' || ${where}`),
    on('UPDATE', `'UPDATE ${table} SET ' || ${changed} || ' WHERE ' || ${where}`),
    on('DELETE', `'INSERT INTO ${table} (${names.join(', ')}) VALUES (' || ${deleted} || ')'`),
  ].join('\n');
}
