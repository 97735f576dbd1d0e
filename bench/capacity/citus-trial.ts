// Tries on a real cluster what docs/scale.md says about Citus: gives a website a shard of its own and moves it to another worker while
// events arrive, and serves from a worker in place of the coordinator. Prints what was seen; nothing here is a figure of the model.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { dayOfTimestampMs, isoOfDay } from '../../src/core/engine/rollups/calendar.ts';
import { COORDINATOR_TABLES } from '../../src/core/foundation/database/citus/citus.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { migrate } from '../../src/core/foundation/database/schema/migrations.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { startCitus } from '../../test/support/citus-cluster.ts';
import { freePort } from '../../test/support/postgres-server.ts';
import { FUNNEL } from '../measure-import.ts';
import { serviceEnvironment } from '../service-environment.ts';
import { type CatalogSize, catalogOf } from './catalog.ts';
import { fillToday } from './fill-today.ts';

const SIZE: CatalogSize = { websites: 20, campaigns: 1, variants: 2, steps: 2, elements: 2 };
const DAYS = 30;
const VISITORS_A_DAY = 2_000;
const BIG_WEBSITE = 7;
const SENDERS = 4;
const LOAD_SECONDS_AROUND = 2;

export async function tryCitus(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const cluster = await startCitus(2);
  cleanup.defer(() => cluster.stop());
  const database = await openDatabase(cluster.url, { statementMsMax: 0 });
  cleanup.defer(() => database.close());
  await migrate(database, new Date());
  await importCatalog(database, catalogOf(SIZE), systemClock);
  await fillToday(database, SIZE, VISITORS_A_DAY, DAYS);
  const access = await createAccess(database);
  const port = await startService(cluster.url, cleanup);
  const sender = new Sender(port, access.keys);

  const before = await allReports(port, access.tokens);
  await underLoad('isolate_tenant_to_new_shard', sender, () =>
    database.query(`SELECT isolate_tenant_to_new_shard('campaigns', ${BIG_WEBSITE}, 'CASCADE', 'block_writes')`),
  );
  const placement = await placementOf(database);
  console.log(`  website ${BIG_WEBSITE} is alone on its shard: ${placement.alone}; shards now: ${placement.shards}`);
  compare('reports after isolating', before, await allReports(port, access.tokens));

  await underLoad('citus_move_shard_placement to the other worker', sender, () => moveToOtherWorker(database));
  compare('reports after moving', before, await allReports(port, access.tokens));
  await checkStored(database, sender);

  const [worker] = cluster.workers;
  const workerPort = await startService(worker!.url, cleanup);
  console.log(`Service on a worker, as the schema is: /readyz ${await readiness(workerPort)}`);
  await shareCoordinatorTables(database);
  await waitUntilReady(workerPort);
  compare('reports of a service on a worker', before, await allReports(workerPort, access.tokens));
  const onWorker = new Sender(workerPort, access.keys);
  await underLoad('events to the service on a worker and to that on the coordinator', sender, () =>
    underLoad('', onWorker, () => sleep(LOAD_SECONDS_AROUND * 1_000)),
  );
  sender.add(onWorker);
  await checkStored(database, sender);
}

interface Access {
  /** The key of each website, from website 1 on. */
  readonly keys: readonly string[];
  readonly tokens: readonly string[];
}

async function createAccess(database: Database): Promise<Access> {
  const keys: string[] = [];
  const tokens: string[] = [];
  for (let id = 1; id <= SIZE.websites; id++) {
    keys.push((await createIngestKey(database, id, systemClock))!.key);
    const token = { websiteIds: [id], scopes: ['reports'], audience: 'rest' } as const;
    tokens.push((await createToken(database, token, systemClock)).token);
  }
  return { keys, tokens };
}

