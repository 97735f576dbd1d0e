import { describe, expect, test } from 'vitest';
import type { CampaignWeek } from '../../../../src/extensions/changes/rules/website-week.ts';
import { recommend } from '../../../../src/extensions/changes/week/recommend.ts';
import { said, withWords } from '../../../support/said.ts';
import { campaign, counts, judgement, step, variant, websiteWeek, weeks } from './sample-week.ts';

const DAYS = Array.from({ length: 35 }, () => counts({ views: 100 }));

function sentences(campaigns: CampaignWeek[]): string[] {
  return recommend(websiteWeek(campaigns, { days: DAYS })).map(said);
}

/** Lost half of its conversions this week; each was worth `value` in 1/10,000 of a dollar. */
function fallen(id: number, views: number, value: number): CampaignWeek {
  const before = { views, conversions: views / 5, revenue: (views / 5) * value };
  return campaign({
    id,
    name: `Fallen ${id}`,
    ctaType: `kind ${id}`,
    weeks: weeks({ views, conversions: views / 10, revenue: (views / 10) * value }, before),
  });
}

const calm = (id: number) =>
  campaign({ id, name: `Calm ${id}`, ctaType: `kind ${id}`, weeks: weeks({ views: 1000, conversions: 100 }) });

test('not enough data: one sentence that says so, and nothing else', () => {
  expect(sentences([campaign({ weeks: weeks({ views: 99, conversions: 50 }, { views: 99 }) })])).toEqual([
    'There is not enough data for recommendations: 99 visitors in the week of 2025-03-03. At least 100 are needed.',
  ]);
  expect(sentences([])).toHaveLength(1);
});

test('nothing happened: three sentences without claims', () => {
  const items = recommend(websiteWeek([calm(1), calm(2)], { days: DAYS }));
  expect(items.map(({ kind }) => kind)).toEqual(['summary', 'summary', 'summary']);
});

test('at most seven', () => {
  expect(sentences(Array.from({ length: 12 }, (_, index) => fallen(index + 1, 1000, 10_000)))).toHaveLength(7);
});

describe('the order', () => {
  test('is by revenue, not by conversions', () => {
    const items = sentences([fallen(1, 2000, 10_000), fallen(2, 1000, 90_000), calm(3)]);
    expect(items[0]).toContain('“Fallen 2” fell');
    expect(items[1]).toContain('“Fallen 1” fell');
  });

  test('is by conversions if there is no revenue', () => {
    const items = sentences([fallen(1, 1000, 0), fallen(2, 2000, 0), calm(3)]);
    expect(items[0]).toContain('“Fallen 2” fell');
    expect(items[1]).toContain('“Fallen 1” fell');
  });

  test('what calls for action comes before notes', () => {
    const undecided = {
      ...calm(7),
      experiment: judgement([
        [1000, 100],
        [1000, 104],
      ]),
    };
    const kinds = recommend(websiteWeek([undecided, fallen(1, 1000, 10)], { days: DAYS })).map(({ kind }) => kind);
    expect(kinds).toEqual(['claim', 'note', 'summary']);
  });
});

describe('one cause is reported once', () => {
  const brokenStep = (conversionsNow: number) =>
    variant({
      weeks: weeks(
        { views: 1000, conversions: conversionsNow, completions: 100 },
        { views: 1000, conversions: 200, completions: 200 },
      ),
      steps: [
        step(1, { views: 1000 }, { views: 1000 }),
        step(2, { views: 500 }, { views: 500 }, [
          { id: 5, type: 'form', thisWeek: { viewers: 500, uses: 0 }, before: { viewers: 2000, uses: 800 } },
        ]),
      ],
    });

  test('a later step replaces its campaign and the elements on it', () => {
    const items = recommend(
      websiteWeek([campaign({ variants: [brokenStep(100)], weeks: brokenStep(100).weeks })], { days: DAYS }),
    ).filter(({ kind }) => kind !== 'summary');
    expect(items).toHaveLength(1);
    expect(said(items[0]!)).toMatch(/^Step 2 of “Spring popup” loses/);
  });

  test('a new winner replaces the rise that it causes', () => {
    const experiment = judgement([
      [1000, 100],
      [1000, 200],
    ]);
    const risen = weeks({ views: 2000, conversions: 300 }, { views: 2000, conversions: 200 });
    const items = recommend(websiteWeek([campaign({ experiment, weeks: risen })], { days: DAYS }));
    const actionable = items.filter(({ kind }) => kind === 'claim' || kind === 'fact');
    expect(actionable.map(said)).toEqual([expect.stringContaining('wins with')]);
    expect(actionable[0]!.campaignIds).toEqual([10]);
  });
});

test('several findings of one kind are one item, which names all their campaigns', () => {
  const undecided = (id: number) => ({
    ...calm(id),
    experiment: judgement([
      [2000, 200],
      [2000, 230],
    ]),
  });
  const items = recommend(websiteWeek([undecided(1), undecided(2), undecided(3)], { days: DAYS }));
  const notes = items.filter(({ kind }) => kind === 'note').map(withWords);
  expect(notes).toMatchObject([
    {
      kind: 'note',
      sentence: expect.stringMatching(
        /^3 experiments are not settled yet\. Keep them running: “.*” \(about \d+ more days\), /,
      ),
      campaignIds: [1, 2, 3],
    },
  ]);
  const [single] = recommend(websiteWeek([undecided(1)], { days: DAYS }));
  expect(said(single!)).toMatch(/^The experiment in “.*”: Keep it running\./);
});

test('more questions need more evidence', () => {
  // p = 0.006: enough for one question, not for twenty.
  const borderline = campaign({
    id: 1,
    name: 'Borderline',
    ctaType: 'kind 1',
    weeks: weeks({ views: 1000, conversions: 72 }, { views: 1000, conversions: 100 }),
  });
  const isReported = (campaigns: CampaignWeek[]) =>
    sentences(campaigns).some((sentence) => sentence.includes('“Borderline” fell'));
  expect(isReported([borderline])).toBe(true);
  expect(isReported([borderline, ...Array.from({ length: 19 }, (_, index) => calm(index + 2))])).toBe(false);
});
