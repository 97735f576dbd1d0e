// Questions that follow visitors over many days, and retention and paths of a sample. What they count is in
// test/extensions/questions/retention-and-paths.test.ts.
import { expect, test } from 'vitest';
import { RunsLog } from '../../../../src/core/engine/event-log/counting/log-of-runs.ts';
import { type LogEvent, PAGE_VIEW } from '../../../../src/core/engine/event-log/format/log-event.ts';
import { METRIC } from '../../../../src/core/engine/rollups/metric.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { attribution } from '../../../../src/extensions/questions/log/attribution.ts';
import type { FunnelStep } from '../../../../src/extensions/questions/log/funnel-question.ts';
import { paths } from '../../../../src/extensions/questions/log/paths.ts';
import { PATH_PAGES_MAX } from '../../../../src/extensions/questions/log/paths-question.ts';
import { retention } from '../../../../src/extensions/questions/log/retention.ts';
import { encodeRuns, FIRST_DAY, PlainLog } from '../../../core/engine/event-log/model.ts';
import { IS_LONG } from '../../../support/long.ts';
import { subjectLine } from '../../../support/subjects.ts';

const { website } = subjectLine();
const ASKED = { subject: website, window: { firstDay: FIRST_DAY, lastDay: FIRST_DAY } };
const QUARTER = { rate: 0.25 };

test('each visitor of a cohort stands for as many as the rate of the sample says', () => {
  const question = retention({
    ...{ ...ASKED, by: 'week', logFrom: FIRST_DAY, filters: [], periods: 1 },
    ...{ firstType: METRIC.views, thenType: METRIC.views },
  });
  const whole = {
    cohorts: [{ start: FIRST_DAY, visitors: 10, returned: [3, 1] }],
    buyers: [{ days: 30, buyers: 8, repeatBuyers: 1, revenue: 50_000 }],
  };
  const counted = { ...whole, values: [{ value: 'a', ...whole }], followable: 10, unfollowable: 5 };
  const scaled = {
    cohorts: [{ start: FIRST_DAY, visitors: 40, returned: [12, 4] }],
    buyers: [{ days: 30, buyers: 32, repeatBuyers: 4, revenue: 200_000 }],
  };
  expect(question.answer({ ...counted, sampled: QUARTER }, [])).toEqual({
    ...{ ...scaled, values: [{ value: 'a', ...scaled }], followable: 10, unfollowable: 5 },
    sampled: QUARTER,
  });
  expect(question.answer({ ...counted, sampled: false }, [])).toEqual({ ...counted, sampled: false });
});

test('the parts of a node of paths add up, also in a sample', () => {
  const question = paths({
    ...{ ...ASKED, isBackwards: false, withinSeconds: 60, depth: 1, childrenMax: 2, pagesMax: 9 },
    step: { type: METRIC.views, subject: website, filters: [] },
  });
  const child = (campaignId: number, visitors: number) => ({
    ...{ type: METRIC.orders, campaignId, page: null, visitors, children: [] },
  });
  const root = { visitors: 4, children: [child(10, 2), child(11, 1)], rest: { ended: 1, others: 0 } };
  const answer = question.answer({ root, followable: 4, unfollowable: 0, sampled: { rate: 0.3 } }, []);
  expect(answer.root).toEqual({ visitors: 13, children: [child(10, 7), child(11, 3)], rest: { ended: 3, others: 0 } });
});

test('a cohort may have a value that other events of its days have not', () => {
  const events = Array.from({ length: 40 }, (_, visitor): LogEvent => {
    const isView = visitor % 2 === 0;
    return {
      ...{ visitorHigh: visitor, visitorLow: 1, subject: website, revenue: 0, day: FIRST_DAY, second: visitor },
      ...{ type: isView ? METRIC.views : METRIC.conversions, dimensions: { device: isView ? 'phone' : 'desktop' } },
    };
  });
  const question = retention({
    ...{ ...ASKED, by: 'week', logFrom: FIRST_DAY, periods: 1, firstType: METRIC.views, thenType: METRIC.views },
    filters: [{ dimension: 'device', value: 'phone' }],
  });
  const counted = question.count(new RunsLog(encodeRuns(events), question.reads));
  expect(counted).toEqual(question.count(new PlainLog(events, question.reads)));
  expect(counted.cohorts).toMatchObject([{ visitors: 20 }]);
});

test('what is on a page is seen after it, also in the same second', () => {
  const event = (type: LogEvent['type'], second: number): LogEvent => ({
    ...{ visitorHigh: 1, visitorLow: 1, subject: website, revenue: 0, day: FIRST_DAY, second, type },
    dimensions: {},
  });
  // A run has events of the same second in the order of the numbers of their types, in which page views come last.
  const runs = encodeRuns([event(METRIC.conversions, 5), event(METRIC.views, 9), event(PAGE_VIEW, 9)]);
  const question = paths({
    ...{ ...ASKED, isBackwards: false, withinSeconds: 60, depth: 2, childrenMax: 2, pagesMax: 9 },
    step: { type: METRIC.conversions, subject: website, filters: [] },
  });
  const next = question.count(new RunsLog(runs, question.reads)).root.children;
  expect(next).toMatchObject([{ type: PAGE_VIEW, visitors: 1, children: [{ type: METRIC.views, visitors: 1 }] }]);
});

