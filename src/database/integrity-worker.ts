// Runs as a thread: lets SQLite read through a whole database file and gives what it finds wrong with it.
import { DatabaseSync } from 'node:sqlite';
import { answerCalls } from '../threads/answer-calls.ts';

const SOUND = 'ok';

answerCalls(async (path: string): Promise<string[]> => {
  const connection = new DatabaseSync(path);
  try {
    const rows = connection.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    return rows.map((row) => row.integrity_check).filter((text) => text !== SOUND);
  } finally {
    connection.close();
  }
});
