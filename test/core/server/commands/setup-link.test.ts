// `funnel setup-link`, and the link that `serve` prints.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Engine } from '../../../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { systemClock } from '../../../../src/core/foundation/time/clock.ts';
import { setupMessage } from '../../../../src/core/server/commands/serve.ts';
import { readConfig, SERVER_COMPONENTS, type ServerComponent } from '../../../../src/core/server/config/config.ts';
import { CommandLine, type RunningCommand } from '../../../support/command-line.ts';
import {
  ANY_ENGINE,
  createEmptyDatabase,
  createTestDatabase,
  ENGINES,
  type TestDatabase,
} from '../../../support/databases.ts';
import { freePort } from '../../../support/postgres-server.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';

const LINK = /^ {2}(http:\/\/localhost:\d+\/setup#[\w-]{43})$/m;

describe.each(ANY_ENGINE)('on %s', (engine: Engine) => {
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

  test('one of several nodes that start together prints the link that works, and a command prints a new one that ends it', async () => {
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
});

describe.each(ENGINES)('what %s has decides what `serve` prints', (engine: Engine) => {
  const { database, line } = databaseAndCommands(engine);

  test('without a user it is a link', async () => {
    expect(await messageOfServing(database())).toMatch(LINK);
  });

  test('with a user there is none, and the command says what to do instead', async () => {
    await line().call(['import', 'catalog', '-'], JSON.stringify(SAMPLE_CATALOG));
    expect(await line().call(['user', 'create', '--email', 'ada@example.com', '--account', '1'])).toMatchObject({
      code: 0,
    });
    expect(await line().call(['setup-link'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/There are users already.*funnel user create.*funnel user password/s),
    });
    expect(await messageOfServing(database())).toBeUndefined();
  });
});

describe('decided by the configuration', () => {
  const { database } = databaseAndCommands('sqlite');

  test('a node without the dashboard prints none', async () => {
    expect(await messageOfServing(database(), {}, ['collect', 'jobs'])).toBeUndefined();
  });

  test('with another authorization server there is nothing to set up', async () => {
    const environment = {
      ISSUER_URL: 'https://login.example',
      INTROSPECTION_CLIENT_ID: 'funnel',
      INTROSPECTION_CLIENT_SECRET: 'a-secret-of-sixteen',
    };
    const line = new CommandLine(environment);
    expect(await line.call(['setup-link'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Users log in at https://login.example (ISSUER_URL).'),
    });
    line.dispose();
    expect(await messageOfServing(database(), environment)).toBeUndefined();
  });
});

// That such a service starts is shown in test/nodes/rolling-start.test.ts.
test('a schema that is missing on PostgreSQL does not keep the service from starting', async (context) => {
  if (!ENGINES.includes('postgres')) return context.skip();
  const { url, dispose } = await createEmptyDatabase('postgres');
  const line = new CommandLine({ DATABASE_URL: url });
  expect(await line.call(['setup-link'])).toMatchObject({ code: 1, stderr: expect.stringContaining('funnel migrate') });
  line.dispose();
  const database = await openDatabase(url);
  expect(await messageOfServing(database)).toBeUndefined();
  await database.close();
  return dispose();
});

/** Each test has its own. */
function databaseAndCommands(engine: Engine): { database(): Database; line(): CommandLine } {
  let created: TestDatabase;
  let line: CommandLine;
  beforeEach(async () => {
    created = await createTestDatabase(engine);
    line = new CommandLine({ DATABASE_URL: created.url });
  });
  afterEach(async () => {
    line.dispose();
    await created.dispose();
  });
  return { database: () => created.database, line: () => line };
}

function messageOfServing(
  database: Database,
  environment: Readonly<Record<string, string>> = {},
  components: readonly ServerComponent[] = SERVER_COMPONENTS,
): Promise<string | undefined> {
  const context = { config: readConfig(environment), clock: systemClock };
  return setupMessage(context, new Set(components), database);
}
