import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { waitUntil } from './wait-until.ts';

it('returns when it has happened, however often it has to ask', async () => {
  let asked = 0;
  await waitUntil('three were asked', () => ++asked === 3, { pauseMs: 0 });
  await waitUntil('five were asked', async () => ++asked === 5, { pauseMs: 1 });
  expect(asked).toBe(5);
});

it('gives up, and says what it has waited for', async () => {
  const waiting = waitUntil('the moon is blue', () => false, { pauseMs: 0, msMax: 1 });
  await expect(waiting).rejects.toThrow('Waited 0.001 seconds in vain until the moon is blue.');
});

it('is how tests wait: a loop of their own would wait for ever, and the failure would say nothing', () => {
  // A page waits for itself, and a sender repeats what was refused until it is stopped.
  const others = ['test/tracker/prerendering.test.ts', 'test/faults/citus-load.ts'];
  const loop = /^\s*while \(.*\) await (?:delay|sleep|endOfTurn|once|new Promise)\b/m;
  const files = globSync('test/**/*.{ts,tsx}');
  expect(files.length).toBeGreaterThan(800);
  expect(files.filter((file) => loop.test(readFileSync(file, 'utf8'))).sort()).toEqual(others.sort());
});
