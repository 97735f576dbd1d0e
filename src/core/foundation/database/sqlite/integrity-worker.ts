// Worker thread: runs SQLite's integrity check on a database file and returns the problems it finds.
import { DatabaseSync } from 'node:sqlite';
import { answerCalls } from '../../threads/answer-calls.ts';
import { isDamage } from './explain-sqlite-error.ts';

const NO_PROBLEMS = 'ok';

answerCalls(async (path: string): Promise<string[]> => {
  const connection = new DatabaseSync(path);
  try {
    const rows = connection.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    return rows.map((row) => row.integrity_check).filter((result) => result !== NO_PROBLEMS);
  } catch (error) {
    if (error instanceof Error && isDamage(error)) return [error.message];
    throw error;
  } finally {
    connection.close();
  }
});
