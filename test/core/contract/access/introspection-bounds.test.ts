// An authorization server that sends a response that is too large.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { IntrospectionVerifier } from '../../../../src/core/contract/access/introspection.ts';

test('a response that is too large makes tokens unverifiable (503)', async () => {
  let isLarge = false;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET') {
      response.end(JSON.stringify({ introspection_endpoint: `${issuerUrl}/introspect` }));
      return;
    }
    const aud = 'https://funnel.example/api/v1';
    const filler = isLarge ? 'x'.repeat(64 * 1024) : '';
    response.end(JSON.stringify({ active: true, aud, scope: 'reports', website_ids: [1], filler }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const resourceUrls = { rest: 'https://funnel.example/api/v1', tools: 'https://funnel.example/mcp' };
  const verifier = new IntrospectionVerifier({ issuerUrl, clientId: 'a', clientSecret: 'b', resourceUrls });
  try {
    expect(await verifier.verify('token', 'rest')).toMatchObject({ websiteIds: [1] });
    isLarge = true;
    await expect(verifier.verify('token', 'rest')).rejects.toMatchObject({ status: 503 });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
