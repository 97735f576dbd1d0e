// `funnel setup-link`, and the link that `serve` prints.
import { afterEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/database/database.ts';
import { CommandLine, type RunningCommand } from '../support/command-line.ts';
import { createEmptyDatabase, ENGINES } from '../support/databases.ts';
import { freePort } from '../support/postgres-server.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';

const LINK = /^ {2}(http:\/\/localhost:\d+\/setup#[\w-]{43})$/m;

describe.each(ENGINES)('on %s', (engine: Engine) => {
  const cleanUp: (() => unknown)[] = [];
  afterEach(async () => {
    for (const step of cleanUp.splice(0).reverse()) await step();
  });

  async function emptyDatabase(): Promise<CommandLine> {
    const { url, dispose } = await createEmptyDatabase(engine);
    const line = new CommandLine({ DATABASE_URL: url, PORT: String(await freePort()) });
    cleanUp.push(dispose, () => line.dispose());
    if (engine === 'postgres') await line.call(['migrate']);
    return line;
  }

  function serve(line: CommandLine): RunningCommand {
    const server = line.start(['serve']);
    cleanUp.push(async () => {
      server.kill('SIGTERM');
      await server.finished;
    });
    return server;
  }

  async function works(link: string): Promise<boolean> {
    const { origin, hash } = new URL(link);
    const response = await fetch(`${origin}/dashboard/setup/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret: hash.slice(1) }),
    });
    return response.status === 200;
  }

  async function addUser(line: CommandLine): Promise<void> {
    await line.call(['import', 'catalog', '-'], JSON.stringify(SAMPLE_CATALOG));
    expect(await line.call(['user', 'create', '--email', 'ada@example.com', '--account', '1'])).toMatchObject({
      code: 0,
    });
  }

  test('of several nodes that start together, one has printed the link that works, and a command prints a new one that ends it', async () => {
    const line = await emptyDatabase();
    const another = new CommandLine({ DATABASE_URL: line.databaseUrl, PORT: String(await freePort()) });
    cleanUp.push(() => another.dispose());
    const nodes = [line, another].map(serve);
    const links = await Promise.all(nodes.map(async (node) => (await node.said(LINK))[1]!));
    const working = await Promise.all(links.map(works));
    expect(working.filter(Boolean)).toHaveLength(1);
    const printed = links[working.indexOf(true)]!;

    const { code, stdout, stderr } = await line.run(['setup-link']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^http:\/\/localhost:\d+\/setup#[\w-]{43}\n$/);
    expect(await works(stdout.trim())).toBe(true);
    expect(await works(printed)).toBe(false);

    const json = JSON.parse((await line.call(['setup-link', '--json'])).stdout);
    expect(Object.keys(json)).toEqual(['url', 'expires_at']);
    expect(await works(json.url)).toBe(true);

    const server = nodes[working.indexOf(true)]!;
    server.kill('SIGTERM');
    const output = (await server.finished).stderr;
    const secret = new URL(printed).hash.slice(1);
    expect(output.split(secret)).toHaveLength(2);
  });

  test('with a user there is none, and the command says what to do instead', async () => {
    const line = await emptyDatabase();
    await addUser(line);
    expect(await line.call(['setup-link'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/There are users already.*funnel user create.*funnel user password/s),
    });
    // That `serve` asks the same function is shown on one engine.
    if (engine === 'postgres') return;
    const server = serve(line);
    await server.said(/Serving on/);
    server.kill('SIGTERM');
    expect((await server.finished).stderr).not.toMatch(/setup|Nobody can log in/);
  });
});

describe('decided by the configuration, before a database is asked', () => {
  async function messagesOfServing(line: CommandLine, ...options: string[]): Promise<string> {
    const server = line.start(['serve', ...options]);
    await server.said(/Serving on/);
    server.kill('SIGTERM');
    return (await server.finished).stderr;
  }

  test('a node without the dashboard prints none', async () => {
    const line = new CommandLine();
    expect(await messagesOfServing(line, '--only', 'collect,jobs')).not.toMatch(/setup|Nobody can log in/);
    line.dispose();
  });

  test('with another authorization server there is nothing to set up', async () => {
    const line = new CommandLine({
      ISSUER_URL: 'https://login.example',
      INTROSPECTION_CLIENT_ID: 'funnel',
      INTROSPECTION_CLIENT_SECRET: 'a-secret-of-sixteen',
    });
    expect(await line.call(['setup-link'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Users log in at https://login.example (ISSUER_URL).'),
    });
    expect(await messagesOfServing(line)).not.toMatch(/setup|Nobody can log in/);
    line.dispose();
  });
});

test('a schema that is missing on PostgreSQL does not keep the service from starting', async (context) => {
  if (!ENGINES.includes('postgres')) return context.skip();
  const { url, dispose } = await createEmptyDatabase('postgres');
  const line = new CommandLine({ DATABASE_URL: url });
  expect(await line.call(['setup-link'])).toMatchObject({ code: 1, stderr: expect.stringContaining('funnel migrate') });
  const server = line.start(['serve']);
  await server.said(/Serving on/);
  server.kill('SIGTERM');
  expect(await server.finished).toMatchObject({ code: 0 });
  line.dispose();
  return dispose();
});
