// Questions that find runs in memory answer as those that read everything, whatever happens in between.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BreakdownQuestion } from '../../../../src/core/engine/event-log/breakdowns/breakdown.ts';
import { breakdown } from '../../../../src/core/engine/event-log/breakdowns/breakdown.ts';
import { hours } from '../../../../src/core/engine/event-log/breakdowns/hours.ts';
import { mergeRuns } from '../../../../src/core/engine/event-log/format/merge-runs.ts';
import { runOfPending } from '../../../../src/core/engine/event-log/format/pending.ts';
import { askLog } from '../../../../src/core/engine/event-log/questions/ask-log.ts';
import { KeptRuns } from '../../../../src/core/engine/event-log/storage/kept-runs.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { METRIC } from '../../../../src/core/engine/rollups/metric.ts';
import type { SqlValue } from '../../../../src/core/foundation/database/database.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { ContactStore } from '../../../../src/core/manage/contacts/contact-store.ts';
import { forgetDay } from '../../../../src/core/manage/erasure/forget-day.ts';
import { forgetVisitor } from '../../../../src/core/manage/erasure/forget-visitor.ts';
import { sweepEventLogAfter } from '../../../../src/core/manage/erasure/sweep-event-log.ts';
import { ENGINES } from '../../../support/databases.ts';
import { mergeLog, switchLog } from '../../../support/event-log.ts';
import { eventWith, orderWith } from '../../../support/events.ts';
import { subjectLine } from '../../../support/subjects.ts';
import { sweepRound } from '../../../support/sweep-round.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { encodeRuns, FIRST_DAY } from './model.ts';

const TODAY = dayFromIso('2025-03-10')!;
const DATES = ['2025-03-07', '2025-03-08', '2025-03-09', '2025-03-10'];
const WEBSITE = { kind: 1, id: 1 } as const;
/** They read the times of events, too. */
const HOURS = { starts: [(TODAY - 3) * 86_400], ends: [(TODAY + 1) * 86_400] };
const BY_DEVICE: BreakdownQuestion = {
  subjects: [WEBSITE],
  windows: [{ firstDay: TODAY - 5, lastDay: TODAY }],
  filters: [],
  countType: 'distinct',
  breakDown: { by: 'device', windows: 1, valuesMax: 50 },
};

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;
  /** The statements that were sent. */
  let sent: string[];
  /** Runs once, before the next statement about columns is sent. */
  let before: (() => Promise<unknown>) | undefined;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(async () => {
    await ingestion.reset();
    for (const websiteId of [1, 2]) await switchLog(ingestion.database, websiteId, true);
    [sent, before] = [[], undefined];
  });

  afterAll(() => ingestion.dispose());

  const database = {
    async query<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> {
      const change = /content, checksum FROM event_log_runs/.test(sql) ? before : undefined;
      if (change) before = undefined;
      await change?.();
      sent.push(sql);
      return ingestion.database.query<Row>(sql, params);
    },
  };
  const logOf = (keptRuns?: KeptRuns) => ({ websiteId: 1, firstDay: 0, eventsMax: 1_000_000, keptRuns });
  const ask = (keptRuns: KeptRuns | undefined, query = BY_DEVICE) =>
    askLog(database, logOf(keptRuns), breakdown(query));
  const columnsRead = () => sent.filter((sql) => /content, checksum FROM event_log_runs/.test(sql)).length;
  const merge = () => mergeLog(ingestion.database, ingestion.clock);
  const forget = (visitor: string) =>
    forgetVisitor(ingestion.database, new ContactStore(ingestion.database, ingestion.clock.now), {
      websiteId: 1,
      visitor,
      isErasing: true,
    });
  const DEVICES = ['desktop', 'mobile', 'tablet'];
  const visits = (date: string, visitors = 6) =>
    Array.from({ length: visitors }, (_, n) =>
      eventWith({ visitor: `visitor-${n}`, at: `${date}T12:00:00Z`, device: DEVICES[n % 3]!, country: 'US' }),
    );

  async function fill(): Promise<void> {
    for (const date of DATES) await ingestion.count(...visits(date));
    await merge();
  }

  test('a question that was asked before reads no columns again, and another one only those that are missing', async () => {
    await fill();
    const kept = new KeptRuns(2 ** 25);
    await ask(kept);
    expect(columnsRead()).toBe(1);
    await ask(kept);
    expect(columnsRead()).toBe(1);
    const filtered = { ...BY_DEVICE, filters: [{ dimension: 'country', value: 'US' } as const] };
    await ask(kept, filtered);
    expect(columnsRead()).toBe(2);
    await ask(kept, filtered);
    await ask(kept);
    expect(columnsRead()).toBe(2);
  });

  test('whatever happens in between, the answers are those of questions that keep nothing', async () => {
    const random = new Random(7);
    const kept = [new KeptRuns(2 ** 25), new KeptRuns(20_000)];
    await fill();
    const pick = <Item>(items: readonly Item[]) => items[random.between(0, items.length - 1)]!;
    const changes = [
      () => ingestion.count(...visits(pick(DATES), random.between(1, 9))),
      () => ingestion.count(orderWith({ visitor: 'visitor-1', revenue: random.between(1, 9), device: 'mobile' })),
      merge,
      merge,
      () => forget(`visitor-${random.between(0, 8)}`),
      () => forgetDay(ingestion.database, 1, TODAY - random.between(0, 3)),
      () => sweepRound(ingestion.database, ingestion.clock.now(), sweepEventLogAfter(random.between(1, 3))),
    ];
    const windows = BY_DEVICE.windows;
    const questions: BreakdownQuestion[] = [
      BY_DEVICE,
      { ...BY_DEVICE, filters: [{ dimension: 'device', value: 'mobile' }] },
      {
        ...BY_DEVICE,
        filters: [{ dimension: 'country', value: 'US' }],
        windows: [{ firstDay: TODAY, lastDay: TODAY }],
      },
      { ...BY_DEVICE, breakDown: { by: 'visitor_type', windows: 1, valuesMax: 50 } },
    ];
    for (let round = 0; round < 40; round++) {
      await pick(changes)();
      const question = pick(questions);
      const expected = await ask(undefined, question);
      const byHour = hours({ ...{ subject: WEBSITE, window: windows[0]!, filters: [] }, hours: HOURS });
      const expectedByHour = await askLog(database, logOf(), byHour);
      for (const own of kept) {
        expect(await ask(own, question), `round ${round}`).toEqual(expected);
        expect(await askLog(database, logOf(own), byHour), `round ${round}`).toEqual(expectedByHour);
      }
    }
    expect(kept[1]!.bytes).toBeLessThanOrEqual(10_000);
  });

  test('what is erased while a question is being asked is not counted, and not kept', async () => {
    await fill();
    const kept = new KeptRuns(2 ** 25);
    await ask(kept);
    const bytes = kept.bytes;
    // A new run of today, so that the question reads columns; meanwhile, a day that it found in memory is erased.
    await ingestion.count(...visits(DATES[3]!, 9));
    await merge();
    before = () => forgetDay(ingestion.database, 1, TODAY - 1);
    const answer = await ask(kept);
    expect(answer).toEqual(await ask(undefined));
    expect(answer.subjects[0]![0]!.all.total.views).toBe(6 + 6 + 15);
    for (const date of DATES) await forgetDay(ingestion.database, 1, dayFromIso(date)!);
    await ask(kept);
    expect([bytes > 0, kept.bytes]).toEqual([true, 0]);
  });

  test('what is merged all the time is still read', async () => {
    await fill();
    const kept = new KeptRuns(2 ** 25);
    const mergeAgain = async () => {
      await ingestion.count(...visits(DATES[3]!, 1));
      await merge();
      before = mergeAgain;
    };
    before = mergeAgain;
    const { total } = (await ask(kept)).subjects[0]![0]!.all;
    before = undefined;
    expect(total.views).toBe((await ask(undefined)).subjects[0]![0]!.all.total.views);
  });

  const mergeIntoParts = () =>
    mergeLog(ingestion.database, ingestion.clock, async ({ day, pending }) =>
      mergeRuns([runOfPending(day, pending)], { partEventsMax: 10 }),
    );

  test('a visitor who is erased from one part of a run is not counted from memory', async () => {
    await ingestion.count(...visits(DATES[3]!, 60));
    await mergeIntoParts();
    const kept = new KeptRuns(2 ** 25);
    await ask(kept);
    await forget('visitor-7');
    expect(await ask(kept)).toEqual(await ask(undefined));
  });

  test('a run in several parts, of which only some have values of a dimension', async () => {
    await ingestion.count(...visits(DATES[3]!, 60));
    await ingestion.count(eventWith({ visitor: 'somebody', browser: 'firefox' }));
    await mergeIntoParts();
    const kept = new KeptRuns(2 ** 25);
    for (const by of ['device', 'browser', 'os'] as const) {
      const query = { ...BY_DEVICE, breakDown: { by, windows: 1, valuesMax: 50 } };
      expect(await ask(kept, query)).toEqual(await ask(undefined, query));
    }
  });
});

