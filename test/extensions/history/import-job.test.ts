// The job that imports files of history: whose turn it is, when a file is given up, and what ends an import.
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../../src/core/contract/access/principal.ts';
import { importCatalog } from '../../../src/core/engine/catalog/records/import-catalog.ts';
import { type Database, DatabaseUnavailableError } from '../../../src/core/foundation/database/database.ts';
import { Lease } from '../../../src/core/foundation/database/lease.ts';
import { Problem } from '../../../src/core/foundation/problem/problem.ts';
import { listHistoryImports } from '../../../src/extensions/history/days/store-history.ts';
import { HistoryImports } from '../../../src/extensions/history/history-imports.ts';
import { importWaiting } from '../../../src/extensions/history/import-job.ts';
import {
  DirectHistoryImporter,
  type HistoryImporter,
  HistoryImportThread,
  PROCESSOR_MS_MAX,
} from '../../../src/extensions/history/importer.ts';
import {
  claimUpload,
  endReceiving,
  findUpload,
  insertUpload,
  PIECE_BYTES,
  storePiece,
  type UploadClaim,
} from '../../../src/extensions/history/stored-uploads.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../support/databases.ts';
import { restoreOf } from '../../support/restore.ts';
import { TestClock } from '../../support/test-clock.ts';

const websiteWith = (id: number) => ({ id, name: `${id}.example`, currency: 'EUR' });
const CATALOG = {
  accounts: [
    { id: 1, name: 'Acme', websites: [websiteWith(1), websiteWith(2)] },
    { id: 2, name: 'Other', websites: [websiteWith(3)] },
    { id: 3, name: 'Third', websites: [websiteWith(4)] },
  ],
};
const FILE = 'date,visitors,pageviews,visits\n2026-01-03,10,30,12';

