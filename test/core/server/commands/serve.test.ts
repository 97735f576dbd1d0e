// The service as a process: other commands work next to it on the same file, and it stops on a signal.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { CommandLine, type RunningCommand } from '../../../support/command-line.ts';
import { eventWith, ndjson } from '../../../support/events.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { storedTotals } from '../../../support/stored-days.ts';

const EVENTS = 200;

async function serve(cli: CommandLine, ...options: string[]): Promise<{ server: RunningCommand; url: string }> {
  const server = cli.start(['serve', ...options]);
  const [, url] = await server.said(/Serving on (http:\S+)/);
  return { server, url: url! };
}

async function viewsIn(path: string): Promise<number> {
  const database = await openDatabase(`sqlite:${path}`);
  const { views } = await storedTotals(database, { websiteId: 1, kind: 'website', id: 1 });
  await database.close();
  return views;
}

describe('next to a running service', () => {
  let cli: CommandLine;
  let server: RunningCommand;
  let url: string;

  beforeAll(async () => {
    cli = new CommandLine();
    ({ server, url } = await serve(cli));
    expect(await cli.call(['import', 'catalog', '-'], JSON.stringify(SAMPLE_CATALOG))).toMatchObject({ code: 0 });
  });

  afterAll(async () => {
    server.kill('SIGKILL');
    await server.finished;
    cli.dispose();
  });

  async function collect(key: string, visitor: string): Promise<void> {
    const response = await fetch(`${url}/collect/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      body: ndjson([eventWith({ visitor })]),
    });
    expect(await response.json()).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
  }

  test('imports, keys and backups work on its SQLite file', async () => {
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' });
    const before = await viewsIn(join(cli.folder, 'funnel.db'));
    const { stdout } = await cli.call(['ingest-key', 'create', '--website', '1', '--json']);
    const { key } = JSON.parse(stdout);

    const path = cli.file(
      'events.ndjson',
      ndjson(Array.from({ length: EVENTS }, (_, index) => eventWith({ visitor: `file-${index}` }))),
    );
    const importing = cli.run(['import', 'events', path, '--json']);
    for (let index = 0; index < EVENTS; index++) await collect(key, `http-${index}`);
    expect(JSON.parse((await importing).stdout)).toMatchObject({ accepted: EVENTS });

    const copy = join(cli.folder, 'copy.db');
    const [backup] = await Promise.all([cli.run(['backup', copy, '--json']), collect(key, 'during the backup')]);
    expect(backup).toMatchObject({ code: 0 });
    expect(JSON.parse(backup.stdout)).toMatchObject({ file: copy });
    expect(existsSync(`${copy}.part`)).toBe(false);
    const copied = await viewsIn(copy);
    expect(copied).toBeGreaterThanOrEqual(before + 2 * EVENTS);
    expect(copied).toBeLessThanOrEqual(before + 2 * EVENTS + 1);
    expect(await viewsIn(join(cli.folder, 'funnel.db'))).toBe(before + 2 * EVENTS + 1);

    const again = await cli.call(['backup', copy]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists') });
  });

  test('so do all other commands', async () => {
    const commands = [
      ['user', 'create', '--email', 'ada@example.com', '--account', '1'],
      ['token', 'create', '--website', '1', '--scope', 'reports'],
      ['insights', 'run'],
      ['migrate'],
      ['doctor'],
    ];
    const finished = await Promise.all(commands.map((command) => cli.call([...command, '--json'])));
    expect(finished.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      commands.map(() => ({ code: 0, stderr: '' })),
    );
    expect(JSON.parse(finished[2]!.stdout)).toMatchObject({ websites: 3 });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  test('a second service on the same port exits with 1', async () => {
    const { port } = new URL(url);
    const second = new CommandLine({ PORT: port });
    const { code, stderr } = await second.run(['serve']);
    second.dispose();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `funnel serve: Port ${port} is in use: stop the other program, or choose another port, such as PORT=8081.\n`,
    );
  });
});

/** A request whose headers the service has read; `finish` sends the body. */
async function requestInProgress(url: string, key: string): Promise<{ finish(): Promise<number | undefined> }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', expect: '100-continue' };
  const sent = request(`${url}/collect/events`, { method: 'POST', headers });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  return {
    finish: () => {
      sent.end(ndjson([eventWith({ visitor: 'the last one' })]));
      return answered;
    },
  };
}

test('components that are not selected are not served, and SIGTERM stops it with exit code 0, after the requests in progress', async () => {
  const cli = new CommandLine();
  await cli.call(['import', 'catalog', '-'], JSON.stringify(SAMPLE_CATALOG));
  const { key } = JSON.parse((await cli.call(['ingest-key', 'create', '--website', '1', '--json'])).stdout);
  const { server, url } = await serve(cli, '--only', 'collect, jobs');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/api/v1/reports/websites`)).status).toBe(404);
  const pending = await requestInProgress(url, key);
  server.kill('SIGTERM');
  await server.said(/SIGTERM: finishing/);
  expect(await pending.finish()).toBe(200);
  expect((await server.finished).code).toBe(0);
  expect(await viewsIn(join(cli.folder, 'funnel.db'))).toBe(1);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  cli.dispose();
});

test('Ctrl-C stops it with exit code 0, as soon as it serves', async () => {
  const cli = new CommandLine();
  const { server } = await serve(cli);
  // Immediately: it must handle signals as soon as it serves.
  server.kill('SIGINT');
  expect((await server.finished).code).toBe(0);
  cli.dispose();
});

test('a backup needs a database', async () => {
  const cli = new CommandLine();
  expect(await cli.run(['backup', 'copy.db'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no database'),
  });
  expect(existsSync(join(cli.folder, 'copy.db'))).toBe(false);
  cli.dispose();
});