describe('the memory', () => {
  const { website } = subjectLine();
  const event = {
    visitorHigh: 1,
    day: FIRST_DAY,
    second: 0,
    type: METRIC.views,
    subject: website,
    revenue: 0,
    dimensions: {},
  };
  const runOf = (events: number) =>
    encodeRuns(Array.from({ length: events }, (_, n) => ({ ...event, visitorLow: n })))[0]!;

  test('keeps at most half of it for one website, and drops what was used the longest ago', () => {
    const kept = new KeptRuns(60_000);
    const head = (number: number) => ({ day: FIRST_DAY, number, visitorsFrom: 0 });
    const add = (websiteId: number, number: number) => {
      kept.add(websiteId, { number, visitorsFrom: 0, run: runOf(500) }, ['visitor']);
      kept.tidy(websiteId, [], []);
    };
    const isKept = (websiteId: number, number: number) =>
      kept.missingOf(websiteId, head(number), ['visitor']).length === 0;
    add(2, 1);
    for (let number = 1; number <= 20; number++) {
      add(1, number);
      kept.find(1, [head(1)], ['visitor']);
    }
    expect(kept.bytes).toBeLessThanOrEqual(30_000 + 6_500);
    expect([isKept(2, 1), isKept(1, 1), isKept(1, 2), isKept(1, 20)]).toEqual([true, true, false, true]);
    for (let websiteId = 3; websiteId <= 20; websiteId++) add(websiteId, 1);
    expect(kept.bytes).toBeLessThanOrEqual(60_000);
    expect([isKept(2, 1), isKept(20, 1)]).toEqual([false, true]);
  });

  test('also counts what the objects of small days take', () => {
    const kept = new KeptRuns(60_000);
    const heads = Array.from({ length: 100 }, (_, number) => ({ day: FIRST_DAY, number, visitorsFrom: 0 }));
    for (const { number } of heads) kept.add(1, { number, visitorsFrom: 0, run: runOf(1) }, ['visitor']);
    kept.tidy(1, [], []);
    const left = heads.filter((head) => kept.missingOf(1, head, ['visitor']).length === 0);
    expect([left.length > 0, left.length < 20]).toEqual([true, true]);
  });
});
