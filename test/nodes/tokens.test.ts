// Tokens on several nodes: what one node has issued the others accept at once, and what one has revoked they refuse with
// the very next call.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { createIngestKey, revokeIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { BrowserlessPerson } from '../support/browserless-person.ts';
import { ENGINES } from '../support/databases.ts';
import { OAuthClient } from '../support/oauth-client.ts';
import { createUser } from '../support/users.ts';
import { type Cluster, onEach, same, startCluster } from './cluster.ts';

const LOGIN = { email: 'ada@example.com', password: 'correct horse battery staple' };

describe.runIf(ENGINES.includes('postgres'))('tokens', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster();
    await createUser(cluster.database, { ...LOGIN, accountIds: [1] }, systemClock);
  });

  afterAll(() => cluster.dispose());

  const reportStatuses = (token: string) =>
    onEach(cluster, async (url) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${url}/api/v1/reports/website?website_id=1`, { headers });
      await response.body?.cancel();
      return response.status;
    });

  const toolStatuses = (token: string) =>
    onEach(cluster, async (url) => {
      const response = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
      await response.body?.cancel();
      return response.status;
    });

  test('one that an operator makes is good on every node until it is revoked', async () => {
    const options = ['--website', '1', '--scope', 'reports'];
    const { id, token } = await cluster.run<{ id: number; token: string }>('token', 'create', ...options);
    expect(await reportStatuses(token)).toEqual(same(cluster, 200));
    await cluster.run('token', 'revoke', String(id));
    expect(await reportStatuses(token)).toEqual(same(cluster, 401));
  });

  test.each([
    { audience: 'the REST API', resource: '/api/v1', statuses: reportStatuses, requestsBefore: 0 },
    { audience: 'the tool server', resource: '/mcp', statuses: toolStatuses, requestsBefore: 1 },
  ])('one that a person gives for $audience, step by step on another node', async (flow) => {
    const { proxy } = cluster;
    const first = proxy.handedOn.length;
    // So that the two flows do not take the same steps on the same nodes.
    for (let request = 0; request < flow.requestsBefore; request++) await (await fetch(`${proxy.url}/healthz`)).text();
    const client = await OAuthClient.register(proxy.url);
    const person = new BrowserlessPerson(proxy.url);
    const resource = `${proxy.url}${flow.resource}`;
    const issued = await client.obtain(person, [1, 2], LOGIN, { resource, scope: 'reports' });
    expect(await flow.statuses(issued.access_token)).toEqual(same(cluster, 200));

    const refreshed = await client.refresh(issued.refresh_token);
    expect(await flow.statuses(refreshed.access_token)).toEqual(same(cluster, 200));
    await client.revoke(refreshed.refresh_token!);
    expect(await flow.statuses(refreshed.access_token)).toEqual(same(cluster, 401));
    expect(await flow.statuses(issued.access_token)).toEqual(same(cluster, 401));

    const steps = proxy.handedOn.slice(first);
    expect(steps.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/oauth/register', '/oauth/authorize', '/oauth/token', '/oauth/revoke']),
    );
    expect(new Set(steps.map(({ node }) => node)).size).toBe(cluster.nodes.length);
  });

  test('a refresh token that is used on all nodes at once has one successor', async () => {
    const { proxy } = cluster;
    const client = await OAuthClient.register(proxy.url);
    const issued = await client.obtain(new BrowserlessPerson(proxy.url), [1], LOGIN);
    const refreshed = await Promise.all(cluster.nodes.map(() => client.refresh(issued.refresh_token)));
    expect(new Set(refreshed.map(({ refresh_token: token }) => token)).size).toBe(1);
    for (const { access_token: token } of refreshed) expect(await reportStatuses(token)).toEqual(same(cluster, 200));
  });

  test('an ingest key is good on every node until it is revoked', async () => {
    const { id, key } = (await createIngestKey(cluster.database, 1, systemClock))!;
    const statuses = () =>
      onEach(cluster, async (url) => {
        const response = await fetch(`${url}/collect/events`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
          body: '{"type":"view","website_id":1,"visitor":"visitor-1"}\n',
        });
        await response.body?.cancel();
        return response.status;
      });
    expect(await statuses()).toEqual(same(cluster, 200));
    await revokeIngestKey(cluster.database, id, systemClock);
    expect(await statuses()).toEqual(same(cluster, 401));
  });
});
