// What an uncached website report costs with more events and with more days, for this service and for its peers. `npm run bench -- reports
// chart` saves the figures, and the picture of the README that is drawn from them.
import { readFileSync, writeFileSync } from 'node:fs';
import { drawGrowth, type Point } from './chart.ts';

const FIGURES = new URL('figures.json', import.meta.url);
export const PICTURE = new URL('../../docs/images/growth.svg', import.meta.url);

export interface Figures {
  readonly commit: string;
  readonly command: string;
  readonly points: readonly Point[];
}

export function readFigures(): Figures {
  return JSON.parse(readFileSync(FIGURES, 'utf8'));
}

export function saveFigures(figures: Figures): void {
  writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
  writeFileSync(PICTURE, drawGrowth(figures.points));
}
