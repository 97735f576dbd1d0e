// Whether the unique visitors of an answer are counted or estimated: the decision, without the counting.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SUBJECT_KIND } from '../../../../src/core/engine/catalog/subject.ts';
import {
  chooseUniqueVisitors,
  countWebsites,
  NO_BOUNDS,
  readUniqueCounts,
} from '../../../../src/core/engine/event-log/questions/unique-visitors.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { NO_COUNTS, NO_TOTALS } from '../../../../src/core/engine/rollups/counts.ts';
import { mergeLog, switchLog } from '../../../support/event-log.ts';
import { eventWith } from '../../../support/events.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const DAY = dayFromIso('2025-03-10')!;
/** Has three events on the day, and three the day before. */
const LOGGED = 1;
/** Has two events on the day, and one the day before, which its log lacks. */
const LOGGED_LATER = 2;
const WITHOUT_LOG = 3;
const WITHOUT_EVENTS = 4;

const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [LOGGED, LOGGED_LATER, WITHOUT_LOG, WITHOUT_EVENTS].map((id) => ({ id, name: `${id}.example` })),
    },
  ],
};

const eventsOn = (date: string, website_id: number, count: number) =>
  Array.from({ length: count }, (_, n) => eventWith({ website_id, visitor: `${n}`, at: `${date}T0${n}:00:00Z` }));

let ingestion: TestIngestion;

beforeAll(async () => {
  ingestion = await createTestIngestion('sqlite', CATALOG, new TestClock('2025-03-10T12:00:00Z'));
  const { database, clock } = ingestion;
  await switchLog(database, LOGGED, true);
  await ingestion.count(...eventsOn('2025-03-09', LOGGED, 3), ...eventsOn('2025-03-09', LOGGED_LATER, 1));
  await switchLog(database, LOGGED_LATER, true);
  await ingestion.count(...eventsOn('2025-03-10', LOGGED, 1), ...eventsOn('2025-03-10', WITHOUT_LOG, 1));
  await mergeLog(database, clock);
  await ingestion.count(...eventsOn('2025-03-10', LOGGED, 3).slice(1), ...eventsOn('2025-03-10', LOGGED_LATER, 2));
});
afterAll(() => ingestion.dispose());

const NO_DAYS = { firstDay: 0, lastDay: -1 };
const days = (firstDay: number, lastDay = firstDay) => ({ firstDay, lastDay });
const choose = async (ids: readonly number[], windows: readonly ReturnType<typeof days>[], bounds = {}) => {
  const answered = ids.map((websiteId) => ({ websiteId, windows }));
  const { logs, exceeded } = await chooseUniqueVisitors(ingestion.database, answered, { ...NO_BOUNDS, ...bounds });
  return logs ? [...logs.keys()] : (exceeded ?? 'estimated');
};

test.each([
  ['a website with all events in its log', [LOGGED], [days(DAY - 1, DAY)], [LOGGED]],
  ['days before the first event', [LOGGED], [days(DAY), days(DAY - 400, DAY - 30)], [LOGGED]],
  ['a website without a log', [WITHOUT_LOG], [days(DAY)], 'estimated'],
  ['days that the log lacks', [LOGGED_LATER], [days(DAY - 1, DAY)], 'estimated'],
  ['only days that the log has', [LOGGED_LATER], [days(DAY)], [LOGGED_LATER]],
  ['a website without a log beside one', [LOGGED, WITHOUT_LOG], [days(DAY)], 'estimated'],
  ['a website without events beside one', [LOGGED, WITHOUT_EVENTS], [days(DAY)], [LOGGED, WITHOUT_EVENTS]],
  ['no days', [LOGGED], [days(DAY, DAY - 1)], [LOGGED]],
  ['no websites', [], [days(DAY)], 'estimated'],
])('%s', async (_name, ids, windows, expected) => {
  expect(await choose(ids, windows)).toEqual(expected);
});

test('the bound is about all windows and websites of an answer, and what is in several windows counts once', async () => {
  const both = [days(DAY - 1), days(DAY)];
  const buckets = [days(DAY - 1, DAY), ...both];
  expect(await choose([LOGGED], both, { exactEventsMax: 6 })).toEqual([LOGGED]);
  expect(await choose([LOGGED], buckets, { exactEventsMax: 6 })).toEqual([LOGGED]);
  expect(await choose([LOGGED], both, { exactEventsMax: 5 })).toBe(5);
  expect(await choose([LOGGED, LOGGED_LATER], [days(DAY)], { exactEventsMax: 5 })).toEqual([LOGGED, LOGGED_LATER]);
  expect(await choose([LOGGED, LOGGED_LATER], [days(DAY)], { exactEventsMax: 4 })).toBe(4);
});