test.each([1, 7, 20, 40])('paths tell %i pages apart, or the most viewed ones of each day', (pagesMax) => {
  const random = new Random(pagesMax);
  const days = 5;
  const events = Array.from({ length: 600 }, (_, index): LogEvent => {
    const visitor = random.between(1, 60);
    // Small numbers are the most frequent ones, and they are others on each day.
    const day = random.between(0, days - 1);
    const page = `/${day + random.between(0, random.between(0, 26))}`;
    return {
      ...{ visitorHigh: visitor * 71_582_788, visitorLow: visitor, subject: website, revenue: 0 },
      ...{ type: index % 5 === 0 ? METRIC.views : PAGE_VIEW, dimensions: { page } },
      ...{ day: FIRST_DAY + day, second: random.between(0, 86_399) },
    };
  });
  const steps: FunnelStep[] = [
    { type: METRIC.views, subject: website, filters: [] },
    { type: METRIC.views, subject: website, filters: [{ dimension: 'page', value: '/9' }] },
    { type: PAGE_VIEW, subject: website, filters: [{ dimension: 'page', value: '/29' }] },
    { type: PAGE_VIEW, subject: website, filters: [{ dimension: 'page', value: '(other)' }] },
  ];
  for (const step of steps) {
    const question = paths({
      ...{ subject: website, window: { firstDay: FIRST_DAY, lastDay: FIRST_DAY + days - 1 }, step, isBackwards: false },
      ...{ withinSeconds: 30 * 86_400, depth: 2, childrenMax: 10, pagesMax },
    });
    const answer = question.count(new RunsLog(encodeRuns(events), question.reads));
    expect(answer).toEqual(question.count(new PlainLog(events, question.reads)));
  }
});

test.each([
  { days: 40, pagesPerDay: 30, pagesMax: 100 },
  ...(IS_LONG ? [{ days: 365, pagesPerDay: 10_000, pagesMax: PATH_PAGES_MAX }] : []),
])('$pagesPerDay other pages on each of $days days: at most $pagesMax of them are kept in memory', (size) => {
  const { days, pagesPerDay, pagesMax } = size;
  const runs = Array.from({ length: days }, (_, day) => {
    const views = Array.from({ length: pagesPerDay }, (_event, page): LogEvent => {
      const visitor = 1 + (page % 100);
      return {
        ...{ visitorHigh: visitor * 21_474_836, visitorLow: visitor, subject: website, revenue: 0, type: PAGE_VIEW },
        ...{ day: FIRST_DAY + day, second: page, dimensions: { page: `/${day}/${page}` } },
      };
    });
    return encodeRuns(views);
  }).flat();
  const question = paths({
    ...{ subject: website, window: { firstDay: FIRST_DAY, lastDay: FIRST_DAY + days - 1 }, isBackwards: false },
    ...{ withinSeconds: 30 * 86_400, depth: 2, childrenMax: 10, pagesMax },
    step: { type: PAGE_VIEW, subject: website, filters: [] },
  });
  const { meanings } = new RunsLog(runs, question.reads).visitors((kind) => kind.valueOf('page'));
  const perDay = Math.floor(pagesMax / days);
  // All others are one page.
  expect(new Set(meanings).size).toBe(days * perDay + 1);
  expect(meanings.length).toBe(days * perDay + 1);
});

const DAYS = 90;
const MANY_DAYS = { firstDay: FIRST_DAY, lastDay: FIRST_DAY + DAYS - 1 };

/** Some events of each visitor, on any days. Conversions and orders are rare. */
function eventsOf(visitors: number, visitorHigh: (visitor: number) => number): LogEvent[] {
  const random = new Random(20_261_118);

  return Array.from({ length: 6 * visitors }, (_, index): LogEvent => {
    const type = random.chance(0.6) ? METRIC.views : random.chance(0.5) ? METRIC.conversions : METRIC.orders;
    return {
      ...{ visitorHigh: visitorHigh(index % visitors), visitorLow: 1 + (index % visitors), type, subject: website },
      ...{ day: FIRST_DAY + random.between(0, DAYS - 1), second: random.between(0, 86_399) },
      ...{ revenue: type === METRIC.orders ? 100 : 0, dimensions: { channel: `channel ${random.between(1, 4)}` } },
    };
  });
}

test.each([
  ...[1, 3, 20].flatMap((days) => [
    { what: `paths of ${days} days`, question: pathsOf(days, false) },
    { what: `paths backwards, ${days} days`, question: pathsOf(days, true) },
    { what: `attribution with ${days} days of credit`, question: attributionOf(days) },
  ]),
])('$what: events near the ones that a question is about are enough', ({ question }) => {
  const events = eventsOf(60, (visitor) => visitor * 71_582_788);
  expect(question.count(new RunsLog(encodeRuns(events), question.reads))).toEqual(
    question.count(new PlainLog(events, question.reads)),
  );
});

function pathsOf(days: number, isBackwards: boolean) {
  return paths({
    ...{
      subject: website,
      window: MANY_DAYS,
      isBackwards,
      withinSeconds: days * 86_400,
      depth: 3,
      childrenMax: 5,
      pagesMax: 9,
    },
    step: { type: METRIC.conversions, subject: website, filters: [] },
  });
}

function attributionOf(creditDays: number) {
  return attribution({
    ...{ window: MANY_DAYS, touchesFrom: FIRST_DAY, touchTypes: [METRIC.views, METRIC.conversions], creditDays },
    values: { by: 'channel', valuesMax: 50, rankedBy: 'last' },
  });
}

test('retention of visitors whose hashes are alike, which somebody has chosen, is counted all the same', () => {
  const question = retention({
    ...{ subject: website, window: MANY_DAYS, by: 'week', logFrom: FIRST_DAY, filters: [], periods: 12 },
    ...{ firstType: METRIC.views, thenType: METRIC.views },
  });
  const events = eventsOf(3_000, () => 8_192);
  expect(question.count(new RunsLog(encodeRuns(events), question.reads))).toEqual(
    question.count(new PlainLog(events, question.reads)),
  );
});
