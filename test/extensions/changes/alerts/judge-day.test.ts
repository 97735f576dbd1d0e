import { expect, test } from 'vitest';
import { judgeCounts, type NamedCount } from '../../../../src/extensions/changes/alerts/judge-day.ts';
import type { Episode } from '../../../../src/extensions/changes/alerts/watch.ts';
import { saidAlert } from '../../../support/said.ts';

const WEBSITE = { websiteId: 7, day: 20_000 };

function viewers(count: number, score: number): NamedCount {
  return { name: 'viewers', count, expected: 1_000, score };
}

function judged(counts: readonly NamedCount[], open: readonly Episode[] = []) {
  const { alerts, open: stillOpen } = judgeCounts(counts, { ...WEBSITE, open });
  return { alerts: alerts.map(saidAlert), open: stillOpen };
}

test('a drop names the strongest count and the others, with the numbers and where to look', () => {
  const orders: NamedCount = { name: 'orders', count: 10, expected: 40, score: -5 };
  const { alerts, open } = judged([viewers(480, -7), orders]);
  expect(alerts).toEqual([
    {
      kind: 'drop',
      cause: 'drop:20000',
      day: 20_000,
      title: '52.0% fewer visitors on 2024-10-04: 480 instead of about 1,000.',
      text: expect.stringContaining('The same is true of orders (10 instead of 40).'),
      path: '/websites/7',
      move: {
        hits: { subject: { kind: 1, id: 7 }, metric: 'views' },
        expected: 1_000,
        noun: 'visitors',
        now: { firstDay: 20_000, lastDay: 20_000 },
        before: [19_993, 19_986, 19_979, 19_972].map((day) => ({ firstDay: day, lastDay: day })),
      },
    },
  ]);
  expect(open).toEqual(['drop']);
});

test('a spike is one, too', () => {
  expect(judged([viewers(2_100, 6)]).alerts).toMatchObject([
    { kind: 'spike', title: '110.0% more visitors on 2024-10-04: 2,100 instead of about 1,000.' },
  ]);
});

test('a small change is not worth an alert, however certain, and neither is a large one that chance explains', () => {
  expect(judged([viewers(800, -20)]).alerts).toEqual([]);
  expect(judged([viewers(1_400, 20)]).alerts).toEqual([]);
  expect(judged([viewers(500, -4)]).alerts).toEqual([]);
});

test('one alert per episode, which ends when all counts are usual again', () => {
  expect(judged([viewers(480, -7)], ['drop'])).toEqual({ alerts: [], open: ['drop'] });
  expect(judged([viewers(700, -3)], ['drop'])).toEqual({ alerts: [], open: ['drop'] });
  expect(judged([viewers(950, -1)], ['drop'])).toEqual({ alerts: [], open: [] });
  expect(judged([viewers(480, -7)]).alerts).toHaveLength(1);
});

test('a day that cannot be judged ends no episode, and silence is not ended by judging a day', () => {
  expect(judged([], ['drop'])).toEqual({ alerts: [], open: ['drop'] });
  expect(judged([viewers(1_000, 0)], ['events_stopped'])).toEqual({ alerts: [], open: ['events_stopped'] });
});
