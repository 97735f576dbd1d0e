// Files of events, cut into chunks: what was counted is known by its content, and is never counted twice.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import {
  type ImportedEvents,
  type ImportOptions,
  type ImportStages,
  importEvents,
} from '../../../../src/core/intake/bulk/import-events.ts';
import type { AcceptedEvent } from '../../../../src/core/intake/events/event.ts';
import { ANY_ENGINE, ENGINES } from '../../../support/databases.ts';
import { batchOf, bytesOf, eventWith, ndjson, orderWith } from '../../../support/events.ts';
import { storedTotals } from '../../../support/stored-days.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { TestStages } from '../../../support/test-stages.ts';

/** A few lines each. */
const CHUNK_BYTES_MAX = 200;
/** A few chunks each. */
const SMALL = { chunkBytesMax: CHUNK_BYTES_MAX, commitBytesMax: 3 * CHUNK_BYTES_MAX };
const PIECE_BYTES = 37;

function lines(from: number, to: number): string {
  return ndjson(Array.from({ length: to - from + 1 }, (_, index) => eventWith({ visitor: `v${from + index}` })));
}

/** Yields pieces that end anywhere, as streams bring them. */
async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = bytesOf(text);
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES);
}

describe.each(ENGINES)('on %s', (engine) => {
  const describeOnce = describe.runIf(ANY_ENGINE.includes(engine));
  /** What runs once is not about storage. */
  const testOnce = test.runIf(ANY_ENGINE.includes(engine));
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(() => ingestion.reset());
  afterAll(() => ingestion.dispose());

  type Stages = ImportStages<AcceptedEvent[]>;

  function load(text: string, options: ImportOptions = {}, into?: Stages): Promise<ImportedEvents> {
    return importEvents(ingestion.database, into ?? ingestion.stages, piecesOf(text), { ...SMALL, ...options });
  }

  async function views(): Promise<number> {
    return (await storedTotals(ingestion.database, { websiteId: 1, kind: 'website', id: 1 })).views;
  }

  testOnce('what takes more room is committed sooner', async () => {
    const products = Array.from({ length: 100 }, (_, index) => ({ value: `p${index}` }));
    const orders = Array.from({ length: 2_400 }, () => orderWith({ element_id: 10000, products }));
    const version = async () => {
      const [row] = await ingestion.database.query('SELECT version FROM website_activity WHERE website_id = 1');
      return Number(row?.version ?? 0);
    };
    const before = await version();
    const whole = { chunkBytesMax: 100_000, commitBytesMax: 1_000_000_000 };
    expect(await load(ndjson(orders), whole)).toMatchObject({ accepted: 2_400 });
    expect((await version()) - before).toBe(2);
  });

  test('a file counts once, however often it is imported', async () => {
    const none = { rejected: 0, reasons: {}, samples: [] };
    expect(await load(lines(1, 50))).toEqual({ accepted: 50, duplicates: 0, ...none });
    for (let repeat = 0; repeat < 2; repeat++) {
      expect(await load(lines(1, 50))).toEqual({ accepted: 0, duplicates: 50, ...none });
    }
    expect(await views()).toBe(50);
  });

  test.each([
    ['smaller', 8],
    ['larger', 0.5],
  ])('imported again in %s chunks it counts nothing twice', async (_size, factor) => {
    const text = lines(1, 200);
    expect(await load(text, { chunkBytesMax: CHUNK_BYTES_MAX * factor })).toMatchObject({ accepted: 200 });
    expect(await load(text)).toMatchObject({ accepted: 0, duplicates: 200 });
    expect(await views()).toBe(200);
  });

  testOnce('an empty file counts nothing', async () => {
    expect(await load('')).toMatchObject({ accepted: 0, duplicates: 0, rejected: 0 });
  });

  testOnce('of a file that has grown only the new lines count', async () => {
    let before = 0;
    for (const size of [1, 3, 4, 20, 21, 50, 50]) {
      expect(await load(lines(1, size))).toMatchObject({ accepted: size - before, duplicates: before });
      before = size;
    }
    expect(await views()).toBe(50);
  });

  testOnce('a file that differs in its first line is another file', async () => {
    await load(lines(1, 20));
    expect(await load(lines(0, 0) + lines(2, 20))).toMatchObject({ accepted: 20, duplicates: 0 });
  });

  test('again counts again, and what came before is still known', async () => {
    await load(lines(1, 20));
    expect(await load(lines(1, 20), { again: true })).toMatchObject({ accepted: 20, duplicates: 0 });
    expect(await load(lines(1, 20))).toMatchObject({ accepted: 0, duplicates: 20 });
    expect(await views()).toBe(40);
  });

  test('ids that were seen are duplicates, in the file and again', async () => {
    const text = ndjson(Array.from({ length: 30 }, (_, index) => eventWith({ id: `id-${index % 10}` })));
    expect(await load(text)).toMatchObject({ accepted: 10, duplicates: 20 });
    expect(await load(text, { again: true })).toMatchObject({ accepted: 0, duplicates: 30 });
  });

  describeOnce('the last line', () => {
    const whole = lines(1, 10);

    test('counts without a newline, and not again when the newline has come', async () => {
      expect(await load(whole.slice(0, -1))).toMatchObject({ accepted: 10 });
      expect(await load(whole)).toMatchObject({ accepted: 0, duplicates: 10 });
      expect(await load(whole + lines(11, 12))).toMatchObject({ accepted: 2, duplicates: 10 });
      expect(await views()).toBe(12);
    });

    test('that was only half written counts once it is whole', async () => {
      expect(await load(whole.slice(0, -20))).toMatchObject({ accepted: 9, rejected: 1, samples: [{ line: 10 }] });
      expect(await load(whole + lines(11, 12))).toMatchObject({ accepted: 3, duplicates: 9, rejected: 0 });
      expect(await views()).toBe(12);
    });

    test('that was only half written at the very start counts once it is whole', async () => {
      expect(await load(whole.slice(0, 10))).toMatchObject({ accepted: 0, rejected: 1 });
      expect(await load(whole)).toMatchObject({ accepted: 10, duplicates: 0, rejected: 0 });
    });
  });

  describeOnce('line numbers', () => {
    test('are right in every chunk, with blank lines and CRLF', async () => {
      const good = JSON.stringify(eventWith());
      const text = Array.from({ length: 60 }, (_, index) => {
        const line = index + 1;
        if (line % 7 === 0) return '';
        return line % 10 === 0 ? '{"type":' : good;
      }).join('\r\n');
      const imported = await load(text);
      expect(imported.samples.map(({ line }) => line)).toEqual([10, 20, 30, 40, 50, 60]);
      expect(imported).toMatchObject({ accepted: 46, rejected: 6, reasons: { invalid_json: 6 } });
      const again = await load(text);
      expect(again).toEqual({ ...imported, accepted: 0, duplicates: 46 });
    });

    test('go on after a line without a newline that has got one since', async () => {
      await load('{\n{');
      expect((await load('{\n{\n{\n')).samples.map(({ line }) => line)).toEqual([1, 2, 3]);
    });

    test('are given for the first 20 rejected lines, in order; all are counted by reason', async () => {
      const bad = [eventWith({ type: 'click' }), eventWith({ visitor: '' }), eventWith()];
      const text = ndjson(Array.from({ length: 90 }, (_, index) => bad[index % 3]!));
      const imported = await load(text);
      expect(imported).toMatchObject({
        accepted: 30,
        rejected: 60,
        reasons: { invalid_type: 30, invalid_visitor: 30 },
      });
      const numbers = Array.from({ length: 90 }, (_, index) => index + 1).filter((line) => line % 3 !== 0);
      expect(imported.samples.map(({ line }) => line)).toEqual(numbers.slice(0, 20));
      expect(imported.samples[1]).toEqual({
        line: 2,
        code: 'invalid_visitor',
        message: expect.stringMatching('visitor'),
      });
    });
  });

  describeOnce('a line that is longer than a chunk', () => {
    const huge = (length: number) => `{"type":"${'é'.repeat(length / 2)}"}\n`;

    it.each([CHUNK_BYTES_MAX, CHUNK_BYTES_MAX + 1, 5 * CHUNK_BYTES_MAX, 1_234])(
      'of %i bytes is one bad line, and spoils nothing beside it',
      async (length) => {
        const text = `${lines(1, 3) + huge(length) + lines(4, 10)}{\n`;
        const imported = await load(text);
        expect(imported).toMatchObject({ accepted: 10, rejected: 2 });
        expect(imported.samples.map(({ line }) => line)).toEqual([4, 12]);
        expect(await load(text)).toEqual({ ...imported, accepted: 0, duplicates: 10 });
      },
    );

    test('may be the last', async () => {
      const text = lines(1, 3) + huge(1_000).trimEnd();
      expect(await load(text)).toMatchObject({ accepted: 3, rejected: 1 });
      expect(await load(text)).toMatchObject({ accepted: 0, duplicates: 3, rejected: 1 });
    });
  });

  testOnce('bytes that are no UTF-8, and lines that start like an array, are bad lines', async () => {
    const imported = await importEvents(
      ingestion.database,
      ingestion.stages,
      (async function* () {
        yield bytesOf(`[{}]\n${lines(1, 5)}[\n`);
        yield Buffer.from('{"type":"\xff"}\n', 'latin1');
        yield bytesOf(lines(6, 10));
      })(),
      SMALL,
    );
    expect(imported).toMatchObject({ accepted: 10, rejected: 3 });
    expect(imported.samples.map(({ line }) => line)).toEqual([1, 7, 8]);
  });

  test('an import that broke off goes on where it was', async () => {
    const text = lines(1, 100);
    let commits = 0;
    const breaking: Stages = {
      accept: (batch) => ingestion.stages.accept(batch),
      commit: async (batches) => {
        if (++commits > 1) throw new Error('the lights went out');
        return ingestion.stages.commit(batches);
      },
    };
    await expect(load(text, {}, breaking)).rejects.toThrow('the lights went out');
    const counted = await views();
    expect(counted).toBeGreaterThan(0);
    expect(counted).toBeLessThan(100);
    expect(await load(text)).toMatchObject({ accepted: 100 - counted, duplicates: counted });
    expect(await views()).toBe(100);
  });

  test('two imports of one file at the same time count it once', async () => {
    const other = await openDatabase(ingestion.url, { connectionsMax: 2 });
    const otherCommitter = new TestStages(other, ingestion.clock.now);
    const text = lines(1, 100);
    const [first, second] = await Promise.all([load(text), importEvents(other, otherCommitter, piecesOf(text), SMALL)]);
    await other.close();
    expect(first!.accepted + second!.accepted).toBe(100);
    expect(first!.duplicates + second!.duplicates).toBe(100);
    expect(await views()).toBe(100);
  });

  describe('other writers', () => {
    const file = lines(100, 299);
    /** Of four lines each, which are all equally long. */
    const chunks = 50;
    let other: Database;

    beforeAll(async () => {
      other = await openDatabase(ingestion.url, { connectionsMax: 1 });
    });

    afterAll(() => other.close());

    async function writeAsOther(): Promise<void> {
      await new TestStages(other, ingestion.clock.now).commitSent([batchOf([eventWith()])]);
    }

    /** How many chunks are committed at each pause, in which others write. They also do so when the file has been read. */
    async function committedAtPauses(others: () => Promise<void>): Promise<number[]> {
      const committed: number[] = [];
      const source = (async function* () {
        yield* piecesOf(file);
        await writeAsOther();
      })();
      const imported = await importEvents(ingestion.database, ingestion.stages, source, {
        chunkBytesMax: CHUNK_BYTES_MAX,
        pause: async () => {
          committed.push((await ingestion.database.query('SELECT digest_after FROM import_chunks')).length);
          await others();
        },
      });
      expect(imported).toMatchObject({ accepted: 200, duplicates: 0, rejected: 0 });
      return committed;
    }

    test('have their turn after each chunk', async () => {
      const committed = await committedAtPauses(writeAsOther);
      expect(committed).toEqual(Array.from({ length: chunks - 1 }, (_, index) => index + 1));
      expect(await views()).toBe(200 + chunks);
    });

    test('that have ended let commits grow again', async () => {
      expect(await committedAtPauses(async () => {})).toEqual([1, 3, 7, 15, 31]);
      expect(await views()).toBe(201);
    });
  });

  testOnce('progress is told as the lines are read, up to the last', async () => {
    const told: number[] = [];
    await load(lines(1, 50), { onRead: (count) => told.push(count) });
    expect(told.length).toBeGreaterThan(5);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(50);
  });

  test.each([
    ['one commit', { commitBytesMax: Number.POSITIVE_INFINITY }],
    ['a commit for each chunk', { commitBytesMax: 1 }],
  ])('chunks in %s count alike', async (_name, options) => {
    const text = lines(1, 30) + ndjson(Array.from({ length: 30 }, (_, index) => eventWith({ id: `id-${index % 7}` })));
    expect(await load(text, options)).toMatchObject({ accepted: 37, duplicates: 23 });
    expect(await views()).toBe(37);
    expect(await load(text)).toMatchObject({ accepted: 0, duplicates: 60 });
  });
});