test('the windows that were asked for decide, and what they are compared with follows if it can be counted', async () => {
  const chosen = (id: number, bounds: Partial<typeof NO_BOUNDS>) =>
    chooseUniqueVisitors(ingestion.database, [{ websiteId: id, windows: [days(DAY)], compared: [days(DAY - 1)] }], {
      ...NO_BOUNDS,
      ...bounds,
    });
  const viewsOf = async (id: number, bounds: Partial<typeof NO_BOUNDS> = {}) => {
    const unique = await chosen(id, bounds);
    const isEstimated = (window: typeof NO_DAYS) => !unique.logs || unique.isEstimated?.(id, window) === true;
    const query = { websiteId: id, kind: SUBJECT_KIND.website, subjectIds: [id], countType: 'distinct' } as const;
    const windows = [days(DAY - 1), days(DAY), days(DAY - 1), days(DAY)];
    const [counts] = await readUniqueCounts(ingestion.database, unique, [{ ...query, windows }]);
    const website = { logs: unique.logs!, ...(unique.isEstimated && { isEstimated: unique.isEstimated }) };
    const answered = [{ websiteId: id, windows: [days(DAY)], compared: [days(DAY - 1)] }];
    const ofWebsites = unique.logs && (await countWebsites(ingestion.database, website, answered)).get(id)!;
    return {
      estimated: [days(DAY), days(DAY - 1)].map(isEstimated),
      views: counts!.get(id)!.map(({ views }) => views),
      ofWebsites: ofWebsites?.map((one) => one?.views),
    };
  };
  const all = { estimated: [false, false], views: [3, 3, 3, 3], ofWebsites: [3, 3] };
  expect(await viewsOf(LOGGED, { exactEventsMax: 3 })).toEqual(all);
  expect(await viewsOf(LOGGED, { exactEventsMax: 2 })).toMatchObject({ estimated: [true, true], views: [3, 3, 3, 3] });
  expect(await viewsOf(LOGGED, { queryEventsMax: 6 })).toEqual(all);
  const part = { estimated: [false, true], ofWebsites: [3, undefined] };
  expect(await viewsOf(LOGGED, { queryEventsMax: 5 })).toEqual({ ...part, views: [3, 3, 3, 3] });
  expect(await viewsOf(LOGGED_LATER)).toEqual({
    estimated: [false, true],
    views: [1, 2, 1, 2],
    ofWebsites: [2, undefined],
  });
});

test('what would be sampled is not exact', async () => {
  expect(await choose([LOGGED], [days(DAY)], { queryEventsMax: 2 })).toBe(2);
  const setThreshold = (threshold: number) =>
    ingestion.database.transaction((tx) => tx.query('UPDATE event_log_runs SET threshold = $1', [threshold]));
  await setThreshold(2 ** 31);
  expect(await choose([LOGGED], [days(DAY)])).toBe('estimated');
  await setThreshold(2 ** 32);
  expect(await choose([LOGGED], [days(DAY)])).toEqual([LOGGED]);
});

test('what was counted before of all visitors is not counted once more, but what was counted of a sample is', async () => {
  const windows = [days(DAY), days(DAY - 1)];
  const unique = await chooseUniqueVisitors(ingestion.database, [{ websiteId: LOGGED, windows }], NO_BOUNDS);
  const subject = { kind: SUBJECT_KIND.website, id: LOGGED };
  const query = {
    websiteId: LOGGED,
    kind: subject.kind,
    subjectIds: [LOGGED],
    windows,
    countType: 'distinct',
  } as const;
  const viewsAfter = async (sampled: false | { readonly rate: number }) => {
    const distinct = { ...NO_COUNTS, views: 1 };
    const asking = Promise.resolve({
      sampled,
      subjects: [[{ all: { total: NO_TOTALS, distinct }, values: new Map() }]],
    });
    const before = { subjects: [subject], windows: [days(DAY)], asking };
    const [counts] = await readUniqueCounts(ingestion.database, unique, [query], before);
    return counts!.get(LOGGED)!.map(({ views }) => views);
  };
  expect(await viewsAfter(false)).toEqual([1, 3]);
  expect(await viewsAfter({ rate: 0.5 })).toEqual([3, 3]);
});
