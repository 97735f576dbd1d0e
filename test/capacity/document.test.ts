import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { DEFAULT_ASSUMPTIONS } from '../../capacity/assumptions.ts';
import { fillTables, generate, readDocument } from '../../capacity/document.ts';
import { readMeasured } from '../../capacity/measured.ts';
import { DEFAULT_SEED, simulate } from '../../capacity/simulation.ts';

const UPDATE = 'Run: npm run simulate -- scale --update';

const generated = generate();
const { document, picture } = readDocument();

test('the tables and the picture of docs/scale.md are what the simulation gives', () => {
  expect(document, UPDATE).toBe(fillTables(document, generated.tables));
  expect(picture, UPDATE).toBe(generated.picture);
  for (const name of generated.tables.keys()) expect(document).toContain(`<!-- table ${name} -->\n|`);
});

test('a table that was changed by hand is noticed, and one that does not exist is an error', () => {
  const changed = document.replace('<!-- table limits -->\n', '$&| 1 |\n');
  expect(fillTables(changed, generated.tables)).not.toBe(changed);
  expect(() => fillTables('<!-- table nonsense -->\n\n<!-- end -->', generated.tables)).toThrow(
    'There is no table nonsense',
  );
});

test('the command prints the same as JSON', () => {
  const command = (...args: string[]) =>
    execFileSync(process.execPath, ['test/simulations/main.ts', 'scale', ...args], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}` },
    });
  const input = { assumed: { ...DEFAULT_ASSUMPTIONS, retentionDays: 90 }, steps: [200], seed: DEFAULT_SEED };
  const printed = JSON.parse(command('--websites', '200', '--retention-days', '90', '--json'));
  expect(printed).toEqual(JSON.parse(JSON.stringify(simulate(input, readMeasured()))));
});

test('wrong usage exits with 2', () => {
  const wrong = spawnSync(process.execPath, ['capacity/main.ts', '--websites', 'many'], { encoding: 'utf8' });
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toMatch(/^--websites must be a number above 0, not "many"\n\nUsage: npm run simulate -- scale/);
});
