// SIGTERM under load: requests under way are answered, nothing that was acknowledged is lost, and the process ends in the
// time that whoever runs services gives it, whatever its clients and its database do.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { isoOfDay } from '../../src/core/engine/rollups/calendar.ts';
import type { Engine } from '../../src/core/foundation/database/database.ts';
import { isPostgresUrl, sqlitePath } from '../../src/core/foundation/database/open/open.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { CommandLine, type RunningCommand } from '../support/command-line.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../support/databases.ts';
import { eventWith, ndjson } from '../support/events.ts';
import { IS_LONG } from '../support/long.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { storedTotals } from '../support/stored-days.ts';
import { waitUntil } from '../support/wait-until.ts';
import { BusyClient, type Calls } from './busy-clients.ts';
import { nodeCommandLine, type ProcessNode, startNode } from './cluster.ts';

/** They call as fast as they can, until the service ends. */
const [COLLECTORS, CONTACT_WRITERS, READERS] = IS_LONG ? [8, 3, 4] : [3, 2, 2];
const ANSWERS_MIN = IS_LONG ? 10 : 3;
/** On PostgreSQL, readers wait for the held lock, too. */
const LAST_ENGINE = IS_LONG ? ENGINES : ENGINES.slice(-1);
const ROUND_TRIPS = 3;
/** How often nobody must have been answered in the meantime. */
const STILL_TIMES = 10;
/** The process stands still for longer than stopping may take, from the signal on, as it does where it gets no processor. */
const STANDS_STILL = `--import=data:text/javascript,${encodeURIComponent(
  "process.on('SIGTERM',()=>setImmediate(()=>Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0,9500)))",
)}`;
/** SQLite lets no writer queue: whoever asks at the right moment is next. */
const LOCK_MS_MAX = 30_000;

interface Hold {
  release(): Promise<void>;
}

class Service {
  readonly database: TestDatabase;
  readonly node: ProcessNode;
  readonly key: string;
  readonly token: string;
  readonly #commandLine: CommandLine;

  private constructor(database: TestDatabase, commandLine: CommandLine, node: ProcessNode, key: string, token: string) {
    this.database = database;
    this.#commandLine = commandLine;
    this.node = node;
    this.key = key;
    this.token = token;
  }

  static async start(
    engine: Engine,
    variables: Readonly<Record<string, string>> = {},
    beforeStart: (database: TestDatabase) => Promise<unknown> = async () => {},
  ): Promise<Service> {
    const database = await createTestDatabase(engine);
    await importCatalog(database.database, SAMPLE_CATALOG, systemClock);
    const { key } = (await createIngestKey(database.database, 1, systemClock))!;
    const scopes = ['reports', 'contacts:write'] as const;
    const newToken = { websiteIds: [1], scopes, audience: 'rest' as const };
    const { token } = await createToken(database.database, newToken, systemClock);
    const commandLine = nodeCommandLine(database.url, undefined, variables);
    await beforeStart(database);
    return new Service(database, commandLine, await startNode(commandLine), key, token);
  }

  /** Sends so much of a request, and no more. */
  async begin(bytes: string): Promise<Socket> {
    const { hostname, port } = new URL(this.node.url);
    const socket = connect(Number(port), hostname);
    // It may be cut off in the end.
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  }

  /** By then the service has read whatever was sent before. */
  async roundTrips(): Promise<void> {
    for (let trip = 0; trip < ROUND_TRIPS; trip++) await (await fetch(`${this.node.url}/healthz`)).text();
  }

  async dispose(): Promise<void> {
    this.node.process.kill('SIGKILL');
    await this.node.process.finished;
    await this.database.dispose();
    this.#commandLine.dispose();
  }
}

/** Resolves when the process has taken notice. */
async function terminate(process: RunningCommand): Promise<void> {
  process.kill('SIGTERM');
  await process.said(/SIGTERM: .*finishing/);
}

/** Nobody can write until this is let go of; on PostgreSQL nobody can read reports either. */
async function holdWrites(url: string): Promise<Hold> {
  if (!isPostgresUrl(url)) {
    const connection = new DatabaseSync(sqlitePath(url), { timeout: LOCK_MS_MAX });
    connection.exec('BEGIN IMMEDIATE');
    return { release: async () => connection.close() };
  }
  return lockTables(url, 'website_activity, contact_lists');
}

/** Nobody can read or write these until this is let go of. */
async function lockTables(url: string, tables: string): Promise<Hold> {
  const client = new pg.Client({ connectionString: url });
  // It is cut off where the database is dropped.
  client.on('error', () => {});
  await client.connect();
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
  return { release: () => client.end() };
}

