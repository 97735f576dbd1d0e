// The change counter of SQLite against what SQLite says itself.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteChanges } from '../../src/database/sqlite-changes.ts';

let folder: string;
let reader: DatabaseSync;
let writer: DatabaseSync;
let changes: SqliteChanges;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'funnel-changes-'));
  const path = join(folder, 'test.db');
  writer = new DatabaseSync(path);
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (number integer)');
  reader = new DatabaseSync(path);
  reader.prepare('SELECT * FROM t').all();
  changes = new SqliteChanges(path);
});

afterEach(() => {
  changes.close();
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

const dataVersion = () => reader.prepare('PRAGMA data_version').get()!.data_version;

test('it moves whenever SQLite says that somebody has written, through every kind of checkpoint', () => {
  const afterwards = [
    '',
    'PRAGMA wal_checkpoint(PASSIVE)',
    'PRAGMA wal_checkpoint(FULL)',
    'PRAGMA wal_checkpoint(RESTART)',
    'PRAGMA wal_checkpoint(TRUNCATE)',
  ];
  for (let number = 0; number < 500; number++) {
    const before = { ours: changes.counter(), theirs: dataVersion() };
    writer.exec(`INSERT INTO t VALUES (${number})`);
    expect(dataVersion()).not.toBe(before.theirs);
    expect(changes.counter()).toBeGreaterThan(before.ours);
    expect(reader.prepare('SELECT MAX(number) AS newest FROM t').get()).toEqual({ newest: number });
    writer.exec(afterwards[number % afterwards.length]!);
  }
});

test('it stands still while nobody commits', () => {
  const before = changes.counter();
  for (let round = 0; round < 100; round++) {
    reader.prepare('SELECT COUNT(*) FROM t').get();
    writer.exec('BEGIN IMMEDIATE; INSERT INTO t VALUES (1); ROLLBACK');
    expect(changes.counter()).toBe(before);
  }
});
