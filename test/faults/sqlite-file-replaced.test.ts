// The files of a SQLite database, taken away or exchanged under a running service: it must say so and acknowledge nothing,
// because what it writes from then on has no name and is lost when it ends.
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, sqlitePath } from '../../src/core/foundation/database/open/open.ts';
import { eventWith, ndjson } from '../support/events.ts';
import { IS_LONG } from '../support/long.ts';
import { storedTotals } from '../support/stored-days.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FaultService } from './fault-service.ts';

let database: FaultDatabase;
let service: FaultService;
let path: string;

beforeEach(async () => {
  database = await createFaultDatabase('sqlite');
  service = await database.look((opened) => FaultService.prepare(opened, database.url));
  path = sqlitePath(database.url);
});

afterEach(() => database.dispose());

function collect(visitor: string) {
  const headers = {
    authorization: `Bearer ${service.access.ingestKeys.get(1)}`,
    'content-type': 'application/x-ndjson',
  };
  const init = { method: 'POST', headers, body: ndjson([eventWith({ visitor })]) };
  return service.client.send('/collect/events', init, [200]);
}

function writeContact() {
  const headers = { authorization: `Bearer ${service.access.token}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ email: 'ada@example.com' }) };
  return service.client.send('/api/v1/contacts', init, [200, 201]);
}

const readReport = (timeframe: string) =>
  service.client.get(`/api/v1/reports/website?timeframe=${timeframe}`, service.access.token);
const readiness = () => service.client.readiness();

/** Each moves the database's own file aside to this name, so that it can be put back. */
const ASIDE = '.aside';
const CHANGES: readonly [string, string, () => void][] = [
  ['removed', '', () => renameSync(path, path + ASIDE)],
  [
    'replaced by a copy of itself',
    '',
    () => {
      renameSync(path, path + ASIDE);
      copyFileSync(path + ASIDE, path);
    },
  ],
  ['left without its log', '-wal', () => renameSync(`${path}-wal`, `${path}-wal${ASIDE}`)],
  ["left without its log's index", '-shm', () => renameSync(`${path}-shm`, `${path}-shm${ASIDE}`)],
];

/** A file that is missing and one that is another. */
const TRIED = IS_LONG ? CHANGES : CHANGES.slice(1, 3);

describe.each(TRIED)('a database that is %s', (_name, suffix, change) => {
  test('takes no more writes until it is back, and the service says why', async () => {
    await using server = await service.start();
    await collect('before');
    await readReport('last_30_days');
    change();

    const refusal = { code: 'database_unavailable' };
    await expect(collect('meanwhile')).rejects.toMatchObject(refusal);
    await expect(writeContact()).rejects.toMatchObject(refusal);
    await expect(readReport('last_7_days')).rejects.toMatchObject(refusal);
    // This one is in memory.
    if (suffix === '') await expect(readReport('last_30_days')).rejects.toMatchObject(refusal);
    await expect.poll(readiness).toBe(refusal.code);
    const answer = await fetch(`${service.client.address}/readyz`);
    expect(await answer.json()).toMatchObject({
      detail: expect.stringMatching(/replaced or removed.*Restart the service/),
    });
    // The log comes through a pipe of its own: it may arrive after the answer.
    await expect.poll(() => server.messages).toContain(`${path}${suffix} was replaced or removed`);

    renameSync(path + suffix + ASIDE, path + suffix);
    await expect.poll(readiness).toBe('ready');
    await collect('after');
    await server.stop();
    const stored = await database.look((opened) => storedTotals(opened, { websiteId: 1, kind: 'website', id: 1 }));
    expect(stored.views).toBe(2);
  });
});

test('a service that ends leaves the files of the database in its place alone', async () => {
  await using server = await service.start();
  await collect('before');
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix);
  const successor = await openDatabase(database.url);
  await successor.transaction((tx) => tx.runScript('CREATE TABLE kept (number integer); INSERT INTO kept VALUES (1)'));
  await server.stop();
  await successor.close();
  expect(await database.look((opened) => opened.query('SELECT number FROM kept'))).toEqual([{ number: 1 }]);
});

test('a transaction that is under way when the file is replaced is rolled back', async () => {
  await database.look(async (opened) => {
    const write = opened.transaction(async (tx) => {
      await tx.query("UPDATE websites SET name = 'New' WHERE id = 2");
      renameSync(path, path + ASIDE);
    });
    await expect(write).rejects.toThrow('replaced or removed');
    renameSync(path + ASIDE, path);
    expect(await opened.query("SELECT id FROM websites WHERE name = 'New'")).toEqual([]);
  });
});
