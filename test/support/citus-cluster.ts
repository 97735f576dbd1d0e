// A real Citus cluster on this machine: a coordinator and some workers in temporary folders, from the installed binaries.
// Used by the tests, and for trying it: npm run citus -- WORKERS
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { type OwnPostgresServer, type PostgresServer, startOwnCitusNode } from './postgres-server.ts';

/** The shards of each table of a test database are few, because every shard is a table to create, copy and drop. */
export const CITUS_SHARDS = 4;

export interface CitusCluster extends PostgresServer {
  /** The URL of the coordinator. */
  readonly url: string;
  readonly coordinator: OwnPostgresServer;
  readonly workers: readonly OwnPostgresServer[];
  stop(): Promise<void>;
}

export async function startCitus(workerCount: number): Promise<CitusCluster> {
  const starting = await Promise.allSettled(Array.from({ length: workerCount + 1 }, startOwnCitusNode));
  const nodes = starting.flatMap((node) => (node.status === 'fulfilled' ? [node.value] : []));
  const failed = starting.find((node) => node.status === 'rejected');
  if (failed) {
    // Nobody else knows those that have started.
    await Promise.all(nodes.map((node) => node.stop()));
    throw failed.reason;
  }
  const [coordinator, ...workers] = nodes as [OwnPostgresServer, ...OwnPostgresServer[]];
  await joinNodes(
    coordinator.url,
    workers.map(({ url }) => url),
  );
  return {
    url: coordinator.url,
    coordinator,
    workers,
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

export interface NodesDatabase {
  readonly url: string;
  /** The database is a cluster from then on. */
  addCitus(): Promise<void>;
  /** A cluster of these nodes only; `addCitus` adds the others. */
  addCitusTo(nodes: 'coordinator' | 'workers'): Promise<void>;
  /** Nobody can connect to it from then on, so that copies can be made of it at any time. */
  closeForGood(): Promise<void>;
  dispose(): Promise<void>;
}

/**
 * A new database on this server, and also on its workers if it is the coordinator of a cluster. A template that is a cluster is copied on
 * each node, so the copy is a cluster, too.
 */
export async function createOnNodes(
  serverUrl: string,
  isCitus: boolean,
  shards: number,
  template = 'template1',
): Promise<NodesDatabase> {
  const name = `funnel_${randomUUID().replaceAll('-', '')}`;
  const servers = [serverUrl, ...(isCitus ? await workerUrlsOf(serverUrl) : [])];
  for (const server of servers) await run(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const urls = servers.map((server) => Object.assign(new URL(server), { pathname: `/${name}` }).href);
  const [url, ...workerUrls] = urls as [string, ...string[]];
  const setShardCount = () => run(url, `ALTER DATABASE ${name} SET citus.shard_count = ${shards}`);
  return {
    url,
    addCitus: async () => {
      await joinNodes(url, workerUrls);
      await setShardCount();
    },
    addCitusTo: async (nodes) => {
      for (const each of urls) await run(each, 'CREATE EXTENSION citus');
      await (nodes === 'coordinator' ? addCoordinator(url) : addWorkers(url, workerUrls));
      await setShardCount();
    },
    closeForGood: async () => {
      for (const server of servers) {
        await run(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
        await endSessions(server, name);
      }
    },
    dispose: async () => {
      for (const server of servers) await drop(server, name);
    },
  };
}

/** Every database is a cluster of its own: these databases of the same name must exist on all nodes. */
export async function joinNodes(coordinatorUrl: string, workerUrls: readonly string[]): Promise<void> {
  for (const url of [coordinatorUrl, ...workerUrls]) {
    await run(url, 'CREATE EXTENSION IF NOT EXISTS citus');
  }
  await addCoordinator(coordinatorUrl);
  await addWorkers(coordinatorUrl, workerUrls);
}

async function addCoordinator(coordinatorUrl: string): Promise<void> {
  const { hostname, port } = new URL(coordinatorUrl);
  await run(coordinatorUrl, `SELECT citus_set_coordinator_host('${hostname}', ${port})`);
}

async function addWorkers(coordinatorUrl: string, workerUrls: readonly string[]): Promise<void> {
  for (const url of workerUrls) {
    const worker = new URL(url);
    await run(coordinatorUrl, `SELECT citus_add_node('${worker.hostname}', ${worker.port})`);
  }
}

/** The URLs of the same database on the workers. */
export async function workerUrlsOf(coordinatorUrl: string): Promise<string[]> {
  const { rows } = await run(coordinatorUrl, 'SELECT node_name, node_port FROM citus_get_active_worker_nodes()');
  return rows.map(({ node_name: hostname, node_port: port }) => {
    const url = new URL(coordinatorUrl);
    url.hostname = hostname;
    url.port = String(port);
    return url.href;
  });
}

const SESSION_END_MS_MAX = 60_000;

/** Those of the background workers of Citus, too. */
async function endSessions(serverUrl: string, name: string): Promise<void> {
  // One that has ended by itself meanwhile is answered with a warning.
  await run(
    serverUrl,
    `SELECT pg_terminate_backend(pid, ${SESSION_END_MS_MAX}) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
}

const DROPS_MAX = 10;
const OBJECT_IN_USE = '55006';

/** Background workers, such as those of Citus, may connect again after they were ended. */
async function drop(serverUrl: string, name: string): Promise<void> {
  for (let drops = 1; ; drops++) {
    try {
      await run(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === OBJECT_IN_USE)) throw error;
      if (drops === DROPS_MAX) throw new Error(`${error.message} ${await usersOf(serverUrl, name)}`, { cause: error });
    }
  }
}

async function usersOf(serverUrl: string, name: string): Promise<string> {
  const { rows } = await run(
    serverUrl,
    `SELECT pid, backend_type, application_name, state, wait_event, query FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  return JSON.stringify(rows);
}

async function run(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

if (import.meta.main) {
  const workerCount = Number(process.argv[2] ?? 2);
  const cluster = await startCitus(workerCount);
  console.log(`Coordinator: ${cluster.url}`);
  for (const { url } of cluster.workers) console.log(`Worker:      ${url}`);
  console.log('Press Ctrl-C to stop it. Its data are deleted then.');
  // Waiting for a signal does not keep the process running.
  const running = setInterval(() => {}, 60_000);
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  clearInterval(running);
  await cluster.stop();
}
