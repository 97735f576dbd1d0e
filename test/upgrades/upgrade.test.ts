// Databases of every version that was released: today's code migrates them, and gives the answers that the version gave.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TABLES } from '../../src/core/foundation/database/citus/citus.ts';
import type { Engine } from '../../src/core/foundation/database/database.ts';
import { openDatabase, sqlitePath } from '../../src/core/foundation/database/open/open.ts';
import { migrate, readMigrations } from '../../src/core/foundation/database/schema/migrations.ts';
import { CommandLine } from '../support/command-line.ts';
import { createEmptyDatabase, createPlainDatabase, ENGINES, ON_CITUS } from '../support/databases.ts';
import { IS_LONG } from '../support/long.ts';
import type { RunningService } from '../support/run-service.ts';
import { TestClock } from '../support/test-clock.ts';
import { AT, replaceDate } from './at.ts';
import { differences } from './differences.ts';
import { type Answer, answerOf, questions } from './questions.ts';
import { serveAt } from './serve-at.ts';
import { StoredVersion, storedVersions, without } from './stored.ts';
import { Story } from './story.ts';

// On Citus, a stored database would have to be moved to the workers first.
describe.skipIf(ON_CITUS).each(storedVersions())('version %s', (version) => {
  const stored = new StoredVersion(version);

  describe.each(ENGINES)('on %s', (engine) => {
    let copy: { url: string; dispose(): Promise<void> };
    let service: RunningService;

    beforeAll(async () => {
      copy = await restore(stored, engine);
      const database = await openDatabase(copy.url, { connectionsMax: 1 });
      await migrate(database, new Date(AT));
      await database.close();
      service = await serveAt(copy.url);
    });
    afterAll(async () => {
      await service?.close();
      await copy?.dispose();
    });

    test('its migrations are the first ones of today', async () => {
      const rows = await service.database.query<{ name: string; digest: string }>(
        'SELECT name, digest FROM schema_migrations ORDER BY name',
      );
      expect(rows).toEqual(readMigrations(engine).map(({ name, digest }) => ({ name, digest })));
    });

    test('every feature that it had has left rows', async () => {
      const empty: string[] = [];
      for (const table of TABLES) {
        if ((await service.database.query(`SELECT 1 FROM ${table} LIMIT 1`)).length === 0) empty.push(table);
      }
      expect(empty.toSorted()).toEqual(Object.keys(stored.emptyTables).toSorted());
    });

    test('every answer is the same, but for what was changed on purpose', async () => {
      const credentials = stored.credentials[engine];
      const pairs: [Answer, Answer][] = [];
      for (const was of stored.answers(engine)) pairs.push([was, await answerOf(service.url, credentials, was)]);
      const found = differences(pairs);
      if (process.env.EXPLAIN !== undefined) stored.explain(process.env.EXPLAIN, found);
      const changed = stored.changed.flatMap((change) => change.differences);
      expect(without(found, changed), 'changed.json does not explain these').toEqual([]);
      expect(without(changed, found), 'changed.json has these, and they do not differ').toEqual([]);
    });

    test('nothing in it is damaged', async () => {
      const cli = new CommandLine({ DATABASE_URL: copy.url });
      const putBack = replaceDate(new TestClock(AT));
      try {
        const { code, stdout, stderr } = await cli.call(['doctor', '--deep']);
        expect(code, stdout + stderr).toBe(0);
      } finally {
        putBack();
        cli.dispose();
      }
    });

    test.runIf(engine === 'sqlite')('a backup of it can be restored', async () => {
      const cli = new CommandLine({ DATABASE_URL: copy.url });
      const file = join(cli.folder, 'backup.db');
      expect(await cli.call(['backup', file])).toMatchObject({ code: 0 });
      const restored = new CommandLine();
      expect(await restored.call(['restore', file])).toMatchObject({ code: 0 });
      const again = await serveAt(restored.databaseUrl);
      const [first] = stored.answers(engine).filter(({ ask }) => ask === '/api/v1/reports/account/overview');
      expect((await answerOf(again.url, stored.credentials[engine], first!)).status).toBe(200);
      await again.close();
      for (const each of [cli, restored]) each.dispose();
    });
  });
});

/** Whoever stores the next version finds a story that still works. */
test.runIf(IS_LONG)('the story can be told with the code of today', async () => {
  const [first, second] = [await createEmptyDatabase('sqlite'), await createEmptyDatabase('sqlite')];
  const folder = mkdtempSync(join(tmpdir(), 'funnel-story-'));
  const credentials = await Story.tell(first.url, second.url, folder, new TestClock(AT));
  const service = await serveAt(second.url);
  const wrong: Answer[] = [];
  for (const question of questions().filter(({ as }) => as === 'owner' || as === 'tools')) {
    const answer = await answerOf(service.url, credentials, question);
    if (answer.status !== 200) wrong.push(answer);
  }
  expect(wrong).toEqual([]);
  await service.close();
  for (const each of [first, second]) await each.dispose();
  rmSync(folder, { recursive: true });
});

async function restore(stored: StoredVersion, engine: Engine): Promise<{ url: string; dispose(): Promise<void> }> {
  if (engine === 'sqlite') {
    const empty = await createEmptyDatabase(engine);
    writeFileSync(sqlitePath(empty.url), stored.sqlite);
    return empty;
  }
  const empty = await createPlainDatabase();
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  await client.query(stored.postgres);
  await client.end();
  return empty;
}
