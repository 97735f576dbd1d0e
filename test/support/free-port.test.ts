import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './postgres-server.ts';

it('gives ports that nobody else is given: neither callers here, nor connections, nor listeners on port 0', async () => {
  const first = await freePort();
  const used = createServer().listen(first + 1, '127.0.0.1');
  const systems = createServer().listen(0, '127.0.0.1');
  await Promise.all([once(used, 'listening'), once(systems, 'listening')]);
  const second = await freePort();
  expect(first).toBeGreaterThan(10_080);
  expect(second).toBeGreaterThan(first + 1);
  expect(second).toBeLessThan(Math.min((systems.address() as AddressInfo).port, 32_768));
  used.close();
  systems.close();
});
