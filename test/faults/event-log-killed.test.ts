// Commits, merges, sweeps and erasures of the event log, killed in the middle of a transaction, and merges also at random moments beside
// commits: the log has what was counted, nothing twice, and what was killed can be run again. Commits of the collector are killed
// elsewhere, where expect-counted.ts looks at the log, too. FAULT_ROUNDS (see fault-rounds.ts) says how often the dice are thrown.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { checkLog } from '../../src/core/engine/event-log/upkeep/check-log.ts';
import { dayOfTimestampMs, isoOfDay, startOfMonth } from '../../src/core/engine/rollups/calendar.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import type { Random } from '../../src/core/foundation/statistics/random.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import type { Batch } from '../../src/core/intake/events/batch.ts';
import { ANY_ENGINE } from '../support/databases.ts';
import { logSize, mergeLog, switchLog } from '../support/event-log.ts';
import { batchOf, eventWith, ndjson } from '../support/events.ts';
import { randomCatalog } from '../support/random-catalog.ts';
import { RandomStream } from '../support/random-events.ts';
import { TestStages } from '../support/test-stages.ts';
import { answersAboutVisitors } from './answers-about-visitors.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FAULT_ENGINES, FAULT_ROUNDS, FAULT_TEST_MS_MAX, inRounds } from './fault-rounds.ts';
import { FunnelProcess, runFunnel } from './funnel-process.ts';
import { killAt } from './held-rows.ts';
import { askAboutJourneys, JOURNEY_ANSWERS, journeysOf } from './journeys.ts';
import { sweep } from './sweep-process.ts';

const SWEEP = fileURLToPath(new URL('./sweep-process.ts', import.meta.url));
/** Before the merge begins, and as many beside it. */
const COMMITS = FAULT_ROUNDS > 1 ? 60 : 20;
const EVENTS_PER_COMMIT = 20;
const KILL_DELAY_MS_MAX = 200;

const catalog = randomCatalog(5, { accounts: 1, websites: 8, campaigns: 3 });
/** A website for each test. */
const [merged, imported, mergedOnce, ofVisitor, ofDay, forgotten, sweptLog, sweptNumbers] =
  catalog.accounts[0]!.websites.map(({ id }) => id);
const today = dayOfTimestampMs(Date.now());
const dates = Array.from({ length: 20 }, (_, back) => isoOfDay(today - back));
/** Days of the tests that need only a few. */
const DAYS = [today - 3, today - 2, today - 1];
const VISITORS = ['ada', 'bob', 'cy'];

