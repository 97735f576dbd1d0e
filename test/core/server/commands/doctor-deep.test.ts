// doctor --deep compares the stored intervals with their days, and event logs with what was counted, on both engines.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { dayOfTimestampMs, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { checkIntervals } from '../../../../src/core/engine/rollups/check-intervals.ts';
import { buildIntervals } from '../../../support/build-intervals.ts';
import { CommandLine } from '../../../support/command-line.ts';
import { ANY_ENGINE, ENGINES } from '../../../support/databases.ts';
import { mergeLog, switchLog } from '../../../support/event-log.ts';
import { eventWith, orderWith } from '../../../support/events.ts';
import { intervalsAndTheirDays } from '../../../support/stored-days.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestIngestion;
  let cli: CommandLine;
  let today: number;

  beforeAll(async () => {
    world = await createTestIngestion(engine);
    cli = new CommandLine({ DATABASE_URL: world.url });
    today = dayOfTimestampMs(world.clock.nowMs);
    const days = Array.from({ length: 100 }, (_, back) => `${isoOfDay(today - back)}T12:00:00Z`);
    await world.count(...days.map((at, back) => eventWith({ step_id: 1000, visitor: `v${back}`, at })));
    await buildIntervals(world.database, world.clock);
  });

  afterAll(async () => {
    cli.dispose();
    await world.dispose();
  });

  async function deepCheck(...options: string[]) {
    const { code, stdout } = await cli.call(['doctor', '--deep', '--json', ...options]);
    const { checks } = JSON.parse(stdout);
    return { code, check: checks.find(({ name }: { name: string }) => name === 'intervals') };
  }

  /** The campaign's interval of 16 days that ends last. */
  async function change(sql: (condition: string) => string): Promise<{ first_day: string; last_day: string }> {
    const condition = 'website_id = 1 AND subject_kind = 2 AND subject_id = 10 AND period_kind = 16 AND period = $1';
    const [row] = await world.database.query<{ first: number }>(
      'SELECT MAX(period) AS first FROM rollup_visitors WHERE website_id = 1 AND period_kind = 16',
    );
    await world.database.transaction((tx) => tx.query(sql(condition), [row!.first]));
    return { first_day: isoOfDay(row!.first), last_day: isoOfDay(row!.first + 15) };
  }

  const campaign = { website_id: 1, subject: 'campaign', subject_id: 10, metric: 'views' };

  test('passes where intervals equal their days, and counts them', async () => {
    const { code, check } = await deepCheck();
    const { stored } = await intervalsAndTheirDays(world.database);
    expect(stored.size).toBeGreaterThan(100);
    expect({ code, check }).toMatchObject({ code: 0, check: { ok: true, differences: [] } });
    expect(check.detail).toBe(`${stored.size} of 1 websites equal their days`);
  });

  test('without --deep it does not look', async () => {
    const { stdout } = await cli.call(['doctor', '--json']);
    expect(stdout).not.toContain('intervals');
    expect(await cli.call(['doctor', '--repair'])).toMatchObject({ code: 2 });
  });

  test('names a sketch that is missing, and --repair builds it again', async () => {
    const window = await change((condition) => `DELETE FROM rollup_visitors WHERE ${condition}`);
    const { code, check } = await deepCheck();
    expect({ code, check }).toMatchObject({
      code: 1,
      check: { ok: false, differences: [{ ...campaign, ...window, problem: 'missing' }] },
    });
    const { code: plainCode, stdout } = await cli.call(['doctor', '--deep']);
    expect(plainCode).toBe(1);
    expect(stdout).toContain(`website 1, campaign 10, views of ${window.first_day} to ${window.last_day}: missing`);
    expect(stdout).toContain('funnel doctor --deep --repair');

    expect(await deepCheck('--repair')).toMatchObject({ code: 0, check: { ok: true, differences: [campaign] } });
    expect(await deepCheck()).toMatchObject({ code: 0, check: { ok: true, differences: [] } });
    const { stored, days } = await intervalsAndTheirDays(world.database);
    expect(stored).toEqual(days);
  });

  test('names a sketch that differs', async () => {
    const other = `(SELECT sketch FROM rollup_visitors
      WHERE website_id = 1 AND subject_kind = 2 AND subject_id = 10 AND metric = 0 AND period_kind = 0 LIMIT 1)`;
    const window = await change((condition) => `UPDATE rollup_visitors SET sketch = ${other} WHERE ${condition}`);
    const { code, check } = await deepCheck();
    expect({ code, check }).toMatchObject({
      code: 1,
      check: { differences: [{ ...campaign, ...window, problem: 'different' }] },
    });
    await deepCheck('--repair');
  });

  test('names a sketch of days without visitors, and reports progress', async () => {
    await world.database.transaction((tx) =>
      tx.query(
        `INSERT INTO rollup_visitors (website_id, subject_kind, subject_id, metric, period_kind, period, sketch)
         SELECT website_id, subject_kind, subject_id, 4, period_kind, period, sketch FROM rollup_visitors
         WHERE website_id = 1 AND subject_kind = 2 AND subject_id = 10 AND metric = 0 AND period_kind = 64`,
      ),
    );
    const shares: number[] = [];
    const { differences } = await checkIntervals(world.database, (share) => shares.push(share));
    expect(differences).toMatchObject([{ subject: 'campaign', metric: 'subscribes', problem: 'unexpected' }]);
    expect(shares.length).toBeGreaterThan(2);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    await deepCheck('--repair');
    expect((await checkIntervals(world.database)).differences).toEqual([]);
  });
});

