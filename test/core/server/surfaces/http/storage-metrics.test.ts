// The metrics about the disk: what each engine knows, and how often it is asked.
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sqlitePath } from '../../../../../src/core/foundation/database/open/open.ts';
import { createMetrics } from '../../../../../src/core/server/surfaces/http/metrics.ts';
import { watchStorage } from '../../../../../src/core/server/surfaces/http/storage-metrics.ts';
import { CommandLine } from '../../../../support/command-line.ts';
import { ENGINES } from '../../../../support/databases.ts';
import { eventWith } from '../../../../support/events.ts';
import { Exposition } from '../../../../support/exposition.ts';
import { TestClock } from '../../../../support/test-clock.ts';
import { TestService } from '../../../../support/test-service.ts';

const MINUTE_MS = 60_000;
const NAMES = [
  'funnel_database_bytes',
  'funnel_disk_free_bytes',
  'funnel_last_backup_timestamp_seconds',
  'funnel_event_log_pending_events',
];

function valuesIn(text: string): Record<string, number> {
  const samples = new Exposition(text).samples().filter(({ name }) => NAMES.includes(name));
  return Object.fromEntries(samples.map(({ name, value }) => [name, Number(value)]));
}

describe.each(ENGINES)('on %s', (engine) => {
  async function start() {
    const app = await TestService.start(engine, { components: ['rest', 'collect'], clock: new TestClock() });
    onTestFinished(() => app.dispose());
    return app;
  }

  /** The first scrape asks, and a later one has what was found. */
  async function valuesOf(app: TestService, isThere: (values: Record<string, number>) => boolean) {
    let values: Record<string, number> = {};
    app.clock.advance(MINUTE_MS);
    const scrape = async () => {
      app.clock.advance(1_000);
      values = valuesIn(await (await fetch(`${app.url}/metrics`)).text());
      return isThere(values);
    };
    await expect.poll(scrape).toBe(true);
    return values;
  }

  test('the size of the database, and events that wait to be merged, of two websites', async () => {
    const app = await start();
    for (const website of [1, 2]) {
      const settings = ['website', 'settings', '--website', String(website), '--event-log', 'on'];
      expect(await new CommandLine({ DATABASE_URL: app.ingestion.url }).call(settings)).toMatchObject({ code: 0 });
    }
    const before = await valuesOf(app, (values) => 'funnel_event_log_pending_events' in values);
    expect(before.funnel_event_log_pending_events).toBe(0);
    expect(before.funnel_database_bytes).toBeGreaterThan(100_000);
    const at = app.clock.now().toISOString();
    await app.ingestion.count(
      eventWith({ visitor: 'a', at }),
      eventWith({ visitor: 'b', at }),
      eventWith({ website_id: 2, visitor: 'c', at }),
    );
    const after = await valuesOf(app, ({ funnel_event_log_pending_events: events }) => events !== 0);
    expect(after.funnel_event_log_pending_events).toBe(3);
  });
});

test('SQLite: what is free on its disk, and as of when the last backup is', async () => {
  const app = await TestService.start('sqlite', { components: ['rest'], clock: new TestClock() });
  onTestFinished(() => app.dispose());
  const scrape = async () => {
    app.clock.advance(MINUTE_MS);
    return valuesIn(await (await fetch(`${app.url}/metrics`)).text());
  };
  await expect.poll(async () => 'funnel_disk_free_bytes' in (await scrape())).toBe(true);
  const before = await scrape();
  const { blocks, bsize } = statfsSync(dirname(sqlitePath(app.ingestion.url)));
  expect(before.funnel_disk_free_bytes).toBeGreaterThan(0);
  expect(before.funnel_disk_free_bytes).toBeLessThanOrEqual(blocks * bsize);
  expect(before).not.toHaveProperty('funnel_last_backup_timestamp_seconds');

  const cli = new CommandLine({ DATABASE_URL: app.ingestion.url });
  onTestFinished(() => cli.dispose());
  const [from, to] = [Date.now(), () => Date.now()];
  expect(await cli.call(['backup', `${cli.folder}/backup.db`])).toMatchObject({ code: 0, stderr: '' });
  await expect.poll(async () => 'funnel_last_backup_timestamp_seconds' in (await scrape())).toBe(true);
  const ms = (await scrape()).funnel_last_backup_timestamp_seconds! * 1_000;
  expect(ms).toBeGreaterThanOrEqual(from);
  expect(ms).toBeLessThanOrEqual(to());
});

test('a backup that fails is not noted', async () => {
  const app = await TestService.start('sqlite', { components: ['rest'], clock: new TestClock() });
  onTestFinished(() => app.dispose());
  const cli = new CommandLine({ DATABASE_URL: app.ingestion.url });
  onTestFinished(() => cli.dispose());
  expect(await cli.call(['backup', cli.file('taken.db', '')])).toMatchObject({ code: 1 });
  let values: Record<string, number> = {};
  const scrape = async () => {
    app.clock.advance(MINUTE_MS);
    values = valuesIn(await (await fetch(`${app.url}/metrics`)).text());
    return 'funnel_disk_free_bytes' in values;
  };
  await expect.poll(scrape).toBe(true);
  expect(values).not.toHaveProperty('funnel_last_backup_timestamp_seconds');
});

test('the database is asked once a minute, a scrape waits for nothing, and what can not be found out has no value', async () => {
  const clock = new TestClock('2026-03-10T12:00:00Z');
  const metrics = createMetrics();
  let asked = 0;
  let answer = (_bytes: number) => {};
  const storage = () => {
    asked++;
    return new Promise<{ databaseBytes: number }>((resolve) => {
      answer = (databaseBytes) => resolve({ databaseBytes });
    });
  };
  watchStorage(metrics, { storage, pendingEvents: () => Promise.reject(new Error('a worker is away')) }, clock.now);
  const scrape = async () => valuesIn(await metrics.registry.metrics());
  expect(await scrape()).toEqual({});
  clock.advance(MINUTE_MS - 1);
  expect(await scrape()).toEqual({});
  expect(asked).toBe(1);
  answer(7);
  await expect.poll(scrape).toEqual({ funnel_database_bytes: 7 });
  expect(asked).toBe(1);
  clock.advance(1);
  expect(await scrape()).toEqual({ funnel_database_bytes: 7 });
  expect(asked).toBe(2);
});