describe.each(FAULT_ENGINES)('on %s', (engine) => {
  let database: FaultDatabase;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'funnel-faults-'));
    database = await createFaultDatabase(engine);
    await database.look(async (opened) => {
      await importCatalog(opened, catalog, systemClock);
      for (const { id } of catalog.accounts[0]!.websites) await switchLog(opened, id, true);
    });
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.dispose();
  });

  /** Each visitor on each day. */
  const visits = (websiteId: number) =>
    DAYS.flatMap((day) =>
      VISITORS.map((visitor) => eventWith({ website_id: websiteId, visitor, at: `${isoOfDay(day)}T12:00:00Z` })),
    );

  /** Default: twice the visits of a website, once in runs, and once pending. */
  async function fill(websiteId: number, inRuns = visits(websiteId), pending = inRuns): Promise<void> {
    await database.look(async (opened) => {
      const stages = new TestStages(opened, systemClock);
      await stages.commitSent([batchOf(inRuns)]);
      await mergeLog(opened, { now: systemClock });
      await stages.commitSent([batchOf(pending)]);
    });
  }

  const sizeOf = (websiteId: number) => database.look((opened) => logSize(opened, websiteId));
  const countersOf = (websiteId: number) =>
    database.look((opened) =>
      opened.query<{ day: number }>('SELECT day FROM rollup_counters WHERE website_id = $1 ORDER BY day', [websiteId]),
    );
  const tokenOf = async (websiteId: number) => {
    const asked = { websiteIds: [websiteId], scopes: ['reports'], audience: 'rest' } as const;
    return (await database.look((opened) => createToken(opened, asked, systemClock))).token;
  };
  const firstLoggedDay = (websiteId: number) =>
    database.look(async (opened) => {
      const sql = 'SELECT log_from FROM website_activity WHERE website_id = $1';
      return (await opened.query<{ log_from: number | null }>(sql, [websiteId]))[0]?.log_from;
    });

  async function expectAgreement(): Promise<void> {
    await database.look(async (opened) => expect((await checkLog(opened)).differences).toEqual([]));
  }

  const start = (...args: string[]) => new FunnelProcess(args, database.url);
  const run = (...args: string[]) => runFunnel(args, database.url);

  test('merges beside commits, at any moment', { timeout: FAULT_TEST_MS_MAX }, async () => {
    let accepted = 0;
    // Both databases get an event at the same time, which is after the times of all events.
    const clock = () => new Date((today + 1) * 86_400_000 - 1);
    // Has the same events, none of which is ever merged, so nothing can be killed.
    const unmerged = await createFaultDatabase(ANY_ENGINE[0]!);
    onTestFinished(() => unmerged.dispose());
    await unmerged.look(async (opened) => {
      await importCatalog(opened, catalog, systemClock);
      await switchLog(opened, merged!, true);
    });

    async function commit(opened: Database, stream: RandomStream): Promise<void> {
      const stages = new TestStages(opened, clock);
      const batches: Batch[] = [];
      for (let commits = 0; commits < COMMITS; commits++) {
        const events = Array.from({ length: EVENTS_PER_COMMIT }, () => ({ ...stream.next().event }));
        batches.push(batchOf(events));
        accepted += (await stages.commitSent([batchOf(events)]))[0]!.accepted;
      }
      await unmerged.look((other) => new TestStages(other, clock).commitSent(batches));
    }

    const answersIn = ({ look }: FaultDatabase) =>
      look((opened) => answersAboutVisitors(opened, merged!, { firstDay: today - dates.length + 1, lastDay: today }));

    async function killMerging(stream: RandomStream, random: Random): Promise<void> {
      const opened = await openDatabase(database.url, { connectionsMax: 2 });
      try {
        await commit(opened, stream);
        await using service = start('serve', '--only', 'jobs');
        await service.address();
        const kill = delay(random.next() * KILL_DELAY_MS_MAX).then(() => service.kill());
        await Promise.all([kill, commit(opened, stream)]);
      } finally {
        await opened.close();
      }
    }

    const only = { accounts: [{ websites: catalog.accounts[0]!.websites.filter(({ id }) => id === merged) }] };
    await inRounds(FAULT_ROUNDS, async (random, round) => {
      await killMerging(new RandomStream(only, { seed: round + 1, visitors: 5, dates, pageViews: 0.2 }), random);
      await expectAgreement();
      expect((await sizeOf(merged!)).events).toBe(accepted);
      expect(await answersIn(database)).toEqual(await answersIn(unmerged));
      await freeLease();
    });
  });

  /** The lease of the killed process runs out in half a minute. */
  async function freeLease(): Promise<void> {
    await database.look((opened) =>
      opened.transaction((tx) =>
        tx.query("UPDATE job_leases SET holder = NULL, done_at_ms = 0 WHERE job = 'event_log'"),
      ),
    );
  }

  test('a commit is in the log and in the numbers, or in neither', async () => {
    const file = join(folder, 'events.ndjson');
    writeFileSync(file, ndjson(visits(imported!)));
    const rows = { on: 'INSERT', table: 'event_log_pending', when: `NEW.website_id = ${imported}` } as const;
    await killAt(database.url, rows, () => start('import', 'events', file));
    expect(await countersOf(imported!)).toEqual([]);
    expect((await sizeOf(imported!)).events).toBe(0);
    await expectAgreement();
    await run('import', 'events', file);
    expect((await sizeOf(imported!)).events).toBe(9);
    await expectAgreement();
  });

  test('a merge has replaced all its rows, or none, and reports that follow visitors say the same all the time', async () => {
    const website = catalog.accounts[0]!.websites.find(({ id }) => id === mergedOnce)!;
    const journeys = journeysOf(website, today);
    const [early, late] = [0, 1].map((rest) => journeys.filter((_, place) => place % 2 === rest));
    await fill(website.id, early, late);
    const before = await sizeOf(website.id);
    expect(before).toEqual({ events: 12, pending: 3, runs: 3 });
    await freeLease();
    const rows = { on: 'INSERT', table: 'event_log_runs', when: `NEW.website_id = ${website.id}` } as const;
    await killAt(database.url, rows, () => start('serve', '--only', 'jobs'));
    const token = await tokenOf(website.id);
    await using service = start('serve', '--only', 'rest');
    // Answers about the same days are cached.
    const answersAbout = async (timeframe: string) =>
      askAboutJourneys(await service.address(), token, website, timeframe);
    expect(await answersAbout('last_30_days')).toEqual(JOURNEY_ANSWERS);
    expect(await sizeOf(website.id)).toEqual(before);
    await expectAgreement();
    await database.look((opened) => mergeLog(opened, { now: systemClock }));
    expect(await sizeOf(website.id)).toEqual({ events: 12, pending: 0, runs: 3 });
    expect(await answersAbout('last_90_days')).toEqual(JOURNEY_ANSWERS);
    await expectAgreement();
  });

  // Events are kept for two days. Numbers are kept by the month: two months later, all of them are too old.
  test.each([
    { what: 'log', websiteId: sweptLog!, table: 'event_log_runs', on: today, firstKept: DAYS[1], left: 12 },
    {
      ...{ what: 'numbers', websiteId: sweptNumbers!, table: 'rollup_counters' },
      ...{ on: today + 62, firstKept: startOfMonth(today + 60), left: 0 },
    },
  ])(
    'the retention of the $what ends the log of old days first',
    async ({ what, websiteId, table, on, ...expected }) => {
      await fill(websiteId);
      const before = await countersOf(websiteId);
      const start = () =>
        new FunnelProcess([SWEEP, what, String(websiteId), isoOfDay(on)], database.url, {}, process.execPath);
      await killAt(database.url, { on: 'DELETE', table, when: `OLD.website_id = ${websiteId}` }, start);
      expect(await firstLoggedDay(websiteId)).toBe(expected.firstKept);
      expect((await sizeOf(websiteId)).events).toBe(18);
      expect(await countersOf(websiteId)).toEqual(before);
      await expectAgreement();
      await database.look((opened) => sweep(opened, what, websiteId, isoOfDay(on)));
      expect((await sizeOf(websiteId)).events).toBe(expected.left);
      expect(await countersOf(websiteId)).toEqual(what === 'log' ? before : []);
      await expectAgreement();
    },
  );

  test('a visitor who is being forgotten is taken out day by day', async () => {
    await fill(ofVisitor!);
    const forget = ['forget', 'visitor', '--website', String(ofVisitor), '--visitor', 'bob'];
    const logged = async () =>
      (await runFunnel<{ rows: { logged_events?: number } }>(forget, database.url)).rows.logged_events;
    expect(await logged()).toBe(6);
    const when = `OLD.website_id = ${ofVisitor} AND OLD.day = ${DAYS[2]}`;
    await killAt(database.url, { on: 'DELETE', table: 'event_log_runs', when }, () => start(...forget, '--yes'));
    // Pending rows come first, then the runs of the first two days.
    expect(await logged()).toBe(1);
    expect((await sizeOf(ofVisitor!)).events).toBe(18);
    await expectAgreement();
    await run(...forget, '--yes');
    expect(await logged()).toBeUndefined();
    expect((await sizeOf(ofVisitor!)).events).toBe(18);
    await expectAgreement();
  });

  test('a day is forgotten everywhere, or nowhere', async () => {
    await fill(ofDay!);
    const before = await countersOf(ofDay!);
    const forget = ['forget', 'day', '--website', String(ofDay), '--day', isoOfDay(DAYS[1]!), '--yes'];
    const when = `OLD.website_id = ${ofDay}`;
    await killAt(database.url, { on: 'DELETE', table: 'event_log_runs', when }, () => start(...forget));
    expect(await countersOf(ofDay!)).toEqual(before);
    expect((await sizeOf(ofDay!)).events).toBe(18);
    await expectAgreement();
    await run(...forget);
    expect((await sizeOf(ofDay!)).events).toBe(12);
    await expectAgreement();
  });

  test('a website that is being forgotten has no log from the beginning on', async () => {
    await fill(forgotten!);
    const forget = ['forget', 'website', '--website', String(forgotten), '--yes'];
    const when = `OLD.website_id = ${forgotten}`;
    await killAt(database.url, { on: 'DELETE', table: 'event_log_runs', when }, () => start(...forget));
    expect(await countersOf(forgotten!)).toEqual([]);
    expect((await sizeOf(forgotten!)).events).toBe(18);
    await expectAgreement();
    await run(...forget);
    expect((await sizeOf(forgotten!)).events).toBe(0);
    const { checks } = await runFunnel<{ checks: { name: string; ok: boolean }[] }>(['doctor', '--deep'], database.url);
    expect(checks.find(({ name }) => name === 'event log')).toMatchObject({ ok: true });
  });
});