describe.each(ANY_ENGINE)('the event log on %s', (engine) => {
  let world: TestIngestion;
  let cli: CommandLine;

  beforeAll(async () => {
    world = await createTestIngestion(engine);
    cli = new CommandLine({ DATABASE_URL: world.url });
  });

  beforeEach(async () => {
    await world.reset();
    await switchLog(world.database, 1, true);
    await world.count(eventWith({ step_id: 1000 }), eventWith({ at: '2025-03-09T12:00:00Z' }), orderWith());
    await mergeLog(world.database, world.clock);
    await world.count(eventWith({ element_id: 10000 }));
  });

  afterAll(async () => {
    cli.dispose();
    await world.dispose();
  });

  async function deepCheck() {
    const { code, stdout } = await cli.call(['doctor', '--deep', '--json']);
    const { checks } = JSON.parse(stdout);
    return { code, check: checks.find(({ name }: { name: string }) => name === 'event log') };
  }

  const change = (sql: string) => world.database.transaction((tx) => tx.query(sql));

  test('passes where it has what was counted', async () => {
    expect(await deepCheck()).toEqual({
      code: 0,
      check: {
        name: 'event log',
        ok: true,
        detail: '2 days of 1 websites have the events that were counted',
        differences: [],
      },
    });
  });

  test.each([
    ['a pending row is missing', 'DELETE FROM event_log_pending', '2025-03-10', 'different'],
    ['a run is missing', 'DELETE FROM event_log_runs WHERE day = 20156', '2025-03-09', 'different'],
    [
      'the column of actions is missing',
      'DELETE FROM event_log_runs WHERE day = 20156 AND column_number = 2',
      '2025-03-09',
      'damaged',
    ],
    [
      'a column that no number depends on is damaged',
      'UPDATE event_log_runs SET event_count = event_count + 1 WHERE day = 20156 AND column_number = 1',
      '2025-03-09',
      'damaged',
    ],
    ['a pending row is damaged', 'UPDATE event_log_pending SET checksum = checksum + 1', '2025-03-10', 'damaged'],
    ['a number was changed', 'UPDATE rollup_counters SET views = 9 WHERE subject_kind = 4', '2025-03-10', 'different'],
  ])('fails where %s, and names the day', async (_, sql, day, problem) => {
    await change(sql);
    const { code, check } = await deepCheck();
    expect({ code, check }).toMatchObject({
      code: 1,
      check: { ok: false, differences: [{ website_id: 1, day, problem }] },
    });
    expect(check.detail).toContain(
      `1 of 2 days of 1 websites do not have the events that were counted (website 1, ${day}: ${problem})`,
    );
  });

  test('names damaged touches, and --repair removes them', async () => {
    const settings = { credit_window_days: 5, credit_by: 'view' } as const;
    await changeWebsiteSettings(world.database, 1, settings, world.clock.now);
    await world.count(eventWith({ visitor: 'b', campaign_id: 10 }));
    await change('UPDATE touch_runs SET checksum = checksum + 1');
    const touchesCheck = async (...options: string[]) => {
      const { code, stdout } = await cli.call(['doctor', '--deep', ...options, '--json']);
      const { checks } = JSON.parse(stdout);
      return { code, ...checks.find(({ name }: { name: string }) => name === 'touches') };
    };
    const differences = [{ website_id: 1, since: '2025-03-10', problem: 'damaged' }];
    expect(await touchesCheck()).toMatchObject({
      code: 1,
      ok: false,
      detail: expect.stringContaining('1 of 1 runs are damaged (website 1, since 2025-03-10)'),
      differences,
    });
    expect(await touchesCheck('--repair')).toMatchObject({ code: 0, ok: true, differences });
    expect(await touchesCheck()).toMatchObject({ code: 0, ok: true, detail: '0 runs are not damaged' });
  });
});
