// Importing what other tools have counted from the command line.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandLine, type Finished } from '../../support/command-line.ts';
import { SAMPLE_CATALOG } from '../../support/sample-catalog.ts';

let cli: CommandLine;

beforeAll(async () => {
  cli = new CommandLine();
  const path = cli.file('catalog.json.gz', gzipSync(JSON.stringify(SAMPLE_CATALOG)));
  expect(await cli.call(['import', 'catalog', path])).toMatchObject({ code: 0 });
});

afterAll(() => cli.dispose());

/** The whole of standard output must be one JSON document. */
function documentOf({ stdout }: Finished): Record<string, unknown> {
  expect(stdout.trimEnd()).not.toContain('\n');
  return JSON.parse(stdout);
}

test('import plausible, history list and history remove', async () => {
  const path = cli.file(
    'imported_visitors_20240101_20240102.csv',
    'date,visitors,visits,pageviews\n2024-01-01,3,4,5\n',
  );
  const call = (...args: readonly string[]) => cli.call([...args, '--website', '1', '--json']);
  const added = documentOf(await call('import', 'plausible', path));
  expect(added).toMatchObject({
    tool: 'plausible',
    first_day: '2024-01-01',
    last_day: '2024-01-01',
    days: 1,
    repeated: false,
  });
  expect(documentOf(await call('import', 'plausible', path))).toMatchObject({ id: added.id, repeated: true });
  expect(documentOf(await call('history', 'list')).imports).toMatchObject([{ id: added.id }]);
  expect(await call('import', 'umami', path)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('imported_visitors_20240101_20240102.csv, line 1: there is no column "session_id"'),
  });
  expect(await call('import', 'ga4', cli.databaseUrl.replace('sqlite:', ''))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is the database itself'),
  });
  expect(await call('import', 'ga4', path, '--last-day', 'soon')).toMatchObject({ code: 2 });
  expect(await call('history', 'remove', String(added.id))).toMatchObject({ code: 0 });
  expect(documentOf(await call('history', 'list')).imports).toEqual([]);
});
