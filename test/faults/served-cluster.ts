// A Citus cluster with some websites, and the whole service on it as a process.
import { type CitusCluster, startCitus } from '../support/citus-cluster.ts';
import { freePort } from '../support/postgres-server.ts';
import { ClusterLoad, type ClusterWebsite, dashboardToken, prepareWebsites } from './citus-load.ts';
import { FaultClient } from './fault-client.ts';
import { migratedDatabase } from './fault-database.ts';
import { FunnelProcess } from './funnel-process.ts';

const WORKERS = 2;
/** Short enough to be waited for, long enough for a busy machine. */
const STATEMENT_MS_MAX = 5_000;
/** The limits on what one caller may do are not what is tested here. */
const VARIABLES = { RATE_LIMIT_PER_MINUTE: '10000000' };

export class ServedCluster implements AsyncDisposable {
  readonly cluster: CitusCluster;
  readonly websites: readonly ClusterWebsite[];
  readonly client: FaultClient;
  readonly loads: ClusterLoad[] = [];
  readonly #dashboardToken: string;
  readonly #cleanup: AsyncDisposableStack;

  private constructor(
    cluster: CitusCluster,
    websites: readonly ClusterWebsite[],
    { client, token, cleanup }: { client: FaultClient; token: string; cleanup: AsyncDisposableStack },
  ) {
    this.cluster = cluster;
    this.websites = websites;
    this.client = client;
    this.#dashboardToken = token;
    this.#cleanup = cleanup;
  }

  static async start(): Promise<ServedCluster> {
    await using cleanup = new AsyncDisposableStack();
    const cluster = await startCitus(WORKERS);
    cleanup.defer(() => cluster.stop());
    const database = await migratedDatabase(cluster.url, async () => {});
    const websites = await database.look(prepareWebsites);
    const port = await freePort();
    const url = `${cluster.url}?query_timeout=${STATEMENT_MS_MAX}`;
    const service = cleanup.use(new FunnelProcess(['serve'], url, { ...VARIABLES, PORT: String(port) }));
    await service.address();
    // The issuer of tokens has this name.
    const address = `http://localhost:${port}`;
    const token = await dashboardToken(address);
    const client = new FaultClient(address);
    return new ServedCluster(cluster, websites, { client, token, cleanup: cleanup.move() });
  }

  startLoad(): ClusterLoad {
    const { client, websites } = this;
    const name = `load-${this.loads.length}`;
    const load = new ClusterLoad({ client, websites, dashboardToken: this.#dashboardToken, name });
    this.loads.push(load);
    load.start();
    return load;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#cleanup.disposeAsync();
  }
}
