import { expect, test } from 'vitest';
import { joinWindows } from '../../../../src/core/engine/rollups/window.ts';

const days = (firstDay: number, lastDay: number) => ({ firstDay, lastDay });

test('windows that overlap or follow each other become one, whatever their order', () => {
  expect(joinWindows([days(20, 29), days(5, 9), days(12, 12), days(10, 11), days(22, 24)])).toEqual([
    days(5, 12),
    days(20, 29),
  ]);
  expect(joinWindows([])).toEqual([]);
});
