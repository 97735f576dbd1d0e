// Reading a body always comes to an end, whatever becomes of its sender.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readBody } from '../../../../src/core/intake/collector/read-body.ts';

const LIMITS = { bytesMax: 1_000, pace: { bytesPerSecondMin: 1, periodMs: 10 } };
const HEAD = 'POST / HTTP/1.1\r\nhost: localhost\r\n';

let server: Server;

beforeEach(async () => {
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(() => {
  server.close();
});

/** A request whose sender goes away before anybody reads its body, which may take a while: its key is looked up first. */
async function abandonedRequest(text: string): Promise<IncomingMessage> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(text);
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  request.on('error', () => {});
  const closed = new Promise((resolve) => request.once('close', resolve));
  socket.destroy();
  await closed;
  return request;
}

it.each([
  ['after all of its body', `${HEAD}content-length: 4\r\n\r\nbody`],
  ['in the middle of its body', `${HEAD}content-length: 9\r\n\r\nbody`],
  ['after all of a packed body', `${HEAD}content-encoding: gzip\r\ncontent-length: 4\r\n\r\nbody`],
])('a sender that has gone %s is not waited for', async (_, text) => {
  const request = await abandonedRequest(text);
  await expect(readBody(request, LIMITS, () => {})).rejects.toThrow('aborted');
});
