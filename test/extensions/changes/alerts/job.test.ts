import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Alert } from '../../../../src/core/answers/alerts/alert.ts';
import type { AlertListener } from '../../../../src/core/answers/alerts/alert-listener.ts';
import { COMMAND_LINE } from '../../../../src/core/contract/access/principal.ts';
import { dayOfTimestampMs, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import type { Database, Queries } from '../../../../src/core/foundation/database/database.ts';
import { LEASE_MS, Lease } from '../../../../src/core/foundation/database/lease.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { forgetDay } from '../../../../src/core/manage/erasure/forget-day.ts';
import { forgetWebsite } from '../../../../src/core/manage/erasure/forget-website.ts';
import { GOALS } from '../../../../src/core/manage/resources/goal-operations.ts';
import { SavedRecords } from '../../../../src/core/manage/resources/saved-records.ts';
import {
  type AlertsDependencies,
  type AlertsObserver,
  findAlerts,
} from '../../../../src/extensions/changes/alerts/job.ts';
import { DirectLooker, LookerThread } from '../../../../src/extensions/changes/alerts/look.ts';
import { ALERTS_KEPT_DAYS, sweepAlerts } from '../../../../src/extensions/changes/alerts/store-alerts.ts';
import { databaseThatGoesAway } from '../../../support/database-that-goes-away.ts';
import { ANY_ENGINE, ENGINES } from '../../../support/databases.ts';
import type { SentEvent } from '../../../support/events.ts';
import { recordingDatabase } from '../../../support/recording-database.ts';
import { saidAlert } from '../../../support/said.ts';
import { sweepRound } from '../../../support/sweep-round.ts';
import { DAY_MS, HOUR_MS, TestClock } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const HISTORY = 43;
const WEBSITES = [1, 2, 3, 4];
const VIEWERS = 150;
const NOW = '2025-03-10T00:20:00Z';
const TODAY = dayOfTimestampMs(Date.parse(NOW));
const disposals: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose();
});

const VARIANTS = ['A', 'B'].map((variation, index) => ({
  id: 100 + index,
  variation,
  traffic_percentage: 50,
  steps: [],
}));
const CAMPAIGNS = [{ id: 10, name: 'Popup', status: 'live', variants: VARIANTS }];
const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: WEBSITES.map((id) => ({
        id,
        name: `site-${id}`,
        currency: 'USD',
        ...(id === 1 && { campaigns: CAMPAIGNS }),
      })),
    },
  ],
};

/** The views of a day, each by another visitor. */
function viewsOf(day: number, count: number, fields: SentEvent = {}): SentEvent[] {
  const at = `${isoOfDay(day)}T12:00:00Z`;
  return Array.from({ length: count }, (_, visitor) => ({
    ...{ type: 'view', website_id: 1, visitor: `visitor-${visitor}`, at },
    ...fields,
  }));
}

function usualDays(lastDay: number, websiteId = 1, viewers = VIEWERS): SentEvent[] {
  return Array.from({ length: HISTORY }, (_, ago) => viewsOf(lastDay - ago, viewers, { website_id: websiteId })).flat();
}

/** A small website that hardly anybody visits any more. */
function droppedWebsite(website_id: number): SentEvent[] {
  return [
    ...usualDays(TODAY - 2, website_id, 50),
    ...viewsOf(TODAY - 1, 5, { website_id }),
    ...viewsOf(TODAY, 5, { website_id }),
  ];
}

