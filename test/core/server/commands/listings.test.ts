// `funnel listings`: the files for directories of AI assistants.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CommandLine } from '../../../support/command-line.ts';

const PAGES = {
  PRIVACY_POLICY_URL: 'https://www.example.com/privacy',
  TERMS_URL: 'https://www.example.com/terms',
  SUPPORT_URL: 'https://www.example.com/support',
};

test('writes a file for each directory', async () => {
  const cli = new CommandLine({ ...PAGES, BASE_URL: 'https://reports.example.com' });
  const folder = join(cli.folder, 'listings');
  const { code, stdout } = await cli.call(['listings', folder, '--json']);
  const names = ['server.json', 'chatgpt-app-submission.json', 'claude-connector.json'];
  expect([code, JSON.parse(stdout)]).toEqual([0, { files: names.map((name) => join(folder, name)) }]);
  const { remotes } = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'));
  expect(remotes).toEqual([{ type: 'streamable-http', url: 'https://reports.example.com/mcp' }]);
});

test('says what is missing', async () => {
  const local = new CommandLine(PAGES);
  expect(await local.call(['listings', local.folder])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('directories only list https URLs'),
  });
  const withoutPages = new CommandLine({ BASE_URL: 'https://reports.example.com', TERMS_URL: PAGES.TERMS_URL });
  expect(await withoutPages.call(['listings', withoutPages.folder])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Set PRIVACY_POLICY_URL, SUPPORT_URL first'),
  });
});
