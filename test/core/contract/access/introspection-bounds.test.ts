// How long a token may be that an authorization server is asked for, and how large its response.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { IntrospectionVerifier } from '../../../../src/core/contract/access/introspection.ts';

test('tokens of 4,096 characters are asked for; a response of more than 64 KiB makes them unverifiable (503)', async () => {
  let bytes = 0;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET') {
      response.end(JSON.stringify({ introspection_endpoint: `${issuerUrl}/introspect` }));
      return;
    }
    const aud = 'https://funnel.example/api/v1';
    response.end(JSON.stringify({ active: true, aud, scope: 'reports', website_ids: [1] }).padEnd(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const resourceUrls = { rest: 'https://funnel.example/api/v1', tools: 'https://funnel.example/mcp' };
  const verifier = new IntrospectionVerifier({ issuerUrl, clientId: 'a', clientSecret: 'b', resourceUrls });
  try {
    expect(await verifier.verify('x'.repeat(4_096), 'rest')).toMatchObject({ websiteIds: [1] });
    expect(await verifier.verify('x'.repeat(4_097), 'rest')).toBeUndefined();
    bytes = 64 * 1024;
    expect(await verifier.verify('token', 'rest')).toMatchObject({ websiteIds: [1] });
    bytes++;
    await expect(verifier.verify('token', 'rest')).rejects.toMatchObject({ status: 503 });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
