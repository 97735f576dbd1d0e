// Who may upload a file of history while others do, and what is left of an upload that ends early.
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../../src/core/contract/access/principal.ts';
import { importCatalog } from '../../../src/core/engine/catalog/records/import-catalog.ts';
import { StoredFile } from '../../../src/extensions/history/stored-file.ts';
import {
  listUploads,
  PIECE_BYTES,
  SILENT_MS_MAX,
  sweepHistoryUploads,
} from '../../../src/extensions/history/stored-uploads.ts';
import { HistoryUploads } from '../../../src/extensions/history/upload.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../support/databases.ts';
import { restoreOf } from '../../support/restore.ts';
import { DAY_MS, HOUR_MS, TestClock } from '../../support/test-clock.ts';

const websiteWith = (id: number) => ({ id, name: `${id}.example`, currency: 'EUR' });
const CATALOG = {
  accounts: [
    { id: 1, name: 'Acme', websites: [websiteWith(1), websiteWith(2)] },
    { id: 2, name: 'Other', websites: [websiteWith(3)] },
  ],
};
const BUSY = expect.objectContaining({ status: 503, options: expect.objectContaining({ code: 'busy' }) });

describe.each(ENGINES)('on %s', (engine) => {
  const clock = new TestClock('2026-02-01T12:00:00Z');
  let stored: TestDatabase;
  let restore: () => Promise<void>;
  let uploads: HistoryUploads;

  beforeAll(async () => {
    stored = await createTestDatabase(engine);
    await importCatalog(stored.database, CATALOG, clock.now);
    restore = await restoreOf(stored.database);
  });
  beforeEach(async () => {
    await restore();
    const onFailure = (error: unknown) => {
      throw error;
    };
    uploads = new HistoryUploads({ database: stored.database, clock: clock.now, onFailure });
  });
  afterAll(() => stored.dispose());

  /** Begins an upload for a website. */
  function open(websiteId: number, headers = {}) {
    const payload = Object.assign(new PassThrough(), { headers, socket: { bytesRead: 0 } });
    let close = () => {};
    const sent = {
      ...{ websiteId, tool: 'plausible' as const, fileName: 'visitors.csv', actor: COMMAND_LINE },
      ...{ conversionEvent: undefined, lastDay: undefined },
    } as const;
    const received = uploads.receive(payload as unknown as IncomingMessage, sent, (callback) => {
      close = callback;
    });
    return { payload, received, close: () => close() };
  }

  /** Sends a file that then waits. Its request has ended. */
  async function send(websiteId: number, content: string | Uint8Array, headers = {}) {
    const { payload, received, close } = open(websiteId, headers);
    payload.end(content);
    const kept = await uploads.keep(await received);
    close();
    return kept;
  }

  /** How many rows the tables have. */
  async function left(): Promise<number[]> {
    const tables = ['history_uploads', 'history_upload_pieces'];
    return Promise.all(
      tables.map(async (table) => Number((await stored.database.query(`SELECT COUNT(*) AS n FROM ${table}`))[0]!.n)),
    );
  }

  const untilLeft = (...rows: number[]) => expect.poll(left).toEqual(rows);

  test('an account has four places for its websites together, and others keep theirs', async () => {
    const open1 = open(1);
    const waiting = [await send(1, 'a'), await send(2, 'b'), await send(1, 'c')];
    expect(new Set(waiting.map(({ id }) => id)).size).toBe(3);
    await expect(open(2).received).rejects.toThrow(BUSY);
    expect(await send(3, 'a')).toMatchObject({ state: 'waiting' });
    open1.payload.destroy();
    await expect(open1.received).rejects.toThrow();
    expect(await send(2, 'd')).toMatchObject({ state: 'waiting' });
    await expect(open(1).received).rejects.toThrow(BUSY);
  });

  test('a sender who is gone leaves nothing, before the end of the file or after it', async () => {
    const early = open(1);
    early.payload.write(new Uint8Array(2 * PIECE_BYTES));
    await expect.poll(async () => (await left())[1]).toBeGreaterThan(0);
    early.payload.destroy();
    await expect(early.received).rejects.toMatchObject({ status: 400 });
    expect(await left()).toEqual([0, 0]);
    const late = open(1);
    late.payload.end(new Uint8Array(2 * PIECE_BYTES));
    const received = await late.received;
    expect(await left()).toEqual([1, 2]);
    late.close();
    await untilLeft(0, 0);
    await expect(uploads.keep(received)).rejects.toMatchObject({ status: 404 });
  });

  test('a file is stored in pieces, unpacked if it was sent gzipped, and can be read at any place', async () => {
    const content = Buffer.from(Array.from({ length: 2 * PIECE_BYTES + 7 }, (_, place) => place % 251));
    for (const [sent, headers] of [
      [content, {}],
      [gzipSync(content), { 'content-encoding': 'gzip' }],
    ] as const) {
      const { id } = await send(1, sent, headers);
      const [upload] = await listUploads(stored.database, 1);
      expect(upload).toMatchObject({ id, byteCount: content.length, state: 'waiting', readPercent: 0 });
      const { bytes } = new StoredFile(stored.database, { websiteId: 1, id }, content.length);
      const read = async (...range: [start?: number, end?: number]) =>
        Buffer.from(await bytes.slice(...range).arrayBuffer());
      expect((await read()).equals(content)).toBe(true);
      const [start, end] = [PIECE_BYTES - 3, PIECE_BYTES + 4];
      expect(await read(start, end)).toEqual(content.subarray(start, end));
      const part = bytes.slice(start, end).slice(2, 100);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(start + 2, end));
      expect(await read(content.length - 1, content.length + 9)).toEqual(content.subarray(-1));
    }
    // The same file again is the one that waits.
    await untilLeft(1, 3);
  });

  test('the same file waits once for a website, and for each that it was sent for', async () => {
    const first = await send(1, 'a');
    expect(await send(1, 'a')).toEqual(first);
    const other = await send(2, 'a');
    expect(other.id).not.toBe(first.id);
    await untilLeft(2, 2);
  });

  test('an empty file, and one for a website that is not there any more, are refused', async () => {
    await expect(send(1, '')).rejects.toMatchObject({ status: 422, options: { code: 'invalid_file' } });
    await expect(open(9).received).rejects.toMatchObject({ status: 404 });
  });

  test('what a killed node has left behind takes no place after five minutes, and is swept after an hour', async () => {
    const killed = [1, 1, 2, 2].map((websiteId) => open(websiteId));
    for (const { payload } of killed) payload.write(new Uint8Array(PIECE_BYTES));
    await untilLeft(4, 4);
    await send(3, 'a');
    clock.advance(SILENT_MS_MAX - 1);
    await expect(open(1).received).rejects.toThrow(BUSY);
    clock.advance(1);
    expect(await send(1, 'a')).toMatchObject({ state: 'waiting' });
    const sweepAfter = async (ms: number) => {
      clock.advance(ms);
      await sweepHistoryUploads(stored.database, clock.now());
      return left();
    };
    expect(await sweepAfter(HOUR_MS - SILENT_MS_MAX)).toEqual([6, 6]);
    expect(await sweepAfter(1)).toEqual([2, 2]);
    // Nobody imports anything here. That of account 2 is older by five minutes.
    expect(await sweepAfter(7 * DAY_MS - HOUR_MS)).toEqual([1, 1]);
    expect(await sweepAfter(HOUR_MS)).toEqual([0, 0]);
    for (const { payload, received } of killed) {
      payload.destroy();
      await expect(received).rejects.toThrow();
    }
  });
});