describe.each(LAST_ENGINE)('SIGTERM on %s', (engine) => {
  let service: Service;
  let collectors: BusyClient[];
  let contactWriters: BusyClient[];
  let readers: BusyClient[];

  beforeEach(async () => {
    service = await Service.start(engine);
    const { key, token, node } = service;
    const clients = (count: number, calls: (client: number) => Calls) =>
      Array.from({ length: count }, (_, client) => new BusyClient(node.url, calls(client)));
    const bearer = `Bearer ${token}`;
    collectors = clients(COLLECTORS, (client) => (number) => ({
      method: 'POST',
      path: '/collect/events',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      body: ndjson([eventWith({ visitor: `visitor-${client}-${number}` })]),
    }));
    contactWriters = clients(CONTACT_WRITERS, (client) => (number) => ({
      method: 'POST',
      path: '/api/v1/contacts',
      headers: { authorization: bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `person-${client}-${number}@example.com` }),
    }));
    // Each time another day, so that none is answered from memory.
    readers = clients(READERS, (client) => (number) => {
      const day = isoOfDay(20_000 - client * 5_000 - (number % 5_000));
      const range = `timeframe=custom&range_start=${day}&range_end=${day}&previous_period=true`;
      return { method: 'GET', path: `/api/v1/reports/website?${range}`, headers: { authorization: bearer } };
    });
  });

  afterEach(() => service.dispose());

  const answered = (clients: readonly BusyClient[]) => clients.reduce((sum, { answers }) => sum + answers.length, 0);

  /**
   * Every client whose calls wait for the held lock has one under way. Some may have got past the lock before it was held, and are
   * answered later than others: it waits for them.
   */
  async function untilAllWait(clients: readonly BusyClient[]): Promise<void> {
    for (let before = -1; before !== answered(clients); ) {
      before = answered(clients);
      for (let times = 0; times < STILL_TIMES; times++) await service.roundTrips();
    }
  }

  /** After the signal, each client gets one more answer. */
  const hadLastAnswer = ({ answers }: BusyClient) => answers.at(-1)!.headers.connection === 'close';

  test('what is under way is answered, what is acknowledged is stored, and nobody else gets in', async () => {
    const { node, database } = service;
    const writers = [...collectors, ...contactWriters];
    await waitUntil('every client has its first answers', async () => {
      await service.roundTrips();
      return [...writers, ...readers].every(({ answers }) => answers.length >= ANSWERS_MIN);
    });
    const hold = await holdWrites(database.url);
    const waiting = engine === 'postgres' ? [...writers, ...readers] : writers;
    await untilAllWait(waiting);
    const healthz = await service.begin('GET /healthz HTTP/1.1\r\nhost: x\r\n');
    const readyz = await service.begin('GET /readyz HTTP/1.1\r\nhost: x\r\n');
    await service.roundTrips();

    await terminate(service.node.process);
    const isClosed = () =>
      fetch(`${node.url}/healthz`).then(
        () => false,
        () => true,
      );
    await waitUntil('nobody else gets in', isClosed, { pauseMs: 0 });
    healthz.write('\r\n');
    expect(await text(healthz)).toMatch(/^HTTP\/1.1 200 OK\r\n(.+\r\n)*connection: close\r\n/i);
    readyz.write('\r\n');
    const notReady = await text(readyz);
    expect(notReady).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\n(.+\r\n)*connection: close\r\n/i);
    expect(notReady).toContain('"code":"shutting_down"');

    const open = waiting.filter((client) => !hadLastAnswer(client));
    const before = open.map(({ answers }) => answers.length);
    expect(open).not.toEqual([]);
    await hold.release();
    expect(await Promise.all(waiting.map(({ refused }) => refused))).toEqual(waiting.map(() => 'ECONNREFUSED'));
    expect(open.map(({ answers }) => answers.length)).toEqual(before.map((count) => count + 1));
    expect(waiting.every(hadLastAnswer)).toBe(true);
    await Promise.all(readers.map(({ refused }) => refused));
    expect((await node.process.finished).code).toBe(0);

    for (const { answers } of [...collectors, ...readers]) {
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    for (const { answers } of contactWriters) {
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    }
    const { views } = await storedTotals(database.database, { websiteId: 1, kind: 'website', id: 1 });
    expect(views).toBe(answered(collectors));
    const [row] = await database.database.query<{ contacts: number }>('SELECT count(*) AS contacts FROM contacts');
    expect(row!.contacts).toBe(answered(contactWriters));
  });
});