describe.each(ENGINES)('on %s', (engine) => {
  const clock = new TestClock('2026-02-01T12:00:00Z');
  let stored: TestDatabase;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    stored = await createTestDatabase(engine);
    await importCatalog(stored.database, CATALOG, clock.now);
    restore = await restoreOf(stored.database);
  });
  beforeEach(() => restore());
  afterAll(() => stored.dispose());

  const accountOf = (websiteId: number) =>
    CATALOG.accounts.find(({ websites }) => websites.some(({ id }) => id === websiteId))!.id;

  /** A file that waits. */
  async function add(websiteId: number, id: number, content = FILE): Promise<void> {
    const { database } = stored;
    const upload = {
      ...{ websiteId, id, accountId: accountOf(websiteId), tool: 'plausible' as const },
      ...{ fileName: 'imported_visitors.csv', conversionEvent: null, lastDay: null, actor: COMMAND_LINE },
      createdAt: '2026-02-01T12:00:00Z',
    } as const;
    const bytes = Buffer.from(content);
    await database.transaction((tx) => insertUpload(tx, upload, 0));
    for (let number = 0; number * PIECE_BYTES < bytes.length; number++) {
      const start = number * PIECE_BYTES;
      await storePiece(database, upload, { number, content: bytes.subarray(start, start + PIECE_BYTES) }, 0);
    }
    await database.transaction((tx) => endReceiving(tx, upload, { digest: `${id}`, byteCount: bytes.length }, 0));
  }

  const direct = (processorMs = () => 0) =>
    new DirectHistoryImporter({ database: stored.database, clock: clock.now, processorMs });
  const run = (importer: HistoryImporter, signal?: AbortSignal) => {
    const logger = pino({ level: 'silent' });
    return importWaiting({ database: stored.database, importer, clock: clock.now, logger }, signal);
  };
  const doing = (work: (claim: UploadClaim) => Promise<void>): HistoryImporter => ({
    import: work,
    stop: async () => {},
  });
  /** What people see of a file. */
  const stateOf = async (websiteId: number, id: number) => {
    const found = await findUpload(stored.database, { websiteId, id });
    return found && [found.state, found.problem?.code];
  };
  const importsOf = async (websiteId: number) =>
    (await listHistoryImports(stored.database, websiteId)).map(({ id }) => id);

  test('accounts take turns, from where the last run ended, and each file of an account waits for the one before', async () => {
    for (const [websiteId, id] of [
      [1, 11],
      [2, 12],
      [1, 13],
      [3, 21],
      [4, 31],
      [4, 32],
    ] as const)
      await add(websiteId, id);
    const order: number[] = [];
    const stopping = new AbortController();
    const note = doing(async ({ websiteId, id }) => {
      order.push(id);
      await new HistoryImports(stored.database, clock.now).removeOrCancel(websiteId, id, COMMAND_LINE);
      if (order.length === 2) stopping.abort();
    });
    await run(note, stopping.signal);
    expect(order).toEqual([11, 21]);
    await run(note);
    expect(order).toEqual([11, 21, 31, 12, 32, 13]);
  });

  test('a file that can not be imported keeps its problem, and the next ones are imported', async () => {
    await add(1, 11, 'date\n');
    await add(2, 12);
    await run(direct());
    expect(await stateOf(1, 11)).toEqual(['failed', 'invalid_file']);
    expect(await importsOf(2)).toEqual([12]);
    expect(await stored.database.query('SELECT * FROM history_upload_pieces')).toEqual([]);
    // It is not tried again.
    await run(doing(() => Promise.reject(new Error('nothing waits'))));
  });

  test('a file that was imported in another way meanwhile says so', async () => {
    const sent = { tool: 'plausible', fileName: 'imported_visitors.csv', bytes: new Blob([FILE]) } as const;
    const limits = { unpackedBytesMax: 1_000, valuesMax: 10, keysMax: 10 };
    const imports = new HistoryImports(stored.database, clock.now);
    const { id } = await imports.add(1, { ...sent, limits }, COMMAND_LINE);
    await add(1, 11);
    await stored.database.transaction((tx) =>
      tx.query('UPDATE history_uploads SET digest = (SELECT digest FROM history_imports WHERE id = $1) WHERE id = 11', [
        id,
      ]),
    );
    await run(direct());
    expect(await stateOf(1, 11)).toEqual(['failed', 'already_imported']);
    expect(await importsOf(1)).toEqual([id]);
  });

  test('a database that does not answer says nothing about the file: it is tried again as often as needed', async () => {
    await add(1, 11);
    const away = doing(() => Promise.reject(new DatabaseUnavailableError(new Error('away'))));
    for (let time = 0; time < 4; time++) {
      await expect(run(away)).rejects.toThrow('cannot be used right now');
      expect(await stateOf(1, 11)).toEqual(['waiting', undefined]);
    }
    await run(direct());
    expect(await importsOf(1)).toEqual([11]);
  });

  test('a service that stops leaves the file as it was', async () => {
    await add(1, 11);
    for (let time = 0; time < 4; time++) {
      const stopping = new AbortController();
      const stopped = doing(async () => {
        stopping.abort();
        throw new Error('the thread ended');
      });
      await run(stopped, stopping.signal);
      expect(await stateOf(1, 11)).toEqual(['waiting', undefined]);
    }
  });

  test('a file that fails three times for a reason that nobody knows is given up', async () => {
    await add(1, 11);
    const failing = doing(() => Promise.reject(new Error('unknown')));
    for (let time = 0; time < 2; time++) {
      await expect(run(failing)).rejects.toThrow('unknown');
      expect(await stateOf(1, 11)).toEqual(['importing', undefined]);
    }
    await run(failing);
    expect(await stateOf(1, 11)).toEqual(['failed', 'import_failed']);
  });

  test('a file that has ended three processes is given up, and the next one is imported', async () => {
    await add(1, 11);
    await add(2, 12);
    for (let time = 0; time < 3; time++) {
      await stored.database.transaction((tx) => claimUpload(tx, { websiteId: 1, id: 11 }));
    }
    await run(direct());
    expect(await stateOf(1, 11)).toEqual(['failed', 'import_failed']);
    expect(await importsOf(2)).toEqual([12]);
  });

  test('while another node imports, this one does not', async () => {
    await add(1, 11);
    const lease = await Lease.take(stored.database, clock.now, 'history');
    await run(doing(() => Promise.reject(new Error('imported beside another node'))));
    await lease!.release();
    await run(direct());
    expect(await importsOf(1)).toEqual([11]);
  });

  test('whoever has lost a file to another node stores nothing of it', async () => {
    await add(1, 11);
    await run(
      doing(async (claim) => {
        await stored.database.transaction((tx) => claimUpload(tx, claim));
        await direct().import(claim);
        expect(await importsOf(1)).toEqual([]);
        await direct().import({ ...claim, attempt: claim.attempt + 1 });
      }),
    );
    expect(await importsOf(1)).toEqual([11]);
  });

  test('processor time is bounded, and how much was read is noted each second', async () => {
    const lines = Array.from({ length: 2_000 }, () => '2026-01-03,1,1,1,'.padEnd(600, 'x'));
    const large = ['date,visitors,pageviews,visits,note', ...lines].join('\n');
    expect(Math.ceil(Buffer.byteLength(large) / PIECE_BYTES)).toBe(5);
    const importWith = async (msOfPart: number) => {
      await restore();
      await add(1, 11, large);
      let ms = 0;
      const noted: unknown[] = [];
      const database: Database = {
        ...stored.database,
        transaction: (work) =>
          stored.database.transaction((tx) =>
            work({
              ...tx,
              insertMany: (insert) => tx.insertMany(insert),
              query: (sql, params = []) => {
                if (sql.includes('read_percent = $4')) noted.push(params[3]);
                return tx.query(sql, params);
              },
            }),
          ),
      };
      const processorMs = () => (ms += msOfPart);
      await run(new DirectHistoryImporter({ database, clock: clock.now, processorMs }));
      return { noted, state: await stateOf(1, 11) };
    };
    expect(await importWith(333)).toEqual({ noted: [87], state: undefined });
    expect(await importWith(500)).toEqual({ noted: [43, 87], state: undefined });
    expect(await importWith(PROCESSOR_MS_MAX / 5)).toMatchObject({ state: undefined });
    expect(await importWith(PROCESSOR_MS_MAX / 5 + 1)).toMatchObject({ state: ['failed', 'file_too_large'] });
  });

  test('an import that is cancelled while its file is read ends, and stores nothing', async () => {
    await add(1, 11);
    let ms = 0;
    await run({
      stop: async () => {},
      import: async (claim) => {
        await new HistoryImports(stored.database, clock.now).removeOrCancel(1, 11, COMMAND_LINE);
        await direct(() => (ms += 2_000)).import(claim);
      },
    });
    expect(await importsOf(1)).toEqual([]);
  });

  test('the thread of the service imports, and says what is wrong with a file', async () => {
    await add(1, 11, 'date\n');
    await add(2, 12);
    const thread = new HistoryImportThread(stored.url);
    await run(thread);
    expect(await stateOf(1, 11)).toEqual(['failed', 'invalid_file']);
    expect(await importsOf(2)).toEqual([12]);
  });

  test('problems of the service itself are no problems of the file', async () => {
    await add(1, 11);
    await expect(run(doing(() => Promise.reject(new Problem(500, 'broken'))))).rejects.toThrow('broken');
    expect(await stateOf(1, 11)).toEqual(['waiting', undefined]);
  });
});
