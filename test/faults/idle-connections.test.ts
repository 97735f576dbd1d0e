// Connections that are opened and left idle: one address can't take all that there are.
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { TestService } from '../support/test-service.ts';

const PER_ADDRESS_MAX = 50;
/** Of loopback, which has 2^24 of them. */
const CROWDED_ADDRESS = '127.0.0.2';
const OTHER_ADDRESS = '127.0.0.1';

let app: TestService;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.dispose();
});

/** Says whether the server keeps it open: it closes those that are too many before they are used. */
async function openIdle(localAddress: string): Promise<{ socket: Socket; isKept(): boolean }> {
  const { hostname: host, port } = new URL(app.url);
  const socket = connect({ host, port: Number(port), localAddress });
  sockets.push(socket);
  socket.on('error', () => {});
  let isClosed = false;
  socket.once('close', () => {
    isClosed = true;
  });
  socket.resume();
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return { socket, isKept: () => !isClosed };
}

function statusFrom(localAddress: string): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(`${app.url}/healthz`, { localAddress, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    sent.once('error', () => resolve(0));
    sent.end();
  });
}

async function openMany(count: number): Promise<{ socket: Socket; isKept(): boolean }[]> {
  const opened: { socket: Socket; isKept(): boolean }[] = [];
  for (let number = 0; number < count; number++) opened.push(await openIdle(CROWDED_ADDRESS));
  return opened;
}

test('leave room for others, and are welcome again when the first ones have gone', async () => {
  app = await TestService.start('sqlite', { env: { CONNECTIONS_PER_ADDRESS_MAX: String(PER_ADDRESS_MAX) } });
  const idle = await openMany(PER_ADDRESS_MAX + 20);
  expect(await statusFrom(OTHER_ADDRESS)).toBe(200);
  expect(await statusFrom(CROWDED_ADDRESS)).toBe(0);
  const kept = () => idle.filter(({ isKept }) => isKept());
  await expect.poll(() => kept().length).toBe(PER_ADDRESS_MAX);
  for (const { socket } of kept().slice(0, 10)) socket.destroy();
  await expect.poll(() => statusFrom(CROWDED_ADDRESS)).toBe(200);
});

test.each([
  ['the limit is switched off', { CONNECTIONS_PER_ADDRESS_MAX: '0' }],
  ['a trusted proxy opens them', { CONNECTIONS_PER_ADDRESS_MAX: '5', TRUSTED_PROXIES: CROWDED_ADDRESS }],
])('may be as many as there are where %s', async (_where, env) => {
  app = await TestService.start('sqlite', { env });
  const idle = await openMany(20);
  expect(await statusFrom(CROWDED_ADDRESS)).toBe(200);
  expect(idle.every(({ isKept }) => isKept())).toBe(true);
});
