// How many connections one address may hold open, so that it can't take all that there are.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { networkOf } from '../../access/rate-limit.ts';

const WARN_EVERY_MS = 60_000;

/** Past the limit a connection is closed before anything is read. */
export function limitConnectionsByAddress(server: Server, connectionsMax: number, logger: Logger): void {
  const open = new Map<string, number>();
  let lastWarningMs = Number.NEGATIVE_INFINITY;
  server.on('connection', (socket: Socket) => {
    const key = networkOf(socket.remoteAddress ?? '');
    const count = open.get(key) ?? 0;
    if (count >= connectionsMax) {
      socket.destroy();
      if (performance.now() - lastWarningMs < WARN_EVERY_MS) return;
      lastWarningMs = performance.now();
      logger.warn({ connectionsMax }, 'an address has as many connections as CONNECTIONS_PER_ADDRESS_MAX allows');
      return;
    }
    open.set(key, count + 1);
    socket.once('close', () => {
      const left = open.get(key)! - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  });
}
