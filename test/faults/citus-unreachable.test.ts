// A worker of a Citus cluster is frozen: what is about its websites is refused, everything else goes on, and the probes tell.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ON_CITUS } from '../support/databases.ts';
import { canStartCitus } from '../support/postgres-server.ts';
import { answerOf } from '../support/test-service.ts';
import { FAULT_TEST_MS_MAX } from './fault-rounds.ts';
import { ServedCluster } from './served-cluster.ts';

describe.skipIf(!ON_CITUS || !canStartCitus())('a frozen worker', { timeout: FAULT_TEST_MS_MAX }, () => {
  let served: ServedCluster;

  beforeAll(async () => {
    served = await ServedCluster.start();
  }, FAULT_TEST_MS_MAX);

  afterAll(() => served[Symbol.asyncDispose]());

  const get = (path: string, token = '') =>
    fetch(`${served.client.address}${path}`, { headers: { authorization: `Bearer ${token}` } });

  async function shards(): Promise<{ total: number; unreachable: number }> {
    const { status, text } = await answerOf(await get('/readyz'));
    expect(status, text).toBe(200);
    return JSON.parse(text).shards;
  }

  test('only its websites are refused, and the service stays ready', async () => {
    const [worker] = served.cluster.workers;
    const port = Number(new URL(worker!.url).port);
    const frozen = served.websites.find(({ workerPort }) => workerPort === port)!;
    const healthy = served.websites.find(({ workerPort }) => workerPort !== port)!;
    expect((await shards()).unreachable).toBe(0);
    await worker!.freeze();
    try {
      await expect.poll(async () => (await shards()).unreachable).toBe((await shards()).total / 2);
      const refused = await get('/api/v1/reports/website?timeframe=today', frozen.token);
      expect([refused.status, await refused.json()]).toMatchObject([
        503,
        { status: 503, code: 'database_unavailable' },
      ]);
      expect((await get('/api/v1/reports/website?timeframe=today', healthy.token)).status).toBe(200);
      expect((await get('/api/v1/contacts', healthy.token)).status).toBe(200);
      expect((await get('/api/v1/contacts', frozen.token)).status).toBe(503);
      expect((await get('/api/v1/reports/websites', frozen.token)).status).toBe(200);
      expect(await (await get('/metrics')).text()).toMatch(/^funnel_shards\{state="unreachable"\} [1-9]/m);
    } finally {
      await worker!.thaw();
    }
    await expect.poll(async () => (await shards()).unreachable).toBe(0);
    expect((await get('/api/v1/reports/website?timeframe=today', frozen.token)).status).toBe(200);
  });
});
