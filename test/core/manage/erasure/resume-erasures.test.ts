// Websites whose erasure was interrupted are erased later, by any node.
import { expect, onTestFinished, test } from 'vitest';
import type { Database, Queries } from '../../../../src/core/foundation/database/database.ts';
import { resumeErasures } from '../../../../src/core/manage/erasure/resume-erasures.ts';
import { ENGINES } from '../../../support/databases.ts';
import { createTestIngestion } from '../../../support/test-ingestion.ts';

test.each(ENGINES)('a website whose erasure fails does not hold up those after it, on %s', async (engine) => {
  const ingestion = await createTestIngestion(engine);
  onTestFinished(() => ingestion.dispose());
  const { database, clock } = ingestion;
  const ids = [901, 902, 903];
  await database.transaction(async (tx) => {
    for (const id of ids) {
      const columns = 'account_id, name, currency, settings, created_at, updated_at';
      const copied = `INSERT INTO websites (id, api_key, ${columns}) SELECT $1, $2, ${columns} FROM websites WHERE id = 1`;
      await tx.query(copied, [id, `key of ${id}`]);
      await tx.query("INSERT INTO erasure_turns VALUES ($1, 'another node', 0, '2025-03-08T10:00:00Z')", [id]);
    }
  });
  const failing: Database = {
    ...database,
    transaction: (work, options) =>
      database.transaction((tx) => {
        const query: Queries['query'] = async (sql, params) => {
          if (sql.startsWith('DELETE FROM ingest_keys') && [901, 902].includes(Number(params?.[0])))
            throw new Error(`not ${params?.[0]}`);
          return tx.query(sql, params);
        };
        return work({ ...tx, query, insertMany: (insert) => tx.insertMany(insert) });
      }, options),
  };
  const failed = await resumeErasures(failing, clock.now).catch((error: unknown) => error);
  expect(await database.query('SELECT id FROM websites WHERE id > 900 ORDER BY id')).toEqual([
    { id: 901 },
    { id: 902 },
  ]);
  expect(failed).toMatchObject({ errors: [{ message: 'not 901' }, { message: 'not 902' }] });
  await resumeErasures(database, clock.now);
  expect(await database.query('SELECT id FROM websites WHERE id > 900')).toEqual([]);
});
