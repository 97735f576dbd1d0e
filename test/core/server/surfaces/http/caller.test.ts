import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyReply } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { disconnectSignal } from '../../../../../src/core/server/surfaces/http/caller.ts';

/** A response to a client that waits for it. */
async function pendingResponse() {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  request.on('error', () => {});
  const [, raw] = (await once(server, 'request')) as [unknown, ServerResponse];
  return { request, raw, signal: disconnectSignal({ raw } as FastifyReply) };
}

test('a client that disconnects before the response has been sent aborts the request', async () => {
  const { request, raw, signal } = await pendingResponse();
  request.destroy();
  await once(raw, 'close');
  expect(signal.reason).toMatchObject({ status: 400 });
});

test('a response that has been sent aborts nothing', async () => {
  const { request, raw, signal } = await pendingResponse();
  request.on('response', (response) => response.resume());
  raw.end('done');
  await once(raw, 'close');
  expect(signal.aborted).toBe(false);
});
