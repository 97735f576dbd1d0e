// The tree of touches: whatever commits, sweeps and erasures did, the touches of a visitor are the latest ones of the model, which is an
// array.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { lockWebsites } from '../../../../src/core/engine/rollups/store.ts';
import { visitorText } from '../../../../src/core/foundation/sketches/visitor-text.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { secondsOf, type Touch, type VisitorTouch } from '../../../../src/core/intake/events/touches.ts';
import { firstDayOf, listIn, touchList } from '../../../../src/core/intake/orders/touch-list.ts';
import {
  addTouches,
  eraseTouches,
  forgetTouches,
  readTouches,
  sweepTouches,
} from '../../../../src/core/intake/orders/touch-runs.ts';
import { ENGINES } from '../../../support/databases.ts';
import { IS_LONG } from '../../../support/long.ts';
import { sweepRound } from '../../../support/sweep-round.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const WEBSITE = 1;
/** Of the clock of the tests, 10 March 2025. */
const TODAY = 20_157;
/** None of them is dated ahead. */
const NOW_MS = (TODAY + 1) * DAY_MS;

/** Every number of a commit is a touch: of any visitor, or of one who comes all the time. */
function randomTouches(random: Random, count: number): VisitorTouch[] {
  return Array.from({ length: count }, () => {
    const isFrequent = random.chance(0.01);
    const hash = () => random.between(-(2 ** 31), 2 ** 31 - 1);
    return {
      visitorLow: isFrequent ? -5 : hash(),
      visitorHigh: isFrequent ? -9 : hash(),
      day: TODAY - random.between(0, 9),
      second: random.between(0, 86_399),
      kind: 2,
      id: random.between(1, 200),
    };
  });
}

