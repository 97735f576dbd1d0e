// Nodes of a Citus cluster stop, crash, freeze and come back under load: nothing acknowledged is lost or doubled. How many of the
// requests for websites on healthy workers were answered well meanwhile is printed. `npm run test:citus` runs this.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ON_CITUS } from '../support/databases.ts';
import { canStartCitus, type OwnPostgresServer } from '../support/postgres-server.ts';
import { type Attempt, expectAllCounted, summarizeShares } from './citus-load.ts';
import { FAULT_TEST_MS_MAX } from './fault-rounds.ts';
import { ServedCluster } from './served-cluster.ts';

const REQUESTS_BEFORE = 2;
const REQUESTS_MEANWHILE = 10;
/** Of each kind, to the broken worker: by then, those that were under way have waited for it in vain. */
const REQUESTS_IN_VAIN = 2;
const FAULT_MS_MAX = 20_000;

interface Fault {
  begin(): Promise<void>;
  end(): Promise<void>;
}

const FAULTS: Readonly<Record<string, (node: OwnPostgresServer) => Fault>> = {
  'is stopped': (node) => ({ begin: () => node.halt('fast'), end: () => node.resume() }),
  'is killed': (node) => ({ begin: () => node.kill(), end: () => node.resume() }),
  'is frozen': (node) => ({ begin: () => node.freeze(), end: () => node.thaw() }),
};

describe.skipIf(!ON_CITUS || !canStartCitus())('on a Citus cluster', { timeout: FAULT_TEST_MS_MAX }, () => {
  let served: ServedCluster;

  beforeAll(async () => {
    served = await ServedCluster.start();
  }, FAULT_TEST_MS_MAX);

  afterAll(() => served[Symbol.asyncDispose]());

  /** Requests that were under way while something was broken, for websites whose worker was well. */
  async function during(broken: OwnPostgresServer, { begin, end }: Fault): Promise<Attempt[]> {
    const { client, websites, loads } = served;
    const brokenPort = Number(new URL(broken.url).port);
    const isHealthy = ({ workerPort }: { workerPort: number }) => workerPort !== brokenPort;
    const load = served.startLoad();
    await load.until(REQUESTS_BEFORE, () => true, FAULT_MS_MAX);
    const brokenMs = performance.now();
    await begin();
    await load.until(REQUESTS_IN_VAIN, (website) => !isHealthy(website), FAULT_MS_MAX);
    await load.until(REQUESTS_MEANWHILE, isHealthy, FAULT_MS_MAX);
    const mendedMs = performance.now();
    await end();
    await load.stop();
    await expectAllCounted(client, websites, loads);
    expect([...new Set(load.unclean)]).toEqual([]);
    expect(load.attempts.some(({ failure }) => failure === 'database_unavailable')).toBe(true);
    return load.attempts.filter(
      (attempt) => isHealthy(attempt) && attempt.endedMs > brokenMs && attempt.startedMs < mendedMs,
    );
  }

  test('websites are on both workers', () => {
    expect(new Set(served.websites.map(({ workerPort }) => workerPort)).size).toBe(2);
  });

  test.each(Object.entries(FAULTS))('a worker %s: nothing is lost or doubled', async (what, faultOf) => {
    const [, worker] = served.cluster.workers;
    summarizeShares(`a worker ${what}`, await during(worker!, faultOf(worker!)));
  });

  test.each(Object.entries(FAULTS))('the coordinator %s: nothing is lost or doubled', async (what, faultOf) => {
    const { coordinator } = served.cluster;
    summarizeShares(`the coordinator ${what}`, await during(coordinator, faultOf(coordinator)));
  });
});
