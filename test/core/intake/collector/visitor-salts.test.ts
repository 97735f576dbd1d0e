// The salts of visitors without consent: one a day for all nodes, and none that is older than yesterday's.
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dailyVisitor } from '../../../../src/core/intake/collector/daily-visitor.ts';
import { sweepVisitorSalts, VisitorSalts } from '../../../../src/core/intake/collector/visitor-salts.ts';
import { ENGINES } from '../../../support/databases.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

/** 2025-03-10, the first day of the clock. */
const TODAY = 20_157;

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  afterEach(async () => {
    ingestion.clock.offsetMs = 0;
    await ingestion.database.transaction((tx) => tx.query('DELETE FROM visitor_salts'));
  });

  afterAll(() => ingestion.dispose());

  const node = () => new VisitorSalts(ingestion.database, ingestion.clock.now);
  const storedDays = async () => {
    const rows = await ingestion.database.query<{ day: number }>('SELECT day FROM visitor_salts ORDER BY day');
    return rows.map(({ day }) => day);
  };

  test('are 16 random bytes, another one each day', async () => {
    const { yesterday, today } = await node().current();
    expect(today).toEqual({ day: TODAY, salt: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(yesterday).toEqual({ day: TODAY - 1, salt: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(today.salt).not.toBe(yesterday.salt);
  });

  test('are the same on all nodes, which may ask at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => node().current()));
    expect(new Set(all.map((salts) => JSON.stringify(salts))).size).toBe(1);
  });

  test('change at midnight: the salt of today is that of yesterday then', async () => {
    const salts = node();
    const before = await salts.current();
    ingestion.clock.offsetMs = DAY_MS;
    const after = await salts.current();
    expect(after.yesterday).toEqual(before.today);
    expect(after.today.day).toBe(TODAY + 1);
    expect(after.today.salt).not.toBe(before.today.salt);
  });

  test('are deleted after 48 hours, by the next event or by the job', async () => {
    await node().current();
    expect(await storedDays()).toEqual([TODAY - 1, TODAY]);
    ingestion.clock.offsetMs = DAY_MS;
    await node().current();
    expect(await storedDays()).toEqual([TODAY, TODAY + 1]);
    ingestion.clock.offsetMs = 2 * DAY_MS;
    await sweepVisitorSalts(ingestion.database, ingestion.clock.now());
    expect(await storedDays()).toEqual([TODAY + 1]);
    ingestion.clock.offsetMs = 3 * DAY_MS;
    await sweepVisitorSalts(ingestion.database, ingestion.clock.now());
    expect(await storedDays()).toEqual([]);
  });

  test('two nodes derive the same visitor; websites, addresses, browsers and days differ', async () => {
    const browser = { websiteId: 1, ipAddress: '198.51.100.7', userAgent: 'browser' };
    const first = await dailyVisitor(node(), browser);
    expect(await dailyVisitor(node(), browser)).toEqual(first);
    // So its hash says that it is for one day only.
    expect(first.otherwise).toMatch(/^day-[\w-]{43}$/);
    const others = [
      { ...browser, websiteId: 2 },
      { ...browser, ipAddress: '198.51.100.8' },
      { ...browser, userAgent: 'another' },
    ];
    const visitors = await Promise.all(others.map(async (other) => (await dailyVisitor(node(), other)).otherwise));
    expect(new Set([first.otherwise, first.yesterday.visitor, ...visitors]).size).toBe(5);
    ingestion.clock.offsetMs = DAY_MS;
    const nextDay = await dailyVisitor(node(), browser);
    expect(nextDay.yesterday.visitor).toBe(first.otherwise);
    expect(nextDay.otherwise).not.toBe(first.otherwise);
  });

  test('a visitor keeps the id while the device changes its IPv6 address within the network', async () => {
    const visitorAt = async (ipAddress: string) =>
      (await dailyVisitor(node(), { websiteId: 1, ipAddress, userAgent: 'browser' })).otherwise;
    expect(await visitorAt('2001:db8:1:2::7')).toBe(await visitorAt('2001:db8:1:2:aaaa::9'));
    expect(await visitorAt('2001:db8:1:2::7')).not.toBe(await visitorAt('2001:db8:1:3::7'));
  });

  test('after a failure the next event tries again', async () => {
    const { database, clock } = ingestion;
    let isDown = true;
    const salts = new VisitorSalts(
      {
        ...database,
        query: (sql, params) => (isDown ? Promise.reject(new Error('down')) : database.query(sql, params)),
      },
      clock.now,
    );
    await expect(salts.current()).rejects.toThrow('down');
    isDown = false;
    expect((await salts.current()).today.day).toBe(TODAY);
  });
});

/** SQLite would leave what was deleted in the file until something else is written there. */
test('the file of a SQLite database does not contain old salts, which were deleted', async () => {
  const { database, clock, url, dispose } = await createTestIngestion('sqlite');
  const path = url.replace('sqlite:', '');
  const isInFile = (text: string) => {
    const file = new DatabaseSync(path);
    file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    file.close();
    return readFileSync(path).includes(text);
  };
  const { salt } = (await new VisitorSalts(database, clock.now).current()).today;
  expect(isInFile(salt)).toBe(true);
  clock.offsetMs = 2 * DAY_MS;
  await sweepVisitorSalts(database, clock.now());
  expect(isInFile(salt)).toBe(false);
  await dispose();
});
