// Several nodes of the service on one PostgreSQL, behind a plain load balancer whose address is the service's name. They share nothing but
// the database: in `npm test` each is a service in the process of the test, in `npm run test:long` a process of its own.
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import type { ServerComponent } from '../../src/core/server/config/config.ts';
import { CommandLine, type RunningCommand } from '../support/command-line.ts';
import { createTestDatabase } from '../support/databases.ts';
import { IS_LONG } from '../support/long.ts';
import { runService } from '../support/run-service.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { RoundRobinProxy } from './round-robin-proxy.ts';

const NODES = IS_LONG ? 3 : 2;
const ALL_COMPONENTS = ['rest', 'mcp', 'auth', 'collect'] as const;

interface Node {
  readonly url: string;
}

export interface ProcessNode extends Node {
  readonly process: RunningCommand;
}

interface ClusterNode extends Node {
  stop(): Promise<void>;
}

export interface Cluster {
  readonly nodes: readonly Node[];
  readonly proxy: RoundRobinProxy;
  readonly database: Database;
  /** Runs a command on the same database; gives the JSON document that it prints. */
  run<Document>(...args: string[]): Promise<Document>;
  dispose(): Promise<void>;
}

interface ClusterOptions {
  readonly components: readonly ServerComponent[];
  /** Is called before the nodes start. */
  prepare(database: Database): Promise<unknown>;
}

/** Has the sample catalog. */
export async function startCluster({
  components = ALL_COMPONENTS,
  prepare,
}: Partial<ClusterOptions> = {}): Promise<Cluster> {
  const { url, database, dispose } = await createTestDatabase('postgres');
  await importCatalog(database, SAMPLE_CATALOG, systemClock);
  await prepare?.(database);
  const proxy = await RoundRobinProxy.start();
  const commandLine = nodeCommandLine(url, proxy.url);
  const start = IS_LONG
    ? () => startInProcess(commandLine, components)
    : () => startHere(url, { components, env: variablesOf(proxy.url) });
  const nodes = await Promise.all(Array.from({ length: NODES }, start));
  proxy.nodes = nodes.map((node) => node.url);
  return {
    nodes,
    proxy,
    database,
    run: (...args) => runCommand(commandLine, ...args),
    dispose: async () => {
      await proxy.close();
      await Promise.all(nodes.map((node) => node.stop()));
      await dispose();
      commandLine.dispose();
    },
  };
}

/** Every process that it starts is a node of the same service. */
export function nodeCommandLine(
  databaseUrl: string,
  baseUrl = 'http://localhost:8080',
  variables: Readonly<Record<string, string>> = {},
): CommandLine {
  return new CommandLine({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', ...variablesOf(baseUrl), ...variables });
}

function variablesOf(baseUrl: string) {
  return {
    BASE_URL: baseUrl,
    RATE_LIMIT_PER_MINUTE: '100000',
    TRUSTED_PROXIES: '127.0.0.1',
    // The days of the tests are fixed.
    EVENTS_AGE_DAYS_MAX: '36500',
  };
}

export async function startNode(commandLine: CommandLine, ...options: readonly string[]): Promise<ProcessNode> {
  const process = commandLine.start(['serve', ...options]);
  const [, url] = await process.said(/Serving on (http:\S+)/);
  return { url: url!, process };
}

async function startInProcess(commandLine: CommandLine, components: readonly ServerComponent[]): Promise<ClusterNode> {
  const { url, process } = await startNode(commandLine, '--only', components.join());
  const stop = async () => {
    process.kill('SIGKILL');
    await process.finished;
  };
  return { url, stop };
}

async function startHere(databaseUrl: string, options: Parameters<typeof runService>[1]): Promise<ClusterNode> {
  const service = await runService(databaseUrl, options);
  return { url: service.url, stop: () => service.close() };
}

export async function runCommand<Document>(commandLine: CommandLine, ...args: readonly string[]): Promise<Document> {
  const { code, stdout, stderr } = await commandLine.call([...args, '--json']);
  if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${stderr}`);
  return JSON.parse(stdout) as Document;
}

/** One call to each node, all at once. */
export function onEach<Result>(
  { nodes }: Pick<Cluster, 'nodes'>,
  call: (url: string, index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(nodes.map(({ url }, index) => call(url, index)));
}

/** What `onEach` gives if it is the same on all of them. */
export function same<Result>({ nodes }: Pick<Cluster, 'nodes'>, result: Result): Result[] {
  return nodes.map(() => result);
}