describe.each(ENGINES)('on %s', (engine) => {
  /** What runs once is not about storage. */
  const testOnce = test.runIf(ANY_ENGINE.includes(engine));
  let ingestion: TestIngestion;
  beforeAll(async () => {
    ingestion = await createTestIngestion(engine, CATALOG, new TestClock(NOW));
  });
  beforeEach(() => ingestion.reset());
  afterAll(() => ingestion.dispose());

  function node(database: Database, clock: TestClock, onAlert?: AlertListener) {
    const told: ReturnType<typeof saidAlert<Alert>>[] = [];
    const dependencies: AlertsDependencies = {
      database,
      looker: new DirectLooker(database),
      clock: clock.now,
      logger: pino({ level: 'silent' }),
      listeners: [
        ...(onAlert ? [onAlert] : []),
        async (_tx, alert) => {
          told.push(saidAlert(alert));
        },
      ],
    };
    return { told, run: () => findAlerts(dependencies), dependencies };
  }

  const stored = (database: Database) =>
    database.query<{ kind: string; day: number; title: string }>(
      'SELECT kind, day, title, details, path FROM alerts ORDER BY website_id, id',
    );

  testOnce('a goal at risk is stored and told once in its month, and one that will be reached is not', async () => {
    const { database, clock, count } = ingestion;
    const { told, run } = node(database, clock);
    const goals = new SavedRecords(database, clock.now);
    for (const target of [100, 1_000]) {
      const goal = { name: `${target} visitors`, metric: 'views', target, campaign_id: null } as const;
      const { id } = await goals.create(GOALS, 1, goal, COMMAND_LINE);
      disposals.push(() => goals.delete(GOALS, { websiteId: 1, id }, COMMAND_LINE));
    }
    await count(...usualDays(TODAY - 1), ...viewsOf(TODAY, VIEWERS));
    await run();
    expect(told).toMatchObject([
      {
        ...{ websiteId: 1, kind: 'goal_at_risk', day: TODAY - 1, path: '/websites/1' },
        title: 'The goal “1000 visitors” will hardly be reached this month.',
      },
    ]);
    expect(told[0]!.text).toMatch(/150 of 1,000 so far, on course for 150/);
    expect(await stored(database)).toMatchObject([{ kind: 'goal_at_risk', day: TODAY - 1 }]);
    // The next day says nothing new.
    clock.nowMs += DAY_MS;
    await count(...viewsOf(TODAY + 1, VIEWERS));
    await run();
    expect(told).toHaveLength(1);
  });

  testOnce(
    'a drop is found when the day is over, told once, and again only after the website was back to normal',
    async () => {
      const { database, clock, count } = ingestion;
      const { told, run } = node(database, clock);
      await count(...usualDays(TODAY - 2), ...viewsOf(TODAY - 1, 60), ...viewsOf(TODAY, 5));
      await run();
      expect(told).toMatchObject([
        { websiteId: 1, kind: 'drop', day: TODAY - 1, path: '/websites/1', at: clock.now() },
      ]);
      expect(told[0]!.title).toBe(`60.0% fewer visitors on ${isoOfDay(TODAY - 1)}: 60 instead of about 150.`);
      expect(await stored(database)).toMatchObject([
        { kind: 'drop', title: expect.stringMatching(/^\{"code":"fewer","values":\{/) },
      ]);

      for (const [ahead, viewers] of [60, VIEWERS, 60].entries()) {
        await count(...viewsOf(TODAY + ahead, viewers), ...viewsOf(TODAY + ahead + 1, 1));
        clock.advance(DAY_MS);
        await run();
      }
      expect(told.map(({ kind, day }) => `${kind} ${day - TODAY}`)).toEqual(['drop -1', 'drop 2']);
    },
  );

  testOnce('a website whose stored progress cannot be read does not keep the others from being looked at', async () => {
    const { database, clock, count } = ingestion;
    const { told, run } = node(database, clock);
    for (const id of [1, 2]) {
      const fields = { website_id: id };
      await count(...usualDays(TODAY - 2, id), ...viewsOf(TODAY - 1, 60, fields), ...viewsOf(TODAY, 5, fields));
    }
    await database.transaction((tx) =>
      tx.query(
        "INSERT INTO alert_progress (website_id, judged_day, busiest_day, prompt_from, state) VALUES (1, $1, 0, 0, '{')",
        [TODAY - 3],
      ),
    );
    await run();
    expect(told.map(({ websiteId, kind }) => `${websiteId} ${kind}`)).toEqual(['2 drop']);
  });

  testOnce(
    'a website on its first day, also with an experiment, does not keep the job from being complete',
    async () => {
      const { database, clock, count } = ingestion;
      const { told, dependencies } = node(database, clock);
      const results: string[] = [];
      const observer: AlertsObserver = {
        website: (result) => results.push(result),
        found: () => {},
        complete: () => results.push('complete'),
      };
      await count(...viewsOf(TODAY, 5, { variant_id: 100 }), ...viewsOf(TODAY, 5, { variant_id: 101 }));
      await findAlerts({ ...dependencies, observer });
      expect(results).toEqual(['looked_at', 'complete']);
      expect(told).toEqual([]);
      clock.advance(HOUR_MS);
      await findAlerts({ ...dependencies, observer });
      // It is looked at again when its first day is over.
      expect(results).toEqual(['looked_at', 'complete', 'complete']);
    },
  );

  testOnce('also by a thread, and a spike', async () => {
    const { database, clock, count, url } = ingestion;
    const { told, dependencies } = node(database, clock);
    await count(...usualDays(TODAY - 2), ...viewsOf(TODAY - 1, 2 * VIEWERS), ...viewsOf(TODAY, 5));
    await findAlerts({ ...dependencies, looker: new LookerThread(url) });
    expect(told).toMatchObject([{ kind: 'spike', day: TODAY - 1 }]);
  });

  testOnce('its thread is stopped even if the database goes away during the job', async () => {
    const { dependencies } = node(databaseThatGoesAway(ingestion.database), ingestion.clock);
    let isStopped = false;
    const stop = async () => {
      isStopped = true;
    };
    const looker = Object.assign(new DirectLooker(ingestion.database), { stop });
    await expect(findAlerts({ ...dependencies, looker })).rejects.toThrow('the database is away');
    expect(isStopped).toBe(true);
  });

  testOnce('an import of old days is no news, on a new website and on one that is watched', async () => {
    const { database, clock, count } = ingestion;
    const { told, run } = node(database, clock);
    await count(...usualDays(TODAY - 10), ...viewsOf(TODAY - 9, 20), ...viewsOf(TODAY - 8, 150));
    await count(...usualDays(TODAY - 1, 2), ...viewsOf(TODAY, 5, { website_id: 2 }));
    await run();
    await count(
      ...viewsOf(TODAY - 20, 900, { website_id: 2, visitor: undefined }).map((event, index) => ({
        ...event,
        visitor: `late-${index}`,
      })),
    );
    clock.advance(HOUR_MS);
    await run();
    clock.advance(DAY_MS);
    await count(...viewsOf(TODAY, VIEWERS, { website_id: 2 }), ...viewsOf(TODAY + 1, 5, { website_id: 2 }));
    await run();
    expect(told).toEqual([]);
  });

  testOnce('events that stop are told within a day, once, and the empty days after that are no drop', async () => {
    const { database, clock, count } = ingestion;
    const { told, run } = node(database, clock);
    await count(...usualDays(TODAY - 1), ...viewsOf(TODAY, VIEWERS));
    await run();
    // Until it is known how its events arrive, two days of silence are needed.
    for (let day = 1; day <= 3; day++) {
      clock.advance(DAY_MS);
      await count(...viewsOf(TODAY + day, VIEWERS));
      await run();
    }
    expect(told).toEqual([]);
    clock.advance(DAY_MS);
    for (let hour = 0; hour < 30; hour++) {
      await run();
      clock.advance(HOUR_MS);
    }
    expect(told).toMatchObject([
      { kind: 'events_stopped', day: TODAY + 4, at: new Date(Date.parse(NOW) + 4 * DAY_MS + 13 * HOUR_MS) },
    ]);
    await count(...viewsOf(TODAY + 5, VIEWERS), ...viewsOf(TODAY + 6, VIEWERS));
    clock.advance(DAY_MS);
    await run();
    expect(told).toHaveLength(1);
  });

  testOnce('an experiment that is decided is told once, and one whose numbers cannot be trusted as well', async () => {
    const { database, clock, count } = ingestion;
    const { told, run } = node(database, clock);
    const arm = (variant: number, day: number, visitors: number, conversions: number) => {
      const named = (event: SentEvent) => ({
        ...event,
        visitor: `${variant}-${day}-${event.visitor}`,
        variant_id: variant,
      });
      return [...viewsOf(day, visitors).map(named), ...viewsOf(day, conversions, { type: 'conversion' }).map(named)];
    };
    const days = Array.from({ length: 14 }, (_, ago) => TODAY - 1 - ago);
    await count(...days.flatMap((day) => [...arm(100, day, 50, 2), ...arm(101, day, 50, 20)]), ...viewsOf(TODAY, 1));
    await run();
    clock.advance(DAY_MS);
    await count(...arm(100, TODAY, 50, 2), ...arm(101, TODAY, 50, 20), ...viewsOf(TODAY + 1, 1));
    await run();
    expect(told).toMatchObject([
      {
        kind: 'experiment_decided',
        day: TODAY - 1,
        title: 'The experiment in “Popup” is decided: there is a winner.',
        text: expect.stringContaining('wins with a conversion rate of 40.0%'),
        path: '/websites/1/campaigns/10',
      },
    ]);
    clock.advance(DAY_MS);
    await count(...arm(100, TODAY + 1, 900, 20), ...viewsOf(TODAY + 2, 1));
    await run();
    expect(told[1]).toMatchObject({
      kind: 'experiment_unhealthy',
      text: expect.stringContaining('not divided as planned'),
    });
    expect(told).toHaveLength(2);
  });

  test('an alert and what its listener stores are stored together or not at all, and tried again', async () => {
    const { database, clock, count } = ingestion;
    await count(...usualDays(TODAY - 2), ...viewsOf(TODAY - 1, 60), ...viewsOf(TODAY, 5));
    const fails = node(database, clock, async (tx: Queries) => {
      await tx.query("UPDATE id_sequences SET last_id = 77 WHERE name = 'contacts'");
      throw new Error('trouble');
    });
    await fails.run();
    expect(await stored(database)).toEqual([]);
    expect(await database.query("SELECT last_id FROM id_sequences WHERE name = 'contacts'")).toEqual([{ last_id: 0 }]);
    const { told, run } = node(database, clock);
    await run();
    expect(told).toHaveLength(1);
    expect(await stored(database)).toHaveLength(1);
  });

  test('a node that died is replaced when its lease has expired, and two nodes tell each alert once', async () => {
    const { database, clock, count, url } = ingestion;
    for (const website_id of WEBSITES) {
      await count(...droppedWebsite(website_id));
    }
    expect(await Lease.take(database, clock.now, 'alerts')).toBeDefined();
    clock.advance(LEASE_MS);
    const other = await openDatabase(url, { connectionsMax: 5 });
    disposals.push(() => other.close());
    const nodes = [node(database, clock), node(other, clock)];
    await Promise.all(nodes.map(({ run }) => run()));
    const told = nodes.flatMap((each) => each.told);
    expect(told.map(({ websiteId }) => websiteId).sort()).toEqual([1, 2, 3, 4]);
    expect(new Set(told.map(({ id }) => id)).size).toBe(4);
  });

  test('finding the websites takes one statement, and every other one names its website', async () => {
    const { database, clock, count } = ingestion;
    for (const website_id of WEBSITES)
      await count(...viewsOf(TODAY - 1, 3, { website_id }), ...viewsOf(TODAY, 1, { website_id }));
    const asked: string[] = [];
    const recording = recordingDatabase(database);
    const counting: Database = {
      ...recording.database,
      query: (sql, params) => {
        asked.push(sql);
        return recording.database.query(sql, params);
      },
    };
    await node(counting, clock).run();
    const onData = [...recording.statements].filter((sql) =>
      /(FROM|JOIN|INTO|UPDATE)\s+(website_activity|alerts|alert_progress|rollup_\w+|campaigns|variants)\b/.test(sql),
    );
    const onSeveral = onData.filter((sql) => !/website_id (= \$|IN \(\$\d+\))|INSERT INTO \w+ \(website_id/.test(sql));
    expect(onSeveral).toHaveLength(1);
    expect(asked.filter((sql) => sql === onSeveral[0])).toHaveLength(1);
    expect(await database.query('SELECT website_id FROM alert_progress')).toHaveLength(4);
  });

  testOnce('websites whose worker does not answer are left out, and looked at when it does', async () => {
    const { database, clock, count } = ingestion;
    for (const website_id of [1, 2]) {
      await count(...droppedWebsite(website_id));
    }
    const withoutWorker: Database = {
      ...database,
      unreachable: async (ids) => new Map(ids.filter((id) => id === 1).map((id) => [id, 'worker-1'])),
      shards: async () => ({ total: 2, unreachable: 1 }),
    };
    const first = node(withoutWorker, clock);
    await first.run();
    expect(first.told.map(({ websiteId }) => websiteId)).toEqual([2]);
    const second = node(database, clock);
    await second.run();
    expect(second.told.map(({ websiteId }) => websiteId)).toEqual([1]);
  });

  testOnce(
    'a node does not ask for the websites again in an hour in which another one has looked at all of them',
    async () => {
      const { database, clock, count } = ingestion;
      await count(...viewsOf(TODAY - 1, 3), ...viewsOf(TODAY, 1));
      const asks = async () => {
        const recording = recordingDatabase(database);
        await node(recording.database, clock).run();
        return [...recording.statements].some((sql) => /FROM website_activity\b/.test(sql));
      };
      expect(await asks()).toBe(true);
      expect(await asks()).toBe(false);
      clock.advance(HOUR_MS - 1);
      expect(await asks()).toBe(false);
      clock.advance(1);
      expect(await asks()).toBe(true);
      // Unless the clock was set back.
      clock.advance(-DAY_MS);
      expect(await asks()).toBe(true);
    },
  );

  testOnce(
    'what a node could not do, or left when it was stopped, is done by the next one in the same hour',
    async () => {
      const { database, clock, count } = ingestion;
      for (const website_id of [1, 2]) {
        await count(...droppedWebsite(website_id));
      }
      const stopping = new AbortController();
      const failsAndStops = node(database, clock, async () => {
        stopping.abort();
        throw new Error('trouble');
      });
      await findAlerts(failsAndStops.dependencies, stopping.signal);
      await node(database, clock, async (_tx, { websiteId }) => {
        if (websiteId === 1) throw new Error('trouble');
      }).run();
      expect(await stored(database)).toHaveLength(1);
      await node(database, clock).run();
      expect(await stored(database)).toHaveLength(2);
    },
  );

  test('alerts go with their website and their day, and after their time', async () => {
    const { database, clock, count } = ingestion;
    for (const website_id of [1, 2, 3]) {
      await count(...droppedWebsite(website_id));
    }
    await node(database, clock).run();
    expect(await stored(database)).toHaveLength(3);
    await forgetWebsite(database, 1, clock.now());
    await forgetDay(database, 2, TODAY - 1);
    const left = () => database.query('SELECT website_id FROM alerts ORDER BY website_id');
    expect(await left()).toEqual([{ website_id: 3 }]);
    expect(await database.query('SELECT 1 FROM alert_progress WHERE website_id = 1')).toEqual([]);
    await sweepRound(database, new Date(clock.nowMs + (ALERTS_KEPT_DAYS - 1) * DAY_MS), sweepAlerts);
    expect(await left()).toHaveLength(1);
    await sweepRound(database, new Date(clock.nowMs + ALERTS_KEPT_DAYS * DAY_MS), sweepAlerts);
    expect(await left()).toEqual([]);
  });
});
