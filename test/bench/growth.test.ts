import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawGrowth } from '../../bench/growth/chart.ts';
import { PICTURE, readFigures } from '../../bench/growth/figures.ts';

test('the picture of the README is drawn from the figures that were measured', () => {
  expect(readFileSync(PICTURE, 'utf8'), 'Run: npm run bench -- reports chart').toBe(drawGrowth(readFigures().points));
});

test('ten times the time is one line of the grid higher, for every name', () => {
  const points = [
    { events: 1_000, days: 30, ms: { ours: 1, theirs: 10 } },
    { events: 100_000, days: 30, ms: { ours: 1, theirs: 1_000 } },
    { events: 100_000, days: 365, ms: { ours: 10, theirs: 100 } },
  ];
  const lines = [...drawGrowth(points).matchAll(/<polyline points="([^"]*)"/g)].map(([, places]) =>
    places!.split(' ').map((place) => Number(place.split(',')[1])),
  );
  const [bottom, top] = [336, 92];
  const heights = (powers: number[]) =>
    powers.map((power) => Math.round((bottom - ((bottom - top) * power) / 3) * 10) / 10);
  expect(lines).toEqual([heights([1, 3]), heights([0, 0]), heights([3, 2]), heights([0, 1])]);
});