const FREQUENT = visitorText(-5, -9);

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;
  /** The model: all touches that should be stored, by visitor. */
  let all: Map<string, Touch[]>;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(async () => {
    await ingestion.reset();
    const settings = { credit_window_days: 5, credit_by: 'view' } as const;
    await changeWebsiteSettings(ingestion.database, WEBSITE, settings, ingestion.clock.now);
    all = new Map();
  });

  afterAll(() => ingestion.dispose());

  /** Returns the version. */
  function commit(touches: readonly VisitorTouch[]): Promise<number> {
    for (const touch of touches) {
      const visitor = textOf(touch);
      const of = all.get(visitor);
      if (of) of.push(touch);
      else all.set(visitor, [touch]);
    }
    return ingestion.database.transaction(async (tx) => {
      const { version } = (await lockWebsites(tx, [WEBSITE])).get(WEBSITE)!;
      await addTouches(tx, { websiteId: WEBSITE, version, nowMs: NOW_MS }, touchList(touches));
      return version;
    });
  }

  /** Sorts the touches of one visitor by time. Days of this website begin with those of UTC. */
  const latest = (touches: readonly Touch[]) =>
    [
      ...new Map(
        touches.map(({ day, second, kind, id }) => [`${day} ${second} ${kind} ${id}`, { day, second, kind, id }]),
      ).values(),
    ]
      .sort((a, b) => secondsOf(b) - secondsOf(a) || a.id - b.id)
      .filter((touch, place, sorted) => place - sorted.findIndex(({ day }) => day === touch.day) < 40);

  const textOf = ({ visitorLow, visitorHigh }: VisitorTouch) => visitorText(visitorLow, visitorHigh);

  async function expectTouches(): Promise<void> {
    const some = [FREQUENT, ...[...all.keys()].filter((_, place) => place % 500 === 0), '0123456789abcdef'];
    const found = await readTouches(ingestion.database, WEBSITE, some, NOW_MS);
    expect(found).toEqual(
      new Map(
        some
          .flatMap((visitor) => [[visitor, latest(all.get(visitor) ?? [])] as const])
          .filter(([, of]) => of.length > 0),
      ),
    );
  }

  const runs = () =>
    ingestion.database.query<{
      node: number;
      version: number;
      first_day: number;
      touch_count: number;
      touches: Uint8Array;
    }>(`SELECT node, version, first_day, touch_count, touches FROM touch_runs WHERE website_id = ${WEBSITE}`);

  test('commits of any size, a sweep, and a visitor who is forgotten', async () => {
    const random = new Random(7);
    // They are enough for nodes of the second level.
    const sizes = [1, 30, 1_500, 7_000, 60_000, 1, IS_LONG ? 90_000 : 1_000, 500, 3, 8_000, 8_000];
    for (const size of sizes) {
      await commit(randomTouches(random, size));
      await expectTouches();
    }
    for (const { node, first_day: firstDay, touch_count: count, touches } of await runs()) {
      const list = listIn(touches);
      expect(list.length).toBe(count * 6);
      // Each visitor's hash begins with the digits of the node.
      const digits = node.toString(16).slice(1);
      for (let at = 0; at < list.length; at += 6) {
        if (!list[at]!.toString(16).padStart(8, '0').startsWith(digits))
          expect.fail(`a touch is on the wrong node ${node}`);
      }
      expect(firstDay).toBe(firstDayOf(list));
    }
    expect((await runs()).some(({ node }) => node >= 16 ** 2)).toBe(true);

    await sweepRound(ingestion.database, ingestion.clock.now(), sweepTouches);
    // What is kept of the frequent visitor are the latest touches, so older ones do not come back.
    all.set(FREQUENT, latest(all.get(FREQUENT)!));
    for (const [visitor, touches] of all) {
      all.set(
        visitor,
        touches.filter(({ day }) => day >= TODAY - 5),
      );
    }
    await expectTouches();
    expect(Math.min(...(await runs()).map(({ first_day: day }) => day))).toBe(TODAY - 5);

    const visitor = { websiteId: WEBSITE, visitorLow: -5, visitorHigh: -9 };
    expect(await forgetTouches(ingestion.database, { ...visitor, isErasing: false })).toBe(6 * 40);
    expect(await forgetTouches(ingestion.database, { ...visitor, isErasing: true })).toBe(6 * 40);
    all.delete(FREQUENT);
    await expectTouches();
    expect((await runs()).every(({ touches }) => !Buffer.from(touches).includes(HASH_OF_FREQUENT))).toBe(true);

    await eraseTouches(ingestion.database, WEBSITE);
    expect(await runs()).toEqual([]);
  });

  test('a sweep does not lock a website without touches', async () => {
    const transaction = () => Promise.reject(new Error('it began a transaction'));
    expect(
      await sweepTouches({ ...ingestion.database, transaction }, WEBSITE, ingestion.clock.now(), ''),
    ).toBeUndefined();
  });

  test('many commits of single touches leave a few runs', async () => {
    const random = new Random(8);
    for (let number = 0; number < 400; number++) {
      await commit(randomTouches(random, 1));
      // Other commits of the website have none.
      if (number % 3 === 0) await ingestion.database.transaction((tx) => lockWebsites(tx, [WEBSITE]));
    }
    await expectTouches();
    const stored = await runs();
    expect(stored.length).toBeLessThan(100);
    expect(stored.reduce((count, run) => count + run.touch_count, 0)).toBe(400);
  });

  test.runIf(IS_LONG)('no commit writes many more runs than others', async () => {
    const random = new Random(9);
    const written: number[] = [];
    for (let number = 0; number < 1_000; number++) {
      const version = await commit(randomTouches(random, 1_000));
      all.clear();
      const [row] = await ingestion.database.query<{ count: number }>(
        'SELECT COUNT(*) AS count FROM touch_runs WHERE website_id = $1 AND version = $2',
        [WEBSITE, version],
      );
      written.push(row!.count);
    }
    // About every sixth one empties the root, and some nodes below.
    expect(Math.max(...written)).toBeLessThan(16 * 20);
  });
});

/** The hash as the bytes of a list. */
const HASH_OF_FREQUENT = Buffer.from(new Uint32Array([-9, -5]).buffer);
