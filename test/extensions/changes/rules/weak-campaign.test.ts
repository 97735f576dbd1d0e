import { expect, test } from 'vitest';
import type { Counts } from '../../../../src/core/engine/rollups/counts.ts';
import type { TestedFinding } from '../../../../src/extensions/changes/rules/finding.ts';
import { weakCampaigns } from '../../../../src/extensions/changes/rules/weak-campaign.ts';
import { said } from '../../../support/said.ts';
import { campaign, websiteWeek, weeks } from '../week/sample-week.ts';

function weak(own: Partial<Counts>, ctaType = 'overlay'): TestedFinding[] {
  const found = weakCampaigns(
    websiteWeek([
      campaign({ id: 10, name: 'Old popup', ctaType, weeks: weeks(own) }),
      campaign({ id: 11, name: 'New popup', weeks: weeks({ views: 2000, conversions: 240, revenue: 4_800_000 }) }),
    ]),
  ) as TestedFinding[];
  return found.filter(({ pValue }) => pValue < 0.001);
}

test('many viewers, few conversions', () => {
  const [claim, ...others] = weak({ views: 1000, conversions: 40, revenue: 800_000 });
  expect(others).toEqual([]);
  expect(said(claim!)).toBe(
    '“Old popup” gets 33.3% of the visitors of your “overlay” campaigns and converts 4.0% of them. The others are ' +
      'significantly better: they convert 12.0% of 2,000. Send the traffic to a better campaign, or rework this one. ' +
      'If it were as good as the others, it would bring about 80 conversions a week, worth about $160 more.',
  );
});

test.each([
  ['not half as bad', { views: 1000, conversions: 70 }],
  ['few viewers', { views: 300, conversions: 10 }],
  ['few conversions that bring more money', { views: 1000, conversions: 40, revenue: 9_000_000 }],
])('%s: nothing', (_name, own) => {
  expect(weak(own)).toEqual([]);
});

test('a bar is not compared with a popup', () => {
  expect(weak({ views: 1000, conversions: 40 }, 'bar')).toEqual([]);
});
