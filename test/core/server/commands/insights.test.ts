import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommandError, UsageError } from '../../../../src/core/server/command/command.ts';
import { insightsRunCommand } from '../../../../src/core/server/commands/insights.ts';
import type { TestDatabase } from '../../../support/databases.ts';
import { machineEnvironment } from '../../../support/machine-environment.ts';
import { runCommand } from '../../../support/run-command.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { createManyWebsites, snapshotCount } from '../../answers/insights/many-websites.ts';

const run = promisify(execFile);
// A Sunday: the last complete week is still the one before.
const clock = new TestClock('2025-03-16T12:00:00Z');
let created: TestDatabase;

beforeAll(async () => {
  created = await createManyWebsites('sqlite', 3, clock.now);
});
afterAll(() => created.dispose());

async function insightsRun(...argv: string[]): Promise<unknown> {
  const { document, text } = await runCommand(insightsRunCommand, argv, { DATABASE_URL: created.url }, clock.now);
  expect(text).toMatch(/^Week of \S+: \d+ of \d+ snapshots written, \d+ already up to date\.$/);
  return document;
}

test('writes the last complete week for all websites, and is safe to repeat', async () => {
  await created.database.transaction((tx) => tx.query('DELETE FROM insights_snapshots'));
  expect(await insightsRun()).toEqual({ week: '2025-03-03', websites: 3, written: 3 });
  expect(await insightsRun()).toEqual({ week: '2025-03-03', websites: 3, written: 0 });
  expect(await snapshotCount(created.database)).toBe(3);
});

test.each(['2025-02-24', '2025-02-26', '2025-03-02'])('%s selects the week that contains it', async (day) => {
  expect(await insightsRun('--week', day, '--website', '2')).toMatchObject({ week: '2025-02-24', websites: 1 });
});

test('only the requested websites', async () => {
  const outcome = await insightsRun('--website', '3', '--website', '1', '--website', '3', '--week', '2025-02-17');
  expect(outcome).toEqual({ week: '2025-02-17', websites: 2, written: 2 });
});

describe('rejects', () => {
  test.each([
    ['a week that is not over', ['--week', '2025-03-10'], 'the week of 2025-03-10 is not over yet'],
    ['a day that does not exist', ['--week', '2025-02-30'], 'must be a date'],
    ['a word for a week', ['--week', 'last'], 'must be a date'],
    ['a word for a website', ['--website', 'acme'], 'positive integer'],
  ])('%s', async (_name, argv, message) => {
    await expect(insightsRun(...argv)).rejects.toThrow(UsageError);
    await expect(insightsRun(...argv)).rejects.toThrow(message);
  });

  test('a website that does not exist', async () => {
    await expect(insightsRun('--website', '99')).rejects.toThrow(CommandError);
  });
});

test('from a shell: one JSON document, and exit code 2 for a usage error', async () => {
  const env = { ...machineEnvironment(), DATABASE_URL: created.url };
  const { stdout } = await run('bin/funnel', ['insights', 'run', '--json', '--week', '2025-03-05'], { env });
  expect(JSON.parse(stdout)).toEqual({ week: '2025-03-03', websites: 3, written: expect.any(Number) });
  await expect(run('bin/funnel', ['insights', 'run', '--week', '2999-01-01'], { env })).rejects.toMatchObject({
    code: 2,
  });
});
