// Benchmarks ask a service for reports, and a service closes connections that nobody uses.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { ask } from '../../bench/report-service.ts';

it('asks again when the service has closed the kept connection', async () => {
  let cut = 0;
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nkeep-alive: timeout=3600\r\n\r\nok');
      // The client sends on this connection once more, and gets no answer.
      socket.once('data', () => {
        cut++;
        socket.destroy();
      });
    });
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const service = { port: (server.address() as AddressInfo).port, token: 'token' };
  // The first connection may still be busy when the next request is made.
  for (let asked = 0; asked < 10 && cut === 0; asked++) {
    expect(await ask(service, '/')).toBe('ok');
    await new Promise(setImmediate);
  }
  expect(cut).toBe(1);
});
