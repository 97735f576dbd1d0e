import { expect, test } from 'vitest';
import { unusedElements } from '../../../../src/extensions/changes/rules/unused-element.ts';
import type { ElementUse, ElementWeek } from '../../../../src/extensions/changes/rules/website-week.ts';
import { said } from '../../../support/said.ts';
import { campaign, step, variant, websiteWeek } from '../week/sample-week.ts';

function element(thisWeek: ElementUse, before: ElementUse, type = 'form', id = 10_000): ElementWeek {
  return { id, type, thisWeek, before };
}

function sentences(...elements: ElementWeek[]): string[] {
  const variants = [variant({ steps: [step(1000, {}, {}), step(1001, {}, {}, elements)] })];
  return unusedElements(websiteWeek([campaign({ variants })])).map(said);
}

const uses = (viewers: number, count: number): ElementUse => ({ viewers, uses: count });

test('nobody has ever used it', () => {
  expect(sentences(element(uses(200, 0), uses(700, 0)))).toEqual([
    'Nobody uses the “form” element on step 2 of “Spring popup”: 900 visitors in five weeks, and not one use. ' +
      'Check that it works. If it does, remove it or make it clearer.',
  ]);
});

test('nobody uses it any more', () => {
  expect(sentences(element(uses(200, 0), uses(1000, 80)))).toEqual([
    'The “form” element on step 2 of “Spring popup” no longer works, or is no longer noticed: none of 200 visitors used ' +
      'it this week, compared with 8.0% before. Try it yourself.',
  ]);
});

test.each([
  ['one use is a use', uses(5000, 1), uses(5000, 0)],
  ['too few viewers to say never', uses(100, 0), uses(399, 0)],
  ['a week without a use, of something rarely used', uses(300, 0), uses(1200, 12)],
  ['nobody saw it this week', uses(0, 0), uses(5000, 0)],
])('%s: nothing', (_name, thisWeek, before) => {
  expect(sentences(element(thisWeek, before))).toEqual([]);
});

test('an image is not expected to be used, unless another image is', () => {
  const picture = element(uses(600, 0), uses(2400, 0), 'image');
  expect(sentences(picture)).toEqual([]);
  expect(sentences(picture, element(uses(600, 30), uses(2400, 120), 'image', 10_001))).toHaveLength(1);
});

test('archived campaigns are ignored', () => {
  const variants = [variant({ steps: [step(1000, {}, {}, [element(uses(600, 0), uses(2400, 0))])] })];
  expect(unusedElements(websiteWeek([campaign({ variants, isLive: false })]))).toEqual([]);
});
