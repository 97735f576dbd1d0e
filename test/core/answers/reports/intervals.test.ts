// Random questions: whether intervals are missing, half built, complete, or changed by late events and erasure, each
// answer is the same, byte for byte, as the one from days alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DirectIntervalBuilder } from '../../../../src/core/engine/rollups/build-intervals.ts';
import { dayFromIso, dayOfTimestampMs, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { ContactStore } from '../../../../src/core/manage/contacts/contact-store.ts';
import { forgetDay } from '../../../../src/core/manage/erasure/forget-day.ts';
import { forgetVisitor } from '../../../../src/core/manage/erasure/forget-visitor.ts';
import { sweepDaysAfter } from '../../../../src/core/manage/erasure/sweep-old-days.ts';
import { DirectReadRunner, type ReadRequest } from '../../../../src/core/server/api/read-runner.ts';
import { buildIntervals } from '../../../support/build-intervals.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { daysOnly } from '../../../support/days-only.ts';
import { allWebsites } from '../../../support/expected-reports.ts';
import { IS_LONG } from '../../../support/long.ts';
import { READ_OPERATIONS } from '../../../support/operations.ts';
import { randomCatalog } from '../../../support/random-catalog.ts';
import { RandomStream } from '../../../support/random-events.ts';
import { Questions } from '../../../support/random-questions.ts';
import { randomRequest } from '../../../support/random-requests.ts';
import { intervalState } from '../../../support/stored-days.ts';
import { sweepRound } from '../../../support/sweep-round.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const SEED = 41;
const NOW = '2025-03-12T12:00:00Z';
const QUESTIONS = IS_LONG ? 200 : 25;
const EVENTS = IS_LONG ? 6_000 : 4_000;
const FIRST_DAY = dayFromIso('2023-11-15')!;

const catalog = randomCatalog(SEED, { accounts: 1, websites: 2, campaigns: 5 });
const websites = allWebsites(catalog);
const dates = Array.from({ length: 480 }, (_, index) => isoOfDay(FIRST_DAY + index));

describe.each(ANY_ENGINE)('on %s', (engine) => {
  const clock = new TestClock(NOW);
  const today = dayOfTimestampMs(clock.nowMs);
  const stream = new RandomStream(catalog, { seed: SEED, visitors: 2_500, dates });
  const questions = new Questions(SEED);
  let world: TestIngestion;

  beforeAll(async () => {
    world = await createTestIngestion(engine, catalog, clock);
    await countEvents(EVENTS);
  });

  afterAll(() => world.dispose());

  async function countEvents(count: number): Promise<void> {
    const events = Array.from({ length: count }, () => stream.next()).flatMap((made) =>
      made.rejection === undefined ? { ...made.event } : [],
    );
    expect((await world.count(...events)).rejected).toBe(0);
  }

  async function answersTo(requests: readonly ReadRequest[]): Promise<string[]> {
    const runner = new DirectReadRunner(world.database, READ_OPERATIONS);
    const answers: string[] = [];
    for (const request of requests) answers.push((await runner.run(request)).json);
    return answers;
  }

  /** All answers are compared; they are returned for comparisons with later ones. */
  async function expectSameAsDays(requests: readonly ReadRequest[]): Promise<string[]> {
    const answers = await answersTo(requests);
    const truth = new DirectReadRunner(daysOnly(world.database), READ_OPERATIONS);
    for (const [index, request] of requests.entries()) {
      expect(answers[index], JSON.stringify(request)).toBe((await truth.run(request)).json);
    }
    return answers;
  }

  function randomRequests(): ReadRequest[] {
    return Array.from({ length: QUESTIONS }, () => randomRequest(questions, websites, today));
  }

  async function builtThrough(): Promise<number[]> {
    return Promise.all(websites.map(async ({ id }) => (await intervalState(world.database, id)).through));
  }

  /** One test, because each state comes from the one before. */
  test('before, while and after intervals are built, after late events into all of them, and after erasure', async () => {
    // Before, reports come from days.
    expect(await builtThrough()).toEqual(websites.map(() => 0));
    const asked = randomRequests();
    const answered = await expectSameAsDays(asked);
    expect(new Set(answered).size).toBeGreaterThan(QUESTIONS / 2);

    // While intervals are being built. No event has come in since, so earlier answers are compared with those from days.
    const builder = new DirectIntervalBuilder(world.database);
    while ((await builtThrough())[0]! < FIRST_DAY + 200) {
      let step = await builder.begin(websites[0]!.id, today);
      while (step) step = await builder.proceed(step);
    }
    const half = await builder.begin(websites[0]!.id, today);
    await builder.proceed(half!);
    expect(Math.max(...(await builtThrough()))).toBeLessThan(today - 100);
    expect(await answersTo(asked)).toEqual(answered);

    // All intervals are there.
    await buildIntervals(world.database, clock);
    expect(Math.min(...(await builtThrough()))).toBeGreaterThan(today - 10);
    expect(await answersTo(asked)).toEqual(answered);
    await expectSameAsDays(randomRequests());

    // The same holds after late events into all of them.
    await countEvents(EVENTS / 4);
    expect(await expectSameAsDays(asked)).not.toEqual(answered);

    // It holds after erasure of a day, of a visitor and of old days.
    const websiteId = websites[0]!.id;
    await forgetDay(world.database, websiteId, FIRST_DAY + 400);
    const contacts = new ContactStore(world.database, clock.now);
    await forgetVisitor(world.database, contacts, { websiteId, visitor: 'visitor-1', isErasing: true });
    await sweepRound(world.database, clock.now(), sweepDaysAfter(365));
    await expectSameAsDays(randomRequests());
  });
});
