// Intervals are built while events come in late and others are erased: whatever the order of the transactions, reports are
// right, and in the end each interval is the union of its days.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { SUBJECT_KIND } from '../../../../src/core/engine/catalog/subject.ts';
import {
  DirectIntervalBuilder,
  type Step,
  websitesToBuild,
} from '../../../../src/core/engine/rollups/build-intervals.ts';
import { dayOfTimestampMs, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { eraseDays } from '../../../../src/core/engine/rollups/erase-days.ts';
import { readCounts } from '../../../../src/core/engine/rollups/read-counts.ts';
import { Lease } from '../../../../src/core/foundation/database/lease.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { ContactStore } from '../../../../src/core/manage/contacts/contact-store.ts';
import { forgetVisitor } from '../../../../src/core/manage/erasure/forget-visitor.ts';
import { forgetWebsite } from '../../../../src/core/manage/erasure/forget-website.ts';
import { buildIntervals } from '../../../support/build-intervals.ts';
import { ANY_ENGINE, ENGINES } from '../../../support/databases.ts';
import { daysOnly } from '../../../support/days-only.ts';
import { eventWith } from '../../../support/events.ts';
import { IS_LONG } from '../../../support/long.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { intervalState, intervalsAndTheirDays } from '../../../support/stored-days.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const SEEDS = IS_LONG ? [1, 2, 3] : [1];
const OPERATIONS = 120;
const DAYS = 300;

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestIngestion;
  let today: number;

  beforeAll(async () => {
    world = await createTestIngestion(engine);
  });

  afterAll(() => world.dispose());

  beforeEach(async () => {
    await world.reset();
    today = dayOfTimestampMs(world.clock.nowMs);
  });

  function view(day: number, visitor: string, subject: object = { element_id: 10000, type: 'conversion' }) {
    return eventWith({ ...subject, visitor, at: `${isoOfDay(day)}T12:00:00Z` });
  }

  /** An event a day, up to today. */
  async function countDays(days: number): Promise<void> {
    await world.count(...Array.from({ length: days }, (_, back) => view(today - back, `v${back}`)));
  }

  async function conversions(firstDay: number, lastDay: number, id = 1): Promise<number> {
    const windows = [{ firstDay, lastDay }];
    const query = {
      websiteId: 1,
      kind: SUBJECT_KIND.website,
      subjectIds: [id],
      windows,
      countType: 'distinct',
    } as const;
    return (await readCounts(world.database, query)).get(id)![0]!.conversions;
  }

  async function expectIntervalsComplete(): Promise<void> {
    const { stored, days } = await intervalsAndTheirDays(world.database);
    expect(stored).toEqual(days);
  }

  test('a commit writes days alone', async () => {
    await countDays(40);
    const { stored } = await intervalsAndTheirDays(world.database);
    expect(stored.size).toBe(0);
  });

  test('all intervals in the past are built, and reports read them', async () => {
    await countDays(DAYS);
    await buildIntervals(world.database, world.clock);
    const { begun, through } = await intervalState(world.database);
    expect(through).toBe(begun);
    expect(through).toBeGreaterThan(today - 1 - 4);
    expect(through).toBeLessThan(today);
    await expectIntervalsComplete();
    expect(await websitesToBuild(world.database, today)).toEqual([]);
    // Without the days, their intervals still answer.
    await world.database.transaction((tx) =>
      tx.query('DELETE FROM rollup_visitors WHERE website_id = 1 AND period_kind = 0 AND period < $1', [through - 256]),
    );
    expect(await conversions(through - 256, today)).toBe(256 + today - through + 1);
  });

  test('an event that comes late counts at once, before, while and after its interval is built', async () => {
    await countDays(40);
    const builder = new DirectIntervalBuilder(world.database);
    const late = today - 30;
    await world.count(view(late, 'before'));
    for (let step: Step | undefined, round = 0; ; round++) {
      step = step ? await builder.proceed(step) : await builder.begin(1, today);
      // Of subjects that were done, are to be done, and had no events before.
      await world.count(
        view(late, `while ${round}`),
        view(late - 1, `new ${round}`, { element_id: 10110 + 0, type: 'conversion' }),
      );
      expect(await conversions(late, late)).toBe(2 + round + 1);
      if (!step && (await websitesToBuild(world.database, today)).length === 0) break;
    }
    await world.count(view(late, 'after'));
    await expectIntervalsComplete();
    expect(await conversions(0, today)).toBe(await conversionsByDays());
  });

  async function conversionsByDays(): Promise<number> {
    const query = {
      websiteId: 1,
      kind: SUBJECT_KIND.website,
      subjectIds: [1],
      windows: [{ firstDay: 0, lastDay: today }],
      countType: 'distinct',
    } as const;
    return (await readCounts(daysOnly(world.database), query)).get(1)![0]!.conversions;
  }

  test('a step that was cut off is not read, and done again', async () => {
    await countDays(40);
    const builder = new DirectIntervalBuilder(world.database);
    const step = await builder.begin(1, today);
    await builder.proceed(step!);
    const { begun, through } = await intervalState(world.database);
    expect(begun).toBeGreaterThan(through);
    await world.count(view(today - 35, 'late'));
    expect(await conversions(0, today)).toBe(41);
    await buildIntervals(world.database, world.clock);
    await expectIntervalsComplete();
    expect(await conversions(0, today)).toBe(41);
  });

  test('the website may be erased and created again during a step', async () => {
    await countDays(40);
    const builder = new DirectIntervalBuilder(world.database);
    let step = await builder.begin(1, today);
    step = await builder.proceed(step!);
    await forgetWebsite(world.database, 1, world.clock.now());
    await importCatalog(world.database, SAMPLE_CATALOG, world.clock.now);
    await countDays(40);
    while (step) step = await builder.proceed(step);
    expect(await intervalState(world.database)).toEqual({ begun: 0, through: 0 });
    await buildIntervals(world.database, world.clock);
    await expectIntervalsComplete();
    expect(await conversions(0, today)).toBe(40);
  });

  test('one node builds at a time', async () => {
    await countDays(40);
    const lease = await Lease.take(world.database, world.clock.now, 'intervals');
    await buildIntervals(world.database, world.clock);
    expect((await intervalState(world.database)).begun).toBe(0);
    await lease!.release();
    await buildIntervals(world.database, world.clock);
    expect((await intervalState(world.database)).through).toBeGreaterThan(0);
  });

  test('nodes that build, count and erase at the same time end with the same intervals', async () => {
    await countDays(80);
    const builders = [new DirectIntervalBuilder(world.database), new DirectIntervalBuilder(world.database)];
    const building = builders.map(async (builder) => {
      for (let step = await builder.begin(1, today); step; step = await builder.begin(1, today)) {
        while (step) step = await builder.proceed(step);
      }
    });
    const counting = Array.from({ length: 20 }, (_, index) => world.count(view(today - 60 + index, `late ${index}`)));
    const erasing = eraseDays(world.database, 1, { firstDay: today - 70, lastDay: today - 66 });
    await Promise.all([...building, ...counting, erasing]);
    await buildIntervals(world.database, world.clock);
    await expectIntervalsComplete();
    expect(await conversions(0, today)).toBe(80 - 5 + 20);
  });

  it.runIf(ANY_ENGINE.includes(engine)).each(SEEDS)(
    'any order of transactions: reports are right after each of them (seed %i)',
    async (seed) => {
      const random = new Random(seed);
      const contacts = new ContactStore(world.database, world.clock.now);
      const builders = [0, 1].map(() => new DirectIntervalBuilder(world.database));
      const steps: (Step | undefined)[] = [undefined, undefined];
      const day = () => today - random.between(0, DAYS);
      const visitor = () => `v${random.between(0, 60)}`;
      const events = () => Array.from({ length: random.between(1, 30) }, () => view(day(), visitor(), subject()));
      const subject = () =>
        [{ element_id: 10000, type: 'conversion' }, { step_id: 1000 }, { campaign_id: 11 }, { element_id: 10110 }][
          random.between(0, 3)
        ]!;
      const operations: (() => Promise<unknown>)[] = [
        () => world.count(...events()),
        async () => {
          const firstDay = day();
          await eraseDays(world.database, 1, { firstDay, lastDay: firstDay + random.between(0, 20) });
        },
        () => forgetVisitor(world.database, contacts, { websiteId: 1, visitor: visitor(), isErasing: true }),
        async () => {
          world.clock.advance(random.between(1, 3) * DAY_MS);
          today = dayOfTimestampMs(world.clock.nowMs);
        },
      ];
      const build = async () => {
        const index = random.between(0, 1);
        for (let transactions = random.between(1, 12); transactions > 0; transactions--) {
          const step = steps[index];
          steps[index] = step ? await builders[index]!.proceed(step) : await builders[index]!.begin(1, today);
        }
      };
      await world.count(...Array.from({ length: 300 }, () => view(day(), visitor(), subject())));
      for (let done = 0; done < OPERATIONS; done++) {
        await (random.chance(0.75) ? build() : operations[random.between(0, operations.length - 1)]!());
        await expectSameAsDays(random);
      }
      expect((await intervalState(world.database)).through).toBeGreaterThan(today - DAYS);
      for (const [index, builder] of builders.entries()) {
        for (let step = steps[index]; step; ) step = await builder.proceed(step);
      }
      await buildIntervals(world.database, world.clock);
      await expectIntervalsComplete();
    },
  );

  async function expectSameAsDays(random: Random): Promise<void> {
    const windows = Array.from({ length: 4 }, () => {
      const firstDay = today - random.between(0, DAYS + 20);
      return { firstDay, lastDay: firstDay + random.between(0, DAYS) };
    });
    const subjects = [
      { kind: SUBJECT_KIND.website, subjectIds: [1] },
      { kind: SUBJECT_KIND.element, subjectIds: [10000, 10110] },
    ];
    for (const some of subjects) {
      const query = { websiteId: 1, windows, countType: 'distinct', ...some } as const;
      expect(await readCounts(world.database, query)).toEqual(await readCounts(daysOnly(world.database), query));
    }
  }
});
