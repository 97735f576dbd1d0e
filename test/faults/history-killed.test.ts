// An import of history that is killed while it receives, reads or stores a file: nothing of it is there, or all of it, and the same file
// again makes it whole. FAULT_ROUNDS (see fault-rounds.ts) says how often it is killed.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../src/core/contract/access/principal.ts';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { IS_LONG } from '../support/long.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { WAIT_MS_MAX } from '../support/time-limits.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FAULT_ENGINES, FAULT_ROUNDS, FAULT_TEST_MS_MAX, inRounds } from './fault-rounds.ts';
import { FunnelProcess, runFunnel } from './funnel-process.ts';

const DAYS = 80;
const EVENTS_OF_DAY = 50;
const START_MS_MAX = 900;
/** The job looks every two seconds. */
const IMPORT_MS_MAX = 3_500;
const TABLES = ['history_imports', 'history_days', 'history_values'] as const;
const UPLOAD_TABLES = ['history_upload_pieces', 'history_uploads'] as const;

/** Each day has other pages, so that much is stored. */
function umamiFile(): string {
  const lines = Array.from({ length: DAYS * EVENTS_OF_DAY }, (_, number) => {
    const time = new Date(Date.UTC(2024, 0, 1 + (number % DAYS), 12)).toISOString();
    return `s${number % 999},v${number},1,/page-${number % 1_013},${time}`;
  });
  return ['session_id,visit_id,event_type,url_path,created_at', ...lines].join('\n');
}

describe.each(FAULT_ENGINES)('on %s', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-faults-'));
  const path = join(folder, 'website_event.csv');
  const command = ['import', 'umami', path, '--website', '1'];
  let database: FaultDatabase;

  beforeAll(async () => {
    writeFileSync(path, umamiFile());
    database = await createFaultDatabase(engine);
    await database.look((opened) => importCatalog(opened, SAMPLE_CATALOG, systemClock));
  });
  afterAll(async () => {
    await database.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  /** How many rows each table has. */
  const rowsOf = () =>
    database.look((opened) =>
      Promise.all(
        TABLES.map(async (table) => Number((await opened.query(`SELECT COUNT(*) AS n FROM ${table}`))[0]!.n)),
      ),
    );

  const remove = () =>
    database.look((opened) =>
      opened.transaction(async (tx) => {
        for (const table of [...UPLOAD_TABLES, ...TABLES.toReversed()]) await tx.query(`DELETE FROM ${table}`);
      }),
    );

  /** Imports the file, and removes it again. Returns how many rows it has. */
  async function expectWhole(): Promise<number[]> {
    expect(await runFunnel(command, database.url)).toMatchObject({ days: DAYS });
    const rows = await rowsOf();
    expect(rows.slice(0, 2)).toEqual([1, DAYS]);
    await remove();
    return rows;
  }

  test('a command that is killed has stored nothing, or all of it', { timeout: FAULT_TEST_MS_MAX }, async () => {
    const whole = await expectWhole();
    await inRounds(FAULT_ROUNDS, async (random) => {
      await using running = new FunnelProcess(command, database.url);
      await delay(random.next() * START_MS_MAX);
      await running.kill();
      expect([[0, 0, 0], whole]).toContainEqual(await rowsOf());
      await runFunnel(command, database.url);
      expect(await rowsOf()).toEqual(whole);
      expect(await runFunnel(command, database.url)).toMatchObject({ repeated: true });
      expect(await rowsOf()).toEqual(whole);
      await remove();
    });
  });

  // Each step is shown in test/extensions/history/, too.
  test.runIf(IS_LONG)(
    'a file that a killed service has acknowledged is imported after its restart, and any other as a whole or not at all',
    { timeout: FAULT_TEST_MS_MAX },
    async () => {
      const whole = await expectWhole();
      const { token } = await database.look((opened) =>
        createToken(opened, { websiteIds: [1], scopes: SCOPES, audience: 'rest' }, systemClock),
      );
      const file = readFileSync(path);
      await inRounds(FAULT_ROUNDS, async (random) => {
        const status = await sendAndKill(token, file, random);
        expect([[0, 0, 0], whole]).toContainEqual(await rowsOf());
        await using again = new FunnelProcess(['serve'], database.url);
        await again.address();
        await expect.poll(waiting, { timeout: WAIT_MS_MAX }).toBe(0);
        const rows = await rowsOf();
        expect(status === 202 ? [whole] : [[0, 0, 0], whole]).toContainEqual(rows);
        await again.kill();
        await remove();
      });
    },
  );

  /** How many files are still to be imported. */
  const waiting = () =>
    database.look(async (opened) =>
      Number(
        (await opened.query("SELECT COUNT(*) AS n FROM history_uploads WHERE state IN ('waiting', 'importing')"))[0]!.n,
      ),
    );

  /** Returns what the service has answered, if it had the time. */
  async function sendAndKill(token: string, file: Buffer, random: { next(): number }): Promise<number | undefined> {
    await using running = new FunnelProcess(['serve'], database.url);
    const url = `${await running.address()}/api/v1/history-imports?tool=umami&file_name=website_event.csv`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv', 'content-length': file.length };
    const upload = request(url, { method: 'POST', headers });
    let status: number | undefined;
    upload.on('error', () => {});
    upload.on('response', ({ statusCode }) => {
      status = statusCode;
    });
    const sent = Math.floor(random.next() * 3 * file.length);
    upload.write(file.subarray(0, sent));
    if (sent >= file.length) upload.end();
    await once(upload, 'socket');
    await delay(random.next() * IMPORT_MS_MAX);
    await running.kill();
    return status;
  }
});
