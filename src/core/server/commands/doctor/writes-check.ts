// Whether the database stores what it is given: a standby answers everything that only reads, and so do a server with a full disk and a
// file system that has become read-only after an error.
import type { Database } from '../../../foundation/database/database.ts';
import { explainedError } from '../../../foundation/database/open/open.ts';
import { explainPostgresError } from '../../../foundation/database/postgres/explain-postgres-error.ts';
import { isLocked, tryWrite } from '../../../foundation/database/try-write.ts';
import { type Check, check } from '../../extension/check.ts';

const STORES = { ok: true, detail: 'the database stores what it is given' };

/** Needs the current schema. */
export function sqliteWritesCheck(database: Database, url: string): Promise<Check> {
  return check('writes', async () => {
    try {
      await tryWrite(database);
      return STORES;
    } catch (error) {
      if (isLocked(error)) return { ok: true, detail: 'not tried: another process is writing' };
      throw explainedError(error, url);
    }
  });
}

/** Needs no schema, and more room than a row does. */
export function postgresWritesCheck(database: Database, url: string): Promise<Check> {
  return check('writes', async () => {
    try {
      await database.transaction((tx) =>
        tx.runScript(
          `CREATE TEMPORARY TABLE doctor_writes ON COMMIT DROP AS
             SELECT repeat(md5(number::text), 32) AS text FROM generate_series(1, 1024) AS number`,
        ),
      );
      return STORES;
    } catch (error) {
      const explained = explainPostgresError(error, url);
      if (explained !== undefined) return { ok: false, detail: explained };
      return { ok: true, detail: `not tried: ${(error as Error).message}` };
    }
  });
}
