// Limits the open connections per IP address, so that one address cannot use up all of them.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { networkOf } from '../../access/rate-limit.ts';

const WARN_EVERY_MS = 60_000;

/** A connection beyond the limit is closed before anything is read from it. */
export function limitConnectionsByAddress(server: Server, connectionsMax: number, logger: Logger): void {
  const openConnections = new Map<string, number>();
  let lastWarningMs = Number.NEGATIVE_INFINITY;
  server.on('connection', (socket: Socket) => {
    const key = networkOf(socket.remoteAddress ?? '');
    const count = openConnections.get(key) ?? 0;
    if (count >= connectionsMax) {
      socket.destroy();
      if (performance.now() - lastWarningMs < WARN_EVERY_MS) return;
      lastWarningMs = performance.now();
      logger.warn({ connectionsMax }, 'an IP address has reached CONNECTIONS_PER_ADDRESS_MAX');
      return;
    }
    openConnections.set(key, count + 1);
    socket.once('close', () => {
      const left = openConnections.get(key)! - 1;
      if (left > 0) openConnections.set(key, left);
      else openConnections.delete(key);
    });
  });
}
