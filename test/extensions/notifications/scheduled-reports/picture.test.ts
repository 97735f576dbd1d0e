// The picture of a website's page in the mail of a report.
import { expect, test } from 'vitest';
import { sentence } from '../../../../languages/sentence.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { ENGLISH, textsIn } from '../../../../src/core/foundation/text/translators.ts';
import type { ReportPage } from '../../../../src/extensions/notifications/scheduled-reports/report-page.ts';
import {
  CAMPAIGNS_SHOWN,
  pictureOf,
} from '../../../../src/extensions/notifications/scheduled-reports/report-picture.ts';

const MONDAY = dayFromIso('2026-11-09')!;
const METRICS = {
  views: 1200,
  conversions: 0,
  completions: 0,
  submissions: 0,
  subscribes: 0,
  orders: 0,
  revenue: 59.9,
};
const RATES = { conversion_rate: 13.5, completion_rate: 0, subscribe_rate: 0, order_rate: 0, aov: 0 };
const point = (date: string, views: number) => ({ ...METRICS, date, views });
const campaign = (id: number, name: string) => ({
  ...{ id, name, cta_type: 'overlay', status: 'live' as const, metrics: { ...METRICS, ...RATES }, noise: [] },
});

const NOTHING = {
  views: null,
  conversions: null,
  completions: null,
  submissions: null,
  subscribes: null,
  orders: null,
};

const PAGE = {
  unit: 'week',
  website: { id: 1, name: 'acme.example', currency: 'USD' },
  timezone: 'UTC',
  window: { firstDay: MONDAY, lastDay: MONDAY + 6 },
  previous: { firstDay: MONDAY - 7, lastDay: MONDAY - 1 },
  firstEventDay: MONDAY - 30,
  metrics: { ...METRICS, ...RATES },
  noise: [],
  points: [point('2026-11-09', 100), point('2026-11-10', 50)],
  previousPoints: [point('2026-11-02', 25), point('2026-11-03', 0)],
  campaigns: [campaign(10, 'Spring popup')],
  campaignsTotal: 1,
  insights: {
    monday: MONDAY,
    items: [
      { kind: 'note', sentences: [sentence('checkShown')], campaign_ids: [] },
      { kind: 'claim', sentences: [sentence('tryToOrder')], campaign_ids: [] },
      { kind: 'fact', sentences: [sentence('checkStep')], campaign_ids: [] },
    ],
  },
} as unknown as ReportPage;

test('has one thing to do, what changed, the days and the campaigns, in words too', () => {
  expect(pictureOf(PAGE, ENGLISH).text).toBe(`What to do next
Try to place an order yourself.

What changed, and why
- Check that it is shown and that its events name it.
- Check what is on this step, and try it yourself.

A bar chart of visitors by day: Nov 9 100, Nov 10 50.

Campaigns
Spring popup: Visitors 1,200, Conversion rate 13.50%, Revenue $59.90`);
});

test('the bars of a chart are as high as their days, beside those of the period before', () => {
  const { html } = pictureOf(PAGE, ENGLISH);
  expect([...html.text.matchAll(/height="(\d+)"/g)].map(([, height]) => Number(height))).toEqual([24, 96, 1, 48]);
});

test('the insights of a month say which week they are about', () => {
  const month = { ...PAGE, unit: 'month' } as const;
  const title = 'Was sich in der letzten ganzen Woche des Monats (9.–15. Nov. 2026) geändert hat, und warum';
  expect(pictureOf(month, textsIn('de')).text).toContain(title);
});

test('what there is not is left out, and what is cut is said', () => {
  const empty = { ...PAGE, points: [point('2026-11-09', 0)], previousPoints: [], campaigns: [], insights: undefined };
  expect(pictureOf(empty, ENGLISH)).toEqual({ html: { text: '' }, text: '' });
  const many = Array.from({ length: CAMPAIGNS_SHOWN + 1 }, (_, index) => campaign(index, `Popup ${index}`));
  const { text } = pictureOf({ ...PAGE, campaigns: many, campaignsTotal: many.length }, ENGLISH);
  expect(text.split('\n').slice(-2)).toEqual([
    expect.stringMatching(/^Popup 4: /),
    'The 5 campaigns with the most revenue of 6.',
  ]);
});

test('the campaign to act on is in the table, however little revenue it has', () => {
  const many = Array.from({ length: CAMPAIGNS_SHOWN + 3 }, (_, index) => campaign(index, `Popup ${index}`));
  const items = [
    { kind: 'note', sentences: [sentence('checkShown')], campaign_ids: [5] },
    { kind: 'claim', sentences: [sentence('tryToOrder')], campaign_ids: [1, 7] },
    { kind: 'fact', sentences: [sentence('checkStep')], campaign_ids: [6] },
  ] as const;
  const page = { ...PAGE, campaigns: many, campaignsTotal: 8, insights: { monday: MONDAY, items } };
  const { text } = pictureOf(page, ENGLISH);
  expect(text.split('\n').slice(-7)).toEqual([
    ...[0, 1, 2, 3, 4, 7].map((id) => expect.stringContaining(`Popup ${id}: `)),
    'The 5 campaigns with the most revenue of 8, and what the advice is about.',
  ]);
});

test('changes that random variation explains say so', () => {
  const none = {
    ...NOTHING,
    conversion_rate: null,
    completion_rate: null,
    subscribe_rate: null,
    order_rate: null,
    aov: null,
  };
  const changes = { ...none, views: 12, conversion_rate: 3, revenue: -40 };
  const metrics = { ...METRICS, ...RATES, previous: { ...METRICS, ...RATES }, changes };
  const campaigns = [{ ...campaign(10, 'Spring popup'), metrics, noise: ['views'] as const }];
  const { html } = pictureOf({ ...PAGE, campaigns }, ENGLISH);
  const shown = [...html.text.matchAll(/<td class="line"[^>]*>(.*?)<\/td>/g)].map(([, text]) =>
    text!.replaceAll(/<[^>]+>/g, ' ').trim(),
  );
  expect(shown).toEqual(['1,200 ~ +12.0% · noise', '13.50%', '$59.90 −40.0%']);
});

test('a name is text, on one line', () => {
  const { html, text } = pictureOf({ ...PAGE, campaigns: [campaign(10, '<b>a\n1. b')] }, ENGLISH);
  expect(html.text).toContain('&lt;b&gt;a 1. b</th>');
  expect(text).toContain('\n<b>a 1. b: Visitors');
});
