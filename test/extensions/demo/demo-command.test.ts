// `funnel demo`: what it prints, and that every line to copy works as it stands.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findByPassword } from '../../../src/core/manage/authorization-server/users/users.ts';
import type { App } from '../../../src/core/server/app/app.ts';
import { SERVER_COMPONENTS } from '../../../src/core/server/config/config.ts';
import { CommandLine } from '../../support/command-line.ts';
import { eventWith, ndjson } from '../../support/events.ts';
import { freePort } from '../../support/postgres-server.ts';
import { runService } from '../../support/run-service.ts';
import { SAMPLE_CATALOG } from '../../support/sample-catalog.ts';

const run = promisify(execFile);

let port: number;
let cli: CommandLine;

/** The demo reuses the data in its folder, so with a catalog and one event it need not build a million events. */
beforeAll(async () => {
  port = await freePort();
  cli = new CommandLine({ PORT: String(port) });
  expect(await cli.call(['import', 'catalog', '-'], JSON.stringify(SAMPLE_CATALOG))).toMatchObject({ code: 0 });
  expect(await cli.call(['import', 'events', '-'], ndjson([eventWith()]))).toMatchObject({ code: 0 });
});
afterAll(() => cli.dispose());

async function demo(...options: string[]): Promise<string> {
  const running = cli.start(['demo', '--keep', cli.folder, ...options]);
  await running.said(/Serving on/);
  running.kill('SIGTERM');
  const { code, stdout } = await running.finished;
  expect(code).toBe(0);
  return stdout;
}

/** The same service, at the URL that the demo has printed. */
async function whileServing(work: (app: App) => Promise<void>): Promise<void> {
  const app = await runService(cli.databaseUrl, { components: SERVER_COMPONENTS, env: { PORT: String(port) } });
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

test('prints URLs, a login, tokens and commands to copy, and all of them work', async () => {
  const text = await demo();
  expect(text).toContain(`URL         http://localhost:${port}\n`);
  expect(text).toContain(`Tool server http://localhost:${port}/mcp\n`);
  const [, email, password] = /Login {7}(\S+) {2}(\S+)/.exec(text)!;
  const commands = [...text.matchAll(/^ {2}(curl (?:.*\\\n)*.*)$/gm)].map(([, command]) => command!);
  expect(commands).toHaveLength(4);
  await whileServing(async ({ database }) => {
    expect(await findByPassword(database, email!, password!)).toMatchObject({ email });
    const answers: string[] = [];
    for (const command of commands) answers.push((await run('sh', ['-c', `${command} -sS`])).stdout);
    const [ready, report, tool, event] = answers.map((answer) => JSON.parse(answer));
    expect(ready).toEqual({ status: 'ready' });
    expect(report).toMatchObject({ report: 'website', website: { id: 1 } });
    expect(tool.result.structuredContent.websites.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3]);
    expect(event).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
  });
});

test('with --json prints one document, with new secrets', async () => {
  const document = JSON.parse(await demo('--json'));
  expect(document).toEqual({
    events: 0,
    built_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    ingest_key: { id: expect.any(Number), key: expect.stringMatching(/^fik_/), website_id: 1 },
    login: { email: 'demo@example.com', password: expect.stringMatching(/^[\w-]{20}$/) },
    rest_token: expect.stringMatching(/^fat_/),
    tool_token: expect.stringMatching(/^fat_/),
    share_url: expect.stringMatching(/^http:\/\/localhost:\d+\/s\/fsl_[\w-]{43}$/),
  });
});

test.each(['104', '401', '200.5', 'many'])('--days %s is refused, before anything is written', async (days) => {
  const folder = join(cli.folder, 'refused');
  const { code, stderr } = await cli.call(['demo', '--keep', folder, '--days', days]);
  expect(code).toBe(2);
  expect(stderr).toContain(`--days must be a whole number from 105 to 400, not "${days}"`);
  expect(existsSync(folder)).toBe(false);
});