async function startService(databaseUrl: string, cleanup: AsyncDisposableStack): Promise<number> {
  const port = await freePort();
  const env = serviceEnvironment(databaseUrl, port);
  const service = spawn(FUNNEL, ['serve', '--only', 'rest,collect'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  service.stderr.resume();
  cleanup.defer(async () => {
    service.kill('SIGTERM');
    await once(service, 'exit');
  });
  while (!(await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))) await sleep(100);
  return port;
}

/** Reports of the days before today, which the events of the load don't change. */
async function allReports(port: number, tokens: readonly string[]): Promise<string[]> {
  const yesterday = dayOfTimestampMs(Date.now()) - 1;
  const range = `range_start=${isoOfDay(yesterday - DAYS + 1)}&range_end=${isoOfDay(yesterday)}`;
  const reports: string[] = [];
  for (const token of tokens) {
    for (const report of ['website', 'campaigns']) {
      const url = `http://127.0.0.1:${port}/api/v1/reports/${report}?timeframe=custom&${range}`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      reports.push(`${response.status} ${await response.text()}`);
    }
  }
  return reports;
}

function compare(what: string, before: readonly string[], after: readonly string[]): void {
  const equal = after.filter((report, index) => report === before[index] && report.startsWith('200')).length;
  console.log(`  ${what}: ${equal} of ${before.length} equal byte for byte`);
}

/** Sends single events of all websites from a few connections, until it is stopped. Notes what became of them. */
class Sender {
  accepted = 0;
  slowestMs = 0;
  readonly refused = new Map<string, number>();
  readonly #port: number;
  readonly #keys: readonly string[];
  #isStopped = true;

  constructor(port: number, keys: readonly string[]) {
    this.#port = port;
    this.#keys = keys;
  }

  start(): () => Promise<void> {
    this.#isStopped = false;
    this.slowestMs = 0;
    const running = Array.from({ length: SENDERS }, (_, index) => this.#run(index));
    return async () => {
      this.#isStopped = true;
      await Promise.all(running);
    };
  }

  add({ accepted }: Sender): void {
    this.accepted += accepted;
  }

  async #run(first: number): Promise<void> {
    for (let number = first; !this.#isStopped; number += SENDERS) {
      // Every second event is for the website that is moved.
      const website = number % 2 === 0 ? BIG_WEBSITE : 1 + (number % SIZE.websites);
      const event = { id: randomUUID(), type: 'view', website_id: website, visitor: `visitor-${number}` };
      const startedAt = performance.now();
      const response = await fetch(`http://127.0.0.1:${this.#port}/collect/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#keys[website - 1]}`, 'content-type': 'application/x-ndjson' },
        body: `${JSON.stringify(event)}\n`,
      });
      const { code, accepted } = (await response.json()) as { code?: string; accepted?: number };
      this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt);
      if (response.ok) this.accepted += accepted!;
      else this.refused.set(`${response.status} ${code}`, (this.refused.get(`${response.status} ${code}`) ?? 0) + 1);
    }
  }
}

async function underLoad(what: string, sender: Sender, work: () => Promise<unknown>): Promise<void> {
  const stop = sender.start();
  await sleep(LOAD_SECONDS_AROUND * 1_000);
  const [acceptedBefore, startedAt] = [sender.accepted, performance.now()];
  await work().finally(stop);
  const seconds = (performance.now() - startedAt) / 1_000;
  const accepted = sender.accepted - acceptedBefore;
  if (what === '') return;
  const refused = JSON.stringify(Object.fromEntries(sender.refused));
  console.log(`${what}: ${seconds.toFixed(1)} s`);
  console.log(
    `  events meanwhile: ${accepted} accepted, refused ${refused}, slowest ${Math.round(sender.slowestMs)} ms`,
  );
}

async function placementOf(database: Database): Promise<{ alone: boolean; shards: number }> {
  const [row] = await database.query<{ alone: boolean; shards: number }>(
    `SELECT bool_and(shardminvalue = shardmaxvalue)
         FILTER (WHERE shardid = get_shard_id_for_distribution_column('campaigns', ${BIG_WEBSITE})) AS alone,
       count(*) AS shards FROM pg_dist_shard WHERE logicalrelid = 'campaigns'::regclass`,
  );
  return row!;
}

async function moveToOtherWorker(database: Database): Promise<void> {
  const [from] = await database.query<{ shard: number; name: string; port: number }>(
    `SELECT shardid AS shard, nodename AS name, nodeport AS port FROM citus_shards
     WHERE shardid = get_shard_id_for_distribution_column('campaigns', ${BIG_WEBSITE})`,
  );
  const [to] = await database.query<{ name: string; port: number }>(
    'SELECT node_name AS name, node_port AS port FROM citus_get_active_worker_nodes() WHERE node_port <> $1',
    [from!.port],
  );
  await database.query("SELECT citus_move_shard_placement($1, $2, $3, $4, $5, 'force_logical')", [
    from!.shard,
    from!.name,
    from!.port,
    to!.name,
    to!.port,
  ]);
}

/** Every accepted event must be stored, once: each has an id, and each is a view of today. */
async function checkStored(database: Database, { accepted }: Sender): Promise<void> {
  const [ids] = await database.query<{ count: number }>('SELECT count(*) AS count FROM seen_events');
  const [views] = await database.query<{ sum: number }>(
    'SELECT CAST(sum(views) AS bigint) AS sum FROM rollup_counters WHERE subject_kind = 1',
  );
  console.log(`  accepted events ${accepted}, stored ids ${ids!.count}, counted views ${views!.sum}`);
}

async function readiness(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  return `${response.status} ${(await response.text()).slice(0, 120)} …`;
}

async function waitUntilReady(port: number): Promise<void> {
  while ((await fetch(`http://127.0.0.1:${port}/readyz`)).status !== 200) await sleep(200);
}

/** An experiment, not how the service is shipped: without foreign keys, Citus can show these tables to all nodes. */
async function shareCoordinatorTables(database: Database): Promise<void> {
  for (const table of [...COORDINATOR_TABLES].toReversed()) {
    const keys = await database.query<{ name: string }>(
      "SELECT conname::text AS name FROM pg_constraint WHERE contype = 'f' AND conrelid = $1::text::regclass",
      [table],
    );
    for (const { name } of keys) await database.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  }
  for (const table of ['schema_migrations', ...COORDINATOR_TABLES]) {
    await database.query('SELECT citus_add_local_table_to_metadata($1::text::regclass)', [table]);
  }
}