describe.concurrent('whatever there is to wait for, the process ends in time', () => {
  /**
   * The bound is promised from the signal to the end. It is not measured, because a busy machine takes longer: the process
   * itself ends with code 1 when the time is over, so another code says that it ended before. The bound itself:
   * test/deploy/systemd.test.ts.
   */
  async function stopped(process: RunningCommand): Promise<{ code: number | null; stderr: string }> {
    await terminate(process);
    return process.finished;
  }

  // What a stopping service does with such connections: test/core/server/surfaces/http/operations.test.ts.
  test.runIf(IS_LONG)('clients that neither send on nor read', async ({ onTestFinished }) => {
    const service = await Service.start('sqlite');
    onTestFinished(() => service.dispose());
    await stuckClients(service);
    await service.roundTrips();
    expect((await stopped(service.node.process)).code).toBe(0);
  });

  test.runIf(IS_LONG)('a second signal does not wait at all', async ({ onTestFinished }) => {
    const service = await Service.start('sqlite');
    onTestFinished(() => service.dispose());
    await stuckClients(service);
    await service.roundTrips();
    await terminate(service.node.process);
    service.node.process.kill('SIGINT');
    // Ended by the signal, and not by what it would have done in the end.
    expect((await service.node.process.finished).code).toBe(null);
  });

  test.each(LAST_ENGINE)('a database that does not answer: %s', async (engine) => {
    const service = await Service.start(engine);
    try {
      const hold = await holdWrites(service.database.url);
      const contact = '{"email":"ada@example.com"}';
      const head = `POST /api/v1/contacts HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.token}`;
      await service.begin(
        `${head}\r\ncontent-type: application/json\r\ncontent-length: ${contact.length}\r\n\r\n${contact}`,
      );
      await service.begin(`${collectorHead(service, 20)}${'x'.repeat(20)}`);
      await service.roundTrips();
      const { code, stderr } = await stopped(service.node.process);
      expect(code).toBe(1);
      expect(stderr).toContain('Some requests could not be finished in time');
      await hold.release();
    } finally {
      await service.dispose();
    }
  });

  test.each(
    LAST_ENGINE.flatMap((engine) => [
      { engine, during: 'in time', variables: {}, beforeStart: undefined },
      {
        engine,
        during: 'by a process that stands still',
        variables: { NODE_OPTIONS: STANDS_STILL, SHUTDOWN_GRACE_SECONDS: '5' },
        beforeStart: undefined,
      },
      {
        engine,
        during: 'while the link of the setup can not be stored either',
        variables: {},
        beforeStart: async ({ url }: TestDatabase) => isPostgresUrl(url) && lockTables(url, 'one_time_links'),
      },
    ]),
  )(
    'events that can not be stored $during: their sender is told to send them again: $engine',
    async ({ engine, variables, beforeStart }) => {
      const service = await Service.start(engine, variables, beforeStart);
      try {
        const hold = await holdWrites(service.database.url);
        const event = ndjson([eventWith()]);
        const socket = await service.begin(`${collectorHead(service, event.length)}${event}`);
        await service.roundTrips();
        await terminate(service.node.process);
        const answer = await text(socket);
        expect(answer).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\n(.+\r\n)*retry-after: \d+\r\n/i);
        expect(answer).toContain('"code":"commit_unknown"');
        await hold.release();
      } finally {
        await service.dispose();
      }
    },
  );

  test('a process that comes late to everything ends with 0, because nothing is lost', async ({ onTestFinished }) => {
    const service = await Service.start('sqlite', { NODE_OPTIONS: STANDS_STILL, SHUTDOWN_GRACE_SECONDS: '5' });
    onTestFinished(() => service.dispose());
    expect((await stopped(service.node.process)).code).toBe(0);
  });

  test.runIf(IS_LONG)('a database that does not answer while the service starts', async ({ onTestFinished }) => {
    const database = await createTestDatabase('postgres');
    onTestFinished(() => database.dispose());
    // The service serves by then, but has to store the link with which the first user sets it up.
    const hold = await lockTables(database.url, 'one_time_links');
    const commandLine = nodeCommandLine(database.url);
    onTestFinished(() => commandLine.dispose());
    const { process } = await startNode(commandLine);
    onTestFinished(() => process.kill('SIGKILL'));
    const { code, stderr } = await stopped(process);
    expect(code).toBe(1);
    expect(stderr).toContain('Some requests could not be finished in time');
    await hold.release();
  });

  test.runIf(IS_LONG)('something that was left running', async ({ onTestFinished }) => {
    const database = await createTestDatabase('sqlite');
    onTestFinished(() => database.dispose());
    const commandLine = new CommandLine({
      DATABASE_URL: database.url,
      PORT: '0',
      NODE_OPTIONS: '--import=data:text/javascript,setInterval(()=>{},1000)',
    });
    onTestFinished(() => commandLine.dispose());
    const { process } = await startNode(commandLine);
    onTestFinished(() => process.kill('SIGKILL'));
    expect((await stopped(process)).code).toBe(1);
  });

  /** A body that never ends, a head that never ends, and answers that are never read. */
  async function stuckClients(service: Service): Promise<void> {
    await service.begin(`${collectorHead(service, 1_000)}{"type":`);
    await service.begin('GET /healthz HTTP/1.1\r\nhost');
    const deaf = await service.begin('GET /api/v1/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1_000));
    deaf.pause();
  }

  function collectorHead({ key }: Service, length: number): string {
    const head = `POST /collect/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}`;
    return `${head}\r\ncontent-type: application/x-ndjson\r\ncontent-length: ${length}\r\n\r\n`;
  }
});
